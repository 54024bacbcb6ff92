// SPDX-License-Identifier: MIT OR Apache-2.0

//! The clocks of both sides, one of which runs at a time.

use std::time::Duration;

use katachi::play::{Clock, TimeLeft, TimeSystem};
use katachi::search::Now;
use katachi_rules::Color;

/// The clocks, and the one that runs.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    pub(crate) now: Now,
    pub(crate) clock: Clock,
    /// The side whose clock runs, and since when.
    running: Option<(Color, Duration)>,
}

impl Clocks {
    pub(crate) fn new(now: Now, system: TimeSystem) -> Self {
        Self {
            now,
            clock: Clock::new(system),
            running: None,
        }
    }

    /// Both are full again and stand.
    pub(crate) fn restart(&mut self, system: TimeSystem) {
        self.clock = Clock::new(system);
        self.running = None;
    }

    /// Lets the clock of a side run, unless it runs already; none: both stand, and time that no move has ended is not booked.
    pub(crate) fn run(&mut self, side: Option<Color>) {
        if self.running.map(|(color, _)| color) != side {
            self.running = side.map(|color| (color, self.now.get()));
        }
    }

    /// That side has made a move: its time is booked, and its clock stands.
    pub(crate) fn moved(&mut self, color: Color) {
        if let Some((running, since)) = self.running.take()
            && running == color
        {
            self.clock.spend(color, self.now.get().saturating_sub(since));
        }
    }

    /// When the clock that runs was started; now if none runs.
    pub(crate) fn since(&self) -> Duration {
        self.running.map_or_else(|| self.now.get(), |(_, since)| since)
    }

    /// What the clock of a side shows.
    pub(crate) fn showing(&self, color: Color) -> Option<TimeLeft> {
        self.clock.showing(color, self.used(color))
    }

    fn used(&self, color: Color) -> Duration {
        match self.running {
            Some((running, since)) if running == color => self.now.get().saturating_sub(since),
            _ => Duration::ZERO,
        }
    }

    /// The time until the side whose clock runs loses by it.
    pub(crate) fn until_flag(&self) -> Option<Duration> {
        let (color, _) = self.running?;
        Some(self.clock.until_flag(color)?.saturating_sub(self.used(color)))
    }

    /// The side whose time is over.
    pub(crate) fn fallen(&self) -> Option<Color> {
        let (color, _) = self.running?;
        (self.until_flag()? == Duration::ZERO).then_some(color)
    }
}
