// SPDX-License-Identifier: MIT OR Apache-2.0

//! The input of all generators.

use katachi_rules::Color;

use super::{Generators, Playouts};
use crate::analysis::{Analysis, FinalStatus};
use crate::knowledge::Knowledge;
use crate::position::Position;

/// A position with its analysis. It does not change while moves are proposed.
#[derive(Clone, Copy)]
pub(crate) struct Input<'a> {
    pub(crate) position: &'a Position,
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) analysis: &'a Analysis,
    /// The final status by playouts. `None` while stones cover too little of the board.
    pub(crate) status: Option<&'a FinalStatus>,
    /// What playouts say of each point. `None`: it does not count.
    pub(crate) playouts: Option<&'a Playouts>,
    /// Seed of the random variation of patterns.
    pub(crate) seed: u64,
    pub(crate) generators: Generators,
}

impl Input<'_> {
    pub(crate) fn color(&self) -> Color {
        self.position.color()
    }
}
