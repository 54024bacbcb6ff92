// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reasons why a command is refused, in words for the person.

use std::borrow::Cow;

use katachi_rules::{BoardSize, IllegalMove, Move};
use thiserror::Error;

/// The reason why a command is refused. The game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Refusal(Cow<'static, str>);

impl Refusal {
    pub(crate) const THINKING: Self = Self::because(
        "It is Katachi's turn, and it is thinking; `go` makes it move at once, `undo` takes your move back",
    );
    pub(crate) const OVER: Self =
        Self::because("The game is over; `undo` takes your last move back, `new` begins another game");
    pub(crate) const AGREEING: Self = Self::because(
        "Both sides have passed: mark dead stones with `dead POINT`, then `done`; `resume` plays on",
    );
    pub(crate) const NOT_OVER: Self =
        Self::because("The game is not over: mark dead stones after two passes");
    pub(crate) const COUNTING: Self =
        Self::because("Katachi is still reading which stones are dead; try again in a moment");
    pub(crate) const NO_MOVE: Self = Self::because("No move has been made yet");
    pub(crate) const NO_VARIATION: Self =
        Self::because("There is no variation with these moves: the moves of the game itself stay");
    pub(crate) const ENGINE_FAILED: Self = Self::because(
        "The engine has failed; the game is kept. Use `save FILE`, then `quit` and start again",
    );

    pub(crate) const fn because(why: &'static str) -> Self {
        Self(Cow::Borrowed(why))
    }

    pub(crate) fn illegal(size: BoardSize, mv: Move, why: IllegalMove) -> Self {
        format!("You cannot play {}: {}", size.show(mv), in_words(why)).into()
    }

    pub(crate) fn no_position(number: usize, last: usize) -> Self {
        format!("There is no position before move {number}: use 1 to {last}").into()
    }

    /// A file cannot be read as a record.
    pub(crate) fn load(what: impl std::fmt::Display, why: &str) -> Self {
        format!("Cannot load {what}: {why}").into()
    }
}

impl From<String> for Refusal {
    fn from(why: String) -> Self {
        Self(why.into())
    }
}

/// Explains an illegal move to a beginner.
fn in_words(why: IllegalMove) -> &'static str {
    match why {
        IllegalMove::Outside => "it is off the board",
        IllegalMove::Occupied => "occupied; there is a stone already",
        IllegalMove::Ko => {
            "ko; the stone that has just taken one cannot be taken back at once: play elsewhere first"
        }
        IllegalMove::Suicide => "suicide; your own stone would have no liberty, and it captures nothing",
        IllegalMove::Superko => "superko; the whole board would be as it was before",
        IllegalMove::TakenBefore => "this ko was taken before from the same position",
        IllegalMove::OutOfTurn => "it is the other side's turn",
    }
}
