// SPDX-License-Identifier: MIT OR Apache-2.0

//! A test set for tactical reading: questions cut out of records of games, with answers that do not come from one reader alone.
//!
//! - [`Maker`] draws questions of a [`Kind`] from games (`cut` finds what may be asked, and what is too easy) and finds the truth:
//!   [exhaustive search](solve) of small groups and eye spaces, agreement of the reader with a large budget and another program, or play where they
//!   disagree (`play`).
//! - [`QuestionSet`] is a file of such questions, a [`Question`] a line.
//! - [`answer`], [`Tally`] and [`Cause`] say how well a [`EngineUnderTest`] answers: the reader in this process ([`OwnReader`]), or a program
//!   that speaks GTP ([`GtpReader`]).
//!
//! Questions belong to the half of their game ([`Half`](crate::judgement::Half)): readers are changed by the development half.

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
mod score;
mod space;

pub use engines::{Effort, EngineUnderTest, GtpReader, NoAnswer, OwnReader};
pub use exhaustive::{Solved, solve};
pub use eyes::Eyes;
pub use file::{Header, LeftOut, QuestionSet, QuestionSetError};
pub use kind::{Kind, UnknownKind};
pub use make::Maker;
pub use play::{Known, adjudicate};
pub use position::PositionError;
pub use question::{Found, Question, QuestionError, Truth, list_of};
pub use score::{Answered, Cause, Checked, Outcome, Tally, answer};
