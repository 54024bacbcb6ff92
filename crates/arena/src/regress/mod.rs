// SPDX-License-Identifier: MIT OR Apache-2.0

//! Regression: suites of questions with expected answers, put to an engine in this process or to any GTP program.
//!
//! A [`Suite`] is a list of commands, some of them tests. [`run`] puts several to a [`Subject`], each in a conversation
//! of its own, and hands the results on in order; a [`Report`] holds them, a [`Comparison`] says what changed against
//! an earlier one, and [`table`], [`junit`] and [`html`] show them.
//!
//! Formats and verdicts are those of GNU Go's suites and scripts, with one thing stricter: a refusal never passes, even
//! where the expectation is negated.
//!
//! A suite is one conversation, in order, because commands have effects on later ones (komi, nodes of a question). So
//! only suites run side by side, the longest first. The position that a suite sets up is remembered (`position`), and
//! an engine that was lost is brought back to it. In expectations anchors bind tighter than `|`, as in GNU Go's
//! scripts.

mod baseline;
mod diagram;
mod engine;
mod expectation;
pub mod html;
pub mod junit;
mod outcome;
mod position;
mod run;
mod suite;
pub mod table;

pub use baseline::{Change, Comparison};
pub use engine::{Answer, LocalConversation, LocalEngine, Lost, Program, Respondent, thread_seconds};
pub use expectation::Expectation;
pub use outcome::{Outcome, Report, SuiteResult, TestResult, Totals};
pub use run::{Conditions, Subject, run, run_suite};
pub use suite::{Step, Suite};
