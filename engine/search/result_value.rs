// SPDX-License-Identifier: MIT OR Apache-2.0

//! The value of the result of a simulation for the search.
//!
//! Most of the value is the win or loss, a small part is the score. In a decided game the winner says little
//! about a move. There a part of the value is the win or loss with a komi that makes the position even. So a
//! side far ahead keeps its lead, a side far behind plays for points, and White of a handicap game plays
//! sensibly from the beginning (dynamic komi: P. Baudis, "Balancing MCTS by dynamically adjusting the komi
//! value", 2011; here the real komi keeps its part).

use katachi_rules::BoardSize;

use super::node::SimulationResult;
use super::settings::Constants;
use crate::playout::PlayoutStats;

/// Maximum clearness of an undecided game.
pub(super) const UNDECIDED: f32 = 0.7;
/// Number of playouts between two updates of the even komi.
const CHECK_INTERVAL: u32 = 64;

/// Twice the distance of a win rate from one half, 0 to 1.
pub(super) fn clearness(win_rate: f32) -> f32 {
    (2.0 * win_rate - 1.0).abs()
}

/// Maps leads to values. Each thread has its own.
pub(super) struct ResultValue {
    score_share: f32,
    /// Scale of the lead in points: a lead of one scale is worth tanh(1) of the share of the score.
    scale: f32,
    even_share: f32,
    /// Current share of the even komi in a value.
    share: f32,
    /// Lead of Black at which the position counts as even.
    even_lead: f32,
}

impl ResultValue {
    pub(super) fn new(constants: Constants, size: BoardSize) -> Self {
        Self {
            score_share: constants.score_share,
            scale: size.area() as f32 / 8.0,
            even_share: constants.even_share,
            share: 0.0,
            even_lead: 0.0,
        }
    }

    /// Updates the even komi from the playouts so far, at intervals.
    pub(super) fn update(&mut self, ends: &PlayoutStats) {
        if ends.playouts().is_multiple_of(CHECK_INTERVAL) {
            let clear = clearness(ends.black_win_rate());
            self.share = self.even_share * ((clear - UNDECIDED) / (1.0 - UNDECIDED)).max(0.0);
            self.even_lead = ends.lead().0;
        }
    }

    /// Returns the result for Black of a playout with this lead of Black.
    pub(super) fn result(&self, lead: f32) -> SimulationResult {
        let won = won_by(lead, 0.0);
        let value = won + self.share * (won_by(lead, self.even_lead) - won);
        let by_score = 0.5 + 0.5 * (lead / self.scale).tanh();
        SimulationResult {
            won,
            value: value + self.score_share * (by_score - value),
            lead,
        }
    }
}

/// 1 for a lead above `needed`, 0 for one below.
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

    fn after(diagrams: &[(&str, u32)], even_share: f32) -> ResultValue {
        let size = BoardSize::new(5, 1).expect("a size");
        let mut constants = Constants::for_size(size);
        constants.even_share = even_share;
        constants.score_share = 0.0;
        let (mut result_value, mut ends) = (ResultValue::new(constants, size), PlayoutStats::new(size));
        for &(diagram, times) in diagrams {
            for _ in 0..times {
                ends.add(&PlayoutBoard::new(&Board::from_diagram(diagram)), 0.5);
                result_value.update(&ends);
            }
        }
        result_value
    }

    #[test]
    fn an_open_game_is_about_who_wins() {
        let result_value = after(&[("X X X . O", 32), ("X . O O O", 32)], 0.5);
        for (lead, won) in [(0.5, 1.0), (-0.5, 0.0), (0.0, 0.5)] {
            let value = won;
            assert_eq!(result_value.result(lead), SimulationResult { won, value, lead });
        }
    }

    #[test]
    fn a_game_is_decided_for_either_side() {
        let decided = [0.1, 0.16, 0.5, 0.84, 0.9].map(|win_rate| clearness(win_rate) > UNDECIDED);
        assert_eq!(decided, [true, false, false, false, true]);
    }

    #[test]
    fn in_a_decided_game_more_than_the_mean_is_worth_more() {
        let result_value = after(&[("X X X . O", 32), ("X X . . .", 32)], 0.5);
        let worth = |lead| result_value.result(lead);
        assert_eq!((worth(1.5).won, worth(9.5).won), (1.0, 1.0));
        assert_eq!((worth(1.5).value, worth(9.5).value), (0.5, 1.0));
        assert!(worth(-0.5).value <= worth(0.5).value, "a win is still worth more");
    }
}
