// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pairs of named features that are worth more, or less, together than each alone.
//!
//! A named feature, which is a pattern or a feature that is no neighbourhood, has a vector of a few numbers.
//! A pair of them at one move adds the product of their vectors to its logit (S. Rendle, "Factorization
//! machines", 2010; for moves: M. Wistuba, L. Schmidt-Thieme, "Move prediction in Go: modelling feature
//! interactions using latent factors", 2013). All pairs together take as long as the features alone: their
//! sum is half of the square of the sum of the vectors, less the sum of their squares.
//!
//! The vectors are in `patterns/factors.txt`; `katachi-lab train factors` fits them to what the weights
//! leave.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{FEATURES, feature_names};
use crate::learn::{self, WeightError};

/// Numbers of a vector.
pub const RANK: usize = 6;

/// The vector of a feature.
pub type Factor = [f32; RANK];

/// The vectors of all named features.
#[derive(Clone, Debug)]
pub(crate) struct Factors {
    /// Those of the features that are no neighbourhoods, by their numbers.
    of_features: Vec<Factor>,
    /// Those of patterns.
    of_patterns: FxHashMap<String, Factor>,
}

static BUILT_IN: LazyLock<Factors> = LazyLock::new(|| {
    Factors::parse(include_str!("../../patterns/factors.txt")).expect("a test reads the built-in factors")
});

/// The name of the model in the first line of its text.
pub const NAME: &str = "factors";

impl Factors {
    /// The built-in vectors, read at the first use.
    pub(crate) fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// Reads a text. Numbers that it does not have are 0.
    fn parse(text: &str) -> Result<Self, WeightError> {
        let numbers: FxHashMap<String, usize> = feature_names().zip(0..).collect();
        let mut factors = Self {
            of_features: vec![[0.0; RANK]; FEATURES],
            of_patterns: FxHashMap::default(),
        };
        learn::parse(text, NAME, |line| {
            let (name, place) = line.name.rsplit_once(':')?;
            let place: usize = place.parse().ok().filter(|&place| place < RANK)?;
            let factor = match numbers.get(name) {
                Some(&number) => &mut factors.of_features[number],
                None => factors.of_patterns.entry(name.to_owned()).or_default(),
            };
            factor[place] = line.weight;
            Some(())
        })?;
        Ok(factors)
    }

    /// Returns the vector of a feature, by its number.
    #[inline]
    pub(crate) fn of_feature(&self, feature: u16) -> Factor {
        self.of_features[usize::from(feature)]
    }

    /// Returns the vector of a pattern; zero for one that it does not know.
    pub(crate) fn of_pattern(&self, name: &str) -> Factor {
        self.of_patterns.get(name).copied().unwrap_or_default()
    }
}

/// Returns what a pair of features with these vectors adds, in nats.
pub(crate) fn product(one: &Factor, other: &Factor) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// The vectors of the named features of a move, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Together {
    sum: Factor,
    squares: f32,
}

impl Together {
    /// Adds the vector of a feature.
    #[inline]
    pub fn add(&mut self, factor: &Factor) {
        for (sum, number) in self.sum.iter_mut().zip(factor) {
            *sum += number;
            self.squares += number * number;
        }
    }

    /// Returns what all pairs add to the logit of the move, in nats.
    #[inline]
    pub fn nats(&self) -> f32 {
        (product(&self.sum, &self.sum) - self.squares) / 2.0
    }

    /// Returns the slope of [`Self::nats`] along the vector of a feature of the move.
    pub fn slope(&self, factor: &Factor) -> Factor {
        std::array::from_fn(|i| self.sum[i] - factor[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pairs_add_the_products_of_their_vectors() {
        let factors: [Factor; 3] = [[0.5; RANK], [-0.25; RANK], [1.0; RANK]];
        let mut together = Together::default();
        factors.iter().for_each(|factor| together.add(factor));
        let [a, b, c] = &factors;
        let pairs = product(a, b) + product(a, c) + product(b, c);
        assert!((together.nats() - pairs).abs() < 1e-5, "{together:?}");
    }

    #[test]
    fn a_feature_without_a_partner_adds_nothing() {
        let mut together = Together::default();
        together.add(&[0.7; RANK]);
        assert!(together.nats().abs() < 1e-6);
    }

    #[test]
    fn the_built_in_vectors_are_of_features_and_of_patterns_that_there_are() {
        let factors = Factors::built_in();
        assert!(factors.of_features.iter().any(|factor| *factor != [0.0; RANK]));
        let database = &crate::knowledge::Knowledge::default().database().patterns.clone();
        let is_known = |name: &String| database.iter().any(|pattern| pattern.name == *name);
        let unknown: Vec<&String> = factors
            .of_patterns
            .keys()
            .filter(|name| !is_known(name))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
