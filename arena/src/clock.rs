// SPDX-License-Identifier: MIT OR Apache-2.0

//! Clocks: what GTP's `time_settings` and `time_left` mean, kept by the wall.

use std::str::FromStr;
use std::time::Duration;

/// The longest time that may be asked for: a year.
pub(super) const MOST_SECONDS: f64 = 365.0 * 86_400.0;

/// Main time, then overtime in periods in which a number of stones has to be played (Canadian byo-yomi).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    main: u64,
    overtime: u64,
    stones: u32,
}

impl TimeControl {
    /// The arguments of `time_settings`.
    pub(super) fn gtp(self) -> String {
        format!("{} {} {}", self.main, self.overtime, self.stones)
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| {
            format!(
                "expected three whole numbers, main seconds, overtime seconds and stones, as in '300 30 5'; {why}"
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [main, overtime, stones] = words[..] else {
            return Err(wrong(&format!("found {}", words.len())));
        };
        let number = |word: &str| {
            word.parse::<u32>()
                .map_err(|_| wrong(&format!("'{word}' is none")))
        };
        let control = Self {
            main: number(main)?.into(),
            overtime: number(overtime)?.into(),
            stones: number(stones)?,
        };
        if (control.main + control.overtime) as f64 > MOST_SECONDS {
            return Err(wrong("that is more than a year"));
        }
        if (control.overtime > 0) != (control.stones > 0) {
            // GTP has `0 1 0` for no limit at all, which is the absence of the option here.
            return Err(wrong("overtime needs both seconds and stones, or neither"));
        }
        if control.main == 0 && control.overtime == 0 {
            return Err(wrong("nobody can play without any time"));
        }
        Ok(control)
    }
}

/// The clock of one side.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    main_left: Duration,
    /// Of the running period of overtime.
    period_left: Duration,
    stones_left: u32,
}

impl Clock {
    pub(super) fn new(control: TimeControl) -> Self {
        Self {
            control,
            main_left: Duration::from_secs(control.main),
            period_left: Duration::from_secs(control.overtime),
            stones_left: control.stones,
        }
    }

    fn in_overtime(&self) -> bool {
        self.main_left.is_zero() && self.control.overtime > 0
    }

    /// The arguments of `time_left` that follow the colour: whole seconds, and stones or 0 in main time.
    pub(super) fn gtp(&self) -> String {
        if self.in_overtime() {
            format!("{} {}", self.period_left.as_secs(), self.stones_left)
        } else {
            format!("{} 0", self.main_left.as_secs())
        }
    }

    /// The longest that the next move may take.
    pub(super) fn budget(&self) -> Duration {
        self.main_left + self.period_left
    }

    /// Books the time of a move. False if it was more than the budget and the tolerance.
    pub(super) fn spend(&mut self, used: Duration, tolerance: Duration) -> bool {
        if used > self.budget() + tolerance {
            return false;
        }
        let into_overtime = used.saturating_sub(self.main_left);
        let was_in_main = !self.in_overtime();
        self.main_left = self.main_left.saturating_sub(used);
        self.period_left = self.period_left.saturating_sub(into_overtime);
        // The move that uses the main time up is the first of the overtime only if it reached into it.
        if self.control.overtime > 0 && (!was_in_main || !into_overtime.is_zero()) {
            self.stones_left -= 1;
            if self.stones_left == 0 {
                self.period_left = Duration::from_secs(self.control.overtime);
                self.stones_left = self.control.stones;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().unwrap())
    }

    fn spend(clock: &mut Clock, seconds: f64) -> bool {
        clock.spend(Duration::from_secs_f64(seconds), Duration::from_millis(500))
    }

    #[test]
    fn main_time_then_periods_that_start_anew() {
        let mut clock = clock("10 6 2");
        assert_eq!(clock.gtp(), "10 0");
        assert!(spend(&mut clock, 9.0));
        assert_eq!(clock.gtp(), "1 0");
        assert!(spend(&mut clock, 3.0), "reaches two seconds into overtime");
        assert_eq!(clock.gtp(), "4 1");
        assert!(spend(&mut clock, 4.4), "within the tolerance");
        assert_eq!(clock.gtp(), "6 2");
        assert!(!spend(&mut clock, 6.6));
    }

    #[test]
    fn without_overtime_the_main_time_is_all() {
        let mut clock = clock("10 0 0");
        assert!(spend(&mut clock, 10.2));
        assert_eq!((clock.gtp().as_str(), clock.budget()), ("0 0", Duration::ZERO));
        assert!(!spend(&mut clock, 0.6));
    }

    #[test]
    fn settings_without_sense_are_refused() {
        for bad in [
            "",
            "1 2",
            "1 2 3 4",
            "0 0 0",
            "10 5 0",
            "10 0 5",
            "-1 5 5",
            "1.5 0 0",
            "4294967295 0 0",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }
}
