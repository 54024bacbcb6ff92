// SPDX-License-Identifier: MIT OR Apache-2.0

//! The review of the game: begun, followed and shown.

use std::sync::Arc;

use katachi_rules::sgf::Record;

use super::Server;
use super::work::Work;
use crate::error::Refusal;
use crate::review::{ReviewJob, ReviewOrder, ReviewStatus};

impl Server {
    /// Begins a review of the whole game, with the moves that were taken back.
    pub(super) fn begin_review(self: &Arc<Self>) -> Result<(), Refusal> {
        let mut shared = self.shared();
        let number = shared.review.clear();
        let result = shared.play.record();
        let mut record = Record::from_game(&shared.whole_game());
        drop(shared);
        for name in ["PB", "PW", "RE"] {
            if let Some(text) = result.get(name) {
                record.set(name, text);
            }
        }
        let analyst = self.analyst();
        let changes = analyst
            .values
            .changes
            .iter()
            .map(|changed| changed.change.to_string());
        let (engine, changes) = (analyst.values.loaded.clone(), changes.collect());
        drop(analyst);
        let order = ReviewOrder {
            number,
            record: record.to_sgf(),
            changes,
        };
        match self.work {
            Work::InThreads => self.make_review(order, engine),
            Work::InSteps(_) => self.with_review(|job| job.order(order)),
        }
        Ok(())
    }

    /// Makes a review in a thread of its own.
    fn make_review(self: &Arc<Self>, order: ReviewOrder, engine: katachi_engine::Engine) {
        let server = Arc::downgrade(self);
        let update = move |report| {
            let server = server.upgrade();
            server.is_some_and(|server| server.with_review(|job| job.update(report)))
        };
        let no_thread = order.clone();
        let thread = std::thread::Builder::new().name("review".to_owned());
        if let Err(error) = thread.spawn(move || order.make(engine, update)) {
            let failed = ReviewStatus::Failed(error.to_string());
            self.with_review(|job| job.update(no_thread.report(failed, None)));
        }
    }

    /// Takes the order for a review, as text, that [`make_review`](crate::make_review) executes elsewhere, if
    /// there is one.
    pub fn take_review_order(&self) -> Option<String> {
        let order = self.shared().review.order.take()?;
        serde_json::to_string(&order).ok()
    }

    /// Takes a status of a review that is made elsewhere, as text. Returns whether the review is still
    /// wanted.
    pub fn take_review_status(&self, report: &str) -> bool {
        serde_json::from_str(report).is_ok_and(|report| self.with_review(|job| job.update(report)))
    }

    /// Runs `f` on the review, and tells the pages.
    pub(super) fn with_review<R>(&self, f: impl FnOnce(&mut ReviewJob) -> R) -> R {
        let mut shared = self.shared();
        let result = f(&mut shared.review);
        self.publish(&shared);
        result
    }
}
