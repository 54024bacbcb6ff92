// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train balance`: the playout policy, fitted to the ownership of points.
//!
//! Playouts start from positions of games; moves after which points got their owners at the end of the game,
//! or by a judge, more often than on average become more probable (D. Silver, G. Tesauro, "Monte-Carlo
//! simulation balancing", 2009). The reward of a move is the ownership around it instead of the result, which
//! says little about one move among hundreds.

use std::cell::RefCell;
use std::path::PathBuf;

use anyhow::Context as _;
use katachi_engine::learn::BoardClass;
use katachi_engine::playout::training::{self, DRAWS, MAX_ELSEWHERE, MAX_WEIGHT, NEUTRAL_WEIGHT};
use katachi_engine::playout::{
    Nearby, PlayoutWeights, Policy, Turn, first_acceptable, is_sensible, owner_at_the_end, play_on,
    random_below,
};
use katachi_rules::sgf::Record;
use katachi_rules::{Board, BoardSize, Color, PlayoutBoard, Point, PointMap, quantity};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

use super::log_linear::AdaGrad;
use super::patterns::NamedPatterns;
use super::playouts::text_of;
use super::{Games, TrainingGame, write};
use crate::games::{Half, replay};
use crate::judged::JudgedGame;
use crate::judgement::{Sampling, Truth};
use crate::pool;

const HELP: &str = "\
Records teach the owners at their ends: only games that were counted, of the development half of `katachi-lab
judgement`. Judged games teach the ownership that the judge expects in each position. The weights in use are the start.

Example:
  katachi-lab train balance --judged 9x9.jsonl.gz --every 4 --out patterns/playouts-small.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct BalanceArgs {
    #[command(flatten)]
    pub(super) games: Games,
    /// Moves between positions [default: 20; 9x9: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    every: Option<u16>,
    /// Playouts a position
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(2..=1000))]
    playouts: u32,
    /// First weights [default: built-in, by the board]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Pattern files: the weights of their patterns of class `P` are fitted, too, and written there
    #[arg(long, value_name = "FILE", num_args = 1..)]
    patterns: Vec<PathBuf>,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

const WRITTEN_AFTER: u32 = 50;

/// Changes and writes the weights. Returns how well playouts ended as the games did.
pub(super) fn run(args: &BalanceArgs) -> anyhow::Result<String> {
    let patterns = NamedPatterns::read(&args.patterns)?;
    let weights = patterns.playout_weights(args.weights.as_deref())?;
    let sampling = Sampling {
        every: args.every,
        ..Sampling::default()
    };
    let mut balancer: Option<Balancer> = None;
    // Those that taught, and the sum of their errors.
    let (mut games, mut error) = (0, 0.0);
    args.games.each(|game| {
        let (size, found) = match game {
            TrainingGame::Record(record) if Half::from_record(record) != Half::Development => return Ok(()),
            TrainingGame::Record(record) => (record.size, training_positions(record, &sampling)),
            TrainingGame::Judged(game) => (game.size, judged_positions(game, &sampling)),
        };
        if found.is_empty() {
            return Ok(());
        }
        let balancer = balancer.get_or_insert_with(|| Balancer::new(&weights, size, args.playouts));
        balancer.fits_patterns = !args.patterns.is_empty();
        error += balancer.learn(&found, args.jobs);
        games += 1;
        match games % WRITTEN_AFTER {
            0 => balancer.write(args, games),
            _ => Ok(()),
        }
    })?;
    let balancer = balancer.context(
        "there is no game to learn from: judged games are needed, or records of the development half that were counted, with their komi",
    )?;
    balancer.write(args, games)?;
    patterns.write_playouts(balancer.class, &weights, &balancer.weights.weights)?;
    let (mean, games) = (error / games as f32, quantity(games, "game"));
    Ok(format!("{games}, mean square error of ownership {mean:.4}\n"))
}

const RATE: f32 = 0.25;
const FIRST_SQUARE: f32 = 1e-9;
/// Radius of the square around a move whose ownership rewards it.
const RADIUS: usize = 4;
/// Added to the variance of a point before its residual is divided by it, so that points of which playouts
/// are sure do not dominate.
const MIN_VARIANCE: f32 = 0.2;

/// A position of a game, with the owners of its points.
#[derive(Clone, Debug)]
struct TrainingPosition {
    board: Board,
    to_move: Color,
    last: Option<Point>,
    /// Owner of each point: 1 Black, -1 White, between them where it is uncertain. `None`: nothing is learned
    /// from the point.
    ownership: PointMap<Option<f32>>,
}

/// Training positions of a game, if its end is known. Up to a second on 19x19.
fn training_positions(record: &Record, sampling: &Sampling) -> Vec<TrainingPosition> {
    let Ok(truth) = Truth::from_record(record) else {
        return Vec::new();
    };
    let Some(owners) = &truth.owners else {
        return Vec::new();
    };
    let owner = |point| owners[point].map(|owner| if owner == Color::Black { 1.0 } else { -1.0 });
    let ownership = ownership(record.size, record.size.points().map(owner));
    let position = |moves| {
        let game = truth.game(record, moves).ok()?;
        Some(TrainingPosition {
            board: game.board().clone(),
            to_move: game.to_move(),
            last: game.moves().next_back().and_then(|(_, mv)| mv.point()),
            ownership: ownership.clone(),
        })
    };
    let numbers = sampling.numbers(record, truth.moves);
    numbers.into_iter().filter_map(position).collect()
}

/// Training positions of a judged game, up to its first illegal move.
fn judged_positions(game: &JudgedGame, sampling: &Sampling) -> Vec<TrainingPosition> {
    let mut positions = Vec::new();
    let every = sampling.interval(game.size);
    replay(game.size, game.turns(), |before| {
        if before.number % every == every - 1 {
            let owners = game.positions[before.number].ownership.iter();
            let ownership = ownership(game.size, owners.map(|&owner| Some(owner)));
            positions.push(TrainingPosition {
                board: before.board.clone(),
                to_move: before.color,
                last: before.last[0],
                ownership,
            });
        }
    });
    positions
}

/// The owners of the points of a board, in their order.
fn ownership(size: BoardSize, owners: impl Iterator<Item = Option<f32>>) -> PointMap<Option<f32>> {
    let mut ownership = PointMap::filled(None);
    for (point, owner) in size.points().zip(owners) {
        ownership[point] = owner;
    }
    ownership
}

#[derive(Debug)]
struct Balancer {
    /// The policy whose weights were the first.
    policy: PlayoutWeights,
    class: BoardClass,
    weights: AdaGrad,
    /// Number of weights in files of weights. Those of patterns follow.
    in_text: usize,
    fits_patterns: bool,
    factors: Vec<f32>,
    playouts: u32,
}

struct Candidate {
    point: Point,
    weight: f32,
    features: Vec<usize>,
}

/// A part of a gradient: a derivative of the logarithm of the probability of a move, by the number of its
/// feature.
type Derivative = (usize, f32);

struct Traced {
    moves: Vec<(Point, Vec<Derivative>)>,
    /// Owner of each point at the end: 1 Black, -1 White.
    owners: Vec<f32>,
}

/// Policy of a balancer that keeps the gradient of the last move.
struct Tracing<'a> {
    balancer: &'a Balancer,
    gradient: RefCell<Vec<Derivative>>,
}

impl Policy for Tracing<'_> {
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point> {
        let mut gradient = self.gradient.borrow_mut();
        gradient.clear();
        self.balancer.choose(board, turn, rng, &mut gradient)
    }
}

/// Mean square error of the mean ownership, and the residual of each point, divided by its variance.
fn residuals(position: &TrainingPosition, means: &[f32]) -> (f32, Vec<f32>) {
    let points = position.board.size().points().zip(means);
    let residuals = points.map(|(p, mean)| position.ownership[p].map_or(0.0, |owner| owner - mean));
    let residuals: Vec<f32> = residuals.collect();
    let error = residuals.iter().map(|r| r * r).sum::<f32>() / residuals.len() as f32;
    let divided = |(residual, mean): (&f32, &f32)| residual / (1.0 - mean * mean + MIN_VARIANCE);
    (error, residuals.iter().zip(means).map(divided).collect())
}

impl Balancer {
    /// Begins with the weights for boards of that size.
    fn new(weights: &PlayoutWeights, size: BoardSize, playouts: u32) -> Self {
        let values = weights.values(size);
        Self {
            policy: weights.clone(),
            class: BoardClass::new(size),
            factors: factors(&values),
            weights: AdaGrad::new(values, RATE, FIRST_SQUARE),
            in_text: training::weight_names().len(),
            fits_patterns: false,
            playouts,
        }
    }

    /// Learns from positions together, several at the same time. Returns the mean square error of ownership
    /// before. The result does not depend on the number of threads.
    fn learn(&mut self, positions: &[TrainingPosition], threads: u16) -> f32 {
        let all = pool::map(threads, positions, |position| self.gradient(position));
        let fitted = match self.fits_patterns {
            true => self.weights.weights.len(),
            false => self.in_text,
        };
        for number in 0..fitted {
            let g: f32 = all.iter().map(|(gradient, _)| gradient[number]).sum();
            if g != 0.0 {
                self.weights.step(number, g);
            }
        }
        self.factors = factors(&self.weights.weights);
        all.iter().map(|(_, error)| error).sum::<f32>() / all.len().max(1) as f32
    }

    /// The weights as text. `origin` says what changed them.
    fn to_text(&self, origin: &str) -> String {
        let weights = self.weights.weights[..self.in_text].iter().copied();
        text_of(origin, &training::weight_names(), weights)
    }

    fn write(&self, args: &BalanceArgs, games: u32) -> anyhow::Result<()> {
        let games = quantity(games, "game");
        let origin = format!("The playout policy. Changed by `katachi-lab train balance` with {games}.");
        write(&args.games.out, &self.to_text(&origin))
    }

    /// The gradient from the playouts of a position, and their mean square error of ownership.
    fn gradient(&self, position: &TrainingPosition) -> (Vec<f32>, f32) {
        let mut rng = ChaCha8Rng::seed_from_u64(position.board.situation_key(position.to_move));
        let start = PlayoutBoard::new(&position.board);
        let playouts: Vec<Traced> = (0..self.playouts)
            .map(|_| self.play_out(start.clone(), position, &mut rng))
            .collect();
        let size = position.board.size();
        let mut means = vec![0.0f32; size.area()];
        for playout in &playouts {
            for (mean, owner) in means.iter_mut().zip(&playout.owners) {
                *mean += owner / self.playouts as f32;
            }
        }
        let (error, residuals) = residuals(position, &means);
        let mut weights = vec![0.0; self.weights.weights.len()];
        let mut rewards = Nearby::new(size, RADIUS);
        for playout in &playouts {
            let means = means.iter().zip(&residuals);
            let rewards_of = playout.owners.iter().zip(means);
            rewards.set(rewards_of.map(|(owner, (mean, residual))| residual * (owner - mean)));
            for (point, gradient) in &playout.moves {
                let reward = rewards.around(*point);
                for &(feature, derivative) in gradient {
                    weights[feature] += reward * derivative;
                }
            }
        }
        (weights, error)
    }

    fn play_out(&self, mut board: PlayoutBoard, position: &TrainingPosition, rng: &mut ChaCha8Rng) -> Traced {
        let tracing = Tracing {
            balancer: self,
            gradient: RefCell::default(),
        };
        let mut moves = Vec::new();
        let saw = |_, point| moves.push((point, tracing.gradient.take()));
        play_on(&mut board, position.to_move, position.last, &tracing, rng, saw);
        let owner = |p| match owner_at_the_end(&board, p) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        let owners = board.size().points().map(owner).collect();
        Traced { moves, owners }
    }

    /// Chooses a move as the policy does, and adds its gradient.
    fn choose(
        &self,
        board: &PlayoutBoard,
        turn: Turn,
        rng: &mut ChaCha8Rng,
        gradient: &mut Vec<Derivative>,
    ) -> Option<Point> {
        let color = turn.color;
        let mut candidates = self.candidates(board, turn);
        let others = NEUTRAL_WEIGHT * board.empty_points().len().saturating_sub(candidates.len()) as f32;
        candidates.retain(|c| is_sensible(board, color, c.point));
        let sum = others + candidates.iter().map(|c| c.weight.floor()).sum::<f32>();
        let mut at = random_below(rng, sum as u32) as f32;
        let chosen = candidates.iter().position(|c| {
            let is_here = at < c.weight.floor();
            at -= c.weight.floor();
            is_here
        });
        for (index, candidate) in candidates.iter().enumerate() {
            let derivative = f32::from(u8::from(chosen == Some(index))) - candidate.weight / sum;
            if derivative.abs() > 1e-4 {
                gradient.extend(candidate.features.iter().map(|&feature| (feature, derivative)));
            }
        }
        match chosen {
            Some(index) => Some(candidates[index].point),
            None => self.choose_elsewhere(board, color, rng, gradient),
        }
    }

    fn candidates(&self, board: &PlayoutBoard, turn: Turn) -> Vec<Candidate> {
        let color = turn.color;
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut add = |point: Point, seen: usize| {
            let factor = self.factors[seen];
            match candidates.iter_mut().find(|c| c.point == point) {
                Some(candidate) => {
                    candidate.weight = (candidate.weight * factor).min(MAX_WEIGHT);
                    candidate.features.push(seen);
                }
                None => {
                    let shape = training::shape(board, color, point, training::is_near(seen));
                    candidates.push(Candidate {
                        point,
                        weight: (NEUTRAL_WEIGHT * self.factors[shape] * factor).min(MAX_WEIGHT),
                        features: vec![shape, seen],
                    });
                }
            }
        };
        if let Some(last) = turn.last {
            training::answers(&self.policy, board, color, last, &mut add);
        }
        if turn.is_first {
            training::left_open(board, color, turn.last, &mut add);
        }
        candidates
    }

    fn choose_elsewhere(
        &self,
        board: &PlayoutBoard,
        color: Color,
        rng: &mut ChaCha8Rng,
        gradient: &mut Vec<Derivative>,
    ) -> Option<Point> {
        let is_acceptable = |p| is_sensible(board, color, p);
        let empty = board.empty_points();
        for _ in 0..DRAWS {
            let drawn = u64::from(rng.next_u32()) * empty.len() as u64;
            let &point = empty.get((drawn >> 32) as usize)?;
            if !is_acceptable(point) {
                continue;
            }
            let shape = training::shape(board, color, point, false);
            let probability = self.factors[shape] / MAX_ELSEWHERE;
            let limit = (65535.0 * self.factors[shape] / MAX_ELSEWHERE).min(65535.0) as u16;
            let accepted = ((drawn >> 16) as u16) < limit;
            if probability < 1.0 {
                let derivative = if accepted {
                    1.0
                } else {
                    -probability / (1.0 - probability)
                };
                gradient.push((shape, derivative));
            }
            if accepted {
                return Some(point);
            }
        }
        first_acceptable(board, rng, is_acceptable)
    }
}

/// The factors of weights, which are natural logarithms.
fn factors(weights: &[f32]) -> Vec<f32> {
    weights.iter().map(|weight| weight.exp()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use katachi_engine::playout::Learned;

    use super::*;

    const FIGHT: &str = "
        . . . . . . .
        . . O . O . .
        . O X X O . .
        . . O X X . .
        . . O O . X .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn moves_are_chosen_as_often_as_the_policy_chooses_them() {
        let board = Board::from_diagram(FIGHT);
        let (start, last) = (PlayoutBoard::new(&board), Some(Point::new(4, 1)));
        let weights = PlayoutWeights::built_in();
        let policy = Learned::new(weights, board.size());
        let balancer = Balancer::new(weights, board.size(), 2);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for is_first in [false, true] {
            let mut counts: BTreeMap<Option<(u8, u8)>, [u32; 2]> = BTreeMap::new();
            for _ in 0..4000 {
                let turn = Turn {
                    color: Color::Black,
                    last,
                    is_first,
                };
                let plain = policy.choose(&start, turn, &mut rng);
                let traced = balancer.choose(&start, turn, &mut rng, &mut Vec::new());
                for (who, found) in [plain, traced].into_iter().enumerate() {
                    counts.entry(found.map(|p| (p.x(), p.y()))).or_default()[who] += 1;
                }
            }
            for (point, [plain, traced]) in counts {
                // Five standard deviations of the difference of two counts.
                let bound = 5 * (plain + traced + 1).isqrt();
                assert!(plain.abs_diff(traced) < bound, "{point:?}: {plain} and {traced}");
            }
        }
    }

    fn position(diagram: &str, to_move: Color, last: Option<Point>, owner: f32) -> TrainingPosition {
        TrainingPosition {
            board: Board::from_diagram(diagram),
            to_move,
            last,
            ownership: PointMap::filled(Some(owner)),
        }
    }

    #[test]
    fn fitted_playouts_end_as_the_training_positions_do() {
        let position = [position(FIGHT, Color::Black, Some(Point::new(4, 1)), -1.0)];
        let mut balancer = Balancer::new(PlayoutWeights::built_in(), position[0].board.size(), 32);
        let errors: Vec<f32> = (0..20).map(|_| balancer.learn(&position, 1)).collect();
        assert!(errors[19] < 0.7 * errors[0], "{errors:?}");
    }

    #[test]
    fn what_is_learned_does_not_depend_on_the_number_of_threads() {
        let diagrams = [FIGHT, &FIGHT.replace(['X'], ".")];
        let positions = diagrams.map(|diagram| position(diagram, Color::White, None, 1.0));
        let learned = [1, 2].map(|threads| {
            let mut balancer = Balancer::new(PlayoutWeights::built_in(), positions[0].board.size(), 4);
            balancer.learn(&positions, threads);
            balancer.to_text("")
        });
        assert_eq!(learned[0], learned[1]);
    }
}
