// SPDX-License-Identifier: MIT OR Apache-2.0

//! A question as the aim of a search, in place of the score.

use std::fmt;

use katachi_rules::{Color, PlayoutBoard};

/// What the two sides play for: at the end of a simulation one of them has reached its aim.
pub trait SearchGoal: fmt::Debug + Sync {
    /// Returns the side that has reached its aim, on the final board of a simulation.
    fn winner(&self, end: &PlayoutBoard) -> Color;
}
