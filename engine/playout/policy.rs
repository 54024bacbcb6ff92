// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a policy of playouts is.

use katachi_rules::{Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;

/// Whose move it is in a playout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The side to move.
    pub(crate) color: Color,
    /// The other side's move just before.
    pub(crate) last: Option<Point>,
    /// Is it the first move of the playout? What was left open before it may be anywhere on the board.
    pub(crate) is_first: bool,
}

/// A playout policy: how a side finds its moves.
pub(crate) trait Policy {
    /// A move, or none to pass.
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point>;
}
