// SPDX-License-Identifier: MIT OR Apache-2.0

//! Exercises for a person, for any interface: guesses of the moves of a game ([`guess`]), and a quiz of one's
//! own mistakes and of problems ([`quiz`]).
//!
//! An [`Exercise`] gives tasks and takes answers. [`Judge`] says how good a move is, and why.

pub mod guess;
mod judge;
pub mod quiz;
mod typed;

pub use judge::{Judge, phrase};
pub use typed::{TYPED, Typed, typed};

use katachi_rules::{Color, Game, Move};

/// An exercise: tasks, which are answered by moves.
pub trait Exercise: std::fmt::Debug {
    /// Returns the number of its tasks, in words.
    fn about(&self) -> String;
    /// Returns the present task. `None` at the end.
    ///
    /// # Errors
    /// The task cannot be used.
    fn task(&self) -> anyhow::Result<Option<Task>>;
    /// Takes an answer, which is legal, and goes on to the next task. `None` asks for the solution.
    ///
    /// # Errors
    /// The answer cannot be judged or kept.
    fn take(&mut self, answer: Option<Move>) -> anyhow::Result<Explanation>;
    /// Returns the last text, in lines.
    fn summary(&self) -> String;
}

/// A task of an exercise.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position.
    pub game: Game,
    /// The side to move.
    pub color: Color,
    /// What is asked, if the position does not say it.
    pub heading: String,
    /// A few words before the answer.
    pub prompt: String,
}

/// The explanation of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explanation {
    /// The answer is right, or as good.
    pub is_right: bool,
    /// The explanation, in lines.
    pub text: String,
    /// The move of the game that was to be guessed, or the move that solves the problem.
    pub solution: Option<Move>,
}
