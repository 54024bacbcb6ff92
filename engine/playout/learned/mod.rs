// SPDX-License-Identifier: MIT OR Apache-2.0

//! The learned policy: moves near the last one and tactical answers to it have weights, and are played with a
//! probability in proportion to them. The rest of the board has the weight of as many points of mean weight, and its
//! points are drawn by their shapes.
//!
//! Weights are those of a log-linear model, fitted to the moves of strong players (R. Coulom, "Computing Elo ratings of
//! move patterns in the game of Go", 2007), and sharpened: playouts that follow the likely moves more often than people
//! do judge better. On small boards they were changed from there until playouts ended as games did.
//!
//! - `shape`: 3x3 shapes; `feature`: answers to the last move; `weights`: text and tables; `train`: from the moves of
//!   records to weights; `balance`: from their ends.
//!
//! The first move of a playout looks for strings in atari and vital points everywhere, as the tree may have left them.
//! Moves that kill or save in small eye spaces are answers with a weight; moves that spoil two eyes are not played
//! (`eye_space`). Boards up to 11x11 have weights of their own.

mod balance;
mod feature;
mod shape;
mod train;
mod weights;

use std::sync::Arc;

use arrayvec::ArrayVec;
use katachi_rules::{BoardSize, Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::policy::{Policy, Turn};
use super::tactics::{anywhere, below, is_sensible};
pub use balance::{Balancer, TrainingPosition};
use feature::Feature;
pub use train::Trainer;
pub use weights::PlayoutWeights;
pub(crate) use weights::is_small;
use weights::{DRAWS, MAX_UNITS, Tables, UNIT};

/// Answers that are told apart at most: 20 points near the last move, and tactical answers elsewhere.
const MAX_ANSWERS: usize = 40;
/// A point with its weight as an answer.
#[derive(Clone, Copy, Debug)]
struct Answer {
    point: Point,
    units: f32,
}

type Answers = ArrayVec<Answer, MAX_ANSWERS>;

/// Moves by weight. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    tables: Arc<Tables>,
}

impl Learned {
    /// The policy with the weights for a board of that size.
    pub(crate) fn new(weights: &PlayoutWeights, size: BoardSize) -> Self {
        Self {
            tables: Arc::clone(weights.tables(size)),
        }
    }

    /// The answers to the last move with their weights.
    fn answers(&self, board: &PlayoutBoard, color: Color, last: Point) -> Answers {
        let tables = &*self.tables;
        let mut answers = Answers::new();
        feature::near(board, last, |point, seen| {
            let units = tables.near(board.around(point), color, seen);
            answers.push(Answer { point, units });
        });
        feature::tactics(board, color, last, |point, seen| {
            self.add(&mut answers, board, color, point, seen);
        });
        answers
    }

    /// A point has a tactical feature.
    #[inline]
    fn add(&self, answers: &mut Answers, board: &PlayoutBoard, color: Color, point: Point, seen: Feature) {
        match answers.iter_mut().find(|answer| answer.point == point) {
            Some(answer) => answer.units *= self.tables.factors[seen as usize],
            None => {
                let units = self.tables.elsewhere(board.around(point), color, seen);
                let _ = answers.try_push(Answer { point, units });
            }
        }
    }

    /// One of the answers, in proportion to their weights, or a move elsewhere.
    fn draw(
        &self,
        board: &PlayoutBoard,
        color: Color,
        mut answers: Answers,
        rng: &mut ChaCha8Rng,
    ) -> Option<Point> {
        let will_do = |p| is_sensible(board, color, p);
        let mut all: u32 = answers
            .iter()
            .map(|answer| answer.units.min(MAX_UNITS) as u32)
            .sum();
        let others = UNIT as u32 * board.empty_points().len().saturating_sub(answers.len()) as u32;
        while all > 0 {
            let mut at = below(rng, all + others);
            if at >= all {
                break;
            }
            let place = answers.iter().position(|answer| {
                let units = answer.units.min(MAX_UNITS) as u32;
                let is_here = at < units;
                at = at.wrapping_sub(units);
                is_here
            })?;
            let answer = answers.swap_remove(place);
            if will_do(answer.point) {
                return Some(answer.point);
            }
            all -= answer.units.min(MAX_UNITS) as u32;
        }
        self.elsewhere(board, color, rng)
    }

    /// A point of the whole board, in proportion to the weight of its shape; any that will do if too many were drawn in vain.
    fn elsewhere(&self, board: &PlayoutBoard, color: Color, rng: &mut ChaCha8Rng) -> Option<Point> {
        let will_do = |p| is_sensible(board, color, p);
        let empty = board.empty_points();
        for _ in 0..DRAWS {
            // The upper half of the product says which point, the rest whether it is played.
            let drawn = u64::from(rng.next_u32()) * empty.len() as u64;
            let &point = empty.get((drawn >> 32) as usize)?;
            let random = (drawn >> 16) as u16;
            if self.tables.accepts(board.around(point), color, random) && will_do(point) {
                return Some(point);
            }
        }
        anywhere(board, rng, will_do)
    }
}

impl Policy for Learned {
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point> {
        let Turn {
            color,
            last,
            is_first,
        } = turn;
        if last.is_none() && !is_first {
            return self.elsewhere(board, color, rng);
        }
        let mut answers = last.map_or_else(Answers::new, |last| self.answers(board, color, last));
        if is_first {
            feature::left_open(board, color, last, |point, seen| {
                self.add(&mut answers, board, color, point, seen);
            });
        }
        self.draw(board, color, answers, rng)
    }
}
