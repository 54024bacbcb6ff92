// SPDX-License-Identifier: MIT OR Apache-2.0

//! Fits weights to games.
//!
//! Neighbourhoods in which moves were made often enough get weights. All weights are fitted by maximum
//! likelihood in one pass over the positions. The same games in the same order give the same weights.

use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, BoardSize, Color, Move, Point};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::feature::{FEATURES, Features, TEMPLATES, index};
use super::neighbourhood::{Grid, LEVELS};
use super::{FeatureSet, MoveModel, candidates};
use crate::learn::{self, Evaluation, Example, Line, LogLinear, Rates, Target};

/// Settings of the fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainSettings {
    /// Minimum number of moves made in a neighbourhood with a weight; 1 or more.
    pub min_count: u32,
    /// One in this number of positions is learned from; 1 or more.
    pub every: usize,
    /// One in this number of games is held out to evaluate the model; 2 or more.
    pub held_out: usize,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            min_count: 100,
            every: 2,
            held_out: 60,
        }
    }
}

/// Reason why a game cannot be learned from.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unusable {
    /// Its board is not 19x19.
    #[error("not on 19x19")]
    Size,
    /// It has stones that were set up, such as a handicap, or illegal moves.
    #[error("with stones or moves that cannot be learned from")]
    Moves,
}

/// A fitted model.
#[derive(Clone, Debug)]
pub struct Fit {
    weights: Vec<f32>,
    shapes: Vec<FittedShape>,
    /// Predictions of the moves of the games that were held out.
    pub evaluation: Evaluation,
}

/// Explains the names of weights in files.
const NAMES: &str = "\
NAME=VALUE WEIGHT: a feature of the move, such as its distance from the last move.
shape=PICTURE WEIGHT COUNT: the neighbourhood of the move. The weight adds to those of smaller neighbourhoods; COUNT
moves were made in it.
reply=PICTURE@X,Y WEIGHT COUNT: the neighbourhood of the last move, and columns and rows from there to the reply.
The weights are fitted together: fit them anew rather than edit one by hand.
";

impl Fit {
    /// Number of neighbourhoods that have a weight.
    pub fn shapes(&self) -> usize {
        self.shapes.len()
    }

    /// The weights as text. `origin` says what they were fitted to.
    pub fn to_text(&self, origin: &str) -> String {
        let (features, shapes) = self.weights.split_at(FEATURES);
        let mut lines = Vec::new();
        for (template, name, count) in TEMPLATES {
            for value in 0..count {
                let weight = features[usize::from(index(template, value))];
                if weight != 0.0 {
                    let (name, count) = (format!("{name}={value}"), None);
                    lines.push(Line { name, weight, count });
                }
            }
        }
        for (shape, &weight) in self.shapes.iter().zip(shapes) {
            let (name, count) = (shape.name.clone(), Some(shape.played));
            lines.push(Line { name, weight, count });
        }
        learn::write(MoveModel::NAME, &format!("{origin}\n{NAMES}"), lines)
    }
}

const SIZE: BoardSize = BoardSize::square(19);
const RATES: Rates = Rates {
    rate: 0.2,
    first_square: 1.0,
    decay: 0.0,
};
/// Distance from one game to the next in the order of learning: neighbours come from the same source.
const STRIDE: usize = 7_919;

/// Games to learn from.
#[derive(Debug, Default)]
pub struct TrainingSet {
    games: Vec<Vec<(Color, Option<Point>)>>,
}

impl TrainingSet {
    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be learned from. The set is unchanged then.
    pub fn add(&mut self, record: &Record) -> Result<(), Unusable> {
        if record.size != SIZE {
            return Err(Unusable::Size);
        }
        let mut moves = Vec::new();
        let mut board = Board::new(SIZE);
        for step in &record.steps {
            let Step::Play(color, mv) = *step else {
                return Err(Unusable::Moves);
            };
            if let Move::Play(point) = mv {
                if !board.is_empty(point) || !board.is_legal(color, point) {
                    return Err(Unusable::Moves);
                }
                board.place(color, point);
            }
            moves.push((color, mv.point()));
        }
        self.games.push(moves);
        Ok(())
    }

    /// Fits a model to all games that are not held out. Some 400 microseconds for each position.
    pub fn fit(&self, settings: TrainSettings) -> Fit {
        let shapes = self.shapes(settings);
        let numbers = shapes.iter().map(|shape| shape.hash).zip(FEATURES as u32..);
        let numbers: FxHashMap<u64, u32> = numbers.collect();
        let mut model = LogLinear::new(FEATURES + shapes.len(), RATES);
        let count = self.games.len();
        for i in 0..count {
            let game = i * STRIDE % count;
            if !game.is_multiple_of(settings.held_out) {
                self.replay(game, |at, position| {
                    if at % settings.every == i % settings.every {
                        model.learn(&position.example(&numbers));
                    }
                });
            }
        }
        let mut evaluation = Evaluation::default();
        for game in (0..count).step_by(settings.held_out) {
            self.replay(game, |_, position| {
                model.evaluate(&position.example(&numbers), &mut evaluation);
            });
        }
        Fit {
            weights: model.weights().to_vec(),
            shapes,
            evaluation,
        }
    }

    /// Hands every position of a game in which a stone was played to `take`.
    fn replay(&self, game: usize, mut take: impl FnMut(usize, Position<'_>)) {
        let mut board = Board::new(SIZE);
        let moves = &self.games[game];
        for (at, &(color, mv)) in moves.iter().enumerate() {
            let Some(played) = mv else {
                board.clear_ko();
                continue;
            };
            let before = |n: usize| at.checked_sub(n).and_then(|i| moves[i].1);
            let position = Position {
                board: &board,
                color,
                last: before(1),
                own: before(2),
                played,
            };
            take(at, position);
            board.place(color, played);
        }
    }

    /// Neighbourhoods in which moves were made often enough, by level, the most frequent first.
    fn shapes(&self, settings: TrainSettings) -> Vec<FittedShape> {
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        let training = || (0..self.games.len()).filter(|game| !game.is_multiple_of(settings.held_out));
        for game in training() {
            self.replay(game, |_, position| {
                let grid = Grid::new(position.board, position.color, position.last);
                for shape in grid.shapes(position.played).chain(grid.replies(position.played)) {
                    *counts.entry(shape).or_default() += 1;
                }
            });
        }
        counts.retain(|_, count| *count >= settings.min_count);
        let mut shapes = Vec::new();
        for game in training() {
            self.replay(game, |_, position| {
                let grid = Grid::new(position.board, position.color, position.last);
                let mut add = |hash, level, name: &dyn Fn() -> String| {
                    if let Some(played) = counts.remove(&hash) {
                        shapes.push(FittedShape {
                            hash,
                            level,
                            name: name(),
                            played,
                        });
                    }
                };
                for (level, hash) in grid.shapes(position.played).enumerate() {
                    add(hash, level, &|| {
                        format!("shape={}", grid.picture(position.played, level))
                    });
                }
                for (level, hash) in grid.replies(position.played).enumerate() {
                    let picture = || grid.reply_picture(position.played, level).unwrap_or_default();
                    add(hash, LEVELS.len() + level, &|| format!("reply={}", picture()));
                }
            });
        }
        shapes.sort_by(|a, b| (a.level, b.played, &a.name).cmp(&(b.level, a.played, &b.name)));
        shapes
    }
}

/// A position in which a move was made.
struct Position<'a> {
    board: &'a Board,
    color: Color,
    last: Option<Point>,
    own: Option<Point>,
    played: Point,
}

impl Position<'_> {
    /// All moves with the numbers of their features. A neighbourhood around one without a number has none
    /// either.
    fn example(&self, numbers: &FxHashMap<u64, u32>) -> Example {
        let grid = Grid::new(self.board, self.color, self.last);
        let mut features = Features::new(FeatureSet::All, self.board, self.color, self.last, self.own);
        let number = |hash: u64| numbers.get(&hash).copied();
        let mut example = Example::new(Target::Distribution, 1.0);
        for point in candidates(self.board, self.color) {
            let features = features.at(point).into_iter().map(u32::from);
            let shapes = grid.shapes(point).map_while(number);
            let replies = grid.replies(point).map_while(number);
            let share = if point == self.played { 1.0 } else { 0.0 };
            example.add(features.chain(shapes).chain(replies), share);
        }
        example
    }
}

/// A neighbourhood that gets a weight.
#[derive(Clone, Debug)]
struct FittedShape {
    hash: u64,
    /// Levels of replies come after those of moves.
    level: usize,
    /// Its name in files.
    name: String,
    /// Moves made in it.
    played: u32,
}
