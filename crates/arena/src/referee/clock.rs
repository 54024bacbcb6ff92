// SPDX-License-Identifier: MIT OR Apache-2.0

//! The clock of one program, in seconds of its user time.

use crate::usenix::Clocks;

/// Main time for all moves, then byo-romi: so much for each.
///
/// All user time counts, that during the other side's moves too: a program that wants to think then pays for it.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    clocks: Clocks,
    /// At the last own move.
    since: f64,
    is_announced: bool,
}

impl Clock {
    pub(super) fn new(clocks: Clocks) -> Self {
        Self {
            clocks,
            since: 0.0,
            is_announced: false,
        }
    }

    /// Has the main time been used up, and nobody has said so? From now on it has been said.
    pub(super) fn announces(&mut self, user: f64) -> bool {
        let announces = !self.is_announced && user > self.clocks.main;
        self.is_announced |= announces;
        announces
    }

    /// Byo-romi has begun.
    pub(super) fn in_byo_romi(&self) -> bool {
        self.is_announced
    }

    /// Seconds beyond which the game is lost unless a move comes first. The move during which the main time ends has
    /// the time of byo-romi from that end on.
    pub(super) fn limit(&self) -> f64 {
        self.since.max(self.clocks.main) + self.clocks.byo_romi
    }

    /// Books a move: the seconds that it took.
    pub(super) fn moved(&mut self, user: f64) -> f64 {
        let taken = user - self.since;
        self.since = user;
        taken
    }

    /// What is left of the main time.
    pub(super) fn main_left(&self) -> f64 {
        (self.clocks.main - self.since).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_seconds_a_move_once_the_hour_is_over() {
        let mut clock = Clock::new(Clocks::TOURNAMENT);
        assert_eq!((clock.limit(), clock.announces(3600.0)), (3610.0, false));
        clock.moved(3599.0);
        assert_eq!((clock.main_left(), clock.limit()), (1.0, 3610.0));
        assert!(clock.announces(3600.01) && !clock.announces(3601.0));
        assert_eq!(clock.moved(3609.0), 10.0);
        assert_eq!((clock.main_left(), clock.limit()), (0.0, 3619.0));
        clock.moved(3612.0);
        assert_eq!(
            clock.limit(),
            3622.0,
            "what one move leaves does not help the next"
        );
    }
}
