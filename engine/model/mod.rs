// SPDX-License-Identifier: MIT OR Apache-2.0

//! The move-prediction model: how probable each legal move is in the games of strong players, and
//! where a stronger program, the judge, would play.
//!
//! A log-linear model (R. Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007). The
//! features of a move are its neighbourhoods of several sizes, its distance from the last move, its line, and
//! its tactical effects. Each feature has a weight; their sum is the logit of the move, and the probabilities
//! of all legal moves are the softmax of their logits. The weights are in `patterns/move-model.txt`, fitted
//! to records of games by `katachi-lab train moves`.
//!
//! All boards share weights; each class of boards ([`BoardClass`]) adds a difference to them.
//!
//! - `neighbourhood`: the points around a move, as hashes and as pictures.
//! - `shape_name`: names of learned neighbourhoods; `shape_entry`: neighbourhoods as entries of a database;
//!   `replaced`: neighbourhoods with entries of a database in their places.
//! - `feature`: the other features; `weak`: strings that can be captured, for them.
//! - `factors`: pairs of features with names.
//!
//! About half of the moves that strong players make have no pattern of the database, so that every legal move
//! gets a probability here. Neighbourhoods have seven sizes, and one more kind is the neighbourhood of the
//! last move together with the place of the reply. `docs/move-model.md` has the way from records to weights.

pub mod factors;
mod feature;
mod neighbourhood;
mod replaced;
mod shape_entry;
mod shape_name;
mod weak;

use std::sync::{Arc, LazyLock};

use katachi_rules::{Board, Color, Point, PointMap};
use rustc_hash::FxHashMap;

use crate::learn::{self, BoardClass, Line, WeightError, softmax};
pub(crate) use factors::Factors;
use factors::Together;
pub use feature::{FEATURES, Features, MoveFeatures, feature_names};
use feature::{Template, index};
pub use neighbourhood::Grid;
use neighbourhood::LEVELS;
use replaced::Replaced;
pub(crate) use replaced::Replacement;
use shape_name::Picture;
pub use shape_name::ShapeName;

/// Prediction of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The move.
    pub point: Point,
    /// Probability that a strong player plays there, 0 to 1. The sum over all candidates is 1.
    pub probability: f32,
    /// Largest neighbourhood that has a weight.
    pub shape: Option<KnownShape>,
}

/// Features of a prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// All features.
    All,
    /// Place, distances from the last moves, and stones around a move, without liberties: no captures, ataris
    /// and ladders.
    Shape,
}

/// What adds to the logit of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A feature that is no neighbourhood, by its place among [`feature_names`].
    Feature(u16),
    /// A pattern whose picture matches, by its place in the database. `None`: all of them together.
    Pattern(Option<u32>),
    /// A neighbourhood of the move; each is a part of its own.
    Shape,
    /// A neighbourhood of the last move with the place of the reply.
    Reply,
    /// A neighbourhood of the move with the place of the last move.
    Answer,
    /// All pairs of features and patterns.
    Pairs,
}

/// What the patterns that match at a move add to its logit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Added {
    /// Their weights, in nats.
    pub nats: f32,
    /// Their vectors, for the pairs.
    pub together: Together,
}

/// A neighbourhood that the games of the training set have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownShape {
    /// Number of its points, the move included.
    pub points: u32,
    /// Number of moves made in it.
    pub played: u32,
    /// Its place among all of its size in the file, counted from 1.
    place: u32,
    /// Start of its picture in the text of the model.
    picture: u32,
}

/// A learned neighbourhood as people see it.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnedShape {
    /// What a move there does, the number of points, and the place among all of that size: `Hane_21_0412`.
    pub name: String,
    /// Its rows from the top: `*` the move, `X` own and `O` enemy stones, `x` and `o` those beside the move
    /// with two liberties, `1` and `0` in atari, `#` beyond the edge.
    pub rows: Vec<String>,
    /// What it adds to the weights of smaller neighbourhoods on all boards, in nats.
    pub shared: f32,
    /// The same on each [class of boards](BoardClass::ALL), with what the class adds.
    pub weights: [f32; 3],
    /// Number of moves made in it.
    pub played: u32,
}

/// A neighbourhood, or a reply to the last move, with its weights.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Weight on each class of boards; 0 if an entry of a database is in its place.
    weights: [f32; 3],
    /// The part that all classes share, whatever is in its place.
    shared: f32,
    known: KnownShape,
}

/// Weights of features.
#[derive(Clone, Debug)]
pub struct MoveModel {
    /// Weights of the features that are no neighbourhoods, on each class of boards.
    weights: [Vec<f32>; 3],
    /// Weights of neighbourhoods and of replies to the last move, by hash.
    shapes: FxHashMap<u64, Shape>,
    /// Neighbourhoods with entries of a database in their places, by hash.
    replaced: FxHashMap<u64, Replaced>,
    /// The text, for the pictures of neighbourhoods.
    text: Arc<str>,
    /// Number of neighbourhoods on each level.
    places: [u32; LEVELS.len()],
}

static BUILT_IN: LazyLock<MoveModel> = LazyLock::new(MoveModel::parse_built_in);

impl MoveModel {
    /// The built-in model, read at the first use.
    pub fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    pub(crate) fn parse_built_in() -> Self {
        Self::parse(include_str!("../../patterns/move-model.txt")).expect("a test reads the built-in model")
    }

    pub(crate) const NAME: &str = "moves";

    /// Reads a text of weights.
    ///
    /// # Errors
    /// The first line that cannot be used.
    pub fn parse(text: &str) -> Result<Self, WeightError> {
        let mut model = Self {
            weights: std::array::from_fn(|_| vec![0.0; FEATURES]),
            shapes: FxHashMap::default(),
            replaced: FxHashMap::default(),
            text: text.into(),
            places: [0; LEVELS.len()],
        };
        let start = text.as_ptr() as usize;
        learn::parse(text, Self::NAME, |line| model.set(line, start))?;
        Ok(model)
    }

    /// Adds the weight of a line to the weights of its class, or of all classes. The text begins at the
    /// address `start`.
    fn set(&mut self, line: Line<&str>, start: usize) -> Option<()> {
        let (class, name) = BoardClass::split(line.name)?;
        let (name, value) = name.split_once('=')?;
        let added = BoardClass::ALL.map(|other| match class {
            None => line.weight,
            Some(class) if class == other => line.weight,
            Some(_) => 0.0,
        });
        let (level, hash) = match name {
            "shape" => neighbourhood::read(value).map(|(level, hash)| (Some(level), hash))?,
            "reply" => (None, neighbourhood::read_reply(value)?),
            "answer" => (None, neighbourhood::read_answer(value)?),
            _ => {
                let template = Template::ALL.iter().find(|template| template.1 == name)?;
                let value: usize = value.parse().ok().filter(|&value| value < template.2)?;
                let index = usize::from(index(template.0, value));
                for (weights, added) in self.weights.iter_mut().zip(added) {
                    weights[index] += added;
                }
                return Some(());
            }
        };
        let played = line.count?;
        let places = &mut self.places;
        let shape = self.shapes.entry(hash).or_insert_with(|| Shape {
            weights: [0.0; 3],
            shared: 0.0,
            known: KnownShape {
                points: Picture(value).points() as u32,
                played: 0,
                place: level.map_or(0, |level| {
                    places[level] += 1;
                    places[level]
                }),
                picture: (value.as_ptr() as usize - start) as u32,
            },
        });
        shape.known.played = shape.known.played.saturating_add(played);
        shape.shared += if class.is_none() { line.weight } else { 0.0 };
        for (weight, added) in shape.weights.iter_mut().zip(added) {
            *weight += added;
        }
        Some(())
    }

    /// Returns the name of a neighbourhood of this model, that of the entry in its place if there is one.
    pub fn name(&self, shape: KnownShape) -> ShapeName {
        ShapeName {
            entry: self.entry_for(shape),
            ..self.learned_name(shape)
        }
    }

    /// Returns the name of a neighbourhood, whatever is in its place.
    fn learned_name(&self, shape: KnownShape) -> ShapeName {
        ShapeName {
            kind: self.picture(shape).kind(),
            points: shape.points,
            place: shape.place,
            entry: None,
        }
    }

    /// Returns the neighbourhood of a name with its own weights, whatever is in its place. Looks through all
    /// of them.
    pub fn shape(&self, name: &str) -> Option<LearnedShape> {
        let hash = self.find(&[name])[0]?;
        let shape = &self.shapes[&hash];
        let rows = self.picture(shape.known).rows();
        let (shared, weights) = self.learned_weights(hash);
        Some(LearnedShape {
            name: name.to_owned(),
            rows: rows.map(str::to_owned).collect(),
            shared,
            weights,
            played: shape.known.played,
        })
    }

    fn picture(&self, shape: KnownShape) -> Picture<'_> {
        let text = &self.text[shape.picture as usize..];
        Picture(text.split_whitespace().next().unwrap_or_default())
    }

    /// Predicts all legal moves of a side that fill no own eye by a set of features, in the order of the
    /// points, after the last move and the own move before. `added` is what patterns add.
    /// A fifth of a millisecond on a 19x19 board.
    pub fn predict(
        &self,
        set: FeatureSet,
        board: &Board,
        color: Color,
        past: [Option<Point>; 2],
        added: Option<&PointMap<Added>>,
    ) -> Vec<Prediction> {
        let mut predictions = self.logits(set, board, color, past, added, |_, _, _| ());
        softmax(&mut predictions, |prediction| &mut prediction.probability);
        predictions
    }

    /// Returns predictions with logits in place of probabilities. Hands over all parts of each, in nats.
    pub(crate) fn logits(
        &self,
        set: FeatureSet,
        board: &Board,
        color: Color,
        [last, own]: [Option<Point>; 2],
        added: Option<&PointMap<Added>>,
        mut take: impl FnMut(Point, Part, f32),
    ) -> Vec<Prediction> {
        let grid = Grid::with_features(set, board, color, last);
        let mut features = Features::new(set, board, color, last, own);
        let class = BoardClass::new(board.size()) as usize;
        let weights = &self.weights[class];
        // Without liberties no pictures are matched: entries act where the neighbourhoods are found.
        let replaced = (set == FeatureSet::Shape && self.has_replaced()).then_some(&self.replaced);
        let factors = (set == FeatureSet::All).then(Factors::built_in);
        let points: Vec<Point> = candidates(board, color).collect();
        let mut predictions: Vec<Prediction> = Vec::with_capacity(points.len());
        for point in points {
            let mut logit = 0.0;
            let mut add = |part, nats| {
                logit += nats;
                take(point, part, nats);
            };
            let Added { nats, mut together } = added.map_or_else(Added::default, |added| added[point]);
            add(Part::Pattern(None), nats);
            for feature in features.at(point) {
                add(Part::Feature(feature), weights[usize::from(feature)]);
                if let Some(factors) = factors {
                    together.add(&factors.of_feature(feature));
                }
            }
            if factors.is_some() {
                add(Part::Pairs, together.nats());
            }
            let mut shape = None;
            // A neighbourhood around one without a weight has none either.
            for hash in grid.shapes(point) {
                let Some(known) = self.shapes.get(&hash) else {
                    break;
                };
                add(Part::Shape, known.weights[class]);
                shape = Some(known.known);
                if let Some(entries) = replaced.and_then(|replaced| replaced.get(&hash)) {
                    add(Part::Pattern(None), entries.weights[class]);
                }
            }
            let known = |hash: u64| self.shapes.get(&hash);
            for known in grid.replies(point).map_while(known) {
                add(Part::Reply, known.weights[class]);
            }
            for known in grid.answers(point).map_while(known) {
                add(Part::Answer, known.weights[class]);
            }
            predictions.push(Prediction {
                point,
                probability: logit,
                shape,
            });
        }
        predictions
    }
}

/// Moves among which the model chooses: legal moves that fill no own eye.
pub fn candidates(board: &Board, color: Color) -> impl Iterator<Item = Point> + '_ {
    let points = board.size().points();
    points.filter(move |&p| board.is_empty(p) && board.is_legal(color, p) && !board.is_eye(color, p))
}

#[cfg(test)]
mod tests;
