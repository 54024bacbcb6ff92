// SPDX-License-Identifier: MIT OR Apache-2.0

//! The value of the result of a simulation for the search.
//!
//! Most of it is the win or loss, a small part the score. In a decided game the winner says little about a move, so that a part of the
//! result is the win or loss with a komi that makes the position even: a side far ahead keeps its lead, one far behind plays on
//! for points, and White of a handicap game plays sensibly from the beginning (P. Baudis, "Balancing MCTS by dynamically adjusting the
//! komi value", 2011; here the real komi keeps its part).

use katachi_rules::BoardSize;

use super::node::Outcome;
use super::settings::Constants;
use crate::playout::PlayoutStats;

/// A game is undecided up to this distance of the win rate from one half, times two.
const UNDECIDED: f32 = 0.7;
/// Playouts between two looks at their mean.
const BETWEEN_LOOKS: u32 = 64;

/// Is a game decided, by the win rate of either side?
pub(super) fn is_decided(win_rate: f32) -> bool {
    clearness(win_rate) > UNDECIDED
}

/// How far a win rate is away from one half, 0 to 1.
fn clearness(win_rate: f32) -> f32 {
    (2.0 * win_rate - 1.0).abs()
}

/// From leads to results. Each thread has its own.
pub(super) struct Goal {
    score_share: f32,
    /// Scale of the lead, in points: a lead of this counts tanh(1) of the share of the score.
    scale: f32,
    even_share: f32,
    /// Part of a result that is by the even komi now.
    share: f32,
    /// The lead that makes the position even.
    even_lead: f32,
}

impl Goal {
    pub(super) fn new(constants: Constants, size: BoardSize) -> Self {
        Self {
            score_share: constants.score_share,
            scale: size.area() as f32 / 8.0,
            even_share: constants.even_share,
            share: 0.0,
            even_lead: 0.0,
        }
    }

    /// Looks at the playouts so far, now and then.
    pub(super) fn note(&mut self, ends: &PlayoutStats) {
        if ends.playouts().is_multiple_of(BETWEEN_LOOKS) {
            let clear = clearness(ends.black_win_rate());
            self.share = self.even_share * ((clear - UNDECIDED) / (1.0 - UNDECIDED)).max(0.0);
            self.even_lead = ends.lead().0;
        }
    }

    /// The result for Black.
    pub(super) fn outcome(&self, lead: f32) -> Outcome {
        let won = won_by(lead, 0.0);
        let value = won + self.share * (won_by(lead, self.even_lead) - won);
        let by_score = 0.5 + 0.5 * (lead / self.scale).tanh();
        Outcome {
            won,
            value: value + self.score_share * (by_score - value),
            lead,
        }
    }
}

/// 1 for a lead of more than is needed, 0 for less.
fn won_by(lead: f32, needed: f32) -> f32 {
    match lead.total_cmp(&needed) {
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, PlayoutBoard};

    use super::*;

    fn after(diagrams: &[(&str, u32)], even_share: f32) -> Goal {
        let size = BoardSize::new(5, 1).expect("a size");
        let mut constants = Constants::for_size(size);
        constants.even_share = even_share;
        constants.score_share = 0.0;
        let (mut goal, mut ends) = (Goal::new(constants, size), PlayoutStats::new(size));
        for &(diagram, times) in diagrams {
            for _ in 0..times {
                ends.add(&PlayoutBoard::new(&Board::from_diagram(diagram)), 0.5);
                goal.note(&ends);
            }
        }
        goal
    }

    #[test]
    fn an_open_game_is_about_who_wins() {
        let goal = after(&[("X X X . O", 32), ("X . O O O", 32)], 0.5);
        assert_eq!(
            goal.outcome(0.5),
            Outcome {
                won: 1.0,
                value: 1.0,
                lead: 0.5
            }
        );
        assert_eq!(
            goal.outcome(-0.5),
            Outcome {
                won: 0.0,
                value: 0.0,
                lead: -0.5
            }
        );
        assert_eq!(
            goal.outcome(0.0),
            Outcome {
                won: 0.5,
                value: 0.5,
                lead: 0.0
            }
        );
    }

    #[test]
    fn a_game_is_decided_for_either_side() {
        let decided = [0.1, 0.16, 0.5, 0.84, 0.9].map(is_decided);
        assert_eq!(decided, [true, false, false, false, true]);
    }

    #[test]
    fn in_a_decided_game_more_than_the_mean_is_worth_more() {
        let goal = after(&[("X X X . O", 32), ("X X . . .", 32)], 0.5);
        let worth = |lead| goal.outcome(lead);
        assert_eq!((worth(1.5).won, worth(9.5).won), (1.0, 1.0));
        assert_eq!((worth(1.5).value, worth(9.5).value), (0.5, 1.0));
        assert!(worth(-0.5).value <= worth(0.5).value, "a win is still worth more");
    }
}
