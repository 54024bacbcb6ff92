// SPDX-License-Identifier: MIT OR Apache-2.0

//! The review of the game, which a thread, or another worker of the browser, makes while the game goes on. A
//! new review replaces an earlier one.

use std::ops::ControlFlow;

use katachi_engine::Engine;
use katachi_learning::quiz::{self, Day, Problem, Whose};
use katachi_review::{Progress, Review, Settings, Watcher};
use katachi_rules::Game;
use katachi_rules::sgf::Record;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::values;

/// The review that is made, with its progress or its page.
#[derive(Debug, Default)]
pub(crate) struct ReviewJob {
    /// Number of the review. Updates of earlier ones are ignored.
    number: u64,
    status: ReviewStatus,
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
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReviewStatus {
    /// There is no review.
    #[default]
    None,
    /// It is being made.
    Running {
        /// The stage in words.
        stage: String,
        /// Number of finished parts of the stage.
        done: usize,
        /// Number of parts of the stage.
        of: usize,
    },
    /// Its page, and the mistakes of the person.
    Done {
        /// The page as HTML.
        page: String,
        /// The mistakes.
        mistakes: Vec<Problem>,
    },
    /// The reason why there is none.
    Failed(String),
}

/// A status of the review of that number.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ReviewReport {
    pub(crate) number: u64,
    pub(crate) status: ReviewStatus,
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
    let number = order.number;
    order.make(engine, |status| {
        serde_json::to_string(&ReviewReport { number, status }).is_ok_and(&tell)
    });
    Ok(())
}

impl ReviewJob {
    /// Drops the present review. Returns the number of the next one.
    pub(crate) fn clear(&mut self) -> u64 {
        self.number += 1;
        self.status = ReviewStatus::None;
        self.order = None;
        self.number
    }

    /// Orders the review of that number, unless it is dropped already.
    pub(crate) fn order(&mut self, order: ReviewOrder) {
        if order.number == self.number {
            self.order = Some(order);
        }
    }

    pub(crate) fn page(&self) -> Option<String> {
        match &self.status {
            ReviewStatus::Done { page, .. } => Some(page.clone()),
            _ => None,
        }
    }

    /// Returns the mistakes that the last review has found.
    pub(crate) fn mistakes(&self) -> &[Problem] {
        match &self.status {
            ReviewStatus::Done { mistakes, .. } => mistakes,
            _ => &[],
        }
    }

    pub(crate) fn state(&self) -> Json {
        match &self.status {
            ReviewStatus::None => Json::Null,
            ReviewStatus::Running { stage, done, of } => json!({ "stage": stage, "done": done, "of": of }),
            ReviewStatus::Done { mistakes, .. } => json!({ "is_made": true, "mistakes": mistakes.len() }),
            ReviewStatus::Failed(why) => json!({ "error": why }),
        }
    }

    /// Updates the status if the review of that number is the present one. Returns whether it is.
    pub(crate) fn update(&mut self, number: u64, status: ReviewStatus) -> bool {
        let is_current = self.number == number;
        if is_current {
            self.status = status;
        }
        is_current
    }
}

impl ReviewOrder {
    /// Makes the review with an engine of the original patterns. Calls `update` with each status, and stops
    /// when that returns false.
    pub(crate) fn make(&self, engine: Engine, update: impl Fn(ReviewStatus) -> bool + Send + Sync) {
        let mut watcher = |progress: Progress| {
            let running = ReviewStatus::Running {
                stage: progress.stage.word().to_owned(),
                done: progress.done,
                of: progress.of,
            };
            match update(running) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let made = self.made(engine, &mut watcher);
        update(made.unwrap_or_else(ReviewStatus::Failed));
    }

    fn made(&self, engine: Engine, watcher: &mut Watcher<'_>) -> Result<ReviewStatus, String> {
        let engine = values::changed(engine, &self.changes).map_err(|error| error.to_string())?;
        let record = Record::parse(self.record.as_bytes()).map_err(|error| error.to_string())?;
        let rules = record.rules().ok_or("the record has no rules")?;
        let komi = record.komi.ok_or("the record has no komi")?;
        let game = record
            .game_after(usize::MAX, rules, komi)
            .map_err(|error| error.to_string())?;
        let settings = Settings::default();
        let review = Review::new(&engine, &record, rules, komi, &settings, None, watcher);
        let review = review.map_err(|why| why.to_string())?;
        Ok(ReviewStatus::Done {
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
