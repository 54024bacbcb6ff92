// SPDX-License-Identifier: MIT OR Apache-2.0

//! Clocks: main time and overtime, and how GTP's `time_settings` and `time_left` tell them.

use std::str::FromStr;
use std::time::Duration;

/// Maximum time of an option: a year.
pub(super) const MAX_SECONDS: f64 = 365.0 * 86_400.0;

/// Main time, then overtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    main: Duration,
    overtime: Overtime,
}

/// Overtime; its times and numbers are more than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overtime {
    /// Nothing.
    None,
    /// Periods in which a number of stones has to be played (Canadian byo-yomi).
    Canadian { period: Duration, stones: u32 },
    /// A number of periods; one is lost whenever a move takes longer (Japanese byo-yomi).
    Japanese { period: Duration, periods: u32 },
}

impl TimeControl {
    /// Main time, then a period for each move.
    #[cfg(target_os = "linux")]
    pub(super) const fn with_byo_yomi(main: Duration, period: Duration) -> Self {
        let overtime = Overtime::Japanese { period, periods: 1 };
        Self { main, overtime }
    }

    /// Returns the command that tells a program, in whole seconds. A program that does not know KGS's command
    /// for periods is told of one stone in a period, so that it never relies on a second period.
    pub(super) fn gtp(self, knows: impl Fn(&str) -> bool) -> String {
        let (main, period) = (self.main.as_secs(), self.period().as_secs());
        match self.overtime {
            Overtime::None => format!("time_settings {main} 0 0"),
            Overtime::Canadian { stones, .. } => format!("time_settings {main} {period} {stones}"),
            Overtime::Japanese { periods, .. } if knows(KGS) => {
                format!("{KGS} byoyomi {main} {period} {periods}")
            }
            Overtime::Japanese { .. } => format!("time_settings {main} {period} 1"),
        }
    }

    /// Length of a period of overtime.
    fn period(self) -> Duration {
        match self.overtime {
            Overtime::None => Duration::ZERO,
            Overtime::Canadian { period, .. } | Overtime::Japanese { period, .. } => period,
        }
    }

    /// Number of stones or periods at the beginning of overtime.
    fn count(self) -> u32 {
        match self.overtime {
            Overtime::None => 0,
            Overtime::Canadian { stones: count, .. } | Overtime::Japanese { periods: count, .. } => count,
        }
    }
}

/// KGS's command for periods.
const KGS: &str = "kgs-time_settings";

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = |why: &str| {
            format!(
                "expected three whole numbers, main seconds, overtime seconds and stones, as in '300 30 5', or main \
                 seconds and periods, as in '300 5x30'; {why}"
            )
        };
        let number = |word: &str| {
            word.parse::<u32>()
                .map_err(|_| wrong(&format!("'{word}' is none")))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let (main, period, count, is_japanese) = match words[..] {
            [main, overtime] => {
                let parts = overtime.split_once('x');
                let (periods, period) = parts.ok_or_else(|| wrong(&format!("found '{overtime}'")))?;
                (number(main)?, number(period)?, number(periods)?, true)
            }
            [main, overtime, stones] => (number(main)?, number(overtime)?, number(stones)?, false),
            _ => return Err(wrong(&format!("found {}", words.len()))),
        };
        let periods = if is_japanese { u64::from(count) } else { 1 };
        if (u64::from(main) + u64::from(period) * periods) as f64 > MAX_SECONDS {
            return Err(wrong("that is more than a year"));
        }
        let [main, period] = [main, period].map(|seconds| Duration::from_secs(seconds.into()));
        let overtime = match (!period.is_zero(), count > 0) {
            (true, true) if is_japanese => Overtime::Japanese {
                period,
                periods: count,
            },
            (true, true) => Overtime::Canadian {
                period,
                stones: count,
            },
            (false, false) => Overtime::None,
            // GTP has `0 1 0` for no limit at all, which is the absence of the option here.
            _ => return Err(wrong("overtime needs both seconds and a number, or neither")),
        };
        if main.is_zero() && overtime == Overtime::None {
            return Err(wrong("a side needs some time"));
        }
        Ok(Self { main, overtime })
    }
}

/// The clock of one side.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: TimeControl,
    main_left: Duration,
    /// Time of the running period of overtime.
    period_left: Duration,
    /// Number of stones to play in that period, or of periods left.
    count_left: u32,
}

impl Clock {
    pub(super) fn new(control: TimeControl) -> Self {
        Self {
            control,
            main_left: control.main,
            period_left: control.period(),
            count_left: control.count(),
        }
    }

    fn in_overtime(&self) -> bool {
        self.main_left.is_zero() && self.control.overtime != Overtime::None
    }

    /// Returns the arguments of `time_left` after the colour, for a program that was told by
    /// [`TimeControl::gtp`]: whole seconds, and stones or periods, or 0 in main time.
    pub(super) fn gtp(&self, knows: impl Fn(&str) -> bool) -> String {
        if !self.in_overtime() {
            return format!("{} 0", self.main_left.as_secs());
        }
        let count = match self.control.overtime {
            Overtime::Japanese { .. } if !knows(KGS) => 1,
            _ => self.count_left,
        };
        format!("{} {count}", self.period_left.as_secs())
    }

    /// Main time that is left.
    #[cfg(target_os = "linux")]
    pub(super) fn main_left(&self) -> Duration {
        self.main_left
    }

    /// Returns the maximum time of the next move.
    pub(super) fn budget(&self) -> Duration {
        let more = match self.control.overtime {
            Overtime::Japanese { .. } => self.control.period() * (self.count_left - 1),
            Overtime::None | Overtime::Canadian { .. } => Duration::ZERO,
        };
        self.main_left + self.period_left + more
    }

    /// Books the time of a move. Returns false if it is more than the budget and the tolerance; then nothing
    /// is booked.
    pub(super) fn spend(&mut self, used: Duration, tolerance: Duration) -> bool {
        let is_in_time = used <= self.budget() + tolerance;
        if is_in_time {
            self.book(used);
        }
        is_in_time
    }

    /// Books the time of a move.
    pub(super) fn book(&mut self, used: Duration) {
        let into_overtime = used.saturating_sub(self.main_left);
        // The move that uses the main time up is the first of the overtime only if it reached into it.
        let is_of_overtime = self.in_overtime() || !into_overtime.is_zero();
        self.main_left = self.main_left.saturating_sub(used);
        match self.control.overtime {
            Overtime::Canadian { .. } if is_of_overtime => {
                self.period_left = self.period_left.saturating_sub(into_overtime);
                self.count_left -= 1;
                if self.count_left == 0 {
                    self.period_left = self.control.period();
                    self.count_left = self.control.count();
                }
            }
            Overtime::Japanese { .. } if is_of_overtime => {
                // A period that is used to its last moment is kept.
                let over = into_overtime.saturating_sub(Duration::from_nanos(1));
                let lost = over.as_nanos() / self.control.period().as_nanos().max(1);
                self.count_left = self.count_left.saturating_sub(lost as u32).max(1);
            }
            _ => {}
        }
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

    /// Returns the time for a program that knows KGS's command.
    fn shown(clock: &Clock) -> String {
        clock.gtp(|_| true)
    }

    #[test]
    fn a_period_is_lost_by_a_move_that_takes_longer() {
        let mut clock = clock("5 3x2");
        assert_eq!(clock.budget(), Duration::from_secs(11));
        assert!(spend(&mut clock, 6.0), "one second into the first period");
        assert_eq!(
            (shown(&clock).as_str(), clock.budget()),
            ("2 3", Duration::from_secs(6))
        );
        assert!(spend(&mut clock, 2.0), "to its last moment");
        assert_eq!(shown(&clock), "2 3");
        assert!(spend(&mut clock, 3.0));
        assert_eq!(shown(&clock), "2 2");
        assert!(spend(&mut clock, 4.4), "within the tolerance");
        assert_eq!(
            (shown(&clock).as_str(), clock.budget()),
            ("2 1", Duration::from_secs(2))
        );
        assert!(!spend(&mut clock, 2.6));
    }

    #[test]
    fn programs_without_periods_are_told_one_stone() {
        let control: TimeControl = "5 3x2".parse().unwrap();
        assert_eq!(control.gtp(|_| true), "kgs-time_settings byoyomi 5 2 3");
        assert_eq!(control.gtp(|_| false), "time_settings 5 2 1");
        let mut clock = Clock::new(control);
        assert!(spend(&mut clock, 5.5));
        assert_eq!(clock.gtp(|_| false), "2 1");
    }

    #[test]
    fn main_time_then_canadian_periods() {
        let mut clock = clock("10 6 2");
        assert_eq!(shown(&clock), "10 0");
        assert!(spend(&mut clock, 9.0));
        assert_eq!(shown(&clock), "1 0");
        assert!(spend(&mut clock, 3.0), "reaches two seconds into overtime");
        assert_eq!(shown(&clock), "4 1");
        assert!(spend(&mut clock, 4.4), "within the tolerance");
        assert_eq!(shown(&clock), "6 2");
        assert!(!spend(&mut clock, 6.6));
    }

    #[test]
    fn without_overtime_the_main_time_is_all() {
        let mut clock = clock("10 0 0");
        assert!(spend(&mut clock, 10.2));
        assert_eq!((shown(&clock).as_str(), clock.budget()), ("0 0", Duration::ZERO));
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
            "5 3x",
            "5 0x2",
            "5 30",
            "0 1000x100000000",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }
}
