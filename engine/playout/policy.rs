// SPDX-License-Identifier: MIT OR Apache-2.0

//! The trait of playout policies.

use katachi_rules::{Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;

/// A turn of a playout.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The side to move.
    pub color: Color,
    /// Last move, by the other side.
    pub last: Option<Point>,
    /// Is it the first move of the playout? Tactics that the tree left open may be anywhere on the board.
    pub is_first: bool,
}

/// A playout policy.
pub trait Policy {
    /// Returns a move, or none to pass.
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point>;
}
