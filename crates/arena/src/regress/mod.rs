// SPDX-License-Identifier: MIT OR Apache-2.0

//! Regression: suites of questions with expected answers, put to an engine in this process or to any GTP
//! program.
//!
//! A [`Suite`] is a list of commands, some of them tests. [`run`] puts suites to a [`Subject`], each in a
//! conversation of its own, and hands on the results in order. A [`Report`] holds them, a [`Comparison`]
//! finds changes against an earlier report, and [`table`], [`junit`] and [`html`] print them.
//!
//! Formats and verdicts are those of GNU Go's suites and scripts, but a refusal never passes, even with a
//! negated expectation. In expectations anchors bind tighter than `|`, as in GNU Go's scripts.
//!
//! A suite is one conversation in order, because commands affect later ones (komi, nodes of a question). So
//! only suites run side by side, the longest first. `position` remembers the position of a suite and restores
//! it in an engine that was restarted.

mod baseline;
mod engine;
mod expectation;
pub mod html;
pub mod junit;
mod outcome;
mod position;
mod run;
mod suite;
pub mod table;

pub use baseline::Comparison;
pub use engine::{Answer, GtpEngine, LocalConversation, LocalEngine, TestedEngine};
pub use outcome::{Outcome, Report, SuiteResult, TestResult, Totals};
pub use run::{Conditions, Subject, run, run_suite};
pub use suite::Suite;
