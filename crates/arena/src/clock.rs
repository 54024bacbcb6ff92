// SPDX-License-Identifier: MIT OR Apache-2.0

//! How GTP's commands about time tell the clock of a game.

use std::time::Duration;

use katachi_rules::{Color, GameClock, TimeSystem};

const KGS: &str = "kgs-time_settings";
const KATAGO: &str = "kata-time_settings";

/// Returns the command that tells a program its time system, in whole seconds. A program that does not know
/// KGS's command for periods is told of one stone in a period, so that it never relies on a second period;
/// one that does not know KataGo's is told of the main time alone. None without a limit.
pub(super) fn time_settings(system: TimeSystem, knows: impl Fn(&str) -> bool) -> Option<String> {
    use TimeSystem::{Absolute, Byoyomi, Canadian, Fischer, Unlimited};
    let (main, more) = match system {
        Unlimited => return None,
        Absolute { main } => (main, Duration::ZERO),
        Canadian { main, period, .. } | Byoyomi { main, period, .. } => (main, period),
        Fischer { main, increment, .. } => (main, increment),
    };
    let (main, more) = (main.as_secs(), more.as_secs());
    Some(match system {
        Canadian { stones, .. } => format!("time_settings {main} {more} {stones}"),
        Byoyomi { periods, .. } if knows(KGS) => format!("{KGS} byoyomi {main} {more} {periods}"),
        Byoyomi { .. } => format!("time_settings {main} {more} 1"),
        Fischer { .. } if knows(KATAGO) => format!("{KATAGO} fischer {main} {more}"),
        _ => format!("time_settings {main} 0 0"),
    })
}

/// Returns the command that tells a program its time left, after [`time_settings`]; none without a limit.
pub(super) fn time_left(clock: &GameClock, color: Color, knows: impl Fn(&str) -> bool) -> Option<String> {
    let left = clock.left(color)?;
    let count = match clock.system {
        TimeSystem::Byoyomi { .. } if !knows(KGS) => left.count.min(1),
        _ => left.count,
    };
    let (letter, seconds) = (color.letter(), left.time.as_secs());
    Some(format!("time_left {letter} {seconds} {count}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_without_periods_are_told_one_stone() {
        let system: TimeSystem = "5 3x2".parse().unwrap();
        assert_eq!(
            time_settings(system, |_| true).unwrap(),
            "kgs-time_settings byoyomi 5 2 3"
        );
        assert_eq!(time_settings(system, |_| false).unwrap(), "time_settings 5 2 1");
        let mut clock = GameClock::new(system);
        assert_eq!(
            time_left(&clock, Color::Black, |_| false).unwrap(),
            "time_left B 5 0"
        );
        clock.spend(Color::Black, Duration::from_millis(5500));
        assert_eq!(
            time_left(&clock, Color::Black, |_| false).unwrap(),
            "time_left B 2 1"
        );
        assert_eq!(
            time_left(&clock, Color::Black, |_| true).unwrap(),
            "time_left B 2 3"
        );
    }

    #[test]
    fn programs_without_fischers_clock_are_told_the_main_time() {
        let system: TimeSystem = "5m+10s".parse().unwrap();
        assert_eq!(
            time_settings(system, |_| true).unwrap(),
            "kata-time_settings fischer 300 10"
        );
        assert_eq!(time_settings(system, |_| false).unwrap(), "time_settings 300 0 0");
        assert_eq!(time_left(&GameClock::default(), Color::White, |_| true), None);
    }
}
