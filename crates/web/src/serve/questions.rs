// SPDX-License-Identifier: MIT OR Apache-2.0

//! The turns of questions to the analyst, whose searches take seconds.
//!
//! A few are answered at a time. Others wait without a thread, and not more than a limit. A question whose
//! page has gone loses its place, and ends its search.

use std::sync::atomic::Ordering::Relaxed;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::analyst::Stop;

/// Number of questions that have a thread. One is searched; others may wait for a judge.
const AT_ONCE: usize = 4;
/// Number of questions that wait or are answered.
const MAX_QUESTIONS: usize = 256;

#[derive(Debug)]
pub(super) struct Questions {
    places: Semaphore,
    turns: Semaphore,
}

/// The turn of a question. Dropping it ends the question's search.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    /// Ends the question.
    pub(super) stop: Stop,
    _place: SemaphorePermit<'a>,
    _turn: SemaphorePermit<'a>,
}

impl Questions {
    pub(super) fn new() -> Self {
        Self {
            places: Semaphore::new(MAX_QUESTIONS),
            turns: Semaphore::new(AT_ONCE),
        }
    }

    /// Waits for a turn. `None`: too many wait already.
    pub(super) async fn turn(&self) -> Option<Turn<'_>> {
        let place = self.places.try_acquire().ok()?;
        let turn = self.turns.acquire().await.ok()?;
        Some(Turn {
            stop: Stop::default(),
            _place: place,
            _turn: turn,
        })
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(test: impl Future<Output = ()>) {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.expect("a runtime without threads").block_on(test);
    }

    #[test]
    fn a_turn_that_ends_sets_its_flag_and_lets_the_next_one_in() {
        run(async {
            let questions = Questions::new();
            let mut turns = Vec::new();
            for _ in 0..AT_ONCE {
                turns.push(questions.turn().await.expect("there is room"));
            }
            let stop = Stop::clone(&turns[0].stop);
            assert!(!stop.load(Relaxed));
            let next = async {
                questions.turn().await.expect("there is room");
            };
            let end = async { turns.truncate(0) };
            tokio::join!(next, end);
            assert!(stop.load(Relaxed));
        });
    }

    #[test]
    fn a_question_beyond_the_limit_is_refused() {
        run(async {
            let questions = Questions::new();
            let _taken = questions.places.acquire_many(MAX_QUESTIONS as u32).await;
            assert!(questions.turn().await.is_none());
        });
    }
}
