// SPDX-License-Identifier: MIT OR Apache-2.0

//! The plain runner: inputs until a time is over or a law is broken.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::guard::{Broken, Guard};
use crate::mutate::Mutator;
use crate::targets::{Law, Target};

/// Bytes of the stack of a law: as many as the main thread of a program has.
const STACK_SIZE: usize = 8 << 20;
/// Time for making a failing input smaller.
const SHRINKING: Duration = Duration::from_secs(10);

/// Settings of a run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Time for the target.
    pub time: Duration,
    /// Seed of random numbers.
    pub seed: u64,
    /// Time after which an input counts as a hang.
    pub limit: Duration,
}

/// The end of a run.
#[derive(Clone, Debug)]
pub struct Report {
    /// Number of inputs.
    pub inputs: u64,
    /// Time of the run.
    pub time: Duration,
    /// The longest time of an input.
    pub slowest: Duration,
    /// The input that broke the law.
    pub failure: Option<(Vec<u8>, Broken)>,
}

/// Checks the seeds, then changed seeds, until the time is over or the law is broken. A law that hangs keeps
/// its thread: the caller should end the process soon.
pub fn fuzz(target: &Target, options: &Options) -> Report {
    let guard = Guard::new();
    let (sender, receiver) = channel();
    let (law, options, at) = (target.law, *options, guard.clone());
    let mutator = Mutator::new(options.seed, target.seeds, target.tokens, target.max_len);
    let seeds: Vec<Vec<u8>> = target.seeds.iter().map(|seed| seed.to_vec()).collect();
    let work = move || {
        // Fails only if the run has ended with a hang.
        let _ = sender.send(run(law, &guard, seeds, mutator, &options));
    };
    let begin = Instant::now();
    let builder = thread::Builder::new().stack_size(STACK_SIZE);
    builder.spawn(work).expect("the system has room for a thread");
    loop {
        match receiver.recv_timeout(Duration::from_millis(100)) {
            Ok(report) => return report,
            Err(RecvTimeoutError::Disconnected) => unreachable!("the law is guarded"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(input) = at.overdue(options.limit) {
            return Report {
                inputs: 0,
                time: begin.elapsed(),
                slowest: options.limit,
                failure: Some((input, Broken::Hang(options.limit))),
            };
        }
    }
}

fn run(law: Law, guard: &Guard, seeds: Vec<Vec<u8>>, mut mutator: Mutator, options: &Options) -> Report {
    let begin = Instant::now();
    let mut report = Report {
        inputs: 0,
        time: Duration::ZERO,
        slowest: Duration::ZERO,
        failure: None,
    };
    let mut seeds = seeds.into_iter();
    while report.failure.is_none() && begin.elapsed() < options.time {
        let input = seeds.next().unwrap_or_else(|| mutator.input());
        let start = Instant::now();
        let done = guard.check(law, &input);
        report.slowest = report.slowest.max(start.elapsed());
        report.inputs += 1;
        report.failure = done.err().map(|_| smaller(law, guard, input));
    }
    report.time = begin.elapsed();
    report
}

/// Removes parts of a failing input, large ones first, while it fails.
fn smaller(law: Law, guard: &Guard, mut input: Vec<u8>) -> (Vec<u8>, Broken) {
    let begin = Instant::now();
    let mut part = input.len().div_ceil(2);
    while part > 0 && begin.elapsed() < SHRINKING {
        let mut start = 0;
        while start < input.len() && begin.elapsed() < SHRINKING {
            let mut less = input.clone();
            less.drain(start..(start + part).min(input.len()));
            match guard.check(law, &less) {
                Err(_) => input = less,
                Ok(()) => start += part,
            }
        }
        part /= 2;
    }
    let broken = guard.check(law, &input).err();
    // An input that fails only after others is kept as well.
    let again = || Broken::Panic("it fails only after other inputs".to_owned());
    (input, broken.unwrap_or_else(again))
}

/// Writes a failing input to a file of the folder and returns its path.
///
/// # Errors
/// Those of the file system.
pub fn write_failure(folder: &Path, target: &Target, input: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let path = folder.join(format!("{}-{:016x}", target.name, hasher.finish()));
    fs::write(&path, input)?;
    Ok(path)
}
