// SPDX-License-Identifier: MIT OR Apache-2.0

//! Connections, and who has a place.
//!
//! A connection belongs to a stranger until its first request with the token. Only some strangers are kept,
//! the newest ones: each more ends the oldest of them. So they cannot take the places of pages, which send a
//! request at once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// Maximum number of open connections of those who know the token. A page has up to six.
pub(super) const MAX_PLACES: usize = 512;
/// Maximum number of open connections of others.
pub(super) const MAX_STRANGERS: usize = 256;

#[derive(Debug)]
pub(super) struct Places {
    free: Arc<Semaphore>,
    /// The oldest first.
    strangers: Mutex<VecDeque<Arc<Visit>>>,
}

/// A connection. Dropping it gives its place to another one.
#[derive(Debug, Default)]
pub(super) struct Visit {
    is_ended: Notify,
    place: OnceLock<OwnedSemaphorePermit>,
}

impl Places {
    pub(super) fn new() -> Self {
        Self {
            free: Arc::new(Semaphore::new(MAX_PLACES)),
            strangers: Mutex::default(),
        }
    }

    /// Takes a connection of a stranger, and ends the oldest one if there are too many.
    pub(super) fn enter(&self) -> Arc<Visit> {
        let visit: Arc<Visit> = Arc::default();
        let mut strangers = self.strangers();
        strangers.push_back(Arc::clone(&visit));
        if strangers.len() > MAX_STRANGERS
            && let Some(oldest) = strangers.pop_front()
        {
            oldest.is_ended.notify_one();
        }
        visit
    }

    /// Forgets a connection that has closed.
    pub(super) fn leave(&self, visit: &Arc<Visit>) {
        self.strangers().retain(|stranger| !Arc::ptr_eq(stranger, visit));
    }

    /// Gives a connection a place, as a request has the token. Beyond the limit it waits for others to close,
    /// as a stranger.
    pub(super) async fn take_place(&self, visit: &Arc<Visit>) {
        // The semaphore is never closed.
        if !visit.has_place()
            && let Ok(place) = Arc::clone(&self.free).acquire_owned().await
        {
            self.leave(visit);
            let _ = visit.place.set(place);
        }
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<Arc<Visit>>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visit {
    pub(super) fn has_place(&self) -> bool {
        self.place.get().is_some()
    }

    /// Waits until the connection has to end, as others have come.
    pub(super) async fn ended(&self) {
        self.is_ended.notified().await;
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
    fn a_connection_that_has_closed_gives_its_place_to_one_that_waits() {
        run(async {
            let places = Places::new();
            let mut pages = Vec::new();
            for _ in 0..MAX_PLACES {
                let page = places.enter();
                places.take_place(&page).await;
                pages.push(page);
            }
            let late = places.enter();
            let close = async { pages.truncate(1) };
            tokio::join!(places.take_place(&late), close);
            assert!(late.has_place() && places.strangers().is_empty());
        });
    }
}
