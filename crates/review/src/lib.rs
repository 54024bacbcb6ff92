// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reviews of played games: the loss of each move, better moves, and reasons.
//!
//! [`Review::new`] reviews a record with an engine and reports its progress to a watcher. A [`Review`] is
//! plain data, also for programs. Writers turn it into a page, a record or text, and compute nothing.
//!
//! - `survey`: the positions of a record, and their values by searches or by a judge;
//! - `assessment`: what a search or a judge says of a position, and what a strong player would say of that;
//!   `curve`: the same in the light of the neighbouring positions;
//! - `value`, `settings`: values with their errors, and all thresholds;
//! - `builder`: the review from searches and analyses; `moves`, `groups`, `weakness`, `summary`: its parts;
//! - `one_move`: a single move, for games in progress; `overview`: several reviews in short;
//! - `words`: the texts about a move and a side in all reports.

mod assessment;
mod builder;
mod curve;
mod error;
mod html;
mod moves;
mod one_move;
mod overview;
mod progress;
mod readings;
mod review;
mod settings;
mod sgf;
mod summary;
mod survey;
mod text;
mod value;
mod weakness;
mod words;

pub use assessment::Considered;
pub use error::ReviewError;
pub use moves::{BetterMove, Criticism, Judgement, Phase, ReviewedMove, Severity};
pub use one_move::JudgedMove;
pub use overview::{Overview, Tally, habits_text, index};
pub use progress::{Progress, Stage, Watcher};
pub use readings::GroupReading;
pub use review::{About, Position, Review};
pub use settings::{
    BLUNDER, DEEPER, INACCURACY, Limit, MISTAKE, SIGNIFICANT, Settings, VISITS_19, default_visits, likely,
};
pub use summary::{Average, Recurring, Side};
pub use value::{Counted, Loss, Value};
pub use weakness::Weakness;
