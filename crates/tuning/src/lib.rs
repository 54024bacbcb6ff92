// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tuning: the effect of a pattern in a set of games, and the moves that change when a value changes. A changed value is tried in memory;
//! nothing is built or written.

mod change;
mod what_if;

pub use change::{Change, ChangeError, numbers};
pub use what_if::{Changed, PatternPlace, PlaceOutcome, Turn, pattern_places, turns, what_changes};

#[cfg(test)]
mod tests;
