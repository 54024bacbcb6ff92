// SPDX-License-Identifier: MIT OR Apache-2.0

//! Work that tells how far it is, and that can be stopped.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// The stages of a review. How much work a stage has is known when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Every position is searched.
    Positions,
    /// The moves that the search would have played are searched where they differ from those that were played.
    Comparisons,
    /// Suspected moves are searched deeper.
    Suspects,
    /// Groups and shapes of every position are analysed.
    Analyses,
    /// The reasons of better moves are weighed.
    Reasons,
}

impl Stage {
    /// In words: `positions searched`.
    pub fn text(self) -> &'static str {
        match self {
            Self::Positions => "positions searched",
            Self::Comparisons => "moves compared",
            Self::Suspects => "suspected moves searched deeper",
            Self::Analyses => "positions analysed",
            Self::Reasons => "mistakes explained",
        }
    }
}

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Parts of that stage that are done.
    pub done: usize,
    /// Parts that it has.
    pub of: usize,
}

/// Takes reports of progress and may stop the work. It is called on the threads that work, one call at a time.
pub type Watcher<'a> = dyn FnMut(Progress) -> ControlFlow<()> + Send + 'a;

/// The watcher has stopped the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Bytes of a stack: as many as the main thread of a program has, as readings go deep.
const STACK_SIZE: usize = 8 << 20;

/// Works on all things on `threads` threads; results are in the order of the things.
pub(crate) fn each<J: Sync, T: Send>(
    stage: Stage,
    things: &[J],
    threads: usize,
    watcher: &mut Watcher<'_>,
    work: impl Fn(&J) -> T + Sync,
) -> Result<Vec<T>, Stopped> {
    let of = things.len();
    let mut tell = |done| match watcher(Progress { stage, done, of }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Stopped),
    };
    tell(0)?;
    let told = Mutex::new((0, tell));
    let count = |result| {
        let (done, tell) = &mut *told.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        tell(*done).map(|()| result)
    };
    let builder = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_SIZE);
    let pool = builder.build().expect("the system has room for a thread");
    pool.install(|| {
        things
            .par_iter()
            .with_max_len(1)
            .map(|thing| count(work(thing)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_progress_counts_them() {
        let things: Vec<u32> = (0..20).collect();
        let mut told = Vec::new();
        let mut watcher = |progress: Progress| {
            told.push(progress.done);
            ControlFlow::Continue(())
        };
        let squares = each(Stage::Positions, &things, 3, &mut watcher, |n| n * n);
        assert_eq!(squares.map(|all| all[19]), Ok(361));
        assert_eq!(told, (0..=20).collect::<Vec<_>>());
    }

    #[test]
    fn a_watcher_stops_the_work() {
        let things = [1, 2, 3, 4];
        let mut watcher = |progress: Progress| match progress.done {
            2 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        let found = each(Stage::Reasons, &things, 1, &mut watcher, |n| *n);
        assert_eq!(found, Err(Stopped));
    }
}
