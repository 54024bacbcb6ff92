//! The weights of shapes and features: text, and tables for playouts.

use std::sync::{Arc, LazyLock};

use katachi_rules::{Around, Color};
use thiserror::Error;

use super::feature::Feature;
use super::shape::{SHAPES, STATES, seen_by};

/// Weights of a policy, as natural logarithms of factors.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// Of the shape of any move.
    pub(super) shapes: Vec<f32>,
    /// More for a move beside or diagonal to the last one.
    pub(super) answers: Vec<f32>,
    pub(super) features: [f32; Feature::ALL.len()],
}

/// A line of a text of weights that cannot be read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "line {line} is neither `FEATURE WEIGHT` nor `shape PICTURE WEIGHT` nor `answer PICTURE WEIGHT`: {text}"
)]
pub struct WeightError {
    /// Counted from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

impl Weights {
    /// All 0: each move as probable as any other.
    pub(super) fn none() -> Self {
        Self {
            shapes: vec![0.0; SHAPES.count()],
            answers: vec![0.0; SHAPES.count()],
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

    fn read(&mut self, line: &str) -> Option<()> {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let weight: f32 = parts.last()?.parse().ok().filter(|w: &f32| w.is_finite())?;
        match *parts {
            ["shape", picture, _] => self.shapes[SHAPES.read(picture)?] = weight,
            ["answer", picture, _] => self.answers[SHAPES.read(picture)?] = weight,
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
        for (kind, weights) in [("shape", &self.shapes), ("answer", &self.answers)] {
            for (number, weight) in weights.iter().enumerate().filter(|w| w.1.abs() >= 0.005) {
                lines.push(format!("{kind} {} {weight:.2}", SHAPES.picture(number)));
            }
        }
        lines.join("\n") + "\n"
    }
}

/// A shape of weight 0 has so many units.
const UNIT: f32 = 256.0;
/// No shape has more units, so that the sum over a board fits 32 bits.
const MOST: f32 = 1_000_000.0;

/// Weights ready for playouts: units of every state of the points around a move, 0 in own eyes.
#[derive(Debug)]
pub(super) struct Tables {
    /// By side to move and state.
    pub(super) units: [Vec<u32>; 2],
    /// Factors of answers beside the last move, the same.
    pub(super) answers: [Vec<f32>; 2],
    pub(super) features: [f32; Feature::ALL.len()],
}

impl Tables {
    pub(super) fn new(weights: &Weights) -> Self {
        let units = |color: Color| {
            let of = |state: u16| {
                let around = Around::from_bits(state);
                let shape = SHAPES.get(around, color);
                match shape {
                    Some(shape) if !around.is_eye(color) => {
                        (UNIT * weights.shapes[shape].exp()).clamp(1.0, MOST) as u32
                    }
                    _ => 0,
                }
            };
            (0..STATES).map(|state| of(state as u16)).collect()
        };
        let answers = |color: Color| {
            let of = |state: u16| {
                let shape = SHAPES.get(Around::from_bits(seen_by(state, color)), Color::Black);
                shape.map_or(1.0, |shape| weights.answers[shape].exp())
            };
            (0..STATES).map(|state| of(state as u16)).collect()
        };
        Self {
            units: Color::BOTH.map(units),
            answers: Color::BOTH.map(answers),
            features: weights.features.map(f32::exp),
        }
    }

    /// Those that come with the program, made when they are first asked for.
    pub(super) fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Tables>> = LazyLock::new(|| {
            let text = include_str!("../../../patterns/playouts.txt");
            let weights = Weights::parse(text).expect("a test reads the built-in weights");
            Arc::new(Tables::new(&weights))
        });
        BUILT_IN.clone()
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
        weights.answers[9] = 2.0;
        let again = Weights::parse(&weights.to_text()).unwrap();
        assert_eq!(
            (again.features, again.shapes, again.answers),
            (weights.features, weights.shapes, weights.answers)
        );
        assert!(Tables::built_in().units[0].iter().any(|&units| units > 256));
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        let error = Weights::parse("# weights\nbeside 1\nabove 2\n").unwrap_err();
        assert_eq!((error.line, error.text.as_str()), (3, "above 2"));
    }
}
