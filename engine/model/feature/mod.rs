// SPDX-License-Identifier: MIT OR Apache-2.0

//! Features of a move besides its neighbourhoods.
//!
//! - `maps`: steps from stones and moves, and the empty points around a move.
//! - `tactics`: number, liberties and size of the strings beside a move; what it captures, attacks, saves and
//!   extends.

mod maps;
mod tactics;

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointMap};

use super::FeatureSet;
use super::neighbourhood;
use super::weak::Weak;
use crate::learn;
use maps::{MAX_STEPS, string_steps};

/// Number of lines from an edge.
const PLACES: usize = 10;
/// Percent of the points of the board with stones at which the phases of the game begin, after the first one.
const PHASES: [usize; 4] = [2, 7, 18, 33];
learn::templates! {
    /// Templates of features. A move has at most one feature of each template; its value says which.
    pub(super) enum Template {
        /// Distance from the last move, 10 to 17. Nearer moves have patterns (`patterns/plain.db`).
        Last = ("last", 18),
        /// Distance from the own move before that, 10 to 17; 0 for its point.
        Own = ("own", 18),
        /// Lines from the nearer edge and from the farther one, by the phase of the game.
        Place = ("place", PHASES.len() * PLACES * PLACES + PLACES * PLACES),
        /// Steps from the last move along the lines, where a string is one step: 1 to 8.
        Chain = ("chain", 9),
        /// Steps from the nearest own stone and from the nearest enemy stone.
        Near = ("near", maps::NEAR_VALUES),
        /// Size of the empty region of the point, and the colours of the stones around it.
        Region = ("region", maps::REGION_VALUES),
        /// Numbers of own and enemy strings on the eight points around the move.
        Around = ("around", tactics::AROUND_VALUES),
        /// Captures: the number of stones, whether that saves an own string in atari, whether the last move
        /// is among them, and whether a ladder captures them anyway.
        Capture = ("capture", 24),
        /// An own string in atari gets liberties.
        Escape = ("escape", 6),
        /// Own stones are in atari after the move.
        SelfAtari = ("self-atari", 4),
        /// Enemy stones are in atari after the move; whether the last move is among them, and whether a
        /// ladder works.
        Atari = ("atari", 12),
        /// Enemy stones are left with two liberties; whether the last move is among them.
        Press = ("press", 6),
        /// An own string of two liberties gets more; whether the last move is beside it, and whether a ladder
        /// would capture it.
        Extend = ("extend", 16),
        /// Own stones have two liberties after the move, and a ladder captures them.
        Caught = ("caught", 4),
        /// Liberties and size of the own string beside the move that has the fewest liberties.
        Friend = ("friend", tactics::STRING_VALUES),
        /// The same of the enemy string.
        Enemy = ("enemy", tactics::STRING_VALUES),
        /// Liberties and size of the string of the move, after the move.
        After = ("after", tactics::STRING_VALUES),
        /// The fewest liberties of an own and of an enemy string beside the move, and those of its own string
        /// after it.
        Liberties = ("liberties", tactics::LIBERTY_VALUES),
    }
}

/// Index of the first feature of each template, and at last the number of all features.
const STARTS: [usize; Template::ALL.len() + 1] = learn::starts(&Template::ALL);
/// Number of all features.
pub const FEATURES: usize = STARTS[Template::ALL.len()];

/// Features of a move, by index.
pub type MoveFeatures = ArrayVec<u16, { Template::ALL.len() }>;

/// The names of all features in files, by index.
pub fn feature_names() -> impl Iterator<Item = String> {
    learn::feature_names(&Template::ALL)
}

pub(super) fn index(template: Template, value: usize) -> u16 {
    debug_assert!(value < Template::ALL[template as usize].2, "{template:?} {value}");
    (STARTS[template as usize] + value) as u16
}

/// Facts of a position that the features of all its moves share.
pub struct Features {
    weak: Weak,
    set: FeatureSet,
    color: Color,
    last: Option<Point>,
    own: Option<Point>,
    phase: usize,
    /// Steps from the last move, where a string is one step. None without a last move.
    chain: Option<PointMap<u8>>,
    /// Value of [`Template::Near`].
    near: PointMap<u8>,
    /// Value of [`Template::Region`].
    regions: PointMap<u8>,
}

impl Features {
    /// Reads the ladders of a position. `last` is the last move, `own` the own move before.
    pub fn new(
        set: FeatureSet,
        board: &Board,
        color: Color,
        last: Option<Point>,
        own: Option<Point>,
    ) -> Self {
        let area = board.size().area();
        let stones = area - board.empty_points().len();
        Self {
            weak: Weak::new(board),
            set,
            color,
            last,
            own,
            phase: PHASES.iter().filter(|&&p| 100 * stones >= p * area).count(),
            chain: last.map(|last| string_steps(board, last)),
            near: maps::near(board, color),
            regions: maps::regions(board, color),
        }
    }

    /// Features of a legal move.
    pub fn at(&mut self, point: Point) -> MoveFeatures {
        let mut features = MoveFeatures::new();
        let mut add = |template, value| features.push(index(template, value));
        for (template, from) in [(Template::Last, self.last), (Template::Own, self.own)] {
            if let Some(from) = from {
                let (dx, dy) = neighbourhood::offset(point, from);
                match neighbourhood::distance(dx, dy) {
                    2..=9 => {}
                    distance => add(template, distance.min(17) as usize),
                }
            }
        }
        if let Some(chain) = &self.chain {
            add(Template::Chain, usize::from(chain[point].min(MAX_STEPS)));
        }
        add(Template::Place, self.place(point));
        add(Template::Near, usize::from(self.near[point]));
        add(Template::Region, usize::from(self.regions[point]));
        add(
            Template::Around,
            tactics::around(self.weak.board(), self.color, point),
        );
        if self.set == FeatureSet::All {
            self.tactics(point, add);
        }
        features
    }

    fn place(&self, point: Point) -> usize {
        let size = self.weak.board().size();
        let (width, height) = (size.width(), size.height());
        let x = point.x().min(width - 1 - point.x());
        let y = point.y().min(height - 1 - point.y());
        let (near, far) = (usize::from(x.min(y)), usize::from(x.max(y)));
        (self.phase * PLACES + near.min(PLACES - 1)) * PLACES + far.min(PLACES - 1)
    }
}
