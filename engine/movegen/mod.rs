//! Proposals and the choice among them.

use katachi_rules::{Move, Point};
use mkpat::Transformation;

/// One reason for a move, with what it is worth. 5 units of value are about one point of the final score.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// A pattern of the database.
    Pattern {
        /// Its name.
        name: String,
        /// How it lies on the board.
        transformation: Transformation,
        /// Its value before assistance.
        base: i32,
    },
}

/// A move with its value and all that speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Where.
    pub point: Point,
    /// The highest value among its reasons.
    pub value: i32,
    /// Best first.
    pub reasons: Vec<Reason>,
}

/// A move and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move: a pass if no proposal was worth a stone.
    pub mv: Move,
    /// Its value, 0 for a pass.
    pub value: i32,
    /// All that was considered, best first.
    pub proposals: Vec<Proposal>,
}
