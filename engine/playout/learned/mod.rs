//! The learned policy: every move has a weight by its 3x3 shape and by how it answers the last move, and is played with a
//! probability in proportion to it.
//!
//! Weights are those of a log-linear model, fitted to the moves of strong players (R. Coulom, "Computing Elo ratings of move patterns
//! in the game of Go", 2007; S.-C. Huang, R. Coulom, S.-S. Lin, "Monte-Carlo simulation balancing in practice", 2010). Units
//! are whole numbers that are kept up to date point by point, so that sums never drift.
//!
//! - `shape`: 3x3 shapes; `feature`: answers to the last move; `weights`: text and tables; `train`: from records to weights.

mod feature;
mod shape;
mod train;
mod weights;

use std::sync::Arc;

use arrayvec::ArrayVec;
use katachi_rules::{BoardSize, Color, PlayoutBoard, Point, PointMap};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng as _;

use super::Policy;
use super::tactics::is_sensible;
pub use train::{Fit, Trainer};
use weights::Tables;
pub use weights::WeightError;

/// Answers that are told apart at most.
const MOST_ANSWERS: usize = 40;

/// A point with its weight as an answer.
#[derive(Clone, Copy, Debug)]
struct Answer {
    point: Point,
    factor: f32,
    units: u32,
}

/// Moves by weight, for one thread.
#[derive(Clone, Debug)]
pub(crate) struct Learned {
    tables: Arc<Tables>,
    sides: [Sums; 2],
    answers: ArrayVec<Answer, MOST_ANSWERS>,
}

/// The units of all points for one side, with their sums.
#[derive(Clone, Debug)]
struct Sums {
    size: BoardSize,
    points: PointMap<u32>,
    rows: [u32; 25],
    all: u32,
}

impl Sums {
    fn new(size: BoardSize) -> Self {
        Self {
            size,
            points: PointMap::filled(0),
            rows: [0; 25],
            all: 0,
        }
    }

    #[inline]
    fn set(&mut self, point: Point, units: u32) {
        let old = std::mem::replace(&mut self.points[point], units);
        if old != units {
            let row = &mut self.rows[usize::from(point.y())];
            *row = *row - old + units;
            self.all = self.all - old + units;
        }
    }

    /// The point at which the sum of the units, row by row, goes beyond `at`, which is below the sum of all.
    fn find(&self, mut at: u32) -> Point {
        let mut y = 0;
        while at >= self.rows[y] {
            at -= self.rows[y];
            y += 1;
        }
        let first = Point::new(0, y as u8).index() as u16;
        let mut x = 0;
        loop {
            let point = Point::from_index(first + x);
            let units = self.points[point];
            if at < units || x + 1 >= u16::from(self.size.width()) {
                return point;
            }
            at -= units;
            x += 1;
        }
    }
}

impl Learned {
    /// With the built-in weights.
    pub(crate) fn new() -> Self {
        let size = BoardSize::square(1);
        Self {
            tables: Tables::built_in(),
            sides: [Sums::new(size), Sums::new(size)],
            answers: ArrayVec::new(),
        }
    }

    #[inline]
    fn update(&mut self, board: &PlayoutBoard, point: Point) {
        let state = usize::from(board.around(point).bits());
        let is_empty = board.is_empty(point);
        for color in Color::BOTH {
            let units = if is_empty {
                self.tables.units[color as usize][state]
            } else {
                0
            };
            self.sides[color as usize].set(point, units);
        }
    }

    fn update_around(&mut self, board: &PlayoutBoard, point: Point) {
        self.update(board, point);
        for n in point.neighbours().into_iter().chain(point.diagonals()) {
            if board.is_empty(n) {
                self.update(board, n);
            }
        }
    }

    /// Finds the answers to the last move with their weights; the units of them all, and those that their points have anyway.
    fn find_answers(&mut self, board: &PlayoutBoard, color: Color, last: Point) -> (u32, u32) {
        let (tables, answers) = (&self.tables, &mut self.answers);
        answers.clear();
        feature::answers(board, color, last, |point, seen| {
            let factor = tables.features[seen as usize];
            if let Some(answer) = answers.iter_mut().find(|answer| answer.point == point) {
                answer.factor *= factor;
            } else {
                let is_near = matches!(seen, feature::Feature::Beside | feature::Feature::Diagonal);
                let state = usize::from(board.around(point).bits());
                let by_shape = if is_near {
                    tables.answers[color as usize][state]
                } else {
                    1.0
                };
                let _ = answers.try_push(Answer {
                    point,
                    factor: factor * by_shape,
                    units: 0,
                });
            }
        });
        let (mut with, mut without) = (0, 0);
        for answer in answers {
            let units = self.sides[color as usize].points[answer.point];
            answer.units = (units as f32 * answer.factor).min(4e7) as u32;
            with += answer.units;
            without += units;
        }
        (with, without)
    }

    /// One of the answers, by their units, which sum up to more than `at`.
    fn answer_at(&self, mut at: u32) -> usize {
        for (place, answer) in self.answers.iter().enumerate() {
            if at < answer.units {
                return place;
            }
            at -= answer.units;
        }
        self.answers.len() - 1
    }
}

/// A number below `limit`.
fn below(rng: &mut ChaCha8Rng, limit: u32) -> u32 {
    ((u64::from(rng.next_u32()) * u64::from(limit)) >> 32) as u32
}

impl Policy for Learned {
    fn begin(&mut self, board: &PlayoutBoard) {
        if self.sides[0].size != board.size() {
            self.sides = [Sums::new(board.size()), Sums::new(board.size())];
        }
        for point in board.size().points() {
            self.update(board, point);
        }
    }

    fn played(&mut self, board: &PlayoutBoard, point: Point, captured: &[Point]) {
        self.update_around(board, point);
        for &stone in captured {
            self.update_around(board, stone);
        }
    }

    fn choose(
        &mut self,
        board: &PlayoutBoard,
        color: Color,
        last: Option<Point>,
        rng: &mut ChaCha8Rng,
    ) -> Option<Point> {
        self.answers.clear();
        let (mut with, without) = last.map_or((0, 0), |last| self.find_answers(board, color, last));
        let side = color as usize;
        // Points that will not do have no units until the move is chosen.
        let mut refused = ArrayVec::<(Point, u32), 400>::new();
        let mut others = self.sides[side].all - without;
        let found = loop {
            if with + others == 0 || refused.is_full() {
                break None;
            }
            let at = below(rng, with + others);
            if at < with {
                let place = self.answer_at(at);
                let Answer { point, units, .. } = self.answers[place];
                if is_sensible(board, color, point) {
                    break Some(point);
                }
                with -= units;
                self.answers[place].units = 0;
                continue;
            }
            let point = loop {
                let point = self.sides[side].find(below(rng, self.sides[side].all));
                if !self.answers.iter().any(|answer| answer.point == point) {
                    break point;
                }
            };
            if is_sensible(board, color, point) {
                break Some(point);
            }
            let units = self.sides[side].points[point];
            others -= units;
            refused.push((point, units));
            self.sides[side].set(point, 0);
        };
        for (point, units) in refused {
            self.sides[side].set(point, units);
        }
        found
    }
}
