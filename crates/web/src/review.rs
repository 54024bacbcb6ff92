// SPDX-License-Identifier: MIT OR Apache-2.0

//! The review of the game, which a thread makes while the game goes on. A new review replaces an earlier one.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;

use katachi::Engine;
use katachi_learning::quiz::{self, Day, Problem, Whose};
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
    /// Its page, and the mistakes of the person.
    Done(Arc<str>, Vec<Problem>),
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
            ReviewStatus::Done(page, _) => Some(Arc::clone(page)),
            _ => None,
        }
    }

    /// Returns the mistakes that the last review has found.
    pub(crate) fn mistakes(&self) -> &[Problem] {
        match &self.status {
            ReviewStatus::Done(_, mistakes) => mistakes,
            _ => &[],
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
            ReviewStatus::Done(_, mistakes) => json!({ "is_made": true, "mistakes": mistakes.len() }),
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

/// Returns the mistakes of the player whose name is `You`, else those of both.
fn mistakes(review: &Review, record: &Record, game: &Game) -> Vec<Problem> {
    let names = [record.get("PB"), record.get("PW")];
    let [black, white] = [names[0].unwrap_or("Black"), names[1].unwrap_or("White")];
    let name = format!("{black} against {white}, {}", Day::today());
    quiz::mistakes(review, game, Whose::Yours.side(names), &name)
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
            Ok(review) => ReviewStatus::Done(review.to_html().into(), mistakes(&review, &record, &game)),
            Err(why) => ReviewStatus::Failed(why.to_string()),
        });
    };
    let thread = thread::Builder::new().name("review".to_owned());
    thread.spawn(work).map(|_| ())
}
