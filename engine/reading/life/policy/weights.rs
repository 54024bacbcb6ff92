// SPDX-License-Identifier: MIT OR Apache-2.0

//! The policy of the life-and-death search: a log-linear model of the moves that win, with weights of the 3x3 shape
//! around a move and of its features.
//!
//! The sum of a move's weights is its logit: the probability of winning moves is a softmax over all moves (R. Coulom,
//! "Computing Elo Ratings of Move Patterns in the Game of Go", 2007). The weights are in `patterns/reading/policy.txt`,
//! fitted to positions that searches about groups of game records decided (`train`).
//!
//! Wins elsewhere in the search (`history`) are among the features. The order of the policy also gives the priors of
//! the playout tree and chooses the moves of its playouts.

use std::sync::LazyLock;

use thiserror::Error;

use super::shape::{SHAPES, pack, read_picture, symmetric};
use super::templates::{FEATURES, Features, TEMPLATES, feature};
use crate::local::Role;

/// The names of the sides in the file, the attacker first.
pub(crate) const SIDES: [&str; 2] = ["attacker", "owner"];

/// Weights in hundredths, for the attacker and for the owner.
#[derive(Clone, Debug)]
pub struct LifePolicy {
    features: [[i16; FEATURES]; 2],
    shapes: [Vec<i16>; 2],
}

/// A line of a text of weights that is none.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line} is none of `SIDE FEATURE VALUE WEIGHT`, `SIDE shape PICTURE COUNT WEIGHT`: {text}")]
pub struct LifePolicyError {
    /// Counted from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

static BUILT_IN: LazyLock<LifePolicy> = LazyLock::new(|| {
    LifePolicy::parse(include_str!("../../../../patterns/reading/policy.txt"))
        .expect("a test reads the weights")
});

impl LifePolicy {
    /// The weights that come with the program; read at the first call.
    pub(crate) fn built_in() -> &'static LazyLock<Self> {
        &BUILT_IN
    }

    /// Reads weights: `#` begins a comment.
    ///
    /// # Errors
    /// If a line is not one of weights; the first such line.
    pub fn parse(text: &str) -> Result<Self, LifePolicyError> {
        let mut policy = Self {
            features: [[0; FEATURES]; 2],
            shapes: [vec![0; SHAPES], vec![0; SHAPES]],
        };
        for (index, line) in text.lines().enumerate() {
            let parts: Vec<&str> = line.split_whitespace().collect();
            let is_comment = parts.first().is_none_or(|first| first.starts_with('#'));
            if !is_comment && policy.read(&parts).is_none() {
                return Err(LifePolicyError {
                    line: index + 1,
                    text: line.to_owned(),
                });
            }
        }
        Ok(policy)
    }

    fn read(&mut self, parts: &[&str]) -> Option<()> {
        let side = SIDES.iter().position(|name| Some(name) == parts.first())?;
        let weight = parts.last()?.parse::<f32>().ok()?;
        let weight = (100.0 * weight).round() as i16;
        match parts[1..] {
            ["shape", picture, _, _] => {
                for shape in symmetric(read_picture(picture, Role::BOTH[side])?) {
                    self.shapes[side][usize::from(pack(shape))] = weight;
                }
            }
            [template, value, _] => {
                let template = TEMPLATES.iter().position(|known| known.0 == template)?;
                let value: u32 = value
                    .parse()
                    .ok()
                    .filter(|&n| n < u32::from(TEMPLATES[template].1))?;
                self.features[side][usize::from(feature(template, value))] = weight;
            }
            _ => return None,
        }
        Some(())
    }

    /// The sum of the weights of a move by its features and the shape around it, in hundredths.
    pub(crate) fn sum(&self, to_move: Role, features: &Features, shape: u16) -> i32 {
        let side = to_move as usize;
        let weights = &self.features[side];
        let sum: i32 = features.iter().map(|&w| i32::from(weights[usize::from(w)])).sum();
        sum + i32::from(self.shapes[side][usize::from(shape)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_weights_can_be_read_and_have_both_sides() {
        let policy = LifePolicy::built_in();
        for side in 0..2 {
            assert!(policy.features[side].iter().filter(|&&w| w != 0).count() > FEATURES / 2);
            assert!(policy.shapes[side].iter().any(|&w| w != 0));
        }
    }

    #[test]
    fn a_shape_weighs_the_same_in_all_positions() {
        let policy = LifePolicy::parse("attacker shape .X./O*O/### 200 1.25").unwrap();
        let weighed = policy.shapes[0].iter().filter(|&&w| w == 125).count();
        assert_eq!(weighed, 4, "it is its own mirror image");
        assert!(policy.shapes[1].iter().all(|&w| w == 0));
    }

    #[test]
    fn a_line_that_is_no_weight_is_refused_with_its_number() {
        for line in [
            "owner place 99 1",
            "owner shape X*X 1 1",
            "nobody place 1 1",
            "owner shape ..././... 3 1",
            "owner place 1 much",
        ] {
            let error = LifePolicy::parse(&format!("# weights\n{line}")).unwrap_err();
            assert_eq!((error.line, error.text.as_str()), (2, line));
        }
    }
}
