// SPDX-License-Identifier: MIT OR Apache-2.0

//! Jobs on several threads whose results are taken one at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

/// Bytes of a stack: as many as the main thread of a program has, as readings go deep.
const STACK_SIZE: usize = 8 << 20;

/// As many threads as are asked for, but at most one for each core.
pub(crate) fn at_most(threads: u32) -> usize {
    (threads as usize).min(thread::available_parallelism().map_or(1, usize::from))
}

/// Begins jobs in their order, at most `threads` at the same time, and hands each result to `take` on the
/// calling thread, in the order in which they end. After an error of `take` no job begins, and the flag tells
/// the running ones to stop.
pub(crate) fn run<J: Sync, T: Send, E>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J, &AtomicBool) -> Option<T> + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let builder = ThreadPoolBuilder::new().num_threads(threads.clamp(1, jobs.len().max(1)));
    let pool = builder.stack_size(STACK_SIZE).build();
    let stop = AtomicBool::new(false);
    let (sender, results) = channel();
    pool.expect("the system has room for a thread")
        .in_place_scope(|scope| {
            let (stop, work) = (&stop, &work);
            scope.spawn(move |_| {
                // Unlike a parallel iterator over a slice, a bridge keeps the order.
                jobs.iter().par_bridge().for_each_with(sender, |sender, job| {
                    if !stop.load(Ordering::Relaxed)
                        && let Some(result) = work(job, stop)
                    {
                        // Fails only after an error of `take`.
                        let _ = sender.send(result);
                    }
                });
            });
            let taken = results.iter().try_for_each(take);
            stop.store(true, Ordering::Relaxed);
            taken
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once() {
        let jobs: Vec<u32> = (0..100).collect();
        for threads in [0, 1, 3, 200] {
            let mut done = Vec::new();
            let result: Result<(), ()> = run(
                &jobs,
                threads,
                |&job, _| Some(job),
                |job| {
                    done.push(job);
                    Ok(())
                },
            );
            done.sort_unstable();
            assert_eq!((result, &done), (Ok(()), &jobs));
        }
        assert_eq!(run(&[], 2, |&(), _| Some(()), |()| Err(())), Ok(()));
    }

    #[test]
    fn an_error_stops_the_work() {
        let jobs: Vec<u32> = (0..1000).collect();
        let mut taken = 0;
        let result = run(
            &jobs,
            2,
            |&job, _| Some(job),
            |_| {
                taken += 1;
                if taken == 3 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((result, taken), (Err("enough"), 3));
    }
}
