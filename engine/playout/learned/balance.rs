// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fits weights to the ownership of points. Playouts start from positions of games; moves after which points
//! got their owners at the end of the game, or by a judge, more often than on average become more probable
//! (D. Silver, G. Tesauro, "Monte-Carlo simulation balancing", 2009). The reward of a move is the ownership
//! around it instead of the result, which says little about one move among hundreds.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;
use katachi_rules::{Board, BoardSize, Color, PlayoutBoard, Point, PointMap};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use super::feature::{self, Feature};
use super::shape::SHAPES;
use super::weights::{
    self, DRAWS, MAX_ELSEWHERE, MAX_WEIGHT, NEUTRAL_WEIGHT, PlayoutWeights, Tables, Weights,
};
use crate::learn::AdaGrad;
use crate::playout::nearby::Nearby;
use crate::playout::observer::owner_at_the_end;
use crate::playout::play::play_on;
use crate::playout::policy::{Policy, Turn};
use crate::playout::tactics::{first_acceptable, is_sensible, random_below};

/// See [`AdaGrad::new`].
const RATE: f32 = 0.25;
/// See [`AdaGrad::new`].
const FIRST_SQUARE: f32 = 1e-9;
/// Radius of the square around a move whose ownership rewards it.
const RADIUS: usize = 4;
/// Added to the variance of a point before its residual is divided by it, so that points of which playouts
/// are sure do not dominate.
const MIN_VARIANCE: f32 = 0.2;

/// A position of a game, with the owners of its points.
#[derive(Clone, Debug)]
pub struct TrainingPosition {
    /// The stones.
    pub board: Board,
    /// The side to move.
    pub to_move: Color,
    /// Last move, by the other side.
    pub last: Option<Point>,
    /// Owner of each point: 1 Black, -1 White, between them where it is uncertain. `None`: nothing is learned
    /// from the point.
    pub ownership: PointMap<Option<f32>>,
}

/// Fits weights to training positions.
#[derive(Debug)]
pub struct Balancer {
    weights: AdaGrad,
    tables: Tables,
    playouts: u32,
}

/// Gradient from the playouts of a position.
struct Gradient {
    weights: Vec<f32>,
    /// Mean square error of ownership over the points.
    error: f32,
}

/// A candidate with the numbers of its features.
struct Candidate {
    point: Point,
    weight: f32,
    features: ArrayVec<u16, 12>,
}

/// A move of a playout.
struct Step {
    point: Point,
    /// Start of its gradient in the list of the playout.
    from: usize,
}

/// A playout with the gradients of its moves.
struct Traced {
    steps: Vec<Step>,
    /// Derivatives of the logarithms of the probabilities of the moves, by feature.
    gradients: Vec<(u16, f32)>,
    /// Owner of each point at the end: 1 Black, -1 White.
    owners: Vec<f32>,
}

/// Policy of a balancer that records the gradients of its moves.
struct Tracing<'a> {
    balancer: &'a Balancer,
    gradients: RefCell<Vec<(u16, f32)>>,
    /// Start of the gradient of the last move.
    from: Cell<usize>,
}

impl Policy for Tracing<'_> {
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point> {
        let mut gradients = self.gradients.borrow_mut();
        self.from.set(gradients.len());
        let found = self.balancer.choose(board, turn, rng, &mut gradients);
        if found.is_none() {
            gradients.truncate(self.from.get());
        }
        found
    }
}

impl Traced {
    /// Moves with their gradients.
    fn moves(&self) -> impl Iterator<Item = (&Step, &[(u16, f32)])> {
        let ends = self.steps.iter().skip(1).map(|step| step.from);
        let ends = ends.chain([self.gradients.len()]);
        self.steps
            .iter()
            .zip(ends)
            .map(|(step, end)| (step, &self.gradients[step.from..end]))
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
    pub fn new(weights: &PlayoutWeights, size: BoardSize, playouts: u32) -> Self {
        let weights = weights.tables(size).weights.clone();
        Self {
            weights: AdaGrad::new(weights.0.clone(), RATE, FIRST_SQUARE),
            tables: Tables::new(weights),
            playouts,
        }
    }

    /// Learns from positions together, on the threads of the current pool. Returns the mean square error of
    /// ownership before. The result does not depend on the number of threads.
    pub fn learn(&mut self, positions: &[TrainingPosition]) -> f32 {
        let positions = positions.par_iter().with_max_len(1);
        let all: Vec<Gradient> = positions.map(|position| self.gradient(position)).collect();
        for number in 0..self.weights.weights().len() {
            let g: f32 = all.iter().map(|gradient| gradient.weights[number]).sum();
            if g != 0.0 {
                self.weights.step(number, g);
            }
        }
        self.tables = Tables::new(Weights(self.weights.weights().to_vec()));
        all.iter().map(|gradient| gradient.error).sum::<f32>() / all.len().max(1) as f32
    }

    /// The weights as text. `origin` says what changed them.
    pub fn to_text(&self, origin: &str) -> String {
        self.tables.weights.to_text(origin)
    }

    fn gradient(&self, position: &TrainingPosition) -> Gradient {
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
        let mut weights = vec![0.0; self.weights.weights().len()];
        let mut rewards = Nearby::new(size, RADIUS);
        for playout in &playouts {
            let differences = playout
                .owners
                .iter()
                .zip(&means)
                .map(|(owner, mean)| owner - mean);
            rewards.set(
                differences
                    .zip(&residuals)
                    .map(|(difference, residual)| residual * difference),
            );
            for (step, gradient) in playout.moves() {
                let reward = rewards.around(step.point);
                for &(feature, derivative) in gradient {
                    weights[usize::from(feature)] += reward * derivative;
                }
            }
        }
        Gradient { weights, error }
    }

    fn play_out(&self, mut board: PlayoutBoard, position: &TrainingPosition, rng: &mut ChaCha8Rng) -> Traced {
        let tracing = Tracing {
            balancer: self,
            gradients: RefCell::default(),
            from: Cell::new(0),
        };
        let mut steps = Vec::new();
        play_on(
            &mut board,
            position.to_move,
            position.last,
            &tracing,
            rng,
            |_, point| {
                let from = tracing.from.get();
                steps.push(Step { point, from });
            },
        );
        let owner = |p| match owner_at_the_end(&board, p) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => -1.0,
            None => 0.0,
        };
        Traced {
            owners: board.size().points().map(owner).collect(),
            gradients: tracing.gradients.into_inner(),
            steps,
        }
    }

    /// Chooses a move as the policy does, and adds its gradient.
    fn choose(
        &self,
        board: &PlayoutBoard,
        turn: Turn,
        rng: &mut ChaCha8Rng,
        gradients: &mut Vec<(u16, f32)>,
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
                gradients.extend(candidate.features.iter().map(|&feature| (feature, derivative)));
            }
        }
        match chosen {
            Some(index) => Some(candidates[index].point),
            None => self.choose_elsewhere(board, color, rng, gradients),
        }
    }

    fn candidates(&self, board: &PlayoutBoard, turn: Turn) -> Vec<Candidate> {
        let Turn {
            color,
            last,
            is_first,
        } = turn;
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut add = |point: Point, seen: Feature| match candidates.iter_mut().find(|c| c.point == point) {
            Some(candidate) => {
                candidate.weight = (candidate.weight * self.tables.factors[seen as usize]).min(MAX_WEIGHT);
                let _ = candidate.features.try_push(weights::feature(seen) as u16);
            }
            None => {
                let shape = SHAPES.get(board.around(point), color);
                let shape = match seen {
                    Feature::Beside | Feature::Diagonal => weights::near(shape),
                    _ => weights::elsewhere(shape),
                };
                candidates.push(Candidate {
                    point,
                    weight: self.tables.near(board.around(point), color, seen).min(MAX_WEIGHT),
                    features: ArrayVec::from_iter([shape as u16, weights::feature(seen) as u16]),
                });
            }
        };
        if let Some(last) = last {
            feature::near(board, last, &mut add);
            feature::tactics(board, color, last, &mut add);
        }
        if is_first {
            feature::left_open(board, color, last, &mut add);
        }
        candidates
    }

    fn choose_elsewhere(
        &self,
        board: &PlayoutBoard,
        color: Color,
        rng: &mut ChaCha8Rng,
        gradients: &mut Vec<(u16, f32)>,
    ) -> Option<Point> {
        let is_acceptable = |p| is_sensible(board, color, p);
        let empty = board.empty_points();
        for _ in 0..DRAWS {
            let drawn = u64::from(rng.next_u32()) * empty.len() as u64;
            let &point = empty.get((drawn >> 32) as usize)?;
            if !is_acceptable(point) {
                continue;
            }
            let accepted = self
                .tables
                .accepts(board.around(point), color, (drawn >> 16) as u16);
            let shape = SHAPES.get(board.around(point), color);
            let probability = self.tables.elsewhere[shape] / MAX_ELSEWHERE;
            if probability < 1.0 {
                let derivative = if accepted {
                    1.0
                } else {
                    -probability / (1.0 - probability)
                };
                gradients.push((weights::elsewhere(shape) as u16, derivative));
            }
            if accepted {
                return Some(point);
            }
        }
        first_acceptable(board, rng, is_acceptable)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::playout::Learned;

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

    #[test]
    fn fitted_playouts_end_as_the_training_positions_do() {
        let board = Board::from_diagram(FIGHT);
        let position = TrainingPosition {
            board,
            to_move: Color::Black,
            last: Some(Point::new(4, 1)),
            ownership: PointMap::filled(Some(-1.0)),
        };
        let mut balancer = Balancer::new(PlayoutWeights::built_in(), position.board.size(), 32);
        let errors: Vec<f32> = (0..20)
            .map(|_| balancer.learn(std::slice::from_ref(&position)))
            .collect();
        assert!(errors[19] < 0.7 * errors[0], "{errors:?}");
    }

    #[test]
    fn what_is_learned_does_not_depend_on_the_number_of_threads() {
        let positions = [FIGHT, &FIGHT.replace(['X'], ".")].map(|diagram| TrainingPosition {
            board: Board::from_diagram(diagram),
            to_move: Color::White,
            last: None,
            ownership: PointMap::filled(Some(1.0)),
        });
        let learned = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let mut balancer = Balancer::new(PlayoutWeights::built_in(), positions[0].board.size(), 4);
            pool.unwrap().install(|| balancer.learn(&positions));
            balancer.to_text("")
        });
        assert_eq!(learned[0], learned[1]);
    }
}
