// SPDX-License-Identifier: MIT OR Apache-2.0

//! The queue of positions, by priority, then in order. Waiting and running ones can be cancelled.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::query::Positions;

/// Locks what stays whole even if a thread has panicked.
pub(crate) fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) of: Arc<Positions>,
    pub(super) turn: usize,
    priority: i64,
    /// Ends the analysis when it is set.
    pub(super) stop: Arc<AtomicBool>,
}

#[derive(Debug, Default)]
struct State {
    waiting: Vec<Task>,
    running: Vec<Task>,
    is_closed: bool,
    /// Nobody receives the answers.
    is_abandoned: bool,
}

#[derive(Debug, Default)]
pub(super) struct Tasks {
    state: Mutex<State>,
    changed: Condvar,
}

impl Tasks {
    pub(super) fn add(&self, mut positions: Positions) {
        let turns = std::mem::take(&mut positions.turns);
        let of = Arc::new(positions);
        let tasks = turns.into_iter().map(|(turn, priority)| Task {
            of: Arc::clone(&of),
            turn,
            priority,
            stop: Arc::default(),
        });
        let mut state = lock(&self.state);
        if !state.is_abandoned {
            state.waiting.extend(tasks);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Waits for the most urgent task. Returns `None` after the last one of a closed queue.
    pub(super) fn next(&self) -> Option<Task> {
        let mut state = lock(&self.state);
        loop {
            // Among equals, the last of the reversed list is the oldest.
            let places = state.waiting.iter().enumerate().rev();
            if let Some((place, _)) = places.max_by_key(|(_, task)| task.priority) {
                let task = state.waiting.remove(place);
                state.running.push(task.clone());
                return Some(task);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub(super) fn done(&self, task: &Task) {
        let is_other = |other: &Task| !Arc::ptr_eq(&other.stop, &task.stop);
        lock(&self.state).running.retain(is_other);
    }

    /// Cancels the tasks of one query or of all, at these turns or at all. Returns the waiting ones.
    pub(super) fn end(&self, id: Option<&str>, turns: Option<&[usize]>) -> Vec<Task> {
        let is_meant = |task: &Task| {
            id.is_none_or(|id| task.of.id == id) && turns.is_none_or(|turns| turns.contains(&task.turn))
        };
        let mut state = lock(&self.state);
        for task in state.running.iter().filter(|task| is_meant(task)) {
            task.stop.store(true, Relaxed);
        }
        state.waiting.extract_if(.., |task| is_meant(task)).collect()
    }

    /// Cancels all tasks, those that are still to come as well.
    pub(super) fn abandon(&self) {
        lock(&self.state).is_abandoned = true;
        self.end(None, None);
    }

    pub(super) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }
}
