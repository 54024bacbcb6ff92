// SPDX-License-Identifier: MIT OR Apache-2.0

//! The weights of shapes and features: text, and tables for playouts.

use std::sync::{Arc, LazyLock};

use katachi_rules::{Around, BoardSize, Color};
use thiserror::Error;

use super::feature::Feature;
use super::shape::{SHAPES, Shapes};

/// Weights of a policy: natural logarithms of the factors by which moves are more probable.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// Of the shape of a move beside or diagonal to the last one.
    pub(super) shapes: Vec<f32>,
    /// Of the shape of a move elsewhere.
    pub(super) elsewhere: Vec<f32>,
    pub(super) features: [f32; Feature::ALL.len()],
}

/// A line of a text of weights that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line} is neither `FEATURE WEIGHT` nor `shape|elsewhere PICTURE WEIGHT`: {text}")]
pub struct WeightError {
    /// Counted from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

impl Weights {
    /// All 0: each move as probable as any other.
    pub(super) fn none() -> Self {
        Self {
            shapes: vec![0.0; SHAPES.count()],
            elsewhere: vec![0.0; SHAPES.count()],
            features: [0.0; Feature::ALL.len()],
        }
    }

    /// Reads a text; a line that begins with `#` is a comment.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub(super) fn parse(text: &str) -> Result<Self, WeightError> {
        let mut weights = Self::none();
        for (index, line) in text.lines().enumerate() {
            let is_read = line.starts_with('#') || line.trim().is_empty() || weights.read(line).is_some();
            if !is_read {
                return Err(WeightError {
                    line: index + 1,
                    text: line.to_owned(),
                });
            }
        }
        Ok(weights)
    }

    /// A weight by its number: shapes near the last move, shapes elsewhere, features.
    pub(super) fn numbered(&mut self, number: usize) -> &mut f32 {
        let shapes = SHAPES.count();
        match number {
            n if n < shapes => &mut self.shapes[n],
            n if n < 2 * shapes => &mut self.elsewhere[n - shapes],
            n => &mut self.features[n - 2 * shapes],
        }
    }

    fn read(&mut self, line: &str) -> Option<()> {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let weight: f32 = parts.last()?.parse().ok().filter(|w: &f32| w.is_finite())?;
        match *parts {
            ["shape", picture, _] => self.shapes[SHAPES.read(picture)?] = weight,
            ["elsewhere", picture, _] => self.elsewhere[SHAPES.read(picture)?] = weight,
            [name, _] => {
                let place = Feature::ALL.iter().position(|feature| feature.1 == name)?;
                self.features[place] = weight;
            }
            _ => return None,
        }
        Some(())
    }

    /// As text that [`Weights::parse`] reads, features first.
    pub(super) fn to_text(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for ((_, name), weight) in Feature::ALL.iter().zip(self.features) {
            lines.push(format!("{name} {weight:.2}"));
        }
        for (name, weights) in [("shape", &self.shapes), ("elsewhere", &self.elsewhere)] {
            for (number, weight) in weights.iter().enumerate().filter(|w| w.1.abs() >= 0.005) {
                lines.push(format!("{name} {} {weight:.2}", SHAPES.picture(number)));
            }
        }
        lines.join("\n") + "\n"
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
    elsewhere: Vec<f32>,
    /// The same as the probability that a point with the shape is played when it is drawn, in units of 2^-16.
    accepted: Vec<u16>,
    /// What each feature multiplies the units by.
    pub(super) factors: [f32; Feature::ALL.len()],
    /// The weights that the tables are made from.
    pub(super) weights: Weights,
}

impl Tables {
    pub(super) fn new(weights: Weights) -> Self {
        let factors = weights.features.map(f32::exp);
        let units = |feature: Feature| {
            let of = |weight: &f32| UNIT * weight.exp() * factors[feature as usize];
            weights.shapes.iter().map(of).collect()
        };
        let elsewhere: Vec<f32> = weights.elsewhere.iter().map(|w| w.exp()).collect();
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
        let mut weights = Weights::none();
        weights.features[3] = -1.25;
        weights.shapes[7] = 0.5;
        let again = Weights::parse(&weights.to_text()).unwrap();
        assert_eq!((again.features, again.shapes), (weights.features, weights.shapes));
        for side in [9, 19] {
            let tables = PlayoutWeights::built_in().tables(BoardSize::square(side));
            assert!(tables.beside.iter().any(|&units| units > UNIT));
        }
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        let error = Weights::parse("# weights\nbeside 1\nabove 2\n").unwrap_err();
        assert_eq!((error.line, error.text.as_str()), (3, "above 2"));
    }
}
