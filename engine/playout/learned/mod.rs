// SPDX-License-Identifier: MIT OR Apache-2.0

//! The learned policy. Moves near the last one and tactical answers to it are played in proportion to their
//! weights. A point elsewhere has the mean weight in that draw; if the draw falls elsewhere, points are drawn
//! by their shapes.
//!
//! The weights belong to a log-linear model of the moves of strong players (R. Coulom, "Computing Elo ratings
//! of move patterns in the game of Go", 2007). They are sharpened: playouts that follow likely moves more
//! often than people do judge better. The weights of small boards were changed further until playouts ended
//! as games did.
//!
//! - `shape`: 3x3 shapes; `feature`: answers to the last move; `weights`: text and tables; [`training`]: what
//!   those who fit weights have to know.
//!
//! The first move of a playout looks for strings in atari and vital points everywhere, because the tree may
//! have left them. Moves that kill or save in small eye spaces are answers; moves that spoil two eyes are not
//! played (`eye_space`). Boards up to 11x11 have weights of their own.

mod feature;
mod named;
mod shape;
pub mod training;
mod weights;

use std::sync::Arc;

use arrayvec::ArrayVec;
use katachi_rules::{BoardSize, Color, PlayoutBoard, Point};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;

use super::policy::{Policy, Turn};
use super::tactics::{first_acceptable, is_sensible, random_below};
use crate::learn::BoardClass;
use feature::Feature;
use named::NamedAnswers;
pub use weights::PlayoutWeights;
pub(crate) use weights::is_small;
use weights::{DRAWS, MAX_WEIGHT, NEUTRAL_WEIGHT, Tables};

/// Maximum number of answers: 20 points near the last move, and tactical answers elsewhere.
const MAX_ANSWERS: usize = 40;

#[derive(Clone, Copy, Debug)]
struct Answer {
    point: Point,
    weight: f32,
}

impl Answer {
    /// Its weight as an integer: random numbers have 32 bits.
    fn share(&self) -> u32 {
        self.weight.min(MAX_WEIGHT) as u32
    }
}

type Answers = ArrayVec<Answer, MAX_ANSWERS>;

/// The learned policy. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Learned {
    tables: Arc<Tables>,
    named: Arc<NamedAnswers>,
    class: BoardClass,
}

impl Learned {
    /// The policy with the weights for a board of that size.
    pub fn new(weights: &PlayoutWeights, size: BoardSize) -> Self {
        Self {
            tables: Arc::clone(weights.tables(size)),
            named: Arc::clone(&weights.named),
            class: BoardClass::new(size),
        }
    }

    fn answers(&self, board: &PlayoutBoard, color: Color, last: Point) -> Answers {
        let tables = &*self.tables;
        let mut answers = Answers::new();
        let named = self.named.factors(board, color, last, self.class);
        feature::near(board, last, |point, seen, place| {
            let weight = tables.near(board.around(point), color, seen) * named[place];
            answers.push(Answer { point, weight });
        });
        feature::tactics(board, color, last, |point, seen| {
            self.add(&mut answers, board, color, point, seen);
        });
        answers
    }

    #[inline]
    fn add(&self, answers: &mut Answers, board: &PlayoutBoard, color: Color, point: Point, seen: Feature) {
        let factor = self.tables.factors[seen as usize];
        match answers.iter_mut().find(|answer| answer.point == point) {
            Some(answer) => answer.weight *= factor,
            None => {
                let weight = self.tables.elsewhere(board.around(point), color) * factor;
                let _ = answers.try_push(Answer { point, weight });
            }
        }
    }

    /// Chooses one of the answers in proportion to their weights, or a move elsewhere.
    fn choose_answer(
        &self,
        board: &PlayoutBoard,
        color: Color,
        mut answers: Answers,
        rng: &mut ChaCha8Rng,
    ) -> Option<Point> {
        let is_acceptable = |p| is_sensible(board, color, p);
        let mut sum: u32 = answers.iter().map(Answer::share).sum();
        let others = NEUTRAL_WEIGHT as u32 * board.empty_points().len().saturating_sub(answers.len()) as u32;
        while sum > 0 {
            let mut at = random_below(rng, sum + others);
            if at >= sum {
                break;
            }
            let index = answers.iter().position(|answer| {
                let is_here = at < answer.share();
                at = at.wrapping_sub(answer.share());
                is_here
            })?;
            let answer = answers.swap_remove(index);
            if is_acceptable(answer.point) {
                return Some(answer.point);
            }
            sum -= answer.share();
        }
        self.choose_elsewhere(board, color, rng)
    }

    /// Chooses a point of the whole board in proportion to the weight of its shape, or the first acceptable
    /// one after too many draws.
    fn choose_elsewhere(&self, board: &PlayoutBoard, color: Color, rng: &mut ChaCha8Rng) -> Option<Point> {
        let is_acceptable = |p| is_sensible(board, color, p);
        let empty = board.empty_points();
        for _ in 0..DRAWS {
            // The upper half of the product selects the point, the rest decides whether it is played.
            let drawn = u64::from(rng.next_u32()) * empty.len() as u64;
            let &point = empty.get((drawn >> 32) as usize)?;
            let random = (drawn >> 16) as u16;
            if self.tables.accepts(board.around(point), color, random) && is_acceptable(point) {
                return Some(point);
            }
        }
        first_acceptable(board, rng, is_acceptable)
    }
}

impl Policy for Learned {
    fn choose(&self, board: &PlayoutBoard, turn: Turn, rng: &mut ChaCha8Rng) -> Option<Point> {
        let (color, last) = (turn.color, turn.last);
        if last.is_none() && !turn.is_first {
            return self.choose_elsewhere(board, color, rng);
        }
        let mut answers = last.map_or_else(Answers::new, |last| self.answers(board, color, last));
        if turn.is_first {
            feature::left_open(board, color, last, |point, seen| {
                self.add(&mut answers, board, color, point, seen);
            });
        }
        self.choose_answer(board, color, answers, rng)
    }
}
