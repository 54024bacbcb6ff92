// SPDX-License-Identifier: MIT OR Apache-2.0

//! The screens of Katachi on a terminal: a game to step through ([`StepScreen`]), a game against a person
//! ([`play`]), and an exercise ([`exercise`]).
//!
//! They share one `shell`: its loop, keys, typed line, board with a panel, and last line. A screen knows no
//! terminal: keys go in, and it draws itself.

mod exercise;
mod keys;
mod layout;
mod line;
mod paint;
mod play;
mod shell;
mod step;
mod terminal;

pub use exercise::exercise;
pub use play::play;
pub use step::{Entry, StepScreen};

#[cfg(test)]
mod tests;
