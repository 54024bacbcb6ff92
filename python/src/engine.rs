// SPDX-License-Identifier: MIT OR Apache-2.0

//! The settings of a question to the engine, and its work without the lock of the interpreter.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use katachi_engine::Engine;
use katachi_engine::play::{Level, Player, STACK_SIZE, Settings};
use katachi_engine::search::{MAX_VISITS, SearchSettings};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::invalid;

/// Time between two looks for Ctrl-C.
const POLL: Duration = Duration::from_millis(50);
pub(crate) const MAX_THREADS: usize = 1024;
/// Minimum memory of a tree in MiB, enough for a hundred thousand visits.
const MEMORY: usize = 64;
/// Visits for which a MiB of the tree is enough.
const VISITS_PER_MIB: u32 = 1_500;

/// An engine of a strength. It never resigns. `level` is 1 to 10, 10 without one; `visits` are in place of
/// those of the level. With one thread of a search, the same seed gives the same answer.
pub(crate) fn with_strength(
    level: Option<f32>,
    visits: Option<u32>,
    seed: u64,
    threads: usize,
) -> PyResult<Engine> {
    let level = level.map_or(Ok(Level::FULL), |level| {
        let wrong = || format!("level {level}: expected a number from 1 to 10, such as 5 or 5.5");
        Level::new(level).ok_or_else(|| invalid(wrong()))
    })?;
    if let Some(visits) = visits
        && !(1..=MAX_VISITS).contains(&visits)
    {
        return Err(invalid(format!("{visits} visits: expected 1 to {MAX_VISITS}")));
    }
    check_threads(threads)?;
    let search = SearchSettings {
        visits,
        threads,
        memory: MEMORY.max((visits.unwrap_or(0) / VISITS_PER_MIB) as usize),
        ..SearchSettings::default()
    };
    Ok(Engine::new(Settings {
        seed,
        level,
        resign: None,
        search: Some(search),
        ..Settings::default()
    }))
}

pub(crate) fn check_threads(threads: usize) -> PyResult<()> {
    match (1..=MAX_THREADS).contains(&threads) {
        true => Ok(()),
        false => Err(invalid(format!("{threads} threads: expected 1 to {MAX_THREADS}"))),
    }
}

/// A player that stops when the flag is set.
pub(crate) fn player(engine: &Engine, stop: &Arc<AtomicBool>) -> Player {
    let mut player = Player::new(engine.clone());
    player.interrupt = Arc::clone(stop);
    player
}

/// Does long work in a thread of its own, without the lock of the interpreter. Ctrl-C sets the flag, and
/// raises `KeyboardInterrupt` when the work has ended.
pub(crate) fn run<T: Send>(py: Python<'_>, work: impl FnOnce(&Arc<AtomicBool>) -> T + Send) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        let (done, finished) = channel::<()>();
        let finished = Mutex::new(finished);
        let stop = &stop;
        let builder = thread::Builder::new().stack_size(STACK_SIZE);
        let worker = builder.spawn_scoped(scope, move || {
            // It is dropped when the work ends, in a panic, too.
            let _done = done;
            work(stop)
        });
        let worker =
            worker.map_err(|why| PyRuntimeError::new_err(format!("cannot start a thread: {why}")))?;
        let wait = || {
            let finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
            finished.recv_timeout(POLL)
        };
        let mut interrupted = Ok(());
        while interrupted.is_ok() && py.detach(wait) == Err(RecvTimeoutError::Timeout) {
            interrupted = py.check_signals();
        }
        if interrupted.is_err() {
            stop.store(true, Relaxed);
        }
        let result = py.detach(|| worker.join());
        interrupted?;
        result.map_err(|_| PyRuntimeError::new_err("the engine has failed: this is a bug, please report it"))
    })
}
