// SPDX-License-Identifier: MIT OR Apache-2.0

//! The clocks of both sides. One runs at a time.

use std::time::Duration;

use katachi_engine::search::Clock;
use katachi_rules::{Color, GameClock, TimeLeft, TimeSystem};

#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    pub(crate) now: Clock,
    pub(crate) clock: GameClock,
    /// Side of the running clock and its start.
    running: Option<(Color, Duration)>,
}

impl Clocks {
    pub(crate) fn new(now: Clock, system: TimeSystem) -> Self {
        Self {
            now,
            clock: GameClock::new(system),
            running: None,
        }
    }

    pub(crate) fn restart(&mut self, system: TimeSystem) {
        self.clock = GameClock::new(system);
        self.running = None;
    }

    /// Starts the clock of a side unless it runs. `None` stops both; time without a move is not charged.
    pub(crate) fn run(&mut self, side: Option<Color>) {
        if self.running.map(|(color, _)| color) != side {
            self.running = side.map(|color| (color, self.now.get()));
        }
    }

    /// Charges the time of a move to its side, and stops the clock.
    pub(crate) fn moved(&mut self, color: Color) {
        if let Some((running, since)) = self.running.take()
            && running == color
        {
            self.clock.spend(color, self.now.get().saturating_sub(since));
        }
    }

    /// Returns the start of the running clock, or now if none runs.
    pub(crate) fn since(&self) -> Duration {
        self.running.map_or_else(|| self.now.get(), |(_, since)| since)
    }

    pub(crate) fn showing(&self, color: Color) -> Option<TimeLeft> {
        self.clock.showing(color, self.used(color))
    }

    fn used(&self, color: Color) -> Duration {
        match self.running {
            Some((running, since)) if running == color => self.now.get().saturating_sub(since),
            _ => Duration::ZERO,
        }
    }

    pub(crate) fn until_flag(&self) -> Option<Duration> {
        let (color, _) = self.running?;
        Some(self.clock.until_flag(color)?.saturating_sub(self.used(color)))
    }

    pub(crate) fn fallen(&self) -> Option<Color> {
        let (color, _) = self.running?;
        (self.until_flag()? == Duration::ZERO).then_some(color)
    }
}
