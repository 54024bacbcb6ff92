// SPDX-License-Identifier: MIT OR Apache-2.0

//! The clocks of a game, and time systems as people write them.
//!
//! ```text
//! time     = "none" | main | main "+" added | main "+" overtime | overtime
//! added    = duration                      Fischer: 5m+10s, each move adds the increment
//! overtime = periods "x" duration          Japanese: 3x30s, a period is lost when a move takes longer
//!          | duration "/" stones           Canadian: 5m/25, that number of stones in that time
//! main     = duration
//! duration = number ("h" | "m" | "s") ...  1h30m, 10m, 45s
//! ```
//!
//! The numbers of GTP's `time_settings` are read, too: `300 30 5` is `5m+30s/5`, `300 0 0` is `5m`; and
//! `300 5x30` is `5m+5x30s`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::{ByColor, Color};

/// The message for a malformed time system.
pub const TIME_EXPECTED: &str = "expected a time such as 10m, 10m+3x30s (three periods of 30 s), 10m+5m/25 (25 stones in 5 minutes), 5m+10s (a move adds 10 s) or none";

/// Maximum time of a clock.
const MAX_TIME: Duration = Duration::from_secs(7 * 24 * 3600);
/// Maximum number of periods or stones.
const MAX_COUNT: u32 = 999;

/// A time system of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSystem {
    /// No limit.
    #[default]
    Unlimited,
    /// Main time alone.
    Absolute {
        /// Time for the whole game.
        main: Duration,
    },
    /// Canadian overtime: after the main time, periods for a number of stones each.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Stones to play in each period, at least 1.
        stones: u32,
    },
    /// Japanese overtime (byo-yomi): after the main time, a number of periods. A move that takes longer loses
    /// a period.
    Byoyomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Fischer's clock: main time, to which each move adds.
    Fischer {
        /// Time at the beginning.
        main: Duration,
        /// Time that each move adds.
        increment: Duration,
        /// Maximum time on the clock. `None`: no maximum.
        max: Option<Duration>,
        /// Maximum time for a move. `None`: all the time on the clock.
        max_per_move: Option<Duration>,
    },
}

/// The time that a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Rest of the main time or of this period.
    pub time: Duration,
    /// 0 in main time. In overtime: stones left in this period, or periods left under
    /// [`TimeSystem::Byoyomi`].
    pub count: u32,
}

impl TimeLeft {
    /// Returns the display of a clock: `9:58`, `1:02:03`, `0:25 (3 periods)`, `4:10 (12 stones)`.
    pub fn text(self, system: TimeSystem) -> String {
        // A clock shows 0:00 when its time is over, not before.
        let seconds = self.time.as_millis().div_ceil(1000);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let time = match hours {
            0 => format!("{minutes}:{seconds:02}"),
            _ => format!("{hours}:{minutes:02}:{seconds:02}"),
        };
        let what = match system {
            TimeSystem::Canadian { .. } => "stone",
            _ => "period",
        };
        match self.count {
            0 => time,
            1 => format!("{time} (1 {what})"),
            count => format!("{time} ({count} {what}s)"),
        }
    }
}

/// The clocks of both sides, with their time system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// The time system.
    pub system: TimeSystem,
    /// Time left of each side: what the client told last, less the time used since. `None`: all of it.
    pub left: ByColor<Option<TimeLeft>>,
}

impl GameClock {
    /// Creates a full clock.
    pub fn new(system: TimeSystem) -> Self {
        Self {
            system,
            left: ByColor::default(),
        }
    }

    /// Returns the time that a side has left. `None`: no limit.
    pub fn left(&self, color: Color) -> Option<TimeLeft> {
        let full = self.system.full()?;
        Some(self.left[color].unwrap_or(full))
    }

    /// Subtracts the time of a move.
    pub fn spend(&mut self, color: Color, used: Duration) {
        if let Some(left) = self.left(color) {
            self.left[color] = Some(self.system.after(left, used));
        }
    }

    /// Returns the time left of a side that has thought about its move for `used`. `None`: no limit.
    pub fn showing(&self, color: Color, used: Duration) -> Option<TimeLeft> {
        self.left(color).map(|left| self.system.during(left, used))
    }

    /// Returns the time after which a side that has not moved loses. `None`: no limit.
    pub fn until_flag(&self, color: Color) -> Option<Duration> {
        let left = self.left(color)?;
        Some(match (self.system, left.count) {
            (TimeSystem::Canadian { period, .. }, 0) => left.time + period,
            (TimeSystem::Byoyomi { period, periods, .. }, 0) => left.time + period * periods,
            (TimeSystem::Byoyomi { period, .. }, count) => left.time + period * (count - 1),
            _ => left.time,
        })
    }

    /// Sets the clock for a new game with the same time system.
    pub fn restart(&mut self) {
        *self = Self::new(self.system);
    }
}

impl TimeSystem {
    /// Makes a time system from the numbers of GTP's `time_settings`. No period: absolute time. A period
    /// without stones: no limit.
    pub fn from_settings(main: Duration, period: Duration, stones: u32) -> Self {
        match (period.is_zero(), stones) {
            (true, _) => Self::Absolute { main },
            (false, 0) => Self::Unlimited,
            (false, _) => Self::Canadian { main, period, stones },
        }
    }

    /// Returns the time of a side at the beginning. `None`: no limit.
    fn full(&self) -> Option<TimeLeft> {
        let main = match *self {
            Self::Unlimited => return None,
            Self::Absolute { main }
            | Self::Canadian { main, .. }
            | Self::Byoyomi { main, .. }
            | Self::Fischer { main, .. } => main,
        };
        let overtime = self.overtime().filter(|_| main.is_zero());
        Some(overtime.unwrap_or(TimeLeft { time: main, count: 0 }))
    }

    /// Returns a full overtime, if there is one.
    fn overtime(&self) -> Option<TimeLeft> {
        let (time, count) = match *self {
            Self::Unlimited | Self::Absolute { .. } | Self::Fischer { .. } => return None,
            Self::Canadian { period, stones, .. } => (period, stones),
            Self::Byoyomi { period, periods, .. } => (period, periods),
        };
        Some(TimeLeft { time, count })
    }

    /// Returns the time left after a move. Overrun time is ignored, as the game is lost anyway.
    fn after(&self, before: TimeLeft, used: Duration) -> TimeLeft {
        if before.count > 0 {
            return self.after_in_overtime(before, used);
        }
        let time = before.time.saturating_sub(used);
        if let Self::Fischer { increment, max, .. } = *self {
            let time = time.saturating_add(increment).min(max.unwrap_or(Duration::MAX));
            return TimeLeft { time, count: 0 };
        }
        match self.overtime() {
            Some(overtime) if time.is_zero() => self.after_in_overtime(overtime, used - before.time),
            _ => TimeLeft { time, count: 0 },
        }
    }

    /// Returns the time left in the course of a move.
    fn during(&self, before: TimeLeft, mut used: Duration) -> TimeLeft {
        let TimeLeft { mut time, mut count } = before;
        if let (0, Some(overtime)) = (count, self.overtime())
            && used >= time
        {
            used -= time;
            (time, count) = (overtime.time, overtime.count);
        }
        if let Self::Byoyomi { period, .. } = *self {
            while count > 1 && used >= time {
                used -= time;
                (time, count) = (period, count - 1);
            }
        }
        let time = time.saturating_sub(used);
        TimeLeft { time, count }
    }

    fn after_in_overtime(&self, TimeLeft { mut time, mut count }: TimeLeft, used: Duration) -> TimeLeft {
        match *self {
            Self::Unlimited | Self::Absolute { .. } | Self::Fischer { .. } => {
                time = time.saturating_sub(used);
            }
            Self::Canadian { period, stones, .. } => {
                time = time.saturating_sub(used);
                count -= 1;
                if count == 0 {
                    (time, count) = (period, stones);
                }
            }
            Self::Byoyomi { period, .. } => {
                // The period that is running, and all that the rest of the move takes.
                let over = used.saturating_sub(time).as_nanos();
                let lost = over.div_ceil(period.as_nanos().max(1));
                count = u128::from(count).saturating_sub(lost).max(1) as u32;
                time = period;
            }
        }
        TimeLeft { time, count }
    }
}

/// Reads a time system.
///
/// ```
/// use katachi_rules::TimeSystem;
/// use std::time::Duration;
/// let seconds = Duration::from_secs;
/// let byoyomi = TimeSystem::Byoyomi { main: seconds(600), period: seconds(30), periods: 3 };
/// assert_eq!("10m+3x30s".parse(), Ok(byoyomi));
/// assert_eq!("600 3x30".parse(), Ok(byoyomi));
/// ```
impl FromStr for TimeSystem {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_lowercase();
        if text == "none" {
            return Ok(Self::Unlimited);
        }
        let is_in_seconds = |c: char| c.is_ascii_digit() || c.is_whitespace() || c == 'x';
        let system = match text.split_whitespace().collect::<Vec<_>>()[..] {
            _ if !text.chars().all(is_in_seconds) => with_units(&text),
            [main, period, "0"] if seconds(period)?.is_zero() => with_units(&format!("{main}s")),
            ["0", period, stones] => with_units(&format!("{period}s/{stones}")),
            [main, period, stones] => with_units(&format!("{main}s+{period}s/{stones}")),
            ["0", overtime] if overtime.contains('x') => with_units(&format!("{overtime}s")),
            [main, overtime] if overtime.contains('x') => with_units(&format!("{main}s+{overtime}s")),
            _ => with_units(&text),
        };
        system.ok_or(TIME_EXPECTED)
    }
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    text.parse().map(Duration::from_secs).map_err(|_| TIME_EXPECTED)
}

fn with_units(text: &str) -> Option<TimeSystem> {
    let (main, rest) = match text.split_once('+') {
        Some((main, rest)) => (duration(main)?, rest),
        None if text.contains(['x', '/']) => (Duration::ZERO, text),
        None => return duration(text).map(|main| TimeSystem::Absolute { main }),
    };
    let parts: Vec<&str> = rest.splitn(2, ['x', '/']).collect();
    Some(match parts[..] {
        [periods, period] if rest.contains('x') => TimeSystem::Byoyomi {
            main,
            period: duration(period)?,
            periods: count(periods)?,
        },
        [period, stones] => TimeSystem::Canadian {
            main,
            period: duration(period)?,
            stones: count(stones)?,
        },
        _ => TimeSystem::Fischer {
            main,
            increment: duration(rest)?,
            max: None,
            max_per_move: None,
        },
    })
}

fn count(text: &str) -> Option<u32> {
    let number = text.trim().parse().ok();
    number.filter(|count| (1..=MAX_COUNT).contains(count))
}

/// Reads a duration of more than 0 and at most a week.
fn duration(text: &str) -> Option<Duration> {
    let (mut total, mut rest) = (0_u64, text.trim());
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u64 = rest[..digits].parse().ok()?;
        let unit = match rest.as_bytes()[digits] {
            b'h' => 3600,
            b'm' => 60,
            b's' => 1,
            _ => return None,
        };
        total = total.checked_add(number.checked_mul(unit)?)?;
        rest = &rest[digits + 1..];
    }
    let time = Duration::from_secs(total);
    (!time.is_zero() && time <= MAX_TIME).then_some(time)
}

/// The text that is read.
impl fmt::Display for TimeSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (main, overtime) = match *self {
            Self::Unlimited => return f.write_str("none"),
            Self::Absolute { main } => return f.write_str(&duration_text(main)),
            Self::Canadian { main, period, stones } => (main, format!("{}/{stones}", duration_text(period))),
            Self::Byoyomi {
                main,
                period,
                periods,
            } => (main, format!("{periods}x{}", duration_text(period))),
            Self::Fischer { main, increment, .. } => (main, duration_text(increment)),
        };
        match main.is_zero() {
            true => f.write_str(&overtime),
            false => write!(f, "{}+{overtime}", duration_text(main)),
        }
    }
}

fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let units = [(hours, 'h'), (minutes, 'm'), (seconds, 's')].into_iter();
    let units = units.filter(|(number, _)| *number > 0);
    units.map(|(number, unit)| format!("{number}{unit}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_systems_read_as_they_are_printed() {
        for text in "none, 10m, 1h30m, 45s, 10m+3x30s, 3x30s, 1h+5m/25, 5m30s/10, 5m+10s".split(", ") {
            assert_eq!(text.parse::<TimeSystem>().unwrap().to_string(), text);
        }
        assert_eq!(" 90S ".parse::<TimeSystem>(), "1m30s".parse());
        assert_eq!("10m + 3x30s".parse::<TimeSystem>(), "10m+3x30s".parse());
        for (numbers, text) in [
            ("300 30 5", "5m+30s/5"),
            ("300 0 0", "5m"),
            ("0 30 5", "30s/5"),
            ("300 5x30", "5m+5x30s"),
            ("0 5x30", "5x30s"),
        ] {
            assert_eq!(numbers.parse::<TimeSystem>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn malformed_times_are_refused() {
        let texts = ", 10, 0m, m, 10m+, +3x30s, 10m+0s, 0x30s, 3x, 5m/0, 5m/1000, 8000h, 3x30s+10m, \
            1d, 99999999999999999999m, 1 2, 1 2 3 4, 0 0 0, 10 5 0, 10 0 5, -1 5 5, \
            1.5 0 0, 4294967295 0 0, 5 3x, 5 0x2, 5 30, 0 1000x100000000";
        for text in texts.split(", ") {
            assert_eq!(text.parse::<TimeSystem>(), Err(TIME_EXPECTED), "{text}");
        }
    }

    #[test]
    fn clocks_show_time_periods_and_stones() {
        let [byoyomi, canadian] = ["10m+3x30s", "10m+5m/25"].map(|text| text.parse().unwrap());
        let left = |milliseconds, count| TimeLeft {
            time: Duration::from_millis(milliseconds),
            count,
        };
        assert_eq!(left(597_900, 0).text(byoyomi), "9:58");
        assert_eq!(left(3_723_000, 0).text(byoyomi), "1:02:03");
        assert_eq!(left(25_000, 3).text(byoyomi), "0:25 (3 periods)");
        assert_eq!(left(1, 1).text(canadian), "0:01 (1 stone)");
    }

    #[test]
    fn time_settings_follow_the_protocol() {
        let of = |main, period, stones| {
            TimeSystem::from_settings(Duration::from_secs(main), Duration::from_secs(period), stones)
        };
        let main = Duration::from_secs(300);
        assert_eq!(of(300, 0, 0), TimeSystem::Absolute { main });
        assert_eq!(of(0, 1, 0), TimeSystem::Unlimited);
        assert_eq!(
            of(300, 30, 5),
            TimeSystem::Canadian {
                main,
                period: Duration::from_secs(30),
                stones: 5
            }
        );
    }

    /// Returns the seconds left and the count, after moves of these seconds.
    fn after(system: TimeSystem, moves: &[f64]) -> (f64, u32) {
        let mut clock = GameClock::new(system);
        for &used in moves {
            clock.spend(Color::Black, Duration::from_secs_f64(used));
        }
        assert_eq!(clock.left.white, None, "the other side's time stands still");
        let left = clock.left(Color::Black).expect("it is limited");
        (left.time.as_secs_f64(), left.count)
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn moves_use_up_main_time_and_then_periods_or_stones() {
        let cases: [(&str, &[f64], (f64, u32)); 15] = [
            ("10s", &[], (10.0, 0)),
            ("10s", &[4.0, 5.5], (0.5, 0)),
            ("10s", &[4.0, 7.0], (0.0, 0)),
            ("10s+5s", &[2.0], (13.0, 0)),
            ("10s+5s", &[9.0, 6.0], (5.0, 0)),
            ("10s+6s/2", &[9.0], (1.0, 0)),
            // Two seconds into the period, and a new one when its stones are played.
            ("10s+6s/2", &[9.0, 3.0], (4.0, 1)),
            ("10s+6s/2", &[9.0, 3.0, 3.5], (6.0, 2)),
            ("6s/2", &[], (6.0, 2)),
            // Four seconds into the first period. One is lost by a move that takes longer.
            ("10s+3x5s", &[9.0, 5.0], (5.0, 3)),
            ("10s+3x5s", &[10.0, 5.0, 4.0], (5.0, 3)),
            ("10s+3x5s", &[10.0, 6.0], (5.0, 2)),
            ("10s+3x5s", &[9.0, 12.0], (5.0, 1)),
            ("10s+3x5s", &[9.0, 50.0], (5.0, 1)),
            ("10s+3x5s", &[9.0], (1.0, 0)),
        ];
        for (system, moves, left) in cases {
            assert_eq!(after(system.parse().unwrap(), moves), left, "{system} {moves:?}");
        }
        let capped = TimeSystem::Fischer {
            main: seconds(10),
            increment: seconds(5),
            max: Some(seconds(12)),
            max_per_move: None,
        };
        assert_eq!(after(capped, &[2.0]), (12.0, 0));
    }

    #[test]
    fn a_clock_shows_periods_that_run_out_until_the_flag_falls() {
        let byoyomi = GameClock::new("10s+3x5s".parse().unwrap());
        let shows = |clock: &GameClock, used| {
            let left = clock.showing(Color::Black, seconds(used)).expect("it is limited");
            (left.time.as_secs(), left.count)
        };
        assert_eq!(byoyomi.until_flag(Color::Black), Some(seconds(25)));
        for (used, left) in [
            (4, (6, 0)),
            (10, (5, 3)),
            (14, (1, 3)),
            (16, (4, 2)),
            (24, (1, 1)),
            (90, (0, 1)),
        ] {
            assert_eq!(shows(&byoyomi, used), left, "after {used} s");
        }
        let mut canadian = GameClock::new("10s+6s/2".parse().unwrap());
        assert_eq!(canadian.until_flag(Color::Black), Some(seconds(16)));
        canadian.spend(Color::Black, seconds(12));
        assert_eq!(
            (shows(&canadian, 1), canadian.until_flag(Color::Black)),
            ((3, 1), Some(seconds(4)))
        );
        assert_eq!(GameClock::default().until_flag(Color::White), None);
    }

    #[test]
    fn no_limit_stays_none_and_a_new_game_has_a_full_clock() {
        let mut clock = GameClock::default();
        clock.spend(Color::White, seconds(100));
        assert_eq!(clock.left(Color::White), None);
        let mut clock = GameClock::new(TimeSystem::Absolute { main: seconds(10) });
        clock.spend(Color::White, seconds(3));
        clock.restart();
        let full = TimeLeft {
            time: seconds(10),
            count: 0,
        };
        assert_eq!(clock.left(Color::White), Some(full));
    }
}
