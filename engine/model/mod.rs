// SPDX-License-Identifier: MIT OR Apache-2.0

//! The move-prediction model: how probable each legal move is in the games of strong players.
//!
//! A log-linear model (R. Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007). The features of a
//! move are its neighbourhoods of several sizes, and what it does: how near it is to the last move, what it captures,
//! on which line it lies. Each feature has a weight; their sum is the logit of the move, and the probabilities of all
//! legal moves are the softmax of their logits. The weights are in `patterns/move-model.txt`, fitted to records of
//! games by `katachi-lab train moves` (`train`).
//!
//! - `neighbourhood`: the points around a move, as hashes and as pictures.
//! - `choice`: the moves among which it chooses.
//! - `feature`: the other features; `weak`: strings that can be captured, for them.
//! - `train`: from games to weights.
//!
//! About half of the moves that strong players make have no pattern of the database, so that every legal move gets a
//! probability here. Neighbourhoods have seven sizes, and one more kind is the neighbourhood of the last move together
//! with the place of the reply. `docs/move-model.md` has the way from records to weights.

mod choice;
mod feature;
mod neighbourhood;
mod train;
mod weak;

use std::sync::LazyLock;

use katachi_rules::{Board, Color, Point};
use rustc_hash::FxHashMap;

use crate::learn::{self, Line, WeightError, softmax};
use choice::candidates;
use feature::{FEATURES, Features, TEMPLATES, index};
use neighbourhood::Grid;
pub use train::{Fit, TrainSettings, TrainingSet, Unusable};

/// What the model says of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Where.
    pub point: Point,
    /// The probability that a strong player plays there, 0 to 1; all candidates together have 1.
    pub probability: f32,
    /// The largest neighbourhood that has a weight.
    pub shape: Option<KnownShape>,
}

/// What a prediction looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// All features.
    All,
    /// The place of a move, the moves before it and the stones around it, but no liberties: neither captures nor ataris nor ladders.
    Shape,
}

/// A neighbourhood that was met in the games of the training set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownShape {
    /// Points of it, the move among them.
    pub points: u32,
    /// How often the move was made in it.
    pub played: u32,
}

/// Weights of features.
#[derive(Clone, Debug)]
pub struct MoveModel {
    /// Of the features that are no neighbourhoods.
    weights: Vec<f32>,
    /// Of neighbourhoods and of replies to the last move, by their hashes.
    shapes: FxHashMap<u64, (f32, KnownShape)>,
}

static BUILT_IN: LazyLock<MoveModel> = LazyLock::new(|| {
    MoveModel::parse(include_str!("../../patterns/move-model.txt")).expect("a test reads the built-in model")
});

impl MoveModel {
    /// The one that comes with the program; read at the first call.
    pub fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    /// Name of the model in files of weights.
    pub(crate) const NAME: &str = "moves";

    /// Reads a text of weights.
    ///
    /// # Errors
    /// The first line that cannot be used.
    pub fn parse(text: &str) -> Result<Self, WeightError> {
        let mut model = Self {
            weights: vec![0.0; FEATURES],
            shapes: FxHashMap::default(),
        };
        learn::parse(text, Self::NAME, |line| model.set(line))?;
        Ok(model)
    }

    fn set(&mut self, line: Line<&str>) -> Option<()> {
        let (name, value) = line.name.split_once('=')?;
        let hash = match name {
            "shape" => neighbourhood::read(value)?.1,
            "reply" => neighbourhood::read_reply(value)?,
            _ => {
                let template = TEMPLATES.iter().find(|template| template.1 == name)?;
                let value: usize = value.parse().ok().filter(|&value| value < template.2)?;
                self.weights[usize::from(index(template.0, value))] = line.weight;
                return Some(());
            }
        };
        let picture = value.split('@').next()?;
        let shape = KnownShape {
            points: picture.bytes().filter(|&b| b != b'/').count() as u32,
            played: line.count?,
        };
        self.shapes.insert(hash, (line.weight, shape));
        Some(())
    }

    /// Predictions for all legal moves of a side that fill no eye of its own, in the order of the points, after the last move and
    /// the own one before it. A fifth of a millisecond on a 19x19 board.
    pub fn predict(
        &self,
        board: &Board,
        color: Color,
        last: Option<Point>,
        own: Option<Point>,
    ) -> Vec<Prediction> {
        self.predict_by(Sight::All, board, color, last, own)
    }

    /// The same by what `sight` sees.
    pub fn predict_by(
        &self,
        sight: Sight,
        board: &Board,
        color: Color,
        last: Option<Point>,
        own: Option<Point>,
    ) -> Vec<Prediction> {
        let grid = Grid::by(sight, board, color, last);
        let mut features = Features::new(sight, board, color, last, own);
        let points: Vec<Point> = candidates(board, color).collect();
        let mut predictions: Vec<Prediction> = Vec::with_capacity(points.len());
        for point in points {
            let own = features.at(point);
            let mut logit: f32 = own
                .iter()
                .map(|&feature| self.weights[usize::from(feature)])
                .sum();
            let mut shape = None;
            // Larger neighbourhoods of one that has no weight have none either.
            for known in grid.shapes(point).map_while(|hash| self.shapes.get(&hash)) {
                logit += known.0;
                shape = Some(known.1);
            }
            for known in grid.replies(point).map_while(|hash| self.shapes.get(&hash)) {
                logit += known.0;
            }
            predictions.push(Prediction {
                point,
                probability: logit,
                shape,
            });
        }
        softmax(&mut predictions, |prediction| &mut prediction.probability);
        predictions
    }
}

#[cfg(test)]
mod tests;
