// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports that a search hands out while it runs. The search is the same as without them.

use std::fmt;
use std::time::Duration;

use super::clock::Clock;
use super::report::Report;

/// Simulations of the first thread between two looks at the clock.
const CHECK_INTERVAL: u32 = 8;

/// Who gets reports of a search while it runs, and how often.
pub struct Progress<'a> {
    now: &'a Clock,
    every: Duration,
    next: Duration,
    checks: u32,
    show: &'a mut dyn FnMut(&Report),
}

impl<'a> Progress<'a> {
    /// `show` gets a report whenever this time has gone by since the last one. Their ownership and lead are by the playouts
    /// of the first thread and of earlier searches.
    pub fn new(now: &'a Clock, every: Duration, show: &'a mut dyn FnMut(&Report)) -> Self {
        Self {
            now,
            every,
            next: now.get().saturating_add(every),
            checks: 0,
            show,
        }
    }

    /// Hands a report out if it is time. Asked after each simulation of the first thread.
    pub(super) fn update(&mut self, report: impl FnOnce() -> Report) {
        self.checks += 1;
        if !self.checks.is_multiple_of(CHECK_INTERVAL) {
            return;
        }
        let now = self.now.get();
        if now >= self.next {
            self.next = now.saturating_add(self.every);
            (self.show)(&report());
        }
    }
}

impl fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("every", &self.every)
            .finish_non_exhaustive()
    }
}
