// SPDX-License-Identifier: MIT OR Apache-2.0

//! From games to weights.
//!
//! The neighbourhoods of moves are counted, and those in which a move was made often enough are kept. Their weights and those of the other features
//! are fitted by maximum likelihood with AdaGrad, in one pass over the positions (J. Duchi, E. Hazan, Y. Singer, "Adaptive Subgradient Methods",
//! 2011). The same games in the same order give the same weights.

use std::fmt::Write as _;

use arrayvec::ArrayVec;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, BoardSize, Color, Move, Point};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::Sight;
use super::choice::{candidates, softmax};
use super::feature::{FEATURES, FeatureSet, Features, TEMPLATES, index};
use super::neighbourhood::{Grid, LEVELS, REPLY_LEVELS};

/// What the model is fitted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainSettings {
    /// Neighbourhoods in which a move was made less often are left out; 1 or more.
    pub min_count: u32,
    /// The weights are fitted to one position in this many; 1 or more.
    pub every: usize,
    /// One game in this many is held out, to evaluate the model; 2 or more.
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

/// Why a game cannot be learned from.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unusable {
    /// Its board is not 19x19.
    #[error("not on 19x19")]
    Size,
    /// It has stones that were set up, such as a handicap, or moves that cannot be.
    #[error("with stones or moves that cannot be learned from")]
    Moves,
}

/// How well the moves of the games that were held out are predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Positions of these games.
    pub positions: u32,
    /// The move played was the most probable one.
    pub first: u32,
    /// It was among the ten most probable.
    pub tenth: u32,
    /// The sum of the natural logarithms of the probabilities of the moves played.
    pub log_likelihood: f64,
}

/// A fitted model.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights as text.
    pub text: String,
    /// How many neighbourhoods have one.
    pub shapes: usize,
    /// On the games held out.
    pub evaluation: Evaluation,
}

const SIZE: BoardSize = BoardSize::square(19);
/// How far a weight goes along its first gradient.
const RATE: f32 = 0.2;
/// Smaller gradients change no weight.
const MIN_GRADIENT: f32 = 1e-4;
/// Moves of a game that follow from each other in the order of learning: neighbours come from the same source.
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
    /// If nothing can be learned from it; nothing of it is kept then.
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

    /// Fits a model to all games but those held out. Some 400 microseconds for each position that weights are fitted to.
    pub fn fit(&self, settings: TrainSettings) -> Fit {
        let mut shapes = self.shapes(settings);
        let mut trainer = Trainer {
            ids: FxHashMap::default(),
            weights: vec![0.0; FEATURES + shapes.len()],
            squares: vec![1.0; FEATURES + shapes.len()],
        };
        for (id, shape) in shapes.iter().enumerate() {
            trainer.ids.insert(shape.hash, (FEATURES + id) as u32);
        }
        let count = self.games.len();
        let mut evaluation = Evaluation::default();
        for i in 0..count {
            let game = i * STRIDE % count;
            if !game.is_multiple_of(settings.held_out) {
                self.replay(game, |at, position| {
                    if at % settings.every == i % settings.every {
                        trainer.update(&position);
                    }
                });
            }
        }
        for game in (0..count).step_by(settings.held_out) {
            self.replay(game, |_, position| trainer.evaluate(&position, &mut evaluation));
        }
        for (shape, &weight) in shapes.iter_mut().zip(&trainer.weights[FEATURES..]) {
            shape.weight = weight;
        }
        Fit {
            text: text(&trainer.weights[..FEATURES], &shapes),
            shapes: shapes.len(),
            evaluation,
        }
    }

    /// Hands over every position of a game in which a stone was played.
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

    /// The neighbourhoods in which moves were made often enough, by level, the most frequent first.
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
                let mut add = |hash, level, picture: &dyn Fn() -> String| {
                    if let Some(played) = counts.remove(&hash) {
                        shapes.push(FittedShape {
                            hash,
                            level,
                            picture: picture(),
                            played,
                            weight: 0.0,
                        });
                    }
                };
                for (level, hash) in grid.shapes(position.played).enumerate() {
                    add(hash, level, &|| {
                        format!("shape {}", grid.picture(position.played, level))
                    });
                }
                for (level, hash) in grid.replies(position.played).enumerate() {
                    let picture = || grid.reply_picture(position.played, level).unwrap_or_default();
                    add(hash, LEVELS.len() + level, &|| format!("reply {}", picture()));
                }
            });
        }
        shapes.sort_by(|a, b| (a.level, b.played, &a.picture).cmp(&(b.level, a.played, &b.picture)));
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

struct FittedShape {
    hash: u64,
    /// Levels of replies come after those of moves.
    level: usize,
    /// The beginning of its line.
    picture: String,
    played: u32,
    weight: f32,
}

/// Weights while they are fitted: of features, then of neighbourhoods.
struct Trainer {
    ids: FxHashMap<u64, u32>,
    weights: Vec<f32>,
    /// Sums of the squares of gradients.
    squares: Vec<f32>,
}

/// A legal move with its features.
struct Candidate {
    point: Point,
    features: FeatureSet,
    shapes: ArrayVec<u32, { LEVELS.len() + REPLY_LEVELS }>,
    probability: f32,
}

impl Candidate {
    fn ids(&self) -> impl Iterator<Item = usize> + '_ {
        let features = self.features.iter().map(|&feature| usize::from(feature));
        features.chain(self.shapes.iter().map(|&shape| shape as usize))
    }
}

impl Trainer {
    /// All moves with their probabilities.
    fn candidates(&self, position: &Position<'_>) -> Vec<Candidate> {
        let Position {
            board,
            color,
            last,
            own,
            ..
        } = *position;
        let grid = Grid::new(board, color, last);
        let mut features = Features::new(Sight::All, board, color, last, own);
        let points: Vec<Point> = candidates(board, color).collect();
        let known = |hash: u64| self.ids.get(&hash).copied();
        let mut candidates: Vec<Candidate> = points
            .into_iter()
            .map(|point| {
                let mut candidate = Candidate {
                    point,
                    features: features.at(point),
                    shapes: grid
                        .shapes(point)
                        .map_while(known)
                        .chain(grid.replies(point).map_while(known))
                        .collect(),
                    probability: 0.0,
                };
                candidate.probability = candidate.ids().map(|id| self.weights[id]).sum();
                candidate
            })
            .collect();
        softmax(&mut candidates, |candidate| &mut candidate.probability);
        candidates
    }

    fn update(&mut self, position: &Position<'_>) {
        let candidates = self.candidates(position);
        for candidate in &candidates {
            let is_played = candidate.point == position.played;
            let gradient = f32::from(u8::from(is_played)) - candidate.probability;
            if gradient.abs() < MIN_GRADIENT {
                continue;
            }
            for id in candidate.ids() {
                self.squares[id] += gradient * gradient;
                self.weights[id] += RATE * gradient / self.squares[id].sqrt();
            }
        }
    }

    fn evaluate(&self, position: &Position<'_>, evaluation: &mut Evaluation) {
        let candidates = self.candidates(position);
        let Some(played) = candidates.iter().find(|c| c.point == position.played) else {
            return;
        };
        let better = candidates
            .iter()
            .filter(|c| c.probability > played.probability)
            .count();
        evaluation.positions += 1;
        evaluation.first += u32::from(better == 0);
        evaluation.tenth += u32::from(better < 10);
        evaluation.log_likelihood += f64::from(played.probability.max(f32::MIN_POSITIVE)).ln();
    }
}

fn text(features: &[f32], shapes: &[FittedShape]) -> String {
    let mut text = String::new();
    for (template, name, count) in TEMPLATES {
        for value in 0..count {
            let weight = features[usize::from(index(template, value))];
            if weight != 0.0 {
                let _ = writeln!(text, "{name} {value} {weight:.2}");
            }
        }
    }
    for shape in shapes {
        let _ = writeln!(text, "{} {} {:.2}", shape.picture, shape.played, shape.weight);
    }
    text
}
