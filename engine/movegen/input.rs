// SPDX-License-Identifier: MIT OR Apache-2.0

//! The input of all generators of evidence, and which of them the classical choice asks.

use katachi_rules::Color;

use super::Playouts;
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
    pub(crate) seed: u64,
    pub(crate) generators: Generators,
}

impl Input<'_> {
    pub(crate) fn color(&self) -> Color {
        self.position.color()
    }
}

/// The generators that the classical choice asks. With fewer than all of them the opinion of the pattern
/// database is seen alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Generators {
    /// All of them.
    #[default]
    All,
    /// All but the move-prediction model.
    WithoutModel,
    /// The patterns alone: a move has the value of its best pattern. There is no blunder check, and no
    /// playouts overrule anything, exclude moves in settled area or fill dame.
    Patterns,
}

impl Generators {
    /// Returns whether the move-prediction model counts.
    pub fn has_model(self) -> bool {
        self == Self::All
    }

    /// Returns whether anything counts besides patterns and the model: readings, the endgame search,
    /// playouts.
    pub(crate) fn has_readings(self) -> bool {
        self != Self::Patterns
    }
}
