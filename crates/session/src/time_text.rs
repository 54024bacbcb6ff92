// SPDX-License-Identifier: MIT OR Apache-2.0

//! Time systems as people write them.
//!
//! ```text
//! time     = "none" | main | main "+" added | main "+" overtime | overtime
//! added    = duration                      Fischer: 5m+10s, each move adds the increment
//! overtime = periods "x" duration         Japanese: 3x30s, a period is lost when a move takes longer
//!          | duration "/" stones          Canadian: 5m/25, that number of stones in that time
//! main     = duration
//! duration = number ("h" | "m" | "s") ...  1h30m, 10m, 45s
//! ```

use std::fmt::Write as _;
use std::time::Duration;

use katachi_engine::play::{TimeLeft, TimeSystem};

/// The message for a malformed text.
pub const EXPECTED: &str = "expected a time such as 10m, 10m+3x30s (three periods of 30 s), 10m+5m/25 (25 stones in 5 minutes), 5m+10s (a move adds 10 s) or none";

/// Maximum time of a clock.
const MAX_TIME: Duration = Duration::from_secs(7 * 24 * 3600);
/// Maximum number of periods or stones.
const MAX_COUNT: u32 = 999;

/// Parses a time system.
///
/// ```
/// use katachi_engine::play::TimeSystem;
/// use katachi_session::parse_time_system;
/// use std::time::Duration;
/// let seconds = Duration::from_secs;
/// let byoyomi = TimeSystem::Byoyomi { main: seconds(600), period: seconds(30), periods: 3 };
/// assert_eq!(parse_time_system("10m+3x30s"), Ok(byoyomi));
/// ```
///
/// # Errors
/// Description of the expected text.
pub fn parse_time_system(text: &str) -> Result<TimeSystem, String> {
    let text = text.trim().to_ascii_lowercase();
    if text == "none" {
        return Ok(TimeSystem::Unlimited);
    }
    system(&text).ok_or_else(|| EXPECTED.to_owned())
}

fn system(text: &str) -> Option<TimeSystem> {
    let (main, rest) = match text.split_once('+') {
        Some((main, rest)) => (duration(main)?, Some(rest)),
        None if text.contains(['x', '/']) => (Duration::ZERO, Some(text)),
        None => (duration(text)?, None),
    };
    let Some(rest) = rest else {
        return Some(TimeSystem::Absolute { main });
    };
    if let Some((periods, period)) = rest.split_once('x') {
        return Some(TimeSystem::Byoyomi {
            main,
            period: duration(period)?,
            periods: count(periods)?,
        });
    }
    let Some((period, stones)) = rest.split_once('/') else {
        return Some(TimeSystem::Fischer {
            main,
            increment: duration(rest)?,
            max: None,
            max_per_move: None,
        });
    };
    Some(TimeSystem::Canadian {
        main,
        period: duration(period)?,
        stones: count(stones)?,
    })
}

fn count(text: &str) -> Option<u32> {
    text.trim()
        .parse()
        .ok()
        .filter(|count| (1..=MAX_COUNT).contains(count))
}

/// Parses a duration of more than 0 and at most a week.
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

/// Returns the text that [`parse_time_system`] parses.
pub fn time_system_text(system: TimeSystem) -> String {
    let (main, overtime) = match system {
        TimeSystem::Unlimited => return "none".to_owned(),
        TimeSystem::Absolute { main } => return duration_text(main),
        TimeSystem::Canadian { main, period, stones } => {
            (main, format!("{}/{stones}", duration_text(period)))
        }
        TimeSystem::Byoyomi {
            main,
            period,
            periods,
        } => (main, format!("{periods}x{}", duration_text(period))),
        TimeSystem::Fischer { main, increment, .. } => (main, duration_text(increment)),
    };
    match main.is_zero() {
        true => overtime,
        false => format!("{}+{overtime}", duration_text(main)),
    }
}

fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let mut text = String::new();
    for (number, unit) in [
        (seconds / 3600, 'h'),
        (seconds / 60 % 60, 'm'),
        (seconds % 60, 's'),
    ] {
        if number > 0 {
            let _ = write!(text, "{number}{unit}");
        }
    }
    text
}

/// Returns the display of a clock: `9:58`, `1:02:03`, `0:25 (3 periods)`, `4:10 (12 stones)`.
pub fn time_left_text(system: TimeSystem, left: TimeLeft) -> String {
    // A clock shows 0:00 when its time is over, not before.
    let seconds = left.time.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut text = match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    };
    let what = match system {
        TimeSystem::Canadian { .. } => "stone",
        _ => "period",
    };
    if left.count > 0 {
        let plural = if left.count == 1 { "" } else { "s" };
        let _ = write!(text, " ({} {what}{plural})", left.count);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_round_trip() {
        for text in [
            "none",
            "10m",
            "1h30m",
            "45s",
            "10m+3x30s",
            "3x30s",
            "1h+5m/25",
            "5m30s/10",
            "5m+10s",
        ] {
            let system = parse_time_system(text).unwrap();
            assert_eq!(time_system_text(system), text);
        }
        assert_eq!(parse_time_system(" 90S "), parse_time_system("1m30s"));
    }

    #[test]
    fn a_malformed_time_is_refused() {
        for text in [
            "",
            "10",
            "0m",
            "m",
            "10m+",
            "+3x30s",
            "10m+0s",
            "0x30s",
            "3x",
            "5m/0",
            "5m/1000",
            "8000h",
            "3x30s+10m",
            "1d",
            "99999999999999999999m",
        ] {
            assert_eq!(parse_time_system(text), Err(EXPECTED.to_owned()), "{text}");
        }
    }

    #[test]
    fn clocks_show_time_periods_and_stones() {
        let byoyomi = parse_time_system("10m+3x30s").unwrap();
        let canadian = parse_time_system("10m+5m/25").unwrap();
        let left = |milliseconds, count| TimeLeft {
            time: Duration::from_millis(milliseconds),
            count,
        };
        assert_eq!(time_left_text(byoyomi, left(597_900, 0)), "9:58");
        assert_eq!(time_left_text(byoyomi, left(3_723_000, 0)), "1:02:03");
        assert_eq!(time_left_text(byoyomi, left(25_000, 3)), "0:25 (3 periods)");
        assert_eq!(time_left_text(canadian, left(1, 1)), "0:01 (1 stone)");
    }
}
