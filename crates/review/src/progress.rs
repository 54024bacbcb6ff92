// SPDX-License-Identifier: MIT OR Apache-2.0

//! Work with progress reports, which can be stopped.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};

use katachi_engine::Engine;
use katachi_engine::play::STACK_SIZE;
use katachi_rules::Game;
use katachi_rules::sgf::Turns;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use super::error::ReviewError;
use super::settings::Settings;

katachi_view::worded! {
    /// The stages of a review. The amount of work is known at the beginning of each.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Stage {
        /// Answers of a judge.
        Judged = "positions judged",
        /// Searches of every position.
        Positions = "positions searched",
        /// Searches of positions that the record leaves.
        Elsewhere = "other positions searched",
        /// Deeper searches of suspected moves.
        Suspects = "suspected moves searched deeper",
        /// Analyses of groups and shapes.
        Analyses = "positions analysed",
        /// Reasons for better moves.
        Reasons = "mistakes explained",
    }
}

/// Progress of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The present stage.
    pub stage: Stage,
    /// Number of finished parts of the stage.
    pub done: usize,
    /// Number of parts of the stage.
    pub of: usize,
}

/// Takes progress reports and may stop the work. Working threads call it, one at a time.
pub type Watcher<'a> = dyn FnMut(Progress) -> ControlFlow<()> + Send + 'a;

/// What is reviewed, how, and who watches it.
pub(crate) struct Work<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) turns: &'a Turns,
    /// The position after all turns.
    pub(crate) last: &'a Game,
    pub(crate) settings: &'a Settings,
    pub(crate) watcher: Mutex<&'a mut Watcher<'a>>,
    /// Simulations of all searches so far, or visits of the judge.
    pub(crate) visits: AtomicU64,
}

impl Work<'_> {
    /// Runs a function on all things with the threads of the settings. Returns the results in order.
    pub(crate) fn each<J: Sync, T: Send>(
        &self,
        stage: Stage,
        things: &[J],
        work: impl Fn(&J) -> T + Sync,
    ) -> Result<Vec<T>, ReviewError> {
        self.watched(|watcher| each(stage, things, self.settings.threads, watcher, work))
    }

    pub(crate) fn watched<T>(&self, work: impl FnOnce(&mut Watcher<'_>) -> T) -> T {
        let mut watcher = self.watcher.lock().unwrap_or_else(PoisonError::into_inner);
        work(&mut **watcher)
    }
}

/// Runs a function on all things with `threads` threads; one is the calling thread. Returns the results in
/// order.
fn each<J: Sync, T: Send>(
    stage: Stage,
    things: &[J],
    threads: usize,
    watcher: &mut Watcher<'_>,
    work: impl Fn(&J) -> T + Sync,
) -> Result<Vec<T>, ReviewError> {
    let of = things.len();
    let mut tell = |done| match watcher(Progress { stage, done, of }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(ReviewError::Stopped),
    };
    tell(0)?;
    let shared = Mutex::new((0, tell));
    let count = |result| {
        let (done, tell) = &mut *shared.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        tell(*done).map(|()| result)
    };
    // WebAssembly has no threads.
    if threads == 1 {
        return things.iter().map(|thing| count(work(thing))).collect();
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    let builder = builder.stack_size(STACK_SIZE);
    let pool = builder.build().expect("the system has room for a thread");
    let things = things.par_iter().with_max_len(1);
    pool.install(|| things.map(|thing| count(work(thing))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_progress_counts_them() {
        let things: Vec<u32> = (0..20).collect();
        let mut reports = Vec::new();
        let mut watcher = |progress: Progress| {
            reports.push(progress.done);
            ControlFlow::Continue(())
        };
        let squares = each(Stage::Positions, &things, 3, &mut watcher, |n| n * n);
        assert_eq!(squares.unwrap()[19], 361);
        assert_eq!(reports, (0..=20).collect::<Vec<_>>());
    }

    #[test]
    fn a_watcher_stops_the_work() {
        let things = [1, 2, 3, 4];
        let mut watcher = |progress: Progress| match progress.done {
            2 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let found = each(Stage::Reasons, &things, 1, &mut watcher, |n| *n);
        assert!(matches!(found, Err(ReviewError::Stopped)), "{found:?}");
    }
}
