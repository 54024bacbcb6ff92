// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tools for authors of patterns: the places of games where a pattern matches ([`Places`]), the moves that
//! change with a value ([`Comparison`]), reports about all patterns of a database ([`report`], shown by
//! [`view`]), and patches of values ([`patch`]).
//!
//! A changed value is tried in memory; nothing is built or written. A learned shape of the move-prediction
//! model is tuned as an entry in its place.

mod change;
pub mod patch;
mod places;
pub mod report;
mod shape;
pub mod view;
mod what_if;

use katachi_rules::sgf::{Record, SgfError, Turn, Turns};

pub use change::{Change, ChangeError, near_names, numbers};
pub use places::{PlaceTally, Places};
pub use shape::{shape_text, with_shape};
pub use what_if::{ChangeTally, Comparison, NeededValue, has_weight_of_author, needed_value};

/// Komi of a record without one. It does not change the result.
const KOMI: f32 = 7.5;

/// Moves of a record with the positions before them, every `every`th of them.
///
/// # Errors
/// The first property of the record that is not possible, or too many moves.
pub fn turns(record: &Record, every: usize) -> Result<Turns, SgfError> {
    let rules = record.rules().unwrap_or_default();
    let mut turns = Turns::new(record, rules, KOMI, 1..=usize::MAX)?;
    turns.retain(|played| (played.number - 1).is_multiple_of(every.max(1)));
    Ok(turns)
}

/// `game.sgf 30 Black`
fn place(game: &str, turn: &Turn) -> String {
    format!("{game} {} {}", turn.number, turn.color)
}

/// Sums counts of all games.
fn sum_of<T>(tallies: &[T]) -> impl Fn(fn(&T) -> usize) -> usize {
    move |of| tallies.iter().map(of).sum()
}

#[cfg(all(test, feature = "runtime-db"))]
mod tests;
