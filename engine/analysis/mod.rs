//! What the engine knows of a position: worms with their readings, influence, and who will own what.
//!
//! An [`Analysis`] depends on the position and the budgets alone. It is computed once and read by all later
//! stages.

mod estimate;
mod final_status;
pub mod influence;
mod ownership;
mod playout;
mod unconditional;
mod worm;

use katachi_rules::{Board, Point, PointSet};

pub use estimate::{ScoreEstimate, SideEstimate};
pub use final_status::{Fate, FinalStatus, KnownLife};
pub use influence::Influence;
pub use ownership::Ownership;
pub use unconditional::{Unconditional, UnconditionalStatus};
pub use worm::{Worm, Worms};

use crate::reading::Reader;

/// How much work an analysis may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Nodes for one tactical reading.
    pub reading_nodes: u32,
    /// Random games from which ownership is estimated.
    pub random_games: u32,
}

/// A position with all that was found out about it.
#[derive(Debug)]
pub struct Analysis {
    /// Strings, with attack and defence.
    pub worms: Worms,
    /// Stones that are taken to be dead: captured by reading, or lost in nearly all random games.
    pub dead: PointSet,
    /// Area, moyo and territory without the dead stones.
    pub influence: Influence,
    /// Who owns each point in the end.
    pub ownership: Ownership,
    /// Reads on in the same position.
    pub reader: Reader,
}

impl Analysis {
    /// Analyses a position.
    pub fn of(board: &Board, effort: Effort) -> Self {
        let mut reader = Reader::new(board, effort.reading_nodes);
        let mut worms = Worms::new(board, &mut reader);
        let ownership = Ownership::estimate(board, effort.random_games);
        let mut dead = worms.dead_stones();
        dead.extend_with(&ownership.lost_stones(board));
        let influence = Influence::new(board, &dead);
        worms.judge(&dead, &influence);
        Self {
            worms,
            dead,
            influence,
            ownership,
            reader,
        }
    }

    /// Is the string of a stone weak: two stones or more, and at most 20 empty points in their area?
    pub fn is_weak(&self, stone: Point) -> bool {
        let Some(worm) = self.worms.get(stone) else {
            return false;
        };
        worm.size >= 2 && self.area_spaces(stone) <= 20
    }

    /// Empty points of the area around a point, 0 if it is in nobody's area.
    pub fn area_spaces(&self, point: Point) -> usize {
        let board = self.reader.board();
        self.influence
            .area
            .component(point)
            .iter()
            .filter(|&p| board.is_empty(p))
            .count()
    }

    /// Stones of the area around a point, 0 if it is in nobody's area.
    pub fn area_stones(&self, point: Point) -> usize {
        let board = self.reader.board();
        self.influence
            .area
            .component(point)
            .iter()
            .filter(|&p| board.cell(p).is_stone())
            .count()
    }
}
