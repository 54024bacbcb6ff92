// SPDX-License-Identifier: MIT OR Apache-2.0

//! The analysis of a position: worms with their readings, eyes, dragons, influence and ownership.
//!
//! An [`Analysis`] depends on the position and the budgets alone. It is computed once and read by all later
//! stages. The position is turned before it is analysed (`orientation`), so that turning it or swapping the colours
//! turns or swaps the results and changes nothing else.

mod constants;
pub mod dragon;
mod estimate;
pub mod eye;
mod facts;
mod final_status;
pub mod influence;
mod orientation;
mod ownership;
mod unconditional;
mod worm;

use katachi_rules::{Board, Point, PointSet};

pub use dragon::{Chain, Dragon, Dragons, Status};
pub use estimate::{ScoreEstimate, SideEstimate};
pub(crate) use facts::Tactics;
pub use final_status::{FinalStatus, KnownLife, StoneStatus};
pub use influence::{Influence, MoyoGains};
pub use ownership::Ownership;
pub use unconditional::{Unconditional, UnconditionalStatus};
pub(crate) use worm::is_ko_point;
pub use worm::{Cavity, Worm, Worms};

use crate::knowledge::Knowledge;
use crate::reading::Reader;
use eye::Eyes;
pub(crate) use orientation::Orientation;

/// How much work an analysis may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes for one tactical reading.
    pub reading_nodes: u32,
    /// Uniform random playouts from which ownership is estimated.
    pub playouts: u32,
}

impl Effort {
    /// The effort of a game at the full level.
    pub const FULL: Self = Self {
        reading_nodes: 2_000,
        playouts: 100,
    };
}

/// The results of an analysis of a position.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Strings, with attack and defense.
    pub worms: Worms,
    /// Eye spaces of both sides.
    pub eyes: Eyes,
    /// Strings that live or die together.
    pub dragons: Dragons,
    /// Stones that are taken to be dead: captured by reading, or lost in nearly all playouts.
    pub dead: PointSet,
    /// Area, moyo and territory without the dead stones.
    pub influence: Influence,
    /// Ownership of the points by playouts.
    pub ownership: Ownership,
}

impl Analysis {
    /// Analyses a position with the built-in knowledge.
    pub fn new(board: &Board, effort: Effort) -> Self {
        let mut reader = Reader::new(board, effort.reading_nodes);
        Self::with_knowledge(board, effort, &Knowledge::default(), &mut reader)
    }

    /// Analyses a position with a reader whose cache may have answers from other positions. Afterwards it has the board of the position
    /// and the budget of the effort.
    pub fn with_knowledge(board: &Board, effort: Effort, knowledge: &Knowledge, reader: &mut Reader) -> Self {
        let turn = Orientation::new(board);
        let turned = turn.board(board);
        reader.set_board(&turned);
        reader.set_budget(effort.reading_nodes);
        let worms = Worms::new(&turned, reader);
        let mut dragons = Dragons::new(&turned, &worms, knowledge, reader);
        let inhibited = dragons.inhibited(&turned);
        let mut eyes = Eyes::new(reader, &worms, &worms.dead_stones(), &inhibited, knowledge);
        dragons.read(&turned, &worms, &eyes, reader);
        let ownership = Ownership::estimate(&turned, effort.playouts);
        dragons.judge_without_influence(&worms, &ownership);
        let mut dead = worms.dead_stones();
        dead.extend_with(&ownership.lost_stones(&turned));
        dead.extend_with(&dragons.dead_stones());
        // Dead dragons leave eye space, too.
        let mut dead_strings = worms.dead_stones();
        dead_strings.extend_with(&dragons.dead_stones());
        if dead_strings != worms.dead_stones() {
            eyes = Eyes::new(reader, &worms, &dead_strings, &inhibited, knowledge);
        }
        reader.set_board(board);
        let dead = turn.set_back(&dead);
        let influence = Influence::new(board, &dead);
        let mut dragons = dragons.turned_back(turn, &worms);
        dragons.judge(board, &influence);
        Self {
            worms: worms.turned_back(turn),
            eyes: eyes.turned_back(turn),
            dragons,
            dead,
            influence,
            ownership: ownership.turned_back(turn),
        }
    }

    /// Is the dragon of a stone weak: two stones or more, and at most 20 empty points in its area?
    pub fn is_weak(&self, stone: Point) -> bool {
        self.dragons.get(stone).is_some_and(|dragon| dragon.weak)
    }
}
