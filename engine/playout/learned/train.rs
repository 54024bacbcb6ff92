// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fits weights to the moves of records: a log-linear model of the moves of strong players.

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, Color, Move, PlayoutBoard, Point, PointMap};

use super::feature::{self, Feature};
use super::shape::SHAPES;
use super::weights::{self, Weights};
use crate::learn::{Evaluation, Example, LogLinear, Rates, Target};
use crate::playout::tactics::is_sensible;

const RATES: Rates = Rates {
    rate: 0.1,
    first_square: 1e-6,
    decay: 1e-5,
};
/// Factor of all fitted weights but those of shapes elsewhere. As fitted, playouts are too random and judge
/// worse (`docs/experiments/playouts.md`).
const SHARPNESS: f32 = 2.0;
/// Factor of the weights of nearness to the last move.
const NEARNESS: f32 = 1.2;

/// Fits weights to positions one by one.
#[derive(Debug)]
pub struct Trainer {
    model: LogLinear,
    /// Positions seen.
    positions: usize,
    every: usize,
    evaluation: Evaluation,
    /// Sum of the factors of points without features in held-out positions, and the number of these points.
    elsewhere: (f64, f64),
}

impl Trainer {
    /// Learns from one in `every` positions.
    pub fn new(every: usize) -> Self {
        Self {
            model: LogLinear::new(Weights::zero().0.len(), RATES),
            positions: 0,
            every: every.max(1),
            evaluation: Evaluation::default(),
            elsewhere: (0.0, 0.0),
        }
    }

    /// Learns from a game, or evaluates its moves if it is held out. Stops at a step that cannot be replayed.
    pub fn game(&mut self, record: &Record, held_out: bool) {
        let mut board = Board::new(record.size);
        let mut last = None;
        for step in &record.steps {
            let Step::Play(color, mv) = *step else { return };
            if let Move::Play(point) = mv {
                if !board.is_empty(point) || !board.is_legal(color, point) {
                    return;
                }
                self.positions += 1;
                if let Some(last) = last
                    && self.positions.is_multiple_of(self.every)
                    && let Some(example) = example(&PlayoutBoard::new(&board), color, last, point)
                {
                    match held_out {
                        true => self.evaluate(&example),
                        false => self.model.learn(&example),
                    }
                }
                board.place(color, point);
            }
            last = mv.point();
        }
    }

    fn evaluate(&mut self, example: &Example) {
        self.model.evaluate(example, &mut self.evaluation);
        for features in example.candidates() {
            if let [shape] = *features {
                self.elsewhere.0 += f64::from(self.model.weights()[shape as usize].exp());
                self.elsewhere.1 += 1.0;
            }
        }
    }

    /// Predictions of the moves of games that were held out.
    pub fn evaluation(&self) -> Evaluation {
        self.evaluation
    }

    /// The weights as text. `origin` says what they were fitted to. Weights of shapes elsewhere and of
    /// nearness are shifted alike, so that the factors of points elsewhere have a mean of 1, as the policy
    /// takes it.
    pub fn to_text(&self, origin: &str) -> String {
        let mean = (self.elsewhere.0 / self.elsewhere.1.max(1.0)).max(1e-9).ln() as f32;
        let fitted = self.model.weights();
        let mut weights = Weights::zero();
        for shape in 0..SHAPES.count() {
            let (near, elsewhere) = (weights::near(shape), weights::elsewhere(shape));
            weights.0[near] = SHARPNESS * fitted[near];
            weights.0[elsewhere] = fitted[elsewhere] - mean;
        }
        for (feature, _) in Feature::ALL {
            let number = weights::feature(feature);
            weights.0[number] = match feature {
                Feature::Beside | Feature::Diagonal => NEARNESS * (fitted[number] - mean),
                Feature::TwoAway | Feature::Knight => NEARNESS * fitted[number],
                _ => SHARPNESS * fitted[number],
            };
        }
        weights.to_text(origin)
    }
}

/// The moves that the policy may make after a move, with the numbers of their weights. `None` if it cannot
/// make the move that was played.
fn example(board: &PlayoutBoard, color: Color, last: Point, played: Point) -> Option<Example> {
    let points = board.empty_points().iter().copied();
    let points: Vec<Point> = points.filter(|&p| is_sensible(board, color, p)).collect();
    let mut index = PointMap::filled(usize::MAX);
    for (i, &point) in points.iter().enumerate() {
        index[point] = i;
    }
    if index[played] == usize::MAX {
        return None;
    }
    let mut features: Vec<Vec<Feature>> = vec![Vec::new(); points.len()];
    let mut see = |point: Point, feature: Feature| {
        if let Some(features) = features.get_mut(index[point]) {
            features.push(feature);
        }
    };
    feature::near(board, last, &mut see);
    feature::tactics(board, color, last, &mut see);
    let mut example = Example::new(Target::Distribution, 1.0);
    for (point, features) in points.into_iter().zip(features) {
        let shape = SHAPES.get(board.around(point), color);
        let is_near = features
            .iter()
            .any(|f| matches!(f, Feature::Beside | Feature::Diagonal));
        let shape = if is_near {
            weights::near(shape)
        } else {
            weights::elsewhere(shape)
        };
        let numbers = features.into_iter().map(weights::feature).chain([shape]);
        example.add(
            numbers.map(|number| number as u32),
            if point == played { 1.0 } else { 0.0 },
        );
    }
    Some(example)
}
