// SPDX-License-Identifier: MIT OR Apache-2.0

//! Predictions of playouts or of a search for a position.

use std::sync::atomic::AtomicBool;

use katachi_engine::play::{LiveAnalysis, Player};
use katachi_engine::playout::{PlayoutPolicy, PlayoutStats, PlayoutWeights, PolicyName};
use katachi_engine::search::{Restriction, SearchSettings};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, Color, Game, Point, PointMap};
use katachi_view::analysis::of_side;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const MEMORY: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judge {
    Playouts(PolicyName, u32),
    Search(u32),
}

impl Judge {
    pub(super) fn predict(self, game: &Game, weights: &PlayoutWeights) -> Prediction {
        let (policy, playouts) = match self {
            Self::Search(visits) => return Prediction::of_search(game, visits),
            Self::Playouts(policy, playouts) => (policy, playouts),
        };
        let start = Start {
            board: game.board(),
            to_move: game.to_move(),
            last: game.moves().next_back().and_then(|(_, mv)| mv.point()),
            bonus: -game.white_compensation(),
        };
        Prediction::new(&start, &policy.policy(weights, game.size()), playouts)
    }
}

/// A position in which playouts begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    pub(super) board: &'a Board,
    pub(super) to_move: Color,
    /// Where the other side moved just before.
    pub(super) last: Option<Point>,
    pub(super) bonus: f32,
}

#[derive(Clone, Debug)]
pub(super) struct Prediction {
    playouts: u32,
    /// Playouts or visits that Black won; a draw is half of one.
    black_wins: f64,
    /// -1 White's to 1 Black's.
    ownership: PointMap<f32>,
    /// Black's lead in points with komi, and the standard deviation of those of the playouts.
    lead: (f32, f32),
    /// The probability that Black wins, which people read; by playouts alone their share.
    predicted: f64,
}

impl Prediction {
    /// Plays this number of playouts; random numbers depend on the position alone.
    pub(super) fn new(start: &Start<'_>, policy: &PlayoutPolicy, playouts: u32) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(start.board.situation_key(start.to_move));
        let size = start.board.size();
        let mut ends = PlayoutStats::new(size);
        let mut black_wins = 0.0;
        let saw = |board: &_| {
            black_wins += match ends.add(board, start.bonus) {
                0.0 => 0.5,
                lead if lead > 0.0 => 1.0,
                _ => 0.0,
            };
        };
        policy.play(start.board, start.to_move, start.last, playouts, &mut rng, saw);
        Self {
            playouts,
            black_wins,
            ownership: ends.all_ownership(),
            lead: ends.lead(),
            predicted: probability(black_wins, playouts),
        }
    }

    /// Searches with this number of visits, as an analysis does, with the built-in knowledge.
    pub(super) fn of_search(game: &Game, visits: u32) -> Self {
        let search = SearchSettings {
            memory: MEMORY,
            ..SearchSettings::default()
        };
        let mut player = Player::new(Engine::new(Settings {
            search: Some(search),
            ..Settings::default()
        }));
        let color = game.to_move();
        let analysis = LiveAnalysis {
            game,
            color,
            restriction: &Restriction::default(),
            visits,
            time: None,
            first: 0,
            stop: &AtomicBool::new(false),
        };
        let report = player.analyse_live(&analysis, std::time::Duration::MAX, &mut |_| {});
        let values = report.values();
        let (predicted, lead) = of_side(color, values.win_rate, values.lead);
        let (win_rate, _) = of_side(color, report.win_rate, 0.0);
        Self {
            playouts: report.visits,
            black_wins: f64::from(win_rate) * f64::from(report.visits),
            ownership: report.evaluation.ownership,
            lead: (lead, report.evaluation.deviation),
            predicted: f64::from(predicted),
        }
    }

    /// The share of the playouts or visits that Black won: never 0 or 1.
    pub(super) fn share(&self) -> f64 {
        probability(self.black_wins, self.playouts)
    }

    /// The probability that Black wins, which people read.
    pub(super) fn predicted(&self) -> f64 {
        self.predicted
    }

    /// Black's lead in points with komi, and its standard deviation, which people read.
    pub(super) fn lead(&self) -> (f32, f32) {
        self.lead
    }

    /// The probability that a point is Black's, if it is not nobody's.
    pub(super) fn is_black(&self, point: Point) -> f64 {
        let share = (1.0 + f64::from(self.ownership[point])) / 2.0;
        probability(share * f64::from(self.playouts), self.playouts)
    }

    /// The mean ownership of the string of a stone, for its side: -1 to 1.
    pub(super) fn ownership_of(&self, board: &Board, stone: Point) -> f32 {
        let sum: f32 = board.string(stone).map(|p| self.ownership[p]).sum();
        let mean = sum / board.string_size(stone) as f32;
        if board.cell(stone).is(Color::Black) {
            mean
        } else {
            -mean
        }
    }
}

/// The probability of an event that happened `count` times (perhaps in halves) in `playouts` playouts: never
/// 0 or 1.
fn probability(count: f64, playouts: u32) -> f64 {
    (count + 0.5) / (f64::from(playouts) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn predict(rows: &str, to_move: Color, policy: PolicyName, playouts: u32) -> (Board, Prediction) {
        let board = Board::from_diagram(&rows.replace('/', "\n"));
        let policy = policy.policy(PlayoutWeights::built_in(), board.size());
        let start = Start {
            board: &board,
            to_move,
            last: None,
            bonus: -0.5,
        };
        let prediction = Prediction::new(&start, &policy, playouts);
        (board, prediction)
    }

    #[test]
    fn a_board_of_one_side_is_predicted_to_be_its_own() {
        for policy in PolicyName::ALL {
            let rows = ".X.X./XXXXX/..XX./XXXXX/.X.X.";
            let (board, prediction) = predict(rows, Color::White, policy, 19);
            let [a1, c3] = ["A1", "C3"].map(|name| board.size().parse_vertex(name).unwrap());
            // No correction on 5x5.
            for share in [
                prediction.is_black(a1),
                prediction.share(),
                prediction.predicted(),
            ] {
                assert!((share - 19.5 / 20.0).abs() < 1e-6);
            }
            assert_eq!(prediction.ownership_of(&board, c3), 1.0);
        }
    }
}
