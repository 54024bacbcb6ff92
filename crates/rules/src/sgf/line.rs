// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records from trees: the main line of a file, and the steps of a line of play.

use super::error::SgfError;
use super::games::Games;
use super::header;
use super::points::{read_move, read_points};
use super::record::{FORCED, Lost, Record, Step};
use super::tree::{NodeId, Property, Tree};
use super::write::show;
use crate::color::{ByColor, Cell, Color};
use crate::point::{BoardSize, Move, Point, PointMap};

/// Maximum number of set-up stones in one record. Rectangles are short to write, so without a limit a short
/// file could have any number.
const MAX_SETUP: usize = 1 << 22;

impl Record {
    /// Reads the first game of a file and nothing after it.
    ///
    /// # Errors
    /// If the file is not SGF, or if the game cannot be read as Go.
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
        reader.tell_side(line);
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
        let (mv, _) = read_move(size, &property.value().simple_text())?;
        Some((color, mv))
    }
}

/// The colour of the first move at or after a node, the main line first.
fn first_mover(tree: &Tree, node: NodeId) -> Option<Color> {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let mut names = tree.properties(node).map(Property::name);
        if let Some(name) = names.find(|name| matches!(*name, "B" | "W")) {
            return Color::parse(name);
        }
        open.extend(tree.children(node).rev());
    }
    None
}

/// Without a value, as the standard has it: a server writes the komi into a property of that name.
fn is_empty(property: Property<'_>) -> bool {
    property.value().raw().trim().is_empty()
}

/// The last of two set-ups of one point counts. Returns such a point if they differ.
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
        let is_forced = self.tree.get(node, FORCED).is_some_and(is_empty);
        let last = rest.iter().rfind(|step| step.is_move());
        if is_forced && matches!(last, Some(Step::Play(..))) {
            self.record.forced.push(self.moves);
        }
        self.set_up += setup.len();
        if self.set_up > MAX_SETUP {
            return Err(SgfError::limit(self.tree.place(node), MAX_SETUP, "stones set up"));
        }
        if !setup.is_empty() {
            if let Some(point) = keep_last(&mut setup) {
                let vertex = self.record.size.vertex(point);
                let message = format!("{vertex} is set up in two ways: the last one counts");
                self.warn(node, message);
            }
            self.record.steps.push(Step::Setup(setup));
        }
        self.record.steps.extend(rest);
        Ok(())
    }

    /// A handicap is lost if its stones are neither set up nor Black's first moves, and no other stones tell
    /// that the position is one in the middle of a game.
    fn check_handicap(&mut self) {
        let ByColor { black, white } = self.record.setup_stones();
        let moves = self.record.steps.iter().filter_map(|step| match step {
            Step::Play(color, Move::Play(_)) => Some(*color),
            _ => None,
        });
        let leading = moves.take_while(|&color| color == Color::Black).count() as u32;
        let is_lost = |&h: &u32| h >= 2 && white == 0 && h != black && h != black + leading;
        if let Some(handicap) = self.record.handicap.filter(is_lost) {
            let message = format!("HA[{handicap}] with {black} black stones set up: the stones alone count");
            self.warn(self.tree.root(), message);
        }
    }

    /// A line without moves does not tell the side to move; the first move in another line does.
    fn tell_side(&mut self, line: &[NodeId]) {
        let Some(&end) = line.last() else { return };
        if self.record.to_move_from(0).is_some() {
            return;
        }
        let mover = first_mover(self.tree, end).or_else(|| first_mover(self.tree, self.tree.root()));
        if let Some(color) = mover.filter(|&color| color != self.record.first_to_move()) {
            self.record.steps.push(Step::ToMove(color));
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
                Some((points, oddity)) => {
                    if let Some(oddity) = oddity {
                        self.warn(node, format!("{}: {oddity}", show(name, value.raw())));
                    }
                    setup.extend(points.into_iter().map(|p| (p, cell)));
                }
                None if text.trim().is_empty() => self.warn(node, format!("{name}[] sets up nothing")),
                None => {
                    let shown = show(name, value.raw());
                    self.warn(node, format!("{shown} is on no point of the board: left out"));
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
            let message = format!("move {number} has several values: the first one counts");
            self.warn(node, message);
        }
        match read_move(self.record.size, &property.value().simple_text()) {
            Some((mv, oddity)) => {
                if let Some(oddity) = oddity {
                    self.warn(node, format!("move {number}, {}: {oddity}", show(name, raw)));
                }
                Step::Play(color, mv)
            }
            None => {
                let shown = show(name, raw);
                let message = format!("move {number}, {shown}, is on no point of the board: left out");
                self.warn(node, message);
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
            self.warn(node, format!("{} is no colour: left out", show("PL", raw)));
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

    fn warn(&mut self, node: NodeId, message: String) {
        super::error::warn(&mut self.record.warnings, self.tree.place(node), message);
    }
}
