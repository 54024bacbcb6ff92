// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reviews of played games: what each move was worth, what was better, and why.
//!
//! [`Review::new`] makes a [`Review`] of a record with an engine; it tells a watcher how far it is. A review is plain data, which the writers
//! turn into a page, a record, text or JSON. They compute nothing again.
//!
//! - `turns`, `survey`: the positions of a record, and the searches of them;
//! - `value`, `settings`: values with their errors, and all thresholds;
//! - `builder`: the review from searches and analyses; `groups`, `shapes`, `weakness`, `phases`, `summary`: its parts;
//! - `words`: what is said of a move, the same in all reports.

mod builder;
mod groups;
mod html;
mod json;
mod moves;
mod phases;
mod progress;
mod review;
mod settings;
mod sgf;
mod shapes;
mod summary;
mod survey;
mod text;
mod turns;
mod value;
mod weakness;
mod words;

pub use builder::ReviewError;
pub use groups::{GroupChange, GroupState};
pub use moves::{BetterMove, Candidate, Criticism, Judgement, ReviewedMove, Severity};
pub use phases::Phase;
pub use progress::{Progress, Stage, Watcher};
pub use review::{About, Position, Review};
pub use settings::{BLUNDER, DEEPER, INACCURACY, Limit, MISTAKE, SIGNIFICANT, Settings, VISITS};
pub use shapes::{Shape, Theme};
pub use summary::{Average, LeftOut, Recurring, Side};
pub use value::{Counted, Loss, Value};
pub use weakness::Weakness;
