// SPDX-License-Identifier: MIT OR Apache-2.0

//! The limits of a search, and the clock by which they are kept: that of the machine, or a replacement, so
//! that tests need not wait.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use web_time::Instant;

/// Maximum visits of a tree. Sums of results are `f32`, which have 24 binary digits.
pub const MAX_VISITS: u32 = 1 << 22;

/// An unsure search takes up to this number of times its aim.
const UNSURE: u32 = 2;

/// The time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Aim of the search. It takes up to twice as much where it is unsure, and less where more would change
    /// nothing.
    pub aim: Duration,
    /// Hard limit, at least the aim.
    pub hard: Duration,
}

impl Budget {
    /// Makes a budget with the same time for sure and unsure searches.
    pub fn fixed(time: Duration) -> Self {
        Self {
            aim: time,
            hard: time,
        }
    }

    pub(super) fn extended(&self) -> Duration {
        self.hard.min(self.aim.saturating_mul(2))
    }

    /// Returns the smaller of both budgets, by aim and by limit.
    pub fn within(self, other: Self) -> Self {
        Self {
            aim: self.aim.min(other.aim),
            hard: self.hard.min(other.hard),
        }
    }
}

/// A clock that shows the time since a fixed moment. Cheap to clone.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// Makes a clock from a function, which must never go back.
    pub fn new(time: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(time))
    }

    /// Returns the time.
    pub fn get(&self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    /// The clock of the machine.
    fn default() -> Self {
        static START: OnceLock<Instant> = OnceLock::new();
        Self::new(|| START.get_or_init(Instant::now).elapsed())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.get()).finish()
    }
}

/// A budget, and the clock by which it is kept.
#[derive(Clone, Copy, Debug)]
pub struct Timed<'a> {
    /// The clock.
    pub now: &'a Clock,
    /// Time of the clock when the budget began.
    pub start: Duration,
    /// The budget.
    pub budget: Budget,
}

impl Timed<'_> {
    /// Returns the time used so far.
    pub fn used(&self) -> Duration {
        self.now.get().saturating_sub(self.start)
    }
}

/// The limits of a search; the first one that is reached stops it. Without a time it depends on no clock.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Maximum visits of the root, visits of the reused tree included.
    pub visits: u32,
    /// Aim of the search in visits, at most `visits`. It takes more where it is unsure, and less where the
    /// game is decided.
    pub aim: u32,
    /// The time, if it is limited.
    pub time: Option<Timed<'a>>,
    /// Set by another thread to stop the search at once.
    pub stop: Option<&'a AtomicBool>,
    /// Use up the visits and the time, even where more of them cannot change the choice.
    pub exhaustive: bool,
}

impl Limits<'_> {
    /// Makes a limit of visits alone.
    pub fn visits(visits: u32) -> Self {
        let visits = visits.min(MAX_VISITS);
        Self {
            visits,
            aim: visits,
            time: None,
            stop: None,
            exhaustive: false,
        }
    }

    /// Makes an aim in visits: up to twice as many where the search is unsure.
    pub fn about(aim: u32) -> Self {
        let aim = aim.min(MAX_VISITS);
        Self {
            aim,
            ..Self::visits(aim.saturating_mul(UNSURE))
        }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn an_unsure_search_takes_twice_the_aim_but_never_more_than_the_hard_limit() {
        let seconds = Duration::from_secs;
        let budget = |aim, hard| Budget {
            aim: seconds(aim),
            hard: seconds(hard),
        };
        assert_eq!(budget(3, 10).extended(), seconds(6));
        assert_eq!(budget(3, 4).extended(), seconds(4));
        assert_eq!(Budget::fixed(seconds(3)).extended(), seconds(3));
        assert_eq!(budget(3, 10).within(budget(5, 6)), budget(3, 6));
    }

    #[test]
    fn a_clock_shows_the_time_of_its_function() {
        let ticks = AtomicU64::new(0);
        let now = Clock::new(move || Duration::from_secs(ticks.fetch_add(1, Relaxed)));
        assert_eq!(
            (now.get(), now.clone().get()),
            (Duration::ZERO, Duration::from_secs(1))
        );
    }

    #[test]
    fn the_clock_of_the_machine_never_goes_back() {
        let (one, other) = (Clock::default(), Clock::default());
        let first = one.get();
        assert!(first <= other.get());
    }
}
