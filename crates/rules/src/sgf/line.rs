// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records from trees: the main lines of a file, and the steps of a line of play.

use super::error::SgfError;
use super::games::{Games, read};
use super::header;
use super::points::{read_move, read_points};
use super::record::{Lost, Record, Step};
use super::tree::{NodeId, Property, Tree};
use super::write::show;
use crate::color::{Cell, Color};
use crate::point::{BoardSize, Move, Point, PointMap};

/// Maximum number of set-up stones in one record. Rectangles are short to write, so without a limit a short
/// file could have any number.
const MAX_SETUP: usize = 1 << 22;

impl Record {
    /// Reads the main line of every game of a file: the first child at every branch. The first game has the
    /// warnings of the file.
    ///
    /// # Errors
    /// If the file is not SGF, or if a game cannot be read as Go.
    pub fn parse_all(bytes: &[u8]) -> Result<Vec<Self>, SgfError> {
        let collection = read(bytes)?;
        let mut records = collection
            .trees
            .iter()
            .map(Self::from_tree)
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(first) = records.first_mut() {
            first.warnings.splice(0..0, collection.warnings);
        }
        Ok(records)
    }

    /// Reads the first game of a file and nothing after it.
    ///
    /// # Errors
    /// As [`Record::parse_all`].
    pub fn parse(bytes: &[u8]) -> Result<Self, SgfError> {
        let mut games = Games::new(bytes)?;
        let tree = games.next().expect("a file without a game is an error")?;
        let mut record = Self::from_tree(&tree)?;
        record.warnings.splice(0..0, games.into_warnings());
        Ok(record)
    }

    /// The main line of a tree.
    ///
    /// # Errors
    /// If the tree is not a game of Go, or its board too large.
    pub fn from_tree(tree: &Tree) -> Result<Self, SgfError> {
        Self::from_nodes(tree, &tree.main_line().collect::<Vec<_>>())
    }

    /// The line of a tree from its root to a node.
    ///
    /// # Errors
    /// As [`Record::from_tree`].
    pub fn from_line(tree: &Tree, node: NodeId) -> Result<Self, SgfError> {
        Self::from_nodes(tree, &tree.line_to(node))
    }

    fn from_nodes(tree: &Tree, line: &[NodeId]) -> Result<Self, SgfError> {
        let mut record = header::read(tree, line)?;
        let mut reader = StepReader {
            tree,
            record: &mut record,
            moves: 0,
            set_up: 0,
        };
        for &node in line {
            reader.read_node(node)?;
        }
        reader.check_handicap();
        Ok(record)
    }
}

impl Tree {
    /// The move of a node on a board of that size. `None` without a move, with two of them, and with one
    /// outside the board.
    pub fn move_at(&self, node: NodeId, size: BoardSize) -> Option<(Color, Move)> {
        let mut moves = self.properties(node).filter_map(|property| {
            let color = match property.name() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => return None,
            };
            Some((color, property))
        });
        let (Some((color, property)), None) = (moves.next(), moves.next()) else {
            return None;
        };
        let mv = read_move(size, &property.value().simple_text())?;
        Some((color, mv.value))
    }
}

/// Of two set-ups of one point the last counts. Returns such a point if they differ.
fn keep_last(setup: &mut Vec<(Point, Cell)>) -> Option<Point> {
    let mut last = PointMap::filled(None);
    let mut differs = None;
    setup.reverse();
    setup.retain(|&(point, cell)| match last[point] {
        Some(kept) => {
            if kept != cell {
                differs = Some(point);
            }
            false
        }
        None => {
            last[point] = Some(cell);
            true
        }
    });
    setup.reverse();
    differs
}

/// Turns nodes into steps.
struct StepReader<'a> {
    tree: &'a Tree,
    record: &'a mut Record,
    moves: usize,
    set_up: usize,
}

impl StepReader<'_> {
    fn read_node(&mut self, node: NodeId) -> Result<(), SgfError> {
        let mut setup = Vec::new();
        let mut rest = Vec::new();
        for property in self.tree.properties(node) {
            match property.name() {
                "AB" => self.read_setup(node, property, Cell::Black, &mut setup, &mut rest),
                "AW" => self.read_setup(node, property, Cell::White, &mut setup, &mut rest),
                "AE" => self.read_setup(node, property, Cell::Empty, &mut setup, &mut rest),
                "PL" => rest.extend(self.read_color(node, property).map(Step::ToMove)),
                "B" => rest.push(self.read_move(node, property, Color::Black)),
                "W" => rest.push(self.read_move(node, property, Color::White)),
                _ => {}
            }
        }
        self.set_up += setup.len();
        if self.set_up > MAX_SETUP {
            return Err(SgfError::Limit {
                place: self.tree.place(node),
                limit: MAX_SETUP,
                what: "stones set up",
            });
        }
        if !setup.is_empty() {
            if let Some(point) = keep_last(&mut setup) {
                let size = self.record.size;
                self.warn(node, || {
                    format!(
                        "{} is set up in two ways: the last one counts",
                        size.vertex(point)
                    )
                });
            }
            self.record.steps.push(Step::Setup(setup));
        }
        self.record.steps.extend(rest);
        Ok(())
    }

    /// A handicap without its stones is lost.
    fn check_handicap(&mut self) {
        let before_moves = self.record.steps.iter().take_while(|step| !step.is_move());
        let stones = before_moves.map(|step| match step {
            Step::Setup(stones) => stones.iter().filter(|(_, cell)| *cell == Cell::Black).count(),
            _ => 0,
        });
        let stones: usize = stones.sum();
        if let Some(handicap) = self.record.handicap.filter(|&h| h >= 2 && h as usize != stones) {
            self.warn(self.tree.root(), || {
                format!("HA[{handicap}] with {stones} black stones set up: the stones alone count")
            });
        }
    }

    fn read_setup(
        &mut self,
        node: NodeId,
        property: Property<'_>,
        cell: Cell,
        setup: &mut Vec<(Point, Cell)>,
        rest: &mut Vec<Step>,
    ) {
        let name = property.name();
        for value in property.values() {
            if self.set_up + setup.len() > MAX_SETUP {
                return;
            }
            let text = value.simple_text();
            match read_points(self.record.size, &text) {
                Some(points) => {
                    if let Some(oddity) = points.oddity {
                        self.warn(node, || format!("{}: {oddity}", show(name, value.raw())));
                    }
                    setup.extend(points.value.into_iter().map(|p| (p, cell)));
                }
                None if text.trim().is_empty() => {
                    self.warn(node, || format!("{name}[] sets up nothing"));
                }
                None => {
                    self.warn(node, || {
                        format!(
                            "{} is on no point of the board: left out",
                            show(name, value.raw())
                        )
                    });
                    rest.push(self.lost(node, property, value.raw(), None));
                }
            }
        }
    }

    fn read_move(&mut self, node: NodeId, property: Property<'_>, color: Color) -> Step {
        self.moves += 1;
        let (name, number) = (property.name(), self.moves);
        let raw = property.value().raw();
        if property.values().len() > 1 {
            self.warn(node, || {
                format!("move {number} has several values: the first one counts")
            });
        }
        match read_move(self.record.size, &property.value().simple_text()) {
            Some(mv) => {
                if let Some(oddity) = mv.oddity {
                    self.warn(node, || format!("move {number}, {}: {oddity}", show(name, raw)));
                }
                Step::Play(color, mv.value)
            }
            None => {
                self.warn(node, || {
                    format!(
                        "move {number}, {}, is on no point of the board: left out",
                        show(name, raw)
                    )
                });
                self.lost(node, property, raw, Some(color))
            }
        }
    }

    fn read_color(&mut self, node: NodeId, property: Property<'_>) -> Option<Color> {
        let raw = property.value().raw();
        let color = match raw.trim() {
            // The first file formats have numbers for the colours.
            "1" => Some(Color::Black),
            "2" => Some(Color::White),
            text => Color::parse(text),
        };
        if color.is_none() {
            self.warn(node, || format!("{} is no colour: left out", show("PL", raw)));
        }
        color
    }

    fn lost(&self, node: NodeId, property: Property<'_>, raw: &str, color: Option<Color>) -> Step {
        Step::Lost(Box::new(Lost {
            place: self.tree.place(node),
            color,
            name: property.name().to_string(),
            value: raw.to_string(),
        }))
    }

    fn warn(&mut self, node: NodeId, message: impl FnOnce() -> String) {
        super::error::push_limited(&mut self.record.warnings, self.tree.place(node), message);
    }
}
