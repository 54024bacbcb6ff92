// SPDX-License-Identifier: MIT OR Apache-2.0

//! The source of time: the clock of the machine, or a replacement, so that tests need not wait.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use web_time::Instant;

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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

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
