//! Habits: how often strong players move where, by the shapes around the move and what it does.
//!
//! A move's surroundings of several sizes and a few words about it (how near it is to the last move, what it captures, on which
//! line it lies) have a weight each. The weights of a move add up, and of two moves the one with a sum greater by 1 is chosen 2.7 times as often: a logit
//! over all legal moves (R. Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007). The weights are
//! in `patterns/habits.txt`, drawn from records of games by `katachi harvest habits` (`learn`).
//!
//! - `shape`: surroundings as numbers and as pictures.
//! - `circumstance`: the words, `weak`: strings that can be captured, for them.
//! - `learn`: from games to weights.

mod circumstance;
mod learn;
mod shape;
mod weak;

use std::sync::LazyLock;

use katachi_rules::{Board, Color, Point};
use rustc_hash::FxHashMap;
use thiserror::Error;

use circumstance::{Circumstances, KINDS, WORDS, number};
pub use learn::{Agreement, Lesson, Limits, Study, Unfit};
use shape::Grid;

/// What strong players would do with one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habit {
    /// Where.
    pub point: Point,
    /// How often they would play there, 0 to 1; all legal moves together have 1.
    pub chance: f32,
    /// The largest surroundings that are known.
    pub shape: Option<Known>,
}

/// A shape that was met in games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Points of it, the move among them.
    pub points: u32,
    /// How often the move was made in it.
    pub played: u32,
}

impl Known {
    /// The size of a picture, and a number of moves.
    fn read(picture: &str, played: &str) -> Option<Self> {
        Some(Self {
            points: picture.bytes().filter(|&b| b != b'/').count() as u32,
            played: played.parse().ok()?,
        })
    }
}

/// Weights of shapes and words.
#[derive(Clone, Debug)]
pub struct Habits {
    words: Vec<f32>,
    /// Of shapes and of answers to the last move.
    shapes: FxHashMap<u64, (f32, Known)>,
}

/// A line of a text of weights that is none.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "line {line} is none of `WORD NUMBER WEIGHT`, `shape PICTURE PLAYED WEIGHT`, `reply PICTURE X,Y PLAYED WEIGHT`: {text}"
)]
pub struct HabitError {
    /// Counted from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

static BUILT_IN: LazyLock<Habits> = LazyLock::new(|| {
    Habits::parse(include_str!("../../patterns/habits.txt")).expect("a test reads the built-in habits")
});

impl Habits {
    /// Those that come with the program; read at the first call.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads weights: `#` begins a comment.
    ///
    /// # Errors
    /// If a line is not one of weights; the first such line.
    pub fn parse(text: &str) -> Result<Self, HabitError> {
        let mut habits = Self {
            words: vec![0.0; WORDS],
            shapes: FxHashMap::default(),
        };
        for (index, line) in text.lines().enumerate() {
            let said = line.split('#').next().unwrap_or_default();
            // A picture may have `#` in it, for the edge.
            let has_picture = line.starts_with("shape ") || line.starts_with("reply ");
            let said = if has_picture { line } else { said };
            let parts: Vec<&str> = said.split_whitespace().collect();
            if !parts.is_empty() && habits.read(&parts).is_none() {
                return Err(HabitError {
                    line: index + 1,
                    text: line.to_owned(),
                });
            }
        }
        Ok(habits)
    }

    fn read(&mut self, parts: &[&str]) -> Option<()> {
        let weight: f32 = parts.last()?.parse().ok()?;
        match *parts {
            ["shape", picture, played, _] => {
                let (_, shape) = shape::read(picture)?;
                self.shapes.insert(shape, (weight, Known::read(picture, played)?));
            }
            ["reply", picture, offset, played, _] => {
                let reply = shape::read_reply(picture, offset)?;
                self.shapes.insert(reply, (weight, Known::read(picture, played)?));
            }
            [name, word, _] => {
                let kind = KINDS.iter().find(|kind| kind.1 == name)?;
                let word: usize = word.parse().ok().filter(|&word| word < kind.2)?;
                self.words[usize::from(number(kind.0, word))] = weight;
            }
            _ => return None,
        }
        Some(())
    }

    /// The habits for all legal moves of a side that fill no eye of its own, in the order of the points, after the last move and
    /// the own one before it. A fifth of a millisecond on a 19x19 board.
    pub fn of(&self, board: &Board, color: Color, last: Option<Point>, own: Option<Point>) -> Vec<Habit> {
        let grid = Grid::new(board, color, last);
        let mut circumstances = Circumstances::new(board, color, last, own);
        let points: Vec<Point> = candidates(board, color).collect();
        let mut habits: Vec<Habit> = Vec::with_capacity(points.len());
        for point in points {
            let words = circumstances.words(point);
            let mut weight: f32 = words.iter().map(|&word| self.words[usize::from(word)]).sum();
            let mut shape = None;
            // Larger surroundings of one that is not known are not known either.
            for known in grid.shapes(point).map_while(|shape| self.shapes.get(&shape)) {
                weight += known.0;
                shape = Some(known.1);
            }
            for known in grid.replies(point).map_while(|reply| self.shapes.get(&reply)) {
                weight += known.0;
            }
            habits.push(Habit {
                point,
                chance: weight,
                shape,
            });
        }
        to_chances(&mut habits, |habit| &mut habit.chance);
        habits
    }
}

/// Turns the sums of weights of all moves into chances.
fn to_chances<T>(moves: &mut [T], chance: impl Fn(&mut T) -> &mut f32) {
    let most = moves.iter_mut().map(|m| *chance(m)).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for m in moves.iter_mut() {
        let chance = chance(m);
        *chance = (*chance - most).exp();
        sum += *chance;
    }
    for m in moves {
        *chance(m) /= sum;
    }
}

/// Moves that are told apart: legal ones that fill no own eye.
fn candidates(board: &Board, color: Color) -> impl Iterator<Item = Point> + '_ {
    board
        .size()
        .points()
        .filter(move |&p| board.is_empty(p) && board.is_legal(color, p) && !board.is_eye(color, p))
}

#[cfg(test)]
mod tests;
