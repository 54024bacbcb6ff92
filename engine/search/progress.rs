// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports while a search runs. They do not change the search.

use std::time::Duration;

use super::limits::Clock;
use super::report::Report;

/// Number of simulations of the first thread between two checks of the clock.
const CHECK_INTERVAL: u32 = 8;

/// The receiver of reports while a search runs, and their interval.
pub(crate) struct Progress<'a> {
    now: &'a Clock,
    every: Duration,
    next: Duration,
    checks: u32,
    /// Visits of the root at the first report, 0 after it.
    first: u32,
    show: &'a mut dyn FnMut(&Report),
}

impl<'a> Progress<'a> {
    /// Hands a report to `show` at each interval, and one before all others when the root has `first` visits,
    /// if that is not 0. Ownership and lead in it are by the playouts of the first thread and of earlier
    /// searches.
    pub(crate) fn new(now: &'a Clock, every: Duration, first: u32, show: &'a mut dyn FnMut(&Report)) -> Self {
        Self {
            now,
            every,
            next: now.get().saturating_add(every),
            checks: 0,
            first,
            show,
        }
    }

    /// Hands out a report if it is due. Called with the visits of the root after each simulation of the first
    /// thread.
    pub(super) fn update(&mut self, visits: u32, report: impl FnOnce() -> Report) {
        if self.first > 0 {
            if visits >= self.first {
                self.first = 0;
                (self.show)(&report());
            }
            return;
        }
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
