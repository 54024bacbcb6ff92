//! The goal of killing a group: where it is decided and how far it is.

use katachi_rules::{Board, Color, PointSet};

use super::frame::Frame;
use super::moves;
use super::search::Moves;
use super::sketch::Sketch;

/// Kill the group of a frame: capture all its stones, or leave it without a way to live.
pub(super) struct Kill {
    pub(super) frame: Frame,
}

/// A position at a glance.
pub(super) struct View {
    /// Is it decided, and how?
    pub(super) dies: Option<bool>,
    /// Guesses of how much is left to show that the group dies, or lives.
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Kill {
    pub(super) fn new(board: &Board, stones: &PointSet) -> Self {
        Self {
            frame: Frame::new(board, stones),
        }
    }

    pub(super) fn attacker(&self) -> Color {
        self.frame.owner.opposite()
    }

    pub(super) fn view(&self, board: &Board, to_move: Color) -> View {
        let sketch = Sketch::new(&self.frame, board, to_move);
        let dies = if sketch.captured || sketch.dead {
            Some(true)
        } else if sketch.alive {
            Some(false)
        } else {
            None
        };
        let lead = u32::from(to_move == self.frame.owner);
        let room = sketch.room.len() as u32;
        let out = if sketch.near_open { 4 } else { 0 };
        let good = room / 2 + 3 * sketch.eyes + out;
        View {
            dies,
            proof: 1 + good + lead,
            disproof: (11 - 2 * lead).saturating_sub(good).max(1),
        }
    }

    pub(super) fn moves(&self, board: &Board, to_move: Color) -> Moves {
        let sketch = Sketch::new(&self.frame, board, to_move);
        moves::candidates(&self.frame, &sketch, board, to_move)
    }
}
