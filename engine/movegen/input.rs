// SPDX-License-Identifier: MIT OR Apache-2.0

//! What all generators see.

use katachi_rules::Color;

use super::Generators;
use crate::analysis::{Analysis, FinalStatus};
use crate::knowledge::Knowledge;
use crate::position::Position;

/// A position with all that is known of it before moves are proposed. Nothing of it changes while they are.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) position: &'a Position,
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) analysis: &'a Analysis,
    /// The final status by playouts; none as long as too little of the board is covered by stones.
    pub(crate) status: Option<&'a FinalStatus>,
    /// Seed of the random variation of patterns.
    pub(crate) seed: u64,
    /// Those that are asked.
    pub(crate) generators: Generators,
}

impl Input<'_> {
    /// The side that chooses a move.
    pub(crate) fn color(&self) -> Color {
        self.position.color()
    }
}
