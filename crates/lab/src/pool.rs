// SPDX-License-Identifier: MIT OR Apache-2.0

//! Work of several threads, for `--jobs`.

use katachi_engine::play::STACK_SIZE;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// The results for all items, in order, by `threads` threads.
pub(crate) fn map<T: Sync, R: Send>(threads: u16, items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let builder = ThreadPoolBuilder::new().num_threads(threads.into());
    let pool = builder.stack_size(STACK_SIZE).build();
    let results = items.par_iter().with_max_len(1).map(&f);
    pool.expect("the system has room for a thread")
        .install(|| results.collect())
}
