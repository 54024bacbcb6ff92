// SPDX-License-Identifier: MIT OR Apache-2.0

//! Work on several threads, whose results are taken one at a time on the thread that asked for it.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Says that nobody wants the results any more.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Work that takes long should look now and then.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// As much as the thread of a program has to begin with: readings go deep.
const STACK: usize = 8 << 20;

/// Does the jobs, begun in their order, at most `threads` at the same time. Results are taken as they come; a job without one
/// ends its thread. After an error of `take` no job is begun, and those that are under way are told to stop.
///
/// # Errors
/// The first error of `take`.
pub fn run<J: Sync, T: Send, E>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J, &Stop) -> Option<T> + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let (next, stop) = (AtomicUsize::new(0), Stop::default());
    let (sender, results) = channel();
    let (next, stop, work) = (&next, &stop, &work);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, jobs.len().max(1)))
            .map(|_| {
                let sender = sender.clone();
                let body = move || {
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = if stop.is_set() { None } else { work(job, stop) };
                        if result.is_none_or(|result| sender.send(result).is_err()) {
                            return;
                        }
                    }
                };
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, body)
                    .expect("the system has room for a thread")
            })
            .collect();
        drop(sender);
        let taken = results.iter().try_for_each(&mut take);
        stop.0.store(true, Ordering::Relaxed);
        drop(results);
        for worker in workers {
            worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        taken
    })
}

/// Does work for each thing, several at a time; the results are in the order of the things.
pub fn in_order<J: Sync, T: Send>(things: &[J], jobs: usize, work: impl Fn(&J) -> T + Sync) -> Vec<T> {
    let numbered: Vec<(usize, &J)> = things.iter().enumerate().collect();
    let mut results: Vec<Option<T>> = things.iter().map(|_| None).collect();
    let taken: Result<(), std::convert::Infallible> = run(
        &numbered,
        jobs,
        |&(i, thing), _| Some((i, work(thing))),
        |(i, result)| {
            results[i] = Some(result);
            Ok(())
        },
    );
    match taken {
        Ok(()) => results
            .into_iter()
            .map(|result| result.expect("all work is done"))
            .collect(),
        Err(never) => match never {},
    }
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
