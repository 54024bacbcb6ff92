// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pondering: a thread that grows the tree on the opponent's time.
//!
//! The search moves into the thread, and comes back through the join handle. A GTP session stops the thread
//! at each request, and starts it again while it waits for the opponent's move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, JoinHandle};

use katachi_rules::{Color, Game};

use crate::knowledge::Knowledge;
use crate::search::{Limits, MAX_VISITS, Search};

/// A search in a thread of its own. Dropping it stops the thread and waits for its end.
#[derive(Debug)]
pub(super) struct Pondering {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Search>>,
}

impl Pondering {
    /// Starts to grow the tree from a position. If the system has no thread, only the tree is lost.
    pub(super) fn start(
        mut search: Search,
        game: Game,
        color: Color,
        knowledge: Knowledge,
        seed: u64,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let thread = thread::Builder::new().name("ponder".to_owned()).spawn({
            let stop = Arc::clone(&stop);
            move || {
                let limits = Limits {
                    stop: Some(&stop),
                    ..Limits::visits(MAX_VISITS)
                };
                search.run(&knowledge.search_task(&game, color, seed, limits));
                search
            }
        });
        Self {
            stop,
            thread: thread.ok(),
        }
    }

    /// Stops the thread at once. Returns the search with its tree.
    pub(super) fn stop(&mut self) -> Option<Search> {
        self.stop.store(true, Relaxed);
        self.thread.take()?.join().ok()
    }
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.stop();
    }
}
