//! How far a group is from life and from death.

use super::ground::Ground;
use super::position::Local;
use super::sketch::Sketch;

/// A position at a glance.
pub(super) struct View {
    /// Is it decided, and how?
    pub(super) dies: Option<bool>,
    /// Guesses of how much is left to show that the group dies, or lives.
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl View {
    pub(super) fn new(ground: &Ground, local: &Local) -> Self {
        Self::of(local, &Sketch::new(ground, local))
    }

    pub(super) fn of(local: &Local, sketch: &Sketch) -> Self {
        let lead = u32::from(local.owner_moves);
        let room = sketch.room.count_ones();
        let out = if sketch.near_open { 4 } else { 0 };
        let good = room / 2 + 3 * sketch.eyes + out;
        Self {
            dies: sketch.dies,
            proof: 1 + good + lead,
            disproof: (11 - 2 * lead).saturating_sub(good).max(1),
        }
    }
}
