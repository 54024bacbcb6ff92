// SPDX-License-Identifier: MIT OR Apache-2.0

//! The weights of shapes and features: text, and tables for playouts.

use std::sync::{Arc, LazyLock};

use katachi_rules::{Around, BoardSize, Color, PlayoutBoard, Point};

use super::feature::Feature;
use super::named::NamedAnswers;
use super::shape::{SHAPES, Shapes};
use crate::learn::{self, BoardClass, WeightError};
use crate::patterns::Patterns;

const NAME: &str = "playouts";

/// Number of the weight of a shape beside or diagonal to the last move.
pub(super) fn near(shape: usize) -> usize {
    Feature::ALL.len() + shape
}

/// Number of the weight of a shape elsewhere.
pub(super) fn elsewhere(shape: usize) -> usize {
    Feature::ALL.len() + SHAPES.count() + shape
}

pub(super) fn feature(feature: Feature) -> usize {
    feature as usize
}

/// Number of the weight of a pattern of class `P`.
pub(super) fn named(answer: usize) -> usize {
    Feature::ALL.len() + 2 * SHAPES.count() + answer
}

/// Reads weights of the policy: natural logarithms of the factors by which moves are more probable, by
/// number: features, shapes of moves beside or diagonal to the last one, then shapes of moves elsewhere.
/// Those that a text leaves out are 0.
fn parse(text: &str) -> Result<Vec<f32>, WeightError> {
    let mut weights = vec![0.0; 2 * SHAPES.count() + Feature::ALL.len()];
    learn::parse(text, NAME, |line| {
        let number = match line.name.split_once('=') {
            Some(("shape", picture)) => near(SHAPES.read(picture)?),
            Some(("elsewhere", picture)) => elsewhere(SHAPES.read(picture)?),
            _ => feature(Feature::ALL.iter().find(|feature| feature.1 == line.name)?.0),
        };
        weights[number] = line.weight;
        Some(())
    })?;
    Ok(weights)
}

/// Maximum number of draws of a point elsewhere; then the first acceptable one is taken.
pub const DRAWS: u32 = 16;
/// Maximum weight of an answer, so that sums fit 32 bits.
pub const MAX_WEIGHT: f32 = 4e7;
/// Weight of a move whose logit is 0.
pub const NEUTRAL_WEIGHT: f32 = 256.0;
/// Factor from which on a move elsewhere is always played when it is drawn.
pub const MAX_ELSEWHERE: f32 = 4.0;

/// Weights ready for playouts.
#[derive(Debug)]
pub(super) struct Tables {
    shapes: &'static Shapes,
    /// Weights of moves beside and diagonal to the last one, by their shape.
    beside: Vec<f32>,
    diagonal: Vec<f32>,
    /// Factors of moves elsewhere, by their shape.
    elsewhere: Vec<f32>,
    /// Probability that a point with the shape is played when it is drawn, times 2^16.
    accepted: Vec<u16>,
    pub(super) factors: [f32; Feature::ALL.len()],
    weights: Vec<f32>,
}

impl Tables {
    pub(super) fn new(weights: Vec<f32>) -> Self {
        let factors = Feature::ALL.map(|(it, ..)| weights[feature(it)].exp());
        let of_shapes = |first: usize| &weights[first..][..SHAPES.count()];
        let by_shape = |feature: Feature| {
            let weight = |logit: &f32| NEUTRAL_WEIGHT * logit.exp() * factors[feature as usize];
            of_shapes(near(0)).iter().map(weight).collect()
        };
        let elsewhere: Vec<f32> = of_shapes(elsewhere(0)).iter().map(|w| w.exp()).collect();
        let accepted = |factor: &f32| (65535.0 * factor / MAX_ELSEWHERE).min(65535.0) as u16;
        let accepted = elsewhere.iter().map(accepted).collect();
        Self {
            shapes: &SHAPES,
            elsewhere,
            accepted,
            beside: by_shape(Feature::Beside),
            diagonal: by_shape(Feature::Diagonal),
            factors,
            weights,
        }
    }

    /// Weight of a move near the last one, without other features.
    #[inline]
    pub(super) fn near(&self, around: Around, color: Color, feature: Feature) -> f32 {
        let by_shape = match feature {
            Feature::Beside => &self.beside,
            Feature::Diagonal => &self.diagonal,
            _ => return self.elsewhere(around, color) * self.factors[feature as usize],
        };
        by_shape[self.shapes.get(around, color)]
    }

    /// Weight of a move that is neither beside nor diagonal to the last one, without features.
    #[inline]
    pub(super) fn elsewhere(&self, around: Around, color: Color) -> f32 {
        NEUTRAL_WEIGHT * self.elsewhere[self.shapes.get(around, color)]
    }

    /// Returns whether a point that was drawn is to be played. A random number decides.
    #[inline]
    pub(super) fn accepts(&self, around: Around, color: Color, random: u16) -> bool {
        random < self.accepted[self.shapes.get(around, color)]
    }
}

/// Returns whether a board has the weights and the constants of the search of 9x9; larger boards have those
/// of 19x19.
pub(crate) fn is_small(size: BoardSize) -> bool {
    BoardClass::new(size) == BoardClass::Small
}

/// Weights of the learned policy, for each class of boards, and the patterns of class `P`. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PlayoutWeights {
    small: Arc<Tables>,
    large: Arc<Tables>,
    pub(super) named: Arc<NamedAnswers>,
}

static BUILT_IN: LazyLock<PlayoutWeights> = LazyLock::new(|| {
    let tables = |text| {
        Arc::new(Tables::new(
            parse(text).expect("a test reads the built-in weights"),
        ))
    };
    PlayoutWeights {
        small: tables(include_str!("../../../patterns/playouts-small.txt")),
        large: tables(include_str!("../../../patterns/playouts.txt")),
        named: Arc::new(NamedAnswers::new(Patterns::built_in())),
    }
});

impl Default for PlayoutWeights {
    fn default() -> Self {
        BUILT_IN.clone()
    }
}

impl PlayoutWeights {
    /// The built-in weights, read at the first use.
    pub fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    /// Reads weights for boards of all sizes, beside the built-in patterns.
    ///
    /// # Errors
    /// The first line that cannot be used.
    pub fn parse(text: &str) -> Result<Self, WeightError> {
        let tables = Arc::new(Tables::new(parse(text)?));
        Ok(Self {
            small: Arc::clone(&tables),
            large: tables,
            named: Arc::clone(&BUILT_IN.named),
        })
    }

    /// Replaces the patterns of class `P`.
    pub(crate) fn with_patterns(self, patterns: &Patterns) -> Self {
        Self {
            named: Arc::new(NamedAnswers::new(patterns)),
            ..self
        }
    }

    /// The weights for a board, by number: those of the text, then those of the patterns of class `P`.
    pub fn values(&self, size: BoardSize) -> Vec<f32> {
        let class = BoardClass::new(size) as usize;
        let named = self.named.answers.iter().map(|answer| answer.weights[class]);
        self.tables(size).weights.iter().copied().chain(named).collect()
    }

    /// The patterns of class `P` by their places in the database, in the order of their weights.
    pub fn named_patterns(&self) -> impl Iterator<Item = usize> {
        self.named.answers.iter().map(|answer| answer.pattern as usize)
    }

    /// Returns the answers to the last move that patterns of class `P` propose, with their places in the
    /// database.
    pub(crate) fn named_answers(&self, board: &PlayoutBoard, color: Color, last: Point) -> Vec<(Point, u32)> {
        let mut found = Vec::new();
        self.named.answers(board, color, last, |point, answer| {
            found.push((point, self.named.answers[answer].pattern));
        });
        found
    }

    pub(super) fn tables(&self, size: BoardSize) -> &Arc<Tables> {
        if is_small(size) { &self.small } else { &self.large }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_weights_are_read_by_their_names() {
        let text = "weights playouts\nknight -1.25\nshape=X../.*./... 0.5\n";
        let weights = parse(text).unwrap();
        let names = super::super::training::weight_names();
        assert_eq!(weights.len(), names.len());
        let by_name = |name: &str| weights[names.iter().position(|known| known == name).unwrap()];
        assert_eq!(by_name("knight"), -1.25);
        assert_eq!(weights.iter().sum::<f32>(), -0.75);
        for side in [9, 19] {
            let tables = PlayoutWeights::built_in().tables(BoardSize::square(side));
            assert!(tables.beside.iter().any(|&weight| weight > NEUTRAL_WEIGHT));
        }
    }

    #[test]
    fn a_feature_that_the_policy_does_not_have_is_named() {
        let error = parse("weights playouts\nbeside 1\nabove 2\n").unwrap_err();
        assert_eq!(error.to_string(), "line 3: there is no such feature: above 2");
    }
}
