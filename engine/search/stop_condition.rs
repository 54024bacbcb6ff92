// SPDX-License-Identifier: MIT OR Apache-2.0

//! The end of a search.
//!
//! The search ends before the aim if no other move can get more visits than the best. It goes on to twice the
//! aim, within the hard limit, while another move has a higher win rate than the most visited one, or while
//! the win rate of that one has fallen. A search limited by visits alone reads no clock.
//!
//! A busy machine may stop the search for a while. As that may happen again, the longest time between two
//! checks of the clock is kept back before the hard limit.

use std::time::Duration;

use super::limits::{Limits, Timed};
use super::node::TreeNode;

/// Number of simulations of the first thread between two checks of the clock.
const CHECK_INTERVAL: u32 = 8;
/// Minimum number of simulations for an estimate of their speed.
const MIN_FOR_SPEED: u32 = 100;
/// Moves with fewer visits than the maximum divided by this are not compared.
const COMPARED: u32 = 4;
/// Fall of the win rate that makes a search unsure.
const CLEAR_FALL: f32 = 0.03;

/// Minimum win rate of the side that has as good as won.
const OVER: f32 = 0.97;
/// In a game that is as good as over a search stops at its aim in visits divided by this.
const OVER_PART: u32 = 3;

/// The two most visited moves of the root in comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RootStanding {
    first: u32,
    second: u32,
    /// Whether the most visited move has the highest value of the moves that are compared.
    is_best: bool,
    win_rate: f32,
}

impl RootStanding {
    fn new(children: &[TreeNode]) -> Self {
        let (mut first, mut second, mut best) = (0, 0, None);
        for child in children {
            let visits = child.visits();
            if visits > first {
                (first, second, best) = (visits, first, Some(child));
            } else if visits > second {
                second = visits;
            }
        }
        let value = best.and_then(TreeNode::mean).unwrap_or(0.5);
        let is_better = |child: &TreeNode| {
            child.visits() >= first.div_ceil(COMPARED) && child.mean().is_some_and(|mean| mean > value)
        };
        Self {
            first,
            second,
            is_best: !children.iter().any(is_better),
            win_rate: best.and_then(TreeNode::win_rate).unwrap_or(0.5),
        }
    }
}

/// Decides when a search is over. Belongs to the thread that started it.
#[derive(Debug)]
pub(super) struct StopCondition<'a> {
    limits: &'a Limits<'a>,
    /// Visits of the root when the search began.
    kept: u32,
    /// Minimum visits of the root. The time may end the search earlier.
    min: u32,
    checks: u32,
    /// Time used at the last check, and the longest time between two checks.
    last_check: Duration,
    longest: Duration,
    /// Win rate of the most visited move at a quarter of the aim.
    early: Option<f32>,
}

impl<'a> StopCondition<'a> {
    pub(super) fn new(limits: &'a Limits<'a>, kept: u32, min: u32) -> Self {
        Self {
            limits,
            kept,
            min,
            checks: 0,
            last_check: limits.time.map_or(Duration::ZERO, |time| time.used()),
            longest: Duration::ZERO,
            early: None,
        }
    }

    /// Returns whether the search is over after `started` simulations. Called after each simulation of the
    /// first thread.
    pub(super) fn is_over(&mut self, started: u32, children: &[TreeNode]) -> bool {
        self.checks += 1;
        let is_checked = self.checks.is_multiple_of(CHECK_INTERVAL);
        let time = self.limits.time.filter(|_| is_checked);
        if self.limits.exhaustive {
            return time.is_some_and(|time| time.used() >= time.budget.hard);
        }
        if children.len() < 2 || (started >= self.min && self.is_enough(started, children)) {
            return true;
        }
        time.is_some_and(|time| self.is_late(time, started, children))
    }

    /// Whether no other move can overtake the best one, or the aim is reached with a clear best move.
    fn is_enough(&self, started: u32, children: &[TreeNode]) -> bool {
        let Limits { visits, aim, .. } = *self.limits;
        // The share of all visits, and of the aim if there is one.
        let left = visits.saturating_sub(started);
        let left_to_aim = aim.saturating_sub(started);
        // No move has more visits than there are simulations.
        if left_to_aim >= started && (aim == visits || started < aim / OVER_PART) {
            return false;
        }
        let standing = RootStanding::new(children);
        let lead = standing.first - standing.second;
        if aim == visits {
            return lead > left;
        }
        let is_game_over = standing.win_rate < 1.0 - OVER || standing.win_rate > OVER;
        let is_clear = || standing.is_best && standing.second < standing.first / 2;
        is_game_over
            || lead > if started < aim { left_to_aim } else { left }
            || (started >= aim && is_clear())
    }

    /// Whether the time is over, or more time would change nothing.
    fn is_late(&mut self, time: Timed<'_>, started: u32, children: &[TreeNode]) -> bool {
        let (used, budget) = (time.used(), time.budget);
        self.longest = self.longest.max(used.saturating_sub(self.last_check));
        self.last_check = used;
        if used >= budget.extended() || used + self.longest > budget.hard {
            return true;
        }
        if started < self.min {
            return false;
        }
        let standing = RootStanding::new(children);
        if used >= budget.aim / 4 {
            let early = *self.early.get_or_insert(standing.win_rate);
            let has_fallen = standing.win_rate < early - CLEAR_FALL;
            if used >= budget.aim {
                return standing.is_best && !has_fallen;
            }
        }
        self.expected(started, used, budget.aim)
            .is_some_and(|left| standing.first - standing.second > left)
    }

    /// Estimates the number of simulations until the aim, by the speed so far.
    fn expected(&self, started: u32, used: Duration, aim: Duration) -> Option<u32> {
        let done = started.saturating_sub(self.kept);
        let left = aim.saturating_sub(used).as_secs_f64();
        (done >= MIN_FOR_SPEED).then(|| (left * f64::from(done) / used.as_secs_f64().max(1e-9)) as u32)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicU32;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;
    use crate::search::limits::{Budget, Clock, MAX_VISITS};
    use crate::search::node::SimulationResult;

    /// Makes moves with these visits and win rates.
    fn children(of: &[(u32, f32)]) -> Vec<TreeNode> {
        of.iter()
            .map(|&(visits, win_rate)| {
                let node = TreeNode::default();
                for _ in 0..visits {
                    node.add_virtual_loss();
                    node.backup(SimulationResult {
                        won: win_rate,
                        value: win_rate,
                        lead: 0.0,
                    });
                }
                node
            })
            .collect()
    }

    /// Returns the first of these milliseconds at which a search is over, with an aim of one second and a
    /// hard limit of three.
    fn over_at(moves: impl Fn(u32) -> Vec<TreeNode>, milliseconds: &[u32]) -> Option<u32> {
        let shown = Arc::new(AtomicU32::new(0));
        let now = Clock::new({
            let shown = Arc::clone(&shown);
            move || Duration::from_millis(shown.load(Relaxed).into())
        });
        let budget = Budget {
            aim: Duration::from_secs(1),
            hard: Duration::from_secs(3),
        };
        let time = Timed {
            now: &now,
            start: Duration::ZERO,
            budget,
        };
        let limits = Limits {
            time: Some(time),
            ..Limits::visits(MAX_VISITS)
        };
        let mut stop = StopCondition::new(&limits, 0, 0);
        let is_over = |&at: &u32| {
            shown.store(at, Relaxed);
            // One simulation a millisecond.
            (0..CHECK_INTERVAL).any(|_| stop.is_over(at, &moves(at)))
        };
        milliseconds.iter().copied().find(is_over)
    }

    const LOOKS: &[u32] = &[100, 300, 600, 900, 1000, 1500, 1999, 2000, 2500, 3000];

    #[test]
    fn a_close_race_takes_the_aim() {
        assert_eq!(over_at(|_| children(&[(50, 0.6), (49, 0.5)]), LOOKS), Some(1000));
    }

    #[test]
    fn it_ends_early_when_no_other_move_can_come_first() {
        assert_eq!(over_at(|_| children(&[(450, 0.6), (10, 0.5)]), LOOKS), Some(600));
    }

    #[test]
    fn it_goes_on_while_the_most_visited_move_is_not_the_best() {
        let unsure = |_| children(&[(50, 0.5), (49, 0.6)]);
        assert_eq!(over_at(unsure, LOOKS), Some(2000));
        let sure_later = |at| match at {
            0..1500 => children(&[(50, 0.5), (49, 0.6)]),
            _ => children(&[(50, 0.6), (49, 0.6)]),
        };
        assert_eq!(over_at(sure_later, LOOKS), Some(1500));
        let with_few_visits = |_| children(&[(50, 0.5), (49, 0.5), (12, 0.9)]);
        assert_eq!(over_at(with_few_visits, LOOKS), Some(1000));
    }

    #[test]
    fn it_goes_on_while_the_best_move_gets_worse() {
        let falls = |at| children(&[(50, 0.6 - at as f32 / 10_000.0), (49, 0.1)]);
        assert_eq!(over_at(falls, LOOKS), Some(2000));
    }

    #[test]
    fn a_pause_of_a_busy_machine_is_kept_back_before_the_hard_limit() {
        let falls = |at| children(&[(50, 0.6 - at as f32 / 10_000.0), (49, 0.1)]);
        assert_eq!(
            over_at(falls, &[100, 300, 1900, 2000]),
            Some(1900),
            "1.6 s once more would be too late"
        );
        assert_eq!(over_at(falls, &[100, 300, 1000, 1900, 2000]), Some(2000));
    }

    #[test]
    fn an_aim_in_visits_is_cut_in_a_decided_game_and_exceeded_for_an_unclear_choice() {
        let limits = Limits::about(300);
        let is_over = |started, moves: &[(u32, f32)]| {
            StopCondition::new(&limits, 0, 0).is_over(started, &children(moves))
        };
        assert!(!is_over(99, &[(60, 0.99), (39, 0.9)]));
        assert!(is_over(100, &[(60, 0.99), (40, 0.9)]), "won");
        assert!(is_over(100, &[(60, 0.01), (40, 0.01)]), "lost");
        assert!(!is_over(150, &[(80, 0.5), (70, 0.4)]));
        assert!(
            is_over(200, &[(150, 0.5), (40, 0.4)]),
            "100 are left to the aim for 110"
        );
        assert!(is_over(300, &[(180, 0.5), (80, 0.4)]), "a clear choice");
        assert!(!is_over(300, &[(160, 0.5), (140, 0.4)]), "a close one");
        assert!(!is_over(300, &[(180, 0.5), (80, 0.6)]), "another is better");
        assert!(is_over(500, &[(350, 0.5), (150, 0.6)]), "100 are left for 200");
    }

    #[test]
    fn by_visits_alone_it_ends_when_no_other_move_can_come_first() {
        let limits = Limits::visits(100);
        let is_over = |started, moves: &[(u32, f32)]| {
            StopCondition::new(&limits, 0, 0).is_over(started, &children(moves))
        };
        assert!(!is_over(70, &[(50, 0.5), (20, 0.5)]));
        assert!(is_over(71, &[(51, 0.5), (20, 0.5)]), "29 are left for 31");
        assert!(!is_over(40, &[(40, 0.5), (0, 0.5)]));
        assert!(is_over(0, &[(0, 0.5)]), "there is no choice");
    }
}
