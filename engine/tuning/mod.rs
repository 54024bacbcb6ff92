//! Tuning: the effect of a pattern in a set of games, and the moves that change when a value changes.

mod change;
mod study;

pub use change::{Change, ChangeError};
pub use study::{Changed, PatternPlace, PlaceOutcome, Turn, pattern_places, turns, what_changes};

#[cfg(test)]
mod tests;
