// SPDX-License-Identifier: MIT OR Apache-2.0

//! The queue of positions, by priority, then in order. Waiting and running ones can be cancelled.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::query::Positions;

/// A position to analyse.
#[derive(Debug)]
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
    /// Query, turn and stop flag of running tasks.
    running: Vec<(Arc<Positions>, usize, Arc<AtomicBool>)>,
    is_closed: bool,
    /// Nobody receives the answers.
    is_abandoned: bool,
}

/// All tasks.
#[derive(Debug, Default)]
pub(super) struct Tasks {
    state: Mutex<State>,
    changed: Condvar,
}

impl Tasks {
    /// Adds the positions of a query.
    pub(super) fn add(&self, mut positions: Positions) {
        let turns = std::mem::take(&mut positions.turns);
        let of = Arc::new(positions);
        let tasks = turns.into_iter().map(|(turn, priority)| Task {
            of: Arc::clone(&of),
            turn,
            priority,
            stop: Arc::default(),
        });
        let mut state = self.lock();
        if !state.is_abandoned {
            state.waiting.extend(tasks);
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Waits for the next task, of the highest priority. Returns `None` after the last task of a closed
    /// queue.
    pub(super) fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            // Among equals, the last of the reversed list is the oldest.
            let places = state.waiting.iter().enumerate().rev();
            if let Some((place, _)) = places.max_by_key(|(_, task)| task.priority) {
                let task = state.waiting.remove(place);
                let running = (Arc::clone(&task.of), task.turn, Arc::clone(&task.stop));
                state.running.push(running);
                return Some(task);
            }
            if state.is_closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Removes an answered task.
    pub(super) fn done(&self, task: &Task) {
        self.lock()
            .running
            .retain(|(_, _, stop)| !Arc::ptr_eq(stop, &task.stop));
    }

    /// Cancels the tasks of one query or of all, at these turns or at all. Returns the waiting ones.
    pub(super) fn end(&self, id: Option<&str>, turns: Option<&[usize]>) -> Vec<Task> {
        let is_meant = |of: &Positions, turn: usize| {
            id.is_none_or(|id| of.id == id) && turns.is_none_or(|turns| turns.contains(&turn))
        };
        let mut state = self.lock();
        for (of, turn, stop) in &state.running {
            if is_meant(of, *turn) {
                stop.store(true, Relaxed);
            }
        }
        let is_ended = |task: &mut Task| is_meant(&task.of, task.turn);
        state.waiting.extract_if(.., is_ended).collect()
    }

    /// Cancels all tasks, those that are still to come as well.
    pub(super) fn abandon(&self) {
        self.lock().is_abandoned = true;
        self.end(None, None);
    }

    /// Closes the queue.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
