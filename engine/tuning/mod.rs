// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tuning of patterns: finds the places of a set of games where a pattern matches, and the moves that change
//! with one of its values. A changed value is tried in memory; nothing is built or written. A learned shape
//! of the move-prediction model is tuned as an entry in its place.

mod change;
mod choice_fit;
mod needed;
pub mod report;
mod shape;
mod value;
mod what_if;

pub use change::{Change, ChangeError, near_names, numbers};
pub use choice_fit::{ChoiceExample, ChoiceFit, fit_choice};
pub use needed::{NeededValue, needed_value};
pub use shape::{is_in_place_of_shape, with_shape};
pub use value::{has_weight_of_author, value_without_bonus};
pub use what_if::{
    Changed, PatternPlace, PlaceOutcome, pattern_places, turns, what_changes, what_searches_change,
};

#[cfg(all(test, feature = "runtime-db"))]
mod tests;
