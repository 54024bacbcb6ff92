// SPDX-License-Identifier: MIT OR Apache-2.0

//! Estimates of the lead.
//!
//! The simulations of the last search tell, if it was in the same position or chose the move that led to it.
//! Else a quick search tells, whose tree is not kept, so that an estimate changes no later choice. Without a
//! search, playouts tell.

use katachi_rules::{BoardSize, ByColor, Color, Game, Move, PointMap, PositionId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::Engine;
use crate::playout::{PlayoutStats, PlayoutWeights, PolicyName};
use crate::search::{Limits, Report, SETTLED};

/// Visits of the quick search at the full level; playouts, if there is no search.
const VISITS: u32 = 200;

/// The expected final lead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadEstimate {
    /// White's lead in points, komi and prisoners included; negative if Black leads.
    pub white_lead: f32,
    /// Standard deviation of the final lead, in points, if every game were played to its end. Games that end
    /// without resignation end nearer.
    pub deviation: f32,
    /// Settled share of the points that each side owns in the mean, stones included; 0 if it owns none.
    pub settled: ByColor<f32>,
    /// Number of simulations or playouts; 0 if the game is over and its points are counted.
    pub playouts: u32,
}

impl LeadEstimate {
    /// Makes an estimate from the report of a search.
    pub fn from_report(size: BoardSize, report: &Report) -> Self {
        let lead = report.values().lead;
        Self {
            white_lead: if report.color == Color::White { lead } else { -lead },
            deviation: report.evaluation.deviation,
            settled: settled(size, &report.ownership),
            playouts: report.playouts,
        }
    }

    /// Returns the lead of a side, in points.
    pub fn lead(&self, color: Color) -> f32 {
        match color {
            Color::Black => -self.white_lead,
            Color::White => self.white_lead,
        }
    }

    /// Returns White's lead less and plus one standard deviation.
    pub fn range(&self) -> (f32, f32) {
        (self.white_lead - self.deviation, self.white_lead + self.deviation)
    }
}

pub(super) fn play_out(
    weights: &PlayoutWeights,
    game: &Game,
    color: Color,
    playouts: u32,
    seed: u64,
) -> PlayoutStats {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut ends = PlayoutStats::new(game.size());
    let compensation = game.white_compensation();
    let last = game.moves().next_back().and_then(|(_, mv)| mv.point());
    let policy = PolicyName::Learned.policy(weights, game.size());
    policy.play(game.board(), color, last, playouts, &mut random, |end| {
        ends.add(end, -compensation);
    });
    ends
}

fn settled(size: BoardSize, ownership: &PointMap<f32>) -> ByColor<f32> {
    ByColor::from_fn(|color| {
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let (mut all, mut sure) = (0, 0);
        for p in size.points() {
            let own = sign * ownership[p];
            all += u32::from(own > 0.0);
            sure += u32::from(own >= SETTLED);
        }
        sure as f32 / all.max(1) as f32
    })
}

/// The estimate of the search for a move, for the positions before and after that move.
#[derive(Clone, Debug)]
pub(super) struct Estimated {
    positions: [PositionId; 2],
    estimate: LeadEstimate,
}

impl Estimated {
    /// Keeps the estimate of a search in that game, which chose `mv`.
    pub(super) fn new(game: &Game, report: &Report, mv: Move) -> Self {
        let mut after = game.clone();
        // If the move is not legal, both positions are the same.
        let _ = after.play(report.color, mv);
        Self {
            positions: [game, &after].map(|game| game.position_id(game.to_move())),
            estimate: LeadEstimate::from_report(game.size(), report),
        }
    }

    /// Returns the estimate, if it is for the position that the game has reached.
    pub(super) fn at(&self, game: &Game) -> Option<LeadEstimate> {
        self.positions
            .contains(&game.position_id(game.to_move()))
            .then_some(self.estimate)
    }
}

impl Engine {
    /// Estimates the lead by a quick search, or by playouts if the settings have no search. Counts if the
    /// game is over. Takes about a tenth of the time for a move at the full level.
    pub fn estimate(&self, game: &Game) -> LeadEstimate {
        let (color, visits) = (game.to_move(), self.settings.level.scale(VISITS));
        if game.main_phase_is_over() {
            return self.counted(game);
        }
        let settings = &self.settings;
        let report = match settings.search.filter(|_| settings.generators.has_model()) {
            Some(search) => self.quick_search(search, game, color, settings.seed, Limits::visits(visits)),
            None => {
                // Random numbers depend on the position alone.
                let seed = game.board().situation_key(color);
                let ends = play_out(&self.knowledge.playouts, game, color, visits, seed);
                Report::without_search(game, color, &ends, &[])
            }
        };
        LeadEstimate::from_report(game.size(), &report)
    }

    fn counted(&self, game: &Game) -> LeadEstimate {
        let status = self.final_status(game);
        LeadEstimate {
            white_lead: status.white_lead(game),
            deviation: 0.0,
            settled: ByColor::from_fn(|_| 1.0),
            playouts: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, Rules};

    use super::super::{Player, Request, Settings};
    use super::*;
    use crate::search::SearchSettings;

    /// 15 points to 10, and nothing is left to play.
    const FINISHED: &str = "
        . X X O .
        X X X O O
        . X X O .
        X X X O O
        . X X O .";

    fn finished() -> Game {
        let board = Board::from_diagram(FINISHED);
        Game::from_position(board, Color::Black, Rules::CHINESE, 0.5)
    }

    fn engine(search: Option<u32>) -> Engine {
        Engine::new(Settings {
            search: search.map(|visits| SearchSettings {
                visits: Some(visits),
                memory: 16,
                ..SearchSettings::default()
            }),
            ..Settings::default()
        })
    }

    #[test]
    fn a_finished_position_is_estimated_as_it_is_counted() {
        for engine in [engine(None), engine(Some(50))] {
            let estimate = engine.estimate(&finished());
            assert_eq!(estimate.white_lead, -4.5);
            assert!(estimate.lead(Color::Black) == 4.5 && estimate.deviation < 1.0);
            assert_eq!(estimate.settled, ByColor::from_fn(|_| 1.0));
        }
    }

    #[test]
    fn an_open_position_is_unsettled_and_uncertain() {
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let estimate = engine(None).estimate(&game);
        assert!(estimate.deviation > 5.0, "{estimate:?}");
        assert!(estimate.settled.black < 0.2, "{estimate:?}");
        let (low, high) = estimate.range();
        assert!(low < estimate.white_lead && estimate.white_lead < high);
    }

    #[test]
    fn engines_with_different_playout_weights_run_in_one_process() {
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        for visits in [None, Some(50)] {
            let built_in = engine(visits);
            let mut other = built_in.clone();
            let weights = PlayoutWeights::parse("weights playouts\nbeside -5").expect("a line of weights");
            other.knowledge = other.knowledge.with_playout_weights(weights);
            let before = built_in.estimate(&game);
            assert_ne!(other.estimate(&game), before);
            assert_eq!(built_in.estimate(&game), before);
            other.knowledge = built_in.knowledge.clone();
            assert_eq!(other.estimate(&game), before, "weights are replaced at run time");
        }
    }

    #[test]
    fn a_game_that_is_over_is_counted() {
        let mut game = finished();
        for color in Color::BOTH {
            game.play(color, Move::Pass).expect("a pass is legal");
        }
        let estimate = engine(Some(50)).estimate(&game);
        assert_eq!((estimate.white_lead, estimate.deviation), (-4.5, 0.0));
        assert_eq!(estimate.playouts, 0);
    }

    #[test]
    fn without_agreement_a_game_that_is_over_is_counted_as_it_stands() {
        let dead_inside = FINISHED.replacen(". . X", "O . X", 1);
        let mut game = Game::from_position(
            Board::from_diagram(&dead_inside),
            Color::Black,
            Rules {
                friendly_pass_ok: false,
                ..Rules::CHINESE
            },
            0.5,
        );
        for color in Color::BOTH {
            game.play(color, Move::Pass).expect("a pass is legal");
        }
        let estimate = engine(Some(50)).estimate(&game);
        assert_eq!(estimate.white_lead, game.white_lead());
    }

    #[test]
    fn a_player_keeps_the_estimate_of_its_last_search_until_the_other_side_moves() {
        let mut player = Player::new(engine(Some(90)));
        let mut game = Game::new(BoardSize::square(7), Rules::CHINESE, 7.5);
        let choice = player.choose(&Request::new(&game, Color::Black));
        let report = choice.search.expect("it has searched");
        let by_search = LeadEstimate::from_report(game.size(), &report);
        assert_eq!(player.estimate(&game), by_search);
        game.play(Color::Black, choice.mv).expect("a legal move");
        assert_eq!(player.estimate(&game), by_search);
        let reply = game.board().empty_points().next().expect("a point is empty");
        game.play(Color::White, Move::Play(reply)).expect("a legal move");
        assert_eq!(player.estimate(&game), player.engine.estimate(&game));
    }
}
