// SPDX-License-Identifier: MIT OR Apache-2.0

//! The clock of one program, in its CPU time.

use std::time::Duration;

use katachi_rules::{Color, GameClock};

use crate::protocol::Clocks;

/// Main time for all moves, then byo-romi for each.
///
/// All CPU time counts, that during the other side's moves too: a program that wants to think then pays for
/// it.
#[derive(Clone, Debug)]
pub(super) struct CpuClock {
    /// Black's clock, whatever colour the program has.
    clock: GameClock,
    main: Duration,
    since: Duration,
    pub(super) in_byo_romi: bool,
}

impl CpuClock {
    pub(super) fn new(clocks: Clocks) -> Self {
        Self {
            clock: GameClock::new(clocks.system()),
            main: Duration::from_secs_f64(clocks.main),
            since: Duration::ZERO,
            in_byo_romi: false,
        }
    }

    /// Returns true once: when the main time has been used up.
    pub(super) fn announces(&mut self, cpu: Duration) -> bool {
        let announces = !self.in_byo_romi && cpu > self.main;
        self.in_byo_romi |= announces;
        announces
    }

    /// Returns the CPU time beyond which the game is lost unless a move comes first. The move during which
    /// the main time ends has the time of byo-romi from that end on.
    pub(super) fn limit(&self) -> Duration {
        self.since + self.clock.until_flag(Color::Black).unwrap_or_default()
    }

    pub(super) fn book(&mut self, cpu: Duration) -> Duration {
        let used = cpu - self.since;
        self.clock.spend(Color::Black, used);
        self.since = cpu;
        used
    }

    pub(super) fn main_left(&self) -> Duration {
        let left = self.clock.left(Color::Black).filter(|left| left.count == 0);
        left.map_or(Duration::ZERO, |left| left.time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_seconds_a_move_once_the_hour_is_over() {
        let seconds = Duration::from_secs_f64;
        let mut clock = CpuClock::new(Clocks::TOURNAMENT);
        assert_eq!(
            (clock.limit(), clock.announces(seconds(3600.0))),
            (seconds(3610.0), false)
        );
        clock.book(seconds(3599.0));
        assert_eq!(
            (clock.main_left(), clock.limit()),
            (seconds(1.0), seconds(3610.0))
        );
        assert!(clock.announces(seconds(3600.01)) && !clock.announces(seconds(3601.0)));
        assert_eq!(clock.book(seconds(3609.0)), seconds(10.0));
        assert_eq!(
            (clock.main_left(), clock.limit()),
            (seconds(0.0), seconds(3619.0))
        );
        clock.book(seconds(3612.0));
        assert_eq!(
            clock.limit(),
            seconds(3622.0),
            "unused time of a move does not help the next"
        );
    }
}
