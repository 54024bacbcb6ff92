// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tactics benchmark: questions from game records, whose answers do not rest on one reader alone.
//!
//! - [`QuestionBuilder`] draws questions of a [`Kind`] from games (`cut` finds candidates and drops easy
//!   ones) and finds the truth: [exhaustive search](solve) of small groups and eye spaces, agreement of the
//!   reader and another program, or play where they disagree (`play`).
//! - [`QuestionSet`] is a file of questions, one [`Question`] a line.
//! - [`answer`], [`Tally`] and [`Cause`] measure an [`EngineUnderTest`]: the engine of this process or another
//!   program, both over GTP ([`GtpReader`]).
//!
//! Questions belong to the half of their game ([`Half`](crate::judgement::Half)). Readers are tuned on the
//! development half.

mod cut;
mod engines;
mod exhaustive;
mod eyes;
mod file;
mod kind;
mod make;
mod play;
mod position;
mod question;
mod readings_as_text;
mod score;
mod space;
mod truth;

pub use engines::{Effort, EngineUnderTest, GtpReader, NoAnswer};
pub use exhaustive::{Solved, solve};
pub use eyes::Eyes;
pub use file::{Header, LeftOut, QuestionSet, QuestionSetError};
pub use kind::{Kind, UnknownKind};
pub use make::QuestionBuilder;
pub use play::{Known, adjudicate};
pub use position::PositionError;
pub use question::{Found, Question, QuestionError, list_of};
pub use score::{Answered, Cause, Checked, Outcome, Tally, answer};
pub use truth::Truth;
