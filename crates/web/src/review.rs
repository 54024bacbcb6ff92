// SPDX-License-Identifier: MIT OR Apache-2.0

//! The review of the game, which a thread makes while the game goes on. A new review replaces an earlier one.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use katachi::Engine;
use katachi_review::{Progress, Review, Settings};
use katachi_rules::Game;
use katachi_rules::sgf::Record;
use serde_json::{Value as Json, json};

/// The review that is made, with its progress or its page.
#[derive(Debug, Default)]
pub(crate) struct ReviewJob {
    /// Number of the review. Updates of earlier ones are ignored.
    number: u64,
    status: ReviewStatus,
}

/// Progress and result of a review.
#[derive(Debug, Default)]
pub(crate) enum ReviewStatus {
    /// There is no review.
    #[default]
    None,
    /// It is being made.
    Running(Progress),
    /// Its page.
    Done(Arc<str>),
    /// The reason why there is none.
    Failed(String),
}

impl ReviewJob {
    /// Drops the present review. Returns the number of the next one.
    pub(crate) fn clear(&mut self) -> u64 {
        self.number += 1;
        self.status = ReviewStatus::None;
        self.number
    }

    /// Returns the page of the last review.
    pub(crate) fn page(&self) -> Option<Arc<str>> {
        match &self.status {
            ReviewStatus::Done(page) => Some(Arc::clone(page)),
            _ => None,
        }
    }

    /// Returns the status as data for the page.
    pub(crate) fn state(&self) -> Json {
        match &self.status {
            ReviewStatus::None => Json::Null,
            ReviewStatus::Running(progress) => json!({
                "stage": progress.stage.text(),
                "done": progress.done,
                "of": progress.of,
            }),
            ReviewStatus::Done(_) => json!({ "is_made": true }),
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

/// Makes the review of a game in a thread of its own, which calls `update` with each status and stops when
/// that returns false.
///
/// # Errors
/// The thread cannot be started.
pub(crate) fn spawn(
    engine: Engine,
    record: Record,
    game: Game,
    update: impl Fn(ReviewStatus) -> bool + Send + Sync + 'static,
) -> io::Result<()> {
    let work = move || {
        let mut watcher = |progress| match update(ReviewStatus::Running(progress)) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let (rules, komi, settings) = (game.rules(), game.komi(), Settings::default());
        let review = Review::new(&engine, &record, rules, komi, &settings, None, &mut watcher);
        update(match review {
            Ok(review) => ReviewStatus::Done(review.to_html().into()),
            Err(why) => ReviewStatus::Failed(why.to_string()),
        });
    };
    let thread = thread::Builder::new().name("review".to_owned());
    thread.spawn(work).map(|_| ())
}
