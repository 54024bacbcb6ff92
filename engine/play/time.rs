// SPDX-License-Identifier: MIT OR Apache-2.0

//! Time management: the time for a move.
//!
//! Time for the whole game is shared among the moves that may still come, with more for the middle game than
//! for the opening (S.-C. Huang, R. Coulom, S.-S. Lin, "Time management for Monte-Carlo tree search applied
//! to the game of Go", 2010). A period of overtime is used up to the reserve, as its rest would be lost.
//!
//! The time for a move is a budget with an aim and a hard limit; `engine/search/stop_condition.rs` decides
//! between them. Below level 10 the visits of the level are a cap.

use std::time::Duration;

use katachi_rules::{BoardSize, Color, Game, GameClock, TimeLeft, TimeSystem};

use crate::search::Budget;

/// Time settings of a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSettings {
    /// Maximum time for each move. `None`: by the game clock, if there is one.
    pub per_move: Option<Duration>,
    /// Time kept back for the delay between the engine and the program that has the clock.
    pub reserve: Duration,
    /// Think on the opponent's time, too.
    pub ponder: bool,
}

impl Default for TimeSettings {
    fn default() -> Self {
        Self {
            per_move: None,
            reserve: Duration::from_millis(200),
            ponder: false,
        }
    }
}

impl TimeSettings {
    /// Returns the time for the next move of `color`. `None`: it is not limited.
    pub fn budget(&self, clock: &GameClock, game: &Game, color: Color) -> Option<Budget> {
        let moves_ahead = moves_ahead(game.size(), game.move_count());
        let left = clock.left(color);
        let by_clock = left.map(|left| self.on_clock(clock.system, left, moves_ahead));
        let per_move = self.per_move.map(Budget::fixed);
        match (per_move, by_clock) {
            (Some(one), Some(other)) => Some(one.within(other)),
            (one, other) => one.or(other),
        }
    }

    /// Shares main time among this number of moves, and a period among its stones. A client may count more
    /// time than a period has, such as all periods together; a move that used it would lose them.
    fn on_clock(&self, system: TimeSystem, left: TimeLeft, moves_ahead: f64) -> Budget {
        let TimeLeft { time, count } = left;
        match system {
            TimeSystem::Canadian { period, .. } if count > 0 => self.of_stones(time.min(period), count),
            TimeSystem::Byoyomi { period, .. } if count > 0 => {
                self.of_periods(time.min(period), period, count)
            }
            TimeSystem::Canadian { period, stones, .. } => {
                self.of_main(time, moves_ahead, self.of_stones(period, stones.max(1)).aim)
            }
            TimeSystem::Byoyomi { period, .. } => self.of_main(time, moves_ahead, self.usable(period)),
            TimeSystem::Fischer {
                increment,
                max,
                max_per_move,
                ..
            } => self.of_fischer(time, moves_ahead, increment, (max, max_per_move)),
            TimeSystem::Absolute { .. } | TimeSystem::Unlimited => {
                self.of_main(time, moves_ahead, Duration::ZERO)
            }
        }
    }

    fn usable(&self, time: Duration) -> Duration {
        time.saturating_sub(self.reserve)
    }

    /// Returns the budget in main time, where each move of the overtime has `in_overtime`.
    fn of_main(&self, left: Duration, moves_ahead: f64, in_overtime: Duration) -> Budget {
        let main = match in_overtime.is_zero() {
            true => self.usable(left),
            false => left,
        };
        // A move may begin in main time and end in overtime.
        let max = main.saturating_add(in_overtime);
        let aim = main.div_f64(moves_ahead.max(4.0)).max(in_overtime);
        Budget {
            aim,
            // Later moves keep most of the time.
            hard: aim.max(main / 6).min(max),
        }
    }

    /// Returns the budget with Fischer's clock: a share of the time and the increment, at least the time that
    /// a capped clock would lose. A part is always kept for later moves.
    fn of_fischer(
        &self,
        time: Duration,
        moves_ahead: f64,
        increment: Duration,
        (max, max_per_move): (Option<Duration>, Option<Duration>),
    ) -> Budget {
        let left = max.map_or(time, |max| time.min(max));
        let usable = self.usable(left);
        let share = usable
            .div_f64(moves_ahead.max(4.0))
            .saturating_add(self.usable(increment));
        let lost = max.map_or(Duration::ZERO, |max| {
            left.saturating_add(increment).saturating_sub(max)
        });
        let per_move = max_per_move.map_or(Duration::MAX, |max| self.usable(max));
        let aim = share.max(lost).min(usable.saturating_mul(4) / 5).min(per_move);
        Budget {
            aim,
            hard: aim.max(usable / 6).min(usable).min(per_move),
        }
    }

    /// Returns the budget in a period of Canadian overtime with `stones` stones to play.
    fn of_stones(&self, time: Duration, stones: u32) -> Budget {
        // Each stone needs the reserve. If the period is too short for that, half of it is for thinking.
        let reserves = self.reserve.saturating_mul(stones);
        let usable = time.saturating_sub(reserves).max(self.usable(time).min(time / 2));
        let aim = usable / stones;
        Budget {
            aim,
            // The other stones keep half of their share.
            hard: usable - aim.saturating_mul(stones - 1) / 2,
        }
    }

    /// Returns the budget in Japanese overtime. A move may use up one of three or more periods that are left.
    fn of_periods(&self, time: Duration, period: Duration, periods: u32) -> Budget {
        let aim = self.usable(time);
        let more = if periods > 2 { period } else { Duration::ZERO };
        Budget {
            aim,
            hard: aim.saturating_add(more),
        }
    }
}

/// Returns the number of own moves among which the rest of the time is shared, after `moves` moves of both
/// sides. At the beginning it exceeds the moves to come, so that the opening leaves time to the middle game.
fn moves_ahead(size: BoardSize, moves: usize) -> f64 {
    let area = size.area() as f64;
    let until_the_endgame = (0.45 * area - moves as f64).max(0.0);
    (area / 8.0).max(4.0) + until_the_endgame
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Move, Rules};
    use proptest::prelude::*;

    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    /// Settings with a reserve of 0.1 s.
    fn with_reserve() -> TimeSettings {
        TimeSettings {
            reserve: seconds(0.1),
            ..TimeSettings::default()
        }
    }

    fn absolute(main: f64) -> TimeSystem {
        TimeSystem::Absolute { main: seconds(main) }
    }

    fn canadian(main: f64, period: f64, stones: u32) -> TimeSystem {
        TimeSystem::Canadian {
            main: seconds(main),
            period: seconds(period),
            stones,
        }
    }

    fn byoyomi(main: f64, period: f64, periods: u32) -> TimeSystem {
        TimeSystem::Byoyomi {
            main: seconds(main),
            period: seconds(period),
            periods,
        }
    }

    /// Returns the aim and the hard limit in seconds, before the first move on 19x19.
    fn budgeted(system: TimeSystem, left: Option<(f64, u32)>) -> (f64, f64) {
        let mut clock = GameClock::new(system);
        clock.left.black = left.map(|(time, count)| TimeLeft {
            time: seconds(time),
            count,
        });
        let game = Game::new(BoardSize::square(19), Rules::CHINESE, 7.5);
        let budget = with_reserve().budget(&clock, &game, Color::Black).unwrap();
        (budget.aim.as_secs_f64(), budget.hard.as_secs_f64())
    }

    fn fischer(main: f64, increment: f64, max: Option<f64>, per_move: Option<f64>) -> TimeSystem {
        TimeSystem::Fischer {
            main: seconds(main),
            increment: seconds(increment),
            max: max.map(seconds),
            max_per_move: per_move.map(seconds),
        }
    }

    #[test]
    fn the_time_that_is_left_is_shared_by_the_rules_of_its_system() {
        let cases = [
            // Absolute time is shared out.
            (absolute(600.0), None, (2.89, 99.98)),
            (absolute(600.0), Some((1.0, 0)), (0.004, 0.15)),
            (absolute(600.0), Some((0.05, 0)), (0.0, 0.0)),
            (absolute(0.0), None, (0.0, 0.0)),
            // A period of byoyomi is used up.
            (byoyomi(0.0, 30.0, 1), None, (29.9, 29.9)),
            (byoyomi(0.0, 30.0, 3), None, (29.9, 59.9)),
            (byoyomi(0.0, 30.0, 5), Some((30.0, 2)), (29.9, 29.9)),
            (byoyomi(0.0, 30.0, 5), Some((7.0, 1)), (6.9, 6.9)),
            (byoyomi(0.0, 0.2, 1), None, (0.1, 0.1)),
            (byoyomi(0.0, 0.1, 1), None, (0.0, 0.0)),
            // Main time with overtime behind it need not last.
            (byoyomi(600.0, 5.0, 3), None, (4.9, 100.0)),
            (byoyomi(6000.0, 5.0, 3), None, (28.905, 1000.0)),
            (byoyomi(600.0, 5.0, 3), Some((1.0, 0)), (4.9, 4.9)),
            (canadian(600.0, 50.0, 10), None, (4.9, 100.0)),
            // The increment is used, and a part of the time is kept.
            (fischer(600.0, 10.0, None, None), None, (12.79, 99.98)),
            (fischer(600.0, 10.0, None, Some(5.0)), None, (4.9, 4.9)),
            (fischer(20.0, 10.0, Some(20.0), None), None, (10.0, 10.0)),
            (fischer(10.0, 10.0, None, None), Some((1.0, 0)), (0.72, 0.72)),
            // The stones of a period share it.
            (canadian(0.0, 50.0, 10), None, (4.9, 26.95)),
            (canadian(0.0, 50.0, 10), Some((10.0, 1)), (9.9, 9.9)),
            (canadian(0.0, 1.0, 20), None, (0.025, 0.2625)),
            // Time beyond a period or a maximum is not used.
            (canadian(1780.0, 20.0, 1), Some((1917.0, 1)), (19.9, 19.9)),
            (canadian(0.0, 50.0, 10), Some((400.0, 1)), (49.9, 49.9)),
            (byoyomi(1780.0, 20.0, 3), Some((1917.0, 2)), (19.9, 19.9)),
            (
                fischer(20.0, 10.0, Some(20.0), None),
                Some((1917.0, 0)),
                (10.0, 10.0),
            ),
        ];
        for (system, left, expected) in cases {
            let found = budgeted(system, left);
            let is_close = (found.0 - expected.0).abs() < 0.01 && (found.1 - expected.1).abs() < 0.01;
            assert!(is_close, "{system:?}, {left:?}: {found:?}, expected {expected:?}");
        }
    }

    #[test]
    fn the_time_for_a_move_is_the_minimum_of_the_settings() {
        let settings = TimeSettings {
            per_move: Some(seconds(2.0)),
            ..with_reserve()
        };
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let with = |system| settings.budget(&GameClock::new(system), &game, Color::White);
        assert_eq!(with(TimeSystem::Unlimited), Some(Budget::fixed(seconds(2.0))));
        assert_eq!(with(byoyomi(0.0, 30.0, 1)), Some(Budget::fixed(seconds(2.0))));
        assert_eq!(with(byoyomi(0.0, 1.1, 1)), Some(Budget::fixed(seconds(1.0))));
        let unlimited = with_reserve().budget(&GameClock::default(), &game, Color::White);
        assert_eq!(unlimited, None);
    }

    #[test]
    fn the_middle_game_gets_more_than_the_opening() {
        let clock = |left| {
            let mut clock = GameClock::new(absolute(900.0));
            clock.spend(Color::Black, seconds(left));
            clock
        };
        let mut game = Game::new(BoardSize::square(19), Rules::CHINESE, 7.5);
        let aim = |game: &Game, used| {
            let budget = with_reserve().budget(&clock(used), game, Color::Black);
            budget.unwrap().aim
        };
        let first = aim(&game, 0.0);
        for _ in 0..60 {
            game.play(Color::Black, Move::Pass).unwrap();
            game.play(Color::White, Move::Pass).unwrap();
        }
        let middle = aim(&game, first.as_secs_f64() * 60.0);
        assert!(middle > first + first / 4, "{first:?} {middle:?}");
    }

    fn systems() -> impl Strategy<Value = TimeSystem> {
        let (main, period) = (0.0..5000.0, 0.05..60.0);
        prop_oneof![
            main.clone().prop_map(absolute),
            (main.clone(), period.clone(), 1..30u32).prop_map(|(m, p, n)| canadian(m, p, n)),
            (main.clone(), period.clone(), 1..6u32).prop_map(|(m, p, n)| byoyomi(m, p, n)),
            (main, period).prop_map(|(m, p)| fischer(m, p, None, None)),
        ]
    }

    /// Returns the maximum time for a move that does not lose by time.
    fn allowed(system: TimeSystem, left: TimeLeft) -> Duration {
        match system {
            TimeSystem::Byoyomi { period, periods, .. } => {
                let more = if left.count == 0 { periods } else { left.count - 1 };
                left.time + period * more
            }
            TimeSystem::Canadian { period, .. } if left.count == 0 => left.time + period,
            _ => left.time,
        }
    }

    proptest! {
        #[test]
        fn a_game_never_overruns(
            system in systems(),
            side in prop_oneof![Just(5), Just(9), Just(13), Just(19)],
            shares in prop::collection::vec(0.0..=1.0f64, 150),
        ) {
            let mut clock = GameClock::new(system);
            let settings = with_reserve();
            let size = BoardSize::square(side);
            for (number, share) in shares.into_iter().enumerate() {
                let left = clock.left(Color::Black).unwrap();
                let Budget { aim, hard } = settings.on_clock(system, left, moves_ahead(size, 2 * number));
                prop_assert!(aim <= hard);
                let max = allowed(system, left).saturating_sub(settings.reserve);
                prop_assert!(hard <= max, "{hard:?} of {left:?}");
                // Half of the moves take the whole limit.
                let used = if share > 0.5 { hard } else { aim.mul_f64(2.0 * share) };
                clock.spend(Color::Black, used);
            }
        }

        #[test]
        fn periods_are_used_and_the_last_is_never_lost(
            period in 0.5..60.0f64,
            periods in 1..6u32,
            moves in 1..50usize,
        ) {
            let mut clock = GameClock::new(byoyomi(0.0, period, periods));
            let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
            for _ in 0..moves {
                let budget = with_reserve().budget(&clock, &game, Color::Black).unwrap();
                prop_assert!(budget.aim.as_secs_f64() > 0.79 * period);
                clock.spend(Color::Black, budget.hard);
            }
            let left = clock.left(Color::Black).unwrap();
            prop_assert!(left.count >= periods.min(2), "{left:?}");
        }
    }
}
