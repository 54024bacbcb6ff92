// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records: one line of play of a tree as the steps of a game.

use super::error::{Place, Warning};
use super::points::point_text;
use super::tree::Tree;
use super::value::escape;
use crate::color::{ByColor, Cell, Color};
use crate::game::Game;
use crate::point::{BoardSize, Move, Point};
use crate::rules::Rules;

/// Properties that are kept as text.
pub(super) const INFO: [&str; 22] = [
    "AN", "BR", "BT", "C", "CP", "DT", "EV", "GC", "GN", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU",
    "SO", "TM", "US", "WR", "WT",
];

/// Name and version for the property `AP`.
pub const APPLICATION: &str = concat!("Katachi:", env!("CARGO_PKG_VERSION"));

/// A step of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move.
    Play(Color, Move),
    /// Points whose content is set.
    Setup(Vec<(Point, Cell)>),
    /// The side that moves next.
    ToMove(Color),
    /// A move or set-up outside the board.
    Lost(Box<Lost>),
}

/// A move or set-up outside the board. Games stop before it; plain replay goes on without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Its node.
    pub place: Place,
    /// Who moved; none for set-up.
    pub color: Option<Color>,
    /// The property.
    pub name: String,
    /// Its value as written.
    pub value: String,
}

impl Step {
    /// Is it a move, even one outside the board?
    pub fn is_move(&self) -> bool {
        match self {
            Self::Play(..) => true,
            Self::Lost(lost) => lost.color.is_some(),
            Self::Setup(_) | Self::ToMove(_) => false,
        }
    }
}

/// Katachi's own property for prisoners from before the record.
pub(super) const PRISONERS: &str = "KTPR";

/// A game record: properties of the game, and its main line.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Size of the board, 19x19 by default.
    pub size: BoardSize,
    /// Komi, if given.
    pub komi: Option<f32>,
    /// Number of handicap stones, if given; the stones themselves are in the steps.
    pub handicap: Option<u32>,
    /// Stones that Black and White have lost before the first step, as in a game that goes on from a set-up
    /// position. The standard has no property for them; Katachi writes its own, `KTPR[black:white]`.
    pub prisoners: ByColor<u32>,
    /// `RU`, `PB`, `PW`, `RE`, `DT`, `GN`, `C` and the like of the root, in the order of the file.
    pub info: Vec<(String, String)>,
    /// Set-up and moves.
    pub steps: Vec<Step>,
    /// Violations of the standard.
    pub warnings: Vec<Warning>,
}

impl Record {
    /// A record without moves.
    pub fn new(size: BoardSize) -> Self {
        Self {
            size,
            komi: None,
            handicap: None,
            prisoners: ByColor::default(),
            info: Vec::new(),
            steps: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The record of a game so far.
    pub fn from_game(game: &Game) -> Self {
        let mut record = Self::new(game.size());
        record.komi = Some(game.komi());
        record.handicap = (game.handicap() > 0).then(|| game.handicap());
        record.set("RU", game.rules().record_name());
        let mut start = game.clone();
        while start.undo().is_some() {}
        record.prisoners = start.captured();
        let stones: Vec<_> = record
            .size
            .points()
            .filter(|&p| start.board().cell(p).is_stone())
            .map(|p| (p, start.board().cell(p)))
            .collect();
        let is_set_up = !stones.is_empty();
        if is_set_up {
            record.steps.push(Step::Setup(stones));
        }
        if is_set_up || start.to_move() == Color::White {
            record.steps.push(Step::ToMove(start.to_move()));
        }
        record
            .steps
            .extend(game.moves().map(|(color, mv)| Step::Play(color, mv)));
        record
    }

    /// A root property that is kept as text.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.info
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, text)| text.as_str())
    }

    /// The rules that `RU` names, by [`Rules::named_in`]. `None` without such rules.
    pub fn rules(&self) -> Option<Rules> {
        Rules::named_in(self.get("RU")?)
    }

    /// Sets a root property that is kept as text: one of `AN BR BT C CP DT EV GC GN ON OT PB PC PW RE RO RU
    /// SO TM US WR WT`.
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

    /// The record as a tree: one node for each move, with set-up in the node before its move.
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
        let ByColor { black, white } = self.prisoners;
        if black + white > 0 {
            tree.add(root, PRISONERS, [&*format!("{black}:{white}")]);
        }
        for (name, text) in &self.info {
            tree.add(root, name, [&*escape(text)]);
        }
        let mut node = root;
        // A reader takes all set-up of a node for one step.
        let mut root_is_set_up = false;
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
                    if node != root || root_is_set_up {
                        node = tree.add_child(node);
                    }
                    root_is_set_up = true;
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
                Step::ToMove(color) => {
                    root_is_set_up = true;
                    tree.add(node, "PL", [letter(*color)]);
                }
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
