// SPDX-License-Identifier: MIT OR Apache-2.0

//! Connections, and who has a place.
//!
//! A connection belongs to a stranger until its first request with the token. Of strangers only some are
//! kept, the newest ones: each more ends the oldest of them. So they cannot take the places of pages, which
//! send a request at once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// Maximum number of open connections of those who know the token. A page has up to six.
const MAX_PLACES: usize = 512;
/// Maximum number of open connections of others.
const MAX_STRANGERS: usize = 256;

#[derive(Clone, Debug)]
pub(super) struct Places {
    free: Arc<Semaphore>,
    /// The oldest first.
    strangers: Arc<Mutex<VecDeque<Arc<Connection>>>>,
}

#[derive(Debug)]
struct Connection {
    is_ended: Notify,
    place: OnceLock<OwnedSemaphorePermit>,
}

/// A connection while it is open. Dropping it gives its place to another one.
#[derive(Debug)]
pub(super) struct Visit {
    places: Places,
    connection: Arc<Connection>,
}

impl Places {
    pub(super) fn new() -> Self {
        Self {
            free: Arc::new(Semaphore::new(MAX_PLACES)),
            strangers: Arc::default(),
        }
    }

    /// Takes a connection of a stranger, and ends the oldest one if there are too many.
    pub(super) fn enter(&self) -> Visit {
        let connection = Arc::new(Connection {
            is_ended: Notify::new(),
            place: OnceLock::new(),
        });
        let mut strangers = self.strangers();
        strangers.push_back(Arc::clone(&connection));
        if strangers.len() > MAX_STRANGERS
            && let Some(oldest) = strangers.pop_front()
        {
            oldest.is_ended.notify_one();
        }
        drop(strangers);
        Visit {
            places: self.clone(),
            connection,
        }
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<Arc<Connection>>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visit {
    pub(super) fn has_place(&self) -> bool {
        self.connection.place.get().is_some()
    }

    /// Gives the connection a place, as a request has the token. Beyond the limit it waits for others to
    /// close, as a stranger.
    pub(super) async fn take_place(&self) {
        if self.has_place() {
            return;
        }
        // The semaphore is never closed.
        if let Ok(place) = Arc::clone(&self.places.free).acquire_owned().await {
            self.forget_stranger();
            let _ = self.connection.place.set(place);
        }
    }

    /// Waits until the connection has to end, as others have come.
    pub(super) async fn ended(&self) {
        self.connection.is_ended.notified().await;
    }

    fn forget_stranger(&self) {
        let mut strangers = self.places.strangers();
        strangers.retain(|stranger| !Arc::ptr_eq(stranger, &self.connection));
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.forget_stranger();
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
                page.take_place().await;
                pages.push(page);
            }
            let late = places.enter();
            let close = async { pages.truncate(1) };
            tokio::join!(late.take_place(), close);
            assert!(late.has_place() && places.strangers().is_empty());
        });
    }
}
