// SPDX-License-Identifier: MIT OR Apache-2.0

//! The weights of shapes and features: text, and tables for playouts.

use std::sync::{Arc, LazyLock};

use katachi_rules::{Around, BoardSize, Color};

use super::feature::Feature;
use super::shape::{SHAPES, Shapes};
use crate::learn::{self, Line, WeightError};

/// Weights of the policy: natural logarithms of the factors by which moves are more probable. They are numbered:
/// shapes of moves beside or diagonal to the last one, shapes of moves elsewhere, then features.
#[derive(Clone, Debug)]
pub(super) struct Weights(pub(super) Vec<f32>);

/// Name of the model in files of weights.
const NAME: &str = "playouts";

/// Explains the names of weights in files.
const NAMES: &str = "\
NAME WEIGHT: a feature of an answer to the last move.
shape=PICTURE WEIGHT: the points around a move beside or diagonal to the last one.
elsewhere=PICTURE WEIGHT: the points around another move.
";

/// Weights of shapes that are nearer to 0 are not written.
const MIN_WEIGHT: f32 = 0.005;

/// Number of the weight of a shape beside or diagonal to the last move.
pub(super) fn near(shape: usize) -> usize {
    shape
}

/// Number of the weight of a shape elsewhere.
pub(super) fn elsewhere(shape: usize) -> usize {
    SHAPES.count() + shape
}

/// Number of the weight of a feature.
pub(super) fn feature(feature: Feature) -> usize {
    2 * SHAPES.count() + feature as usize
}

impl Weights {
    /// All 0: each move as probable as any other.
    pub(super) fn zero() -> Self {
        Self(vec![0.0; 2 * SHAPES.count() + Feature::ALL.len()])
    }

    /// Reads a text of weights.
    ///
    /// # Errors
    /// The first line that cannot be used.
    pub(super) fn parse(text: &str) -> Result<Self, WeightError> {
        let mut weights = Self::zero();
        learn::parse(text, NAME, |line| {
            let number = match line.name.split_once('=') {
                Some(("shape", picture)) => near(SHAPES.read(picture)?),
                Some(("elsewhere", picture)) => elsewhere(SHAPES.read(picture)?),
                _ => feature(Feature::ALL.iter().find(|feature| feature.1 == line.name)?.0),
            };
            weights.0[number] = line.weight;
            Some(())
        })?;
        Ok(weights)
    }

    /// As text that [`Weights::parse`] reads. `origin` says what the weights were fitted to.
    pub(super) fn to_text(&self, origin: &str) -> String {
        let features = Feature::ALL
            .iter()
            .map(|&(it, name)| (name.to_owned(), self.0[feature(it)]));
        let shapes = |name: &'static str, numbers: fn(usize) -> usize| {
            let all = (0..SHAPES.count()).map(move |shape| (shape, self.0[numbers(shape)]));
            all.filter(|&(_, weight)| weight.abs() >= MIN_WEIGHT)
                .map(move |(shape, weight)| (format!("{name}={}", SHAPES.picture(shape)), weight))
        };
        let all = features
            .chain(shapes("shape", near))
            .chain(shapes("elsewhere", elsewhere));
        let lines = all.map(|(name, weight)| Line {
            name,
            weight,
            count: None,
        });
        learn::write(NAME, &format!("{origin}\n{NAMES}"), lines)
    }

    fn shapes(&self, numbers: fn(usize) -> usize) -> &[f32] {
        &self.0[numbers(0)..][..SHAPES.count()]
    }
}

/// Points elsewhere are drawn at most this number of times before the next legal one is taken.
pub(super) const DRAWS: u32 = 16;
/// No answer has more units, so that sums fit 32 bits.
pub(super) const MAX_UNITS: f32 = 4e7;
/// Units of a move of weight 0.
pub(super) const UNIT: f32 = 256.0;
/// A move elsewhere with this factor or more is always played when it is drawn.
pub(super) const MAX_ELSEWHERE: f32 = 4.0;

/// Weights ready for playouts.
#[derive(Debug)]
pub(super) struct Tables {
    shapes: &'static Shapes,
    /// Units of moves beside and diagonal to the last one, by their shape.
    beside: Vec<f32>,
    diagonal: Vec<f32>,
    /// What the shape of a move elsewhere multiplies its units by.
    pub(super) elsewhere: Vec<f32>,
    /// The same as the probability that a point with the shape is played when it is drawn, in units of 2^-16.
    accepted: Vec<u16>,
    /// What each feature multiplies the units by.
    pub(super) factors: [f32; Feature::ALL.len()],
    /// The weights that the tables are made from.
    pub(super) weights: Weights,
}

impl Tables {
    pub(super) fn new(weights: Weights) -> Self {
        let factors = Feature::ALL.map(|(it, _)| weights.0[feature(it)].exp());
        let units = |feature: Feature| {
            let of = |weight: &f32| UNIT * weight.exp() * factors[feature as usize];
            weights.shapes(near).iter().map(of).collect()
        };
        let elsewhere: Vec<f32> = weights.shapes(elsewhere).iter().map(|w| w.exp()).collect();
        let accepted = elsewhere
            .iter()
            .map(|factor| (65535.0 * factor / MAX_ELSEWHERE).min(65535.0) as u16)
            .collect();
        Self {
            shapes: &SHAPES,
            elsewhere,
            accepted,
            beside: units(Feature::Beside),
            diagonal: units(Feature::Diagonal),
            factors,
            weights,
        }
    }

    /// The units of a move near the last one, before other features.
    #[inline]
    pub(super) fn near(&self, around: Around, color: Color, feature: Feature) -> f32 {
        let by_shape = match feature {
            Feature::Beside => &self.beside,
            Feature::Diagonal => &self.diagonal,
            _ => return self.elsewhere(around, color, feature),
        };
        by_shape[self.shapes.get(around, color)]
    }

    /// The units of a move that is neither beside nor diagonal to the last one, with a feature.
    #[inline]
    pub(super) fn elsewhere(&self, around: Around, color: Color, feature: Feature) -> f32 {
        UNIT * self.elsewhere[self.shapes.get(around, color)] * self.factors[feature as usize]
    }

    /// Is a point that was drawn at random to be played, by a random number?
    #[inline]
    pub(super) fn accepts(&self, around: Around, color: Color, random: u16) -> bool {
        random < self.accepted[self.shapes.get(around, color)]
    }
}

/// Boards with no side longer than this have the weights of 9x9; larger ones those of 19x19.
const SMALL_SIDE: u8 = 11;

/// Is the board one of those with the weights, and the constants of the search, of 9x9?
pub(crate) fn is_small(size: BoardSize) -> bool {
    size.width().max(size.height()) <= SMALL_SIDE
}

/// Weights of the learned policy, for each class of boards. Cheap to clone.
#[derive(Clone, Debug)]
pub struct PlayoutWeights {
    small: Arc<Tables>,
    large: Arc<Tables>,
}

static BUILT_IN: LazyLock<PlayoutWeights> = LazyLock::new(|| {
    let tables = |text| {
        Arc::new(Tables::new(
            Weights::parse(text).expect("a test reads the built-in weights"),
        ))
    };
    PlayoutWeights {
        small: tables(include_str!("../../../patterns/playouts-small.txt")),
        large: tables(include_str!("../../../patterns/playouts.txt")),
    }
});

impl Default for PlayoutWeights {
    /// The weights that come with the program.
    fn default() -> Self {
        BUILT_IN.clone()
    }
}

impl PlayoutWeights {
    /// The weights that come with the program, read at the first use.
    pub fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    /// Reads weights for boards of all sizes.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn parse(text: &str) -> Result<Self, WeightError> {
        let tables = Arc::new(Tables::new(Weights::parse(text)?));
        Ok(Self {
            small: Arc::clone(&tables),
            large: tables,
        })
    }

    /// The tables for a board.
    pub(super) fn tables(&self, size: BoardSize) -> &Arc<Tables> {
        if is_small(size) { &self.small } else { &self.large }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_being_written_and_the_built_in_ones_are_read() {
        let mut weights = Weights::zero();
        weights.0[feature(Feature::Knight)] = -1.25;
        weights.0[near(7)] = 0.5;
        weights.0[elsewhere(8)] = 0.25;
        let again = Weights::parse(&weights.to_text("Fitted to a test.")).unwrap();
        assert_eq!(again.0, weights.0);
        for side in [9, 19] {
            let tables = PlayoutWeights::built_in().tables(BoardSize::square(side));
            assert!(tables.beside.iter().any(|&units| units > UNIT));
        }
    }

    #[test]
    fn a_feature_that_the_policy_does_not_have_is_named() {
        let error = Weights::parse("weights playouts\nbeside 1\nabove 2\n").unwrap_err();
        assert_eq!(error.to_string(), "line 3: there is no such feature: above 2");
    }
}
