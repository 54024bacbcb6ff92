// SPDX-License-Identifier: MIT OR Apache-2.0

//! The review of the game, which a thread, or another worker of the browser, makes while the game goes on. A
//! new review replaces an earlier one.

use std::ops::ControlFlow;

use anyhow::Context as _;
use katachi_engine::Engine;
use katachi_learning::quiz::{self, Day, Problem, Whose};
use katachi_review::{Progress, Review, Settings, Watcher};
use katachi_rules::Game;
use katachi_rules::sgf::Record;
use serde::{Deserialize, Serialize};

use crate::values;

/// The review that is made, with its progress or its page.
#[derive(Debug, Default)]
pub(crate) struct ReviewJob {
    /// Number of the review. Reports of earlier ones are ignored.
    pub(crate) number: u64,
    /// `None`: there is no review.
    pub(crate) status: Option<ReviewStatus>,
    pub(crate) made: Option<MadeReview>,
    /// The order, until somebody takes it.
    pub(crate) order: Option<ReviewOrder>,
}

/// An order for a review. As JSON it goes to another worker of a browser.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ReviewOrder {
    pub(crate) number: u64,
    /// The game in SGF, with rules and komi.
    pub(crate) record: String,
    /// Changes of the values of patterns, such as `Hane=60`.
    pub(crate) changes: Vec<String>,
}

/// Progress and result of a review.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewStatus {
    /// It is being made: a stage in words, and its finished parts.
    Running { stage: String, done: usize, of: usize },
    /// It is made, and there is a number of mistakes of the person.
    Done { mistakes: usize },
    /// The reason why there is none.
    Failed(String),
}

/// A finished review: its page as HTML, and the mistakes of the person.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MadeReview {
    pub(crate) page: String,
    pub(crate) mistakes: Vec<Problem>,
}

/// The status of the review of that number.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ReviewReport {
    pub(crate) number: u64,
    pub(crate) status: ReviewStatus,
    pub(crate) made: Option<MadeReview>,
}

/// Executes the order for a review, as a server without threads gives it, with an engine of the patterns that
/// are built in. Calls `tell` with each status as text, for [`Server::take_review_status`], and stops when
/// that returns false. Takes some seconds for each mistake and about one for each move.
///
/// # Errors
/// The order is no text of a server of this version.
///
/// [`Server::take_review_status`]: crate::Server::take_review_status
pub fn make_review(
    order: &str,
    engine: Engine,
    tell: impl Fn(String) -> bool + Send + Sync,
) -> Result<(), String> {
    let order: ReviewOrder = serde_json::from_str(order).map_err(|error| error.to_string())?;
    order.make(engine, |report| serde_json::to_string(&report).is_ok_and(&tell));
    Ok(())
}

impl ReviewJob {
    /// Drops the present review. Returns the number of the next one.
    pub(crate) fn clear(&mut self) -> u64 {
        let number = self.number + 1;
        *self = Self {
            number,
            ..Self::default()
        };
        number
    }

    /// Takes a report if it is about the present review. Returns whether it is.
    pub(crate) fn update(&mut self, report: ReviewReport) -> bool {
        let is_current = self.number == report.number;
        if is_current {
            (self.status, self.made) = (Some(report.status), report.made);
        }
        is_current
    }
}

impl ReviewOrder {
    /// Makes the review with an engine of the original patterns. Calls `update` with each status, and stops
    /// when that returns false.
    pub(crate) fn make(&self, engine: Engine, update: impl Fn(ReviewReport) -> bool + Send + Sync) {
        let mut watcher = |progress: Progress| {
            let running = ReviewStatus::Running {
                stage: progress.stage.word().to_owned(),
                done: progress.done,
                of: progress.of,
            };
            match update(self.report(running, None)) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let report = match self.made(engine, &mut watcher) {
            Ok(made) => {
                let mistakes = made.mistakes.len();
                self.report(ReviewStatus::Done { mistakes }, Some(made))
            }
            Err(why) => self.report(ReviewStatus::Failed(why.to_string()), None),
        };
        update(report);
    }

    pub(crate) fn report(&self, status: ReviewStatus, made: Option<MadeReview>) -> ReviewReport {
        ReviewReport {
            number: self.number,
            status,
            made,
        }
    }

    fn made(&self, engine: Engine, watcher: &mut Watcher<'_>) -> anyhow::Result<MadeReview> {
        let engine = values::changed(engine, &self.changes)?;
        let record = Record::parse(self.record.as_bytes())?;
        let rules = record.rules().context("the record has no rules")?;
        let komi = record.komi.context("the record has no komi")?;
        let game = record.game_after(usize::MAX, rules, komi)?;
        let settings = Settings::default();
        let review = Review::new(&engine, &record, rules, komi, &settings, None, watcher)?;
        Ok(MadeReview {
            page: review.to_html(),
            mistakes: mistakes(&review, &record, &game),
        })
    }
}

/// Returns the mistakes of the player whose name is `You`, else those of both.
fn mistakes(review: &Review, record: &Record, game: &Game) -> Vec<Problem> {
    let names = [record.get("PB"), record.get("PW")];
    let [black, white] = [names[0].unwrap_or("Black"), names[1].unwrap_or("White")];
    let name = format!("{black} against {white}, {}", Day::today());
    quiz::mistakes(review, game, Whose::Yours.side(names), &name)
}
