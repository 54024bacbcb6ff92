//! From records to weights: a log-linear model of the moves of strong players, fitted by stochastic gradient ascent of the
//! likelihood with a rate for each weight (J. Duchi, E. Hazan, Y. Singer, "Adaptive subgradient methods", 2011).

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, Color, Move, PlayoutBoard, Point, PointMap};

use super::feature::{self, Feature};
use super::shape::SHAPES;
use super::weights::Weights;
use crate::playout::tactics::is_sensible;

/// How far a weight goes along its first gradient.
const RATE: f32 = 0.1;
/// Weights as fitted are multiplied by this before they are used, but for those of shapes elsewhere: as fitted playouts are as random as
/// the moves that people choose are to the model, and judge worse (`docs/experiments/playouts.md`).
const SHARPNESS: f32 = 2.0;
/// The same for the weights of nearness to the last move.
const NEARNESS: f32 = 1.2;
/// Pull of a weight towards 0 at each of its updates.
const DECAY: f32 = 1e-5;

/// Fits weights to positions one by one.
#[derive(Debug)]
pub struct Trainer {
    weights: Vec<f32>,
    /// Sum of the squared gradients of each.
    squares: Vec<f32>,
    /// Positions seen.
    positions: usize,
    every: usize,
    fit: Fit,
    /// Sum of the factors of points without features in held-out positions, and how many.
    elsewhere: (f64, f64),
}

/// How well held-out moves are predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// Held-out positions.
    pub positions: u32,
    /// The move played had the highest weight.
    pub first: u32,
    /// Sum of the natural logarithms of the probabilities of the moves played.
    pub log_likelihood: f64,
}

/// A candidate with the numbers of its weights.
struct Candidate {
    point: Point,
    weights: Vec<u16>,
    probability: f32,
}

impl Trainer {
    /// Learns from one of `every` positions.
    pub fn new(every: usize) -> Self {
        let count = 2 * SHAPES.count() + Feature::ALL.len();
        Self {
            weights: vec![0.0; count],
            squares: vec![1e-6; count],
            positions: 0,
            every: every.max(1),
            fit: Fit::default(),
            elsewhere: (0.0, 0.0),
        }
    }

    /// Goes through a game; asks only, and learns nothing, if it is held out. Stops at what cannot be replayed.
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
                if self.positions.is_multiple_of(self.every) {
                    self.position(&PlayoutBoard::new(&board), color, last, point, held_out);
                }
                drop(board.play(color, point));
            }
            last = mv.point();
        }
    }

    fn position(
        &mut self,
        board: &PlayoutBoard,
        color: Color,
        last: Option<Point>,
        played: Point,
        held_out: bool,
    ) {
        let mut candidates = candidates(board, color, last);
        if !candidates.iter().any(|c| c.point == played) {
            return;
        }
        let logit = |c: &Candidate| {
            c.weights
                .iter()
                .map(|&w| self.weights[usize::from(w)])
                .sum::<f32>()
        };
        let most = candidates.iter().map(logit).fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for candidate in &mut candidates {
            candidate.probability = (logit(candidate) - most).exp();
            sum += candidate.probability;
        }
        for candidate in &mut candidates {
            candidate.probability /= sum;
        }
        if held_out {
            self.ask(&candidates, played);
        } else {
            self.learn(&candidates, played);
        }
    }

    fn ask(&mut self, candidates: &[Candidate], played: Point) {
        for candidate in candidates {
            if let [shape] = candidate.weights[..] {
                self.elsewhere.0 += f64::from(self.weights[usize::from(shape)].exp());
                self.elsewhere.1 += 1.0;
            }
        }
        let best = candidates
            .iter()
            .max_by(|a, b| a.probability.total_cmp(&b.probability));
        let chosen = candidates
            .iter()
            .find(|c| c.point == played)
            .map_or(0.0, |c| c.probability);
        self.fit.positions += 1;
        self.fit.first += u32::from(best.is_some_and(|c| c.point == played));
        self.fit.log_likelihood += f64::from(chosen.max(1e-9)).ln();
    }

    fn learn(&mut self, candidates: &[Candidate], played: Point) {
        let mut gradient = vec![0.0; self.weights.len()];
        let mut touched = Vec::new();
        for candidate in candidates {
            let g = f32::from(u8::from(candidate.point == played)) - candidate.probability;
            for &w in &candidate.weights {
                gradient[usize::from(w)] += g;
                touched.push(usize::from(w));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        for w in touched {
            let g = gradient[w] - DECAY * self.weights[w];
            self.squares[w] += g * g;
            self.weights[w] += RATE * g / self.squares[w].sqrt();
        }
    }

    /// How well held-out moves were predicted.
    pub fn fit(&self) -> Fit {
        self.fit
    }

    /// The weights as text. All weights but those of features that go with a shape elsewhere are shifted alike, so that the factors of
    /// points elsewhere have a mean of 1, as the policy takes it.
    pub fn to_text(&self) -> String {
        let (shapes, features) = self.weights.split_at(2 * SHAPES.count());
        let (near, elsewhere) = shapes.split_at(SHAPES.count());
        let mean = (self.elsewhere.0 / self.elsewhere.1.max(1.0)).max(1e-9).ln() as f32;
        let mut weights = Weights::none();
        for (weight, fitted) in weights.shapes.iter_mut().zip(near) {
            *weight = SHARPNESS * fitted;
        }
        for (weight, fitted) in weights.elsewhere.iter_mut().zip(elsewhere) {
            *weight = fitted - mean;
        }
        for (index, (weight, fitted)) in weights.features.iter_mut().zip(features).enumerate() {
            *weight = match Feature::ALL[index].0 {
                Feature::Beside | Feature::Diagonal => NEARNESS * (fitted - mean),
                Feature::TwoAway | Feature::Knight => NEARNESS * fitted,
                _ => SHARPNESS * fitted,
            };
        }
        weights.to_text()
    }
}

/// The moves that the policy may make after a move, with the numbers of their weights: shapes near the last move, shapes elsewhere,
/// then features.
fn candidates(board: &PlayoutBoard, color: Color, last: Option<Point>) -> Vec<Candidate> {
    let sensible = board
        .empty_points()
        .iter()
        .filter(|&&p| is_sensible(board, color, p));
    let candidate = |&point| Candidate {
        point,
        weights: Vec::new(),
        probability: 0.0,
    };
    let mut candidates: Vec<Candidate> = sensible.map(candidate).collect();
    let Some(last) = last else { return Vec::new() };
    let mut place = PointMap::filled(usize::MAX);
    for (index, candidate) in candidates.iter().enumerate() {
        place[candidate.point] = index;
    }
    let mut see = |point: Point, seen: Feature| {
        let Some(candidate) = candidates.get_mut(place[point]) else {
            return;
        };
        if matches!(seen, Feature::Beside | Feature::Diagonal) {
            let shape = SHAPES.get(board.around(point), color);
            candidate.weights.push(shape as u16);
        }
        candidate
            .weights
            .push((2 * SHAPES.count() + seen as usize) as u16);
    };
    feature::near(board, last, &mut see);
    feature::tactics(board, color, last, &mut see);
    for candidate in &mut candidates {
        let is_near = candidate.weights.iter().any(|&w| usize::from(w) < SHAPES.count());
        if !is_near {
            let shape = SHAPES.get(board.around(candidate.point), color);
            candidate.weights.push((SHAPES.count() + shape) as u16);
        }
    }
    candidates
}
