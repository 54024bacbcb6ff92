// SPDX-License-Identifier: MIT OR Apache-2.0

//! Thinking on the opponent's time: a thread that grows the tree until it is told to stop.
//!
//! The search moves into that thread, which gives it back through its join handle. The GTP session stops it before it
//! does anything else about a request, and starts it again when it is idle, for as long as the opponent's move is
//! awaited.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::{self, JoinHandle};

use katachi_rules::{Color, Game};

use crate::knowledge::Knowledge;
use crate::search::{Limits, MAX_VISITS, Search};

/// A search that runs in a thread of its own. Dropped, it stops and waits for the thread.
#[derive(Debug)]
pub(super) struct Pondering {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Search>>,
}

impl Pondering {
    /// Grows the tree from that position on. If there is no thread to be had, the tree is lost and nothing else.
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

    /// Stops at once; the search with its tree.
    pub(super) fn stop(mut self) -> Option<Search> {
        self.join()
    }

    fn join(&mut self) -> Option<Search> {
        self.stop.store(true, Relaxed);
        self.thread.take()?.join().ok()
    }
}

impl Drop for Pondering {
    fn drop(&mut self) {
        self.join();
    }
}
