// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records: one line of play of a tree, as the steps that make up a game.

use super::error::{Place, SgfError, Warning};
use super::games::{Games, read};
use super::header::{self, INFO};
use super::points::{point_text, read_move, read_points};
use super::tree::{NodeId, Property, Tree};
use super::value::escape;
use super::write::show;
use crate::color::{Cell, Color};
use crate::game::Game;
use crate::point::{BoardSize, Move, Point, PointSet};

/// Stones set up in one record. Rectangles say much in few letters, so a short file could ask for any number.
const MAX_SETUP: usize = 1 << 22;

/// What wrote a record, as `AP` wants it: the name and the version.
pub const APPLICATION: &str = concat!("Katachi:", env!("CARGO_PKG_VERSION"));

/// One thing that happens in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Play(Color, Move),
    /// Stones put on or taken off the board.
    Setup(Vec<(Point, Cell)>),
    /// The side that moves next.
    ToMove(Color),
    /// A move or set-up that is on no point of the board.
    Lost(Box<Lost>),
}

/// A move or set-up that is on no point of the board. Games stop before it; plain replay goes on without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Its node.
    pub place: Place,
    /// Who moved; none for set-up.
    pub color: Option<Color>,
    /// The property.
    pub name: String,
    /// Its value as it stands.
    pub value: String,
}

impl Step {
    /// Is it a move, if perhaps a lost one?
    pub fn is_move(&self) -> bool {
        match self {
            Self::Play(..) => true,
            Self::Lost(lost) => lost.color.is_some(),
            Self::Setup(_) | Self::ToMove(_) => false,
        }
    }
}

/// A game record: what is known of the game, and its main line.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Size of the board, 19x19 if the file is silent.
    pub size: BoardSize,
    /// Komi, if given.
    pub komi: Option<f32>,
    /// Number of handicap stones, if given; the stones themselves are in the steps.
    pub handicap: Option<u32>,
    /// `RU`, `PB`, `PW`, `RE`, `DT`, `GN`, `C` and the like of the root, in the order of the file.
    pub info: Vec<(String, String)>,
    /// Set-up and moves.
    pub steps: Vec<Step>,
    /// What breaks the standard and was read all the same.
    pub warnings: Vec<Warning>,
}

impl Record {
    /// A record without moves.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            komi: None,
            handicap: None,
            info: Vec::new(),
            steps: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The record of a game so far.
    pub fn of(game: &Game) -> Self {
        let mut record = Self::new(game.size());
        record.komi = Some(game.komi());
        record.handicap = (game.handicap() > 0).then(|| game.handicap());
        record.set("RU", game.rules().to_string());
        let mut start = game.clone();
        while start.undo().is_some() {}
        let stones: Vec<_> = record
            .size
            .points()
            .filter(|&p| start.board().cell(p).is_stone())
            .map(|p| (p, start.board().cell(p)))
            .collect();
        if !stones.is_empty() {
            record.steps.push(Step::Setup(stones));
            record.steps.push(Step::ToMove(start.to_move()));
        }
        record
            .steps
            .extend(game.moves().map(|(color, mv)| Step::Play(color, mv)));
        record
    }

    /// Reads every game of a file; of each its main line, the first child at every branch. The warnings of the
    /// file are with the first game.
    ///
    /// # Errors
    /// What is not SGF, or not usable as Go.
    pub fn parse_all(bytes: &[u8]) -> Result<Vec<Self>, SgfError> {
        let collection = read(bytes)?;
        let mut records = collection
            .trees
            .iter()
            .map(Self::of_tree)
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(first) = records.first_mut() {
            first.warnings.splice(0..0, collection.warnings);
        }
        Ok(records)
    }

    /// Reads the first game of a file, and no more of the file than that.
    ///
    /// # Errors
    /// As [`Record::parse_all`].
    pub fn parse(bytes: &[u8]) -> Result<Self, SgfError> {
        let mut games = Games::new(bytes)?;
        let tree = games.next().expect("a file without a game is an error")?;
        let mut record = Self::of_tree(&tree)?;
        record.warnings.splice(0..0, games.into_warnings());
        Ok(record)
    }

    /// The main line of a tree.
    ///
    /// # Errors
    /// If the tree is of another game, or its board too large.
    pub fn of_tree(tree: &Tree) -> Result<Self, SgfError> {
        Self::of_nodes(tree, &tree.main_line().collect::<Vec<_>>())
    }

    /// The line of a tree from its root to a node.
    ///
    /// # Errors
    /// As [`Record::of_tree`].
    pub fn of_line(tree: &Tree, node: NodeId) -> Result<Self, SgfError> {
        Self::of_nodes(tree, &tree.line_to(node))
    }

    fn of_nodes(tree: &Tree, line: &[NodeId]) -> Result<Self, SgfError> {
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
        Ok(record)
    }

    /// A root property that is kept as text.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.info
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, text)| text.as_str())
    }

    /// Sets a root property that is kept as text: one of `AN BR BT C CP DT EV GC GN ON OT PB PC PW RE RO RU SO TM
    /// US WR WT`.
    pub fn set(&mut self, name: &str, text: impl Into<String>) {
        debug_assert!(INFO.contains(&name));
        self.info.retain(|(n, _)| n != name);
        self.info.push((name.to_string(), text.into()));
    }

    /// Number of moves of the main line.
    pub fn move_count(&self) -> usize {
        self.steps.iter().filter(|step| step.is_move()).count()
    }

    /// The record as SGF text, one game, ending in a newline.
    pub fn to_sgf(&self) -> String {
        self.to_tree().to_sgf()
    }

    /// The record as a tree: one node for each move, set-up going with the node before its move.
    pub fn to_tree(&self) -> Tree {
        let mut tree = Tree::new();
        let root = tree.root();
        for (name, value) in [("GM", "1"), ("FF", "4"), ("CA", "UTF-8"), ("AP", APPLICATION)] {
            tree.add(root, name, [value]);
        }
        let (w, h) = (self.size.width(), self.size.height());
        let size = if w == h { w.to_string() } else { format!("{w}:{h}") };
        tree.add(root, "SZ", [&*size]);
        if let Some(komi) = self.komi {
            tree.add(root, "KM", [&*komi.to_string()]);
        }
        if let Some(stones) = self.handicap {
            tree.add(root, "HA", [&*stones.to_string()]);
        }
        for (name, text) in &self.info {
            tree.add(root, name, [&*escape(text)]);
        }
        let mut node = root;
        for step in &self.steps {
            match step {
                Step::Play(color, mv) => {
                    node = tree.add_child(node);
                    let text = mv.point().map(point_text).unwrap_or_default();
                    tree.add(node, letter(*color), [&*text]);
                }
                Step::Lost(lost) => {
                    if lost.color.is_some() || node != root {
                        node = tree.add_child(node);
                    }
                    tree.add(node, &lost.name, [&*lost.value]);
                }
                Step::Setup(stones) => {
                    if node != root {
                        node = tree.add_child(node);
                    }
                    for (name, cell) in [("AB", Cell::Black), ("AW", Cell::White), ("AE", Cell::Empty)] {
                        let points: Vec<_> = stones
                            .iter()
                            .filter(|s| s.1 == cell)
                            .map(|s| point_text(s.0))
                            .collect();
                        if !points.is_empty() {
                            tree.add(node, name, points.iter().map(String::as_str));
                        }
                    }
                }
                Step::ToMove(color) => tree.add(node, "PL", [letter(*color)]),
            }
        }
        tree
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// A point that is set up twice is as it is told last.
fn keep_last(setup: &mut Vec<(Point, Cell)>) {
    let mut seen = PointSet::EMPTY;
    setup.reverse();
    setup.retain(|&(point, _)| seen.insert(point));
    setup.reverse();
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
            keep_last(&mut setup);
            self.record.steps.push(Step::Setup(setup));
        }
        self.record.steps.extend(rest);
        Ok(())
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
            // Numbers stand for the colours in files of the first formats.
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
