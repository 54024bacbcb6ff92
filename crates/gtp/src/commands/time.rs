// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands about time. They set the [`GameClock`] of the session.

use std::time::Duration;

use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{GameClock, TimeLeft, TimeSystem};

use super::command::Outcome;
use crate::session::Session;

/// Reads whole or fractional seconds, not negative.
fn seconds(word: &str) -> Result<Duration, Failure> {
    let seconds: f64 = protocol::number(word)?;
    Duration::try_from_secs_f64(seconds).map_err(|_| Failure::syntax(format!("no time: '{word}'")))
}

/// Reads a number of 1 or more.
fn positive(word: &str) -> Result<u32, Failure> {
    match protocol::number(word)? {
        0 => Err(Failure::syntax("expected 1 or more, found 0")),
        n => Ok(n),
    }
}

fn set(session: &mut Session, system: TimeSystem) -> Outcome {
    session.player.clock = GameClock::new(system);
    Ok(String::new())
}

pub(super) fn time_settings(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [main, period, stones] = arguments.exactly()?;
    let stones = protocol::number(stones)?;
    let system = TimeSystem::from_settings(seconds(main)?, seconds(period)?, stones);
    set(session, system)
}

pub(super) fn kgs_settings(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let words: Vec<_> = arguments.words().collect();
    set(session, kgs_system(&words, "")?)
}

pub(super) fn kata_settings(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    const FISCHER: &str = ", fischer MAIN INCREMENT or fischer-capped MAIN INCREMENT MOST MAX_PER_MOVE";
    let words: Vec<_> = arguments.words().collect();
    let fischer = |main, increment, [max, max_per_move]: [Option<Duration>; 2]| TimeSystem::Fischer {
        main,
        increment,
        max,
        max_per_move,
    };
    let system = match words[..] {
        ["fischer", main, increment] => fischer(seconds(main)?, seconds(increment)?, [None; 2]),
        ["fischer-capped", main, increment, max, max_per_move] => {
            let (main, max) = (seconds(main)?, seconds_or_none(max)?);
            if max.is_some_and(|max| max < main) {
                let why = "the most that may be on the clock is less than the main time";
                return Err(Failure::syntax(why));
            }
            fischer(main, seconds(increment)?, [max, seconds_or_none(max_per_move)?])
        }
        _ => kgs_system(&words, FISCHER)?,
    };
    set(session, system)
}

/// Reads a time system of KGS. An error names `others`, too.
fn kgs_system(words: &[&str], others: &str) -> Result<TimeSystem, Failure> {
    Ok(match *words {
        ["none"] => TimeSystem::Unlimited,
        ["absolute", main] => TimeSystem::Absolute { main: seconds(main)? },
        ["byoyomi", main, period, periods] => TimeSystem::Byoyomi {
            main: seconds(main)?,
            period: seconds(period)?,
            periods: positive(periods)?,
        },
        ["canadian", main, period, stones] => {
            TimeSystem::from_settings(seconds(main)?, seconds(period)?, positive(stones)?)
        }
        _ => {
            return Err(Failure::syntax(format!(
                "expected none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, canadian MAIN PERIOD STONES{others}"
            )));
        }
    })
}

/// Reads a time; `None` if it is negative.
fn seconds_or_none(word: &str) -> Result<Option<Duration>, Failure> {
    let time: f64 = protocol::number(word)?;
    if time < 0.0 {
        Ok(None)
    } else {
        seconds(word).map(Some)
    }
}

pub(super) fn time_left(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, time, count] = arguments.exactly()?;
    let color = protocol::color(color)?;
    // Referees that tolerate a little overtime send negative numbers.
    let time = seconds_or_none(time)?.unwrap_or_default();
    let count = protocol::number(count)?;
    session.player.clock.left[color] = Some(TimeLeft { time, count });
    Ok(String::new())
}
