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
    let seconds = |time: Duration| time.as_secs();
    Some(match system {
        TimeSystem::Unlimited => return None,
        TimeSystem::Canadian { main, period, stones } => {
            format!("time_settings {} {} {stones}", seconds(main), seconds(period))
        }
        TimeSystem::Byoyomi {
            main,
            period,
            periods,
        } => match knows(KGS) {
            true => format!("{KGS} byoyomi {} {} {periods}", seconds(main), seconds(period)),
            false => format!("time_settings {} {} 1", seconds(main), seconds(period)),
        },
        TimeSystem::Fischer { main, increment, .. } if knows(KATAGO) => {
            format!("{KATAGO} fischer {} {}", seconds(main), seconds(increment))
        }
        TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => {
            format!("time_settings {} 0 0", seconds(main))
        }
    })
}

/// Returns the command that tells a program its time left, after [`time_settings`]; none without a limit.
pub(super) fn time_left(clock: &GameClock, color: Color, knows: impl Fn(&str) -> bool) -> Option<String> {
    let left = clock.left(color)?;
    let count = match clock.system {
        TimeSystem::Byoyomi { .. } if !knows(KGS) => left.count.min(1),
        _ => left.count,
    };
    Some(format!(
        "time_left {} {} {count}",
        color.letter(),
        left.time.as_secs()
    ))
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
