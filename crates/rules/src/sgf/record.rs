// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records: one line of play of a tree as the steps of a game.

use super::error::{Place, Warning};
use super::points::point_text;
use super::tree::Tree;
use super::value::escape;
use crate::color::{ByColor, Cell, Color};
use crate::game::Game;
use crate::point::{BoardSize, Move, Point, PointMap};
use crate::rules::Rules;

/// Properties that are kept as text.
pub(super) const INFO: [&str; 22] = [
    "AN", "BR", "BT", "C", "CP", "DT", "EV", "GC", "GN", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU",
    "SO", "TM", "US", "WR", "WT",
];

/// Komi of a game with handicap, if it is not given.
pub const HANDICAP_KOMI: f32 = 0.5;

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
    /// Returns whether it is a move, even one outside the board.
    pub fn is_move(&self) -> bool {
        match self {
            Self::Play(..) => true,
            Self::Lost(lost) => lost.color.is_some(),
            Self::Setup(_) | Self::ToMove(_) => false,
        }
    }
}

/// The property of a move that is made whether it is legal or not.
pub(super) const FORCED: &str = "KO";
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
    /// Moves that are made whether they are legal or not (`KO`), counted from 1 and in order.
    pub forced: Vec<usize>,
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
            forced: Vec::new(),
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
        let cells = record.size.points().map(|p| (p, start.board().cell(p)));
        let stones: Vec<_> = cells.filter(|(_, cell)| cell.is_stone()).collect();
        if !stones.is_empty() {
            record.steps.push(Step::Setup(stones));
        }
        let first = record.steps.len();
        let moves = game.moves().map(|(color, mv)| Step::Play(color, mv));
        record.steps.extend(moves);
        if record.first_to_move() != start.to_move() {
            record.steps.insert(first, Step::ToMove(start.to_move()));
        }
        record
    }

    /// The side to move before the first move: that of `PL`, else that of the first move, else White after
    /// handicap stones, else Black.
    pub fn first_to_move(&self) -> Color {
        self.to_move_from(0).unwrap_or(match self.has_handicap() {
            true => Color::White,
            false => Color::Black,
        })
    }

    /// The side that moves next by the steps from that one on: the last that is told before a move, else that
    /// of the move.
    pub(super) fn to_move_from(&self, step: usize) -> Option<Color> {
        let mut next = None;
        for step in &self.steps[step..] {
            match step {
                Step::ToMove(color) => next = Some(*color),
                Step::Play(color, _) => return next.or(Some(*color)),
                Step::Lost(lost) if lost.color.is_some() => return next.or(lost.color),
                Step::Setup(_) | Step::Lost(_) => {}
            }
        }
        next
    }

    /// Whether there is a handicap, by the header or by black stones alone before the first move.
    fn has_handicap(&self) -> bool {
        let ByColor { black, white } = self.setup_stones();
        let is_start = self.prisoners == ByColor::default();
        self.handicap.is_some_and(|stones| stones >= 2) || (black >= 2 && white == 0 && is_start)
    }

    /// Number of stones of each colour that are set up before the first move.
    pub(super) fn setup_stones(&self) -> ByColor<u32> {
        let mut cells = PointMap::filled(Cell::Empty);
        for step in self.steps.iter().take_while(|step| !step.is_move()) {
            if let Step::Setup(stones) = step {
                stones.iter().for_each(|&(point, cell)| cells[point] = cell);
            }
        }
        ByColor::from_fn(|color| self.size.points().filter(|&p| cells[p].is(color)).count() as u32)
    }

    /// The komi of the record, or the usual one: 0.5 with a handicap, else that of the rules. A komi that is
    /// no number does not count.
    pub fn komi_under(&self, rules: Rules) -> f32 {
        let own = self.komi.filter(|komi| komi.is_finite());
        own.unwrap_or(match self.has_handicap() {
            true => HANDICAP_KOMI,
            false => rules.usual_komi(),
        })
    }

    /// A root property that is kept as text.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.info.iter().find(|(n, _)| n == name);
        found.map(|(_, text)| text.as_str())
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
        let mut moves = 0;
        for step in &self.steps {
            moves += usize::from(step.is_move());
            match step {
                Step::Play(color, mv) => {
                    node = tree.add_child(node);
                    let text = mv.point().map(point_text).unwrap_or_default();
                    tree.add(node, &color.letter().to_string(), [&*text]);
                    if self.forced.binary_search(&moves).is_ok() {
                        tree.add(node, FORCED, [""]);
                    }
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
                        let own = stones.iter().filter(|s| s.1 == cell);
                        let points: Vec<_> = own.map(|s| point_text(s.0)).collect();
                        if !points.is_empty() {
                            tree.add(node, name, points.iter().map(String::as_str));
                        }
                    }
                }
                Step::ToMove(color) => {
                    root_is_set_up = true;
                    tree.add(node, "PL", [&*color.letter().to_string()]);
                }
            }
        }
        tree
    }
}
