// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pools of threads for `--jobs`.

use katachi_engine::play::STACK_SIZE;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Starts a pool of `threads` threads.
pub(crate) fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_SIZE);
    builder.build().expect("the system has room for a thread")
}

/// The results for all items, in order, by `threads` threads.
pub(crate) fn map<T: Sync, R: Send>(threads: u16, items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let results = items.par_iter().with_max_len(1).map(&f);
    pool(threads.into()).install(|| results.collect())
}
