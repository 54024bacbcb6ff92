// SPDX-License-Identifier: MIT OR Apache-2.0

//! Patterns with names, which are fitted together with the features of the model.

use katachi_rules::Point;

use crate::train::log_linear::Example;

/// What a pattern adds to the logit of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::train) struct FittedPattern {
    /// On all boards, in nats.
    pub(in crate::train) weight: f32,
    /// Added to it on each class of boards.
    pub(in crate::train) differences: [f32; 3],
    /// Number of moves at which it matched.
    pub(in crate::train) held: u32,
    /// How many of them were made, or the judge's shares of them.
    pub(in crate::train) played: u32,
}

/// Counts of a pattern in the examples that were learned from.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PatternCounts {
    pub(super) held: u32,
    pub(super) played: f64,
}

/// The features of one move.
pub(super) fn of_move(features: &[(Point, u32)], point: Point) -> impl Iterator<Item = u32> + '_ {
    let start = features.partition_point(|feature| feature.0 < point);
    let of_point = features[start..]
        .iter()
        .take_while(move |feature| feature.0 == point);
    of_point.map(|feature| feature.1)
}

/// Counts the patterns of an example. They are the last features of each candidate, from number `first` on.
pub(super) fn count(counts: &mut [PatternCounts], example: &Example, first: u32) {
    for (features, share) in example.candidates().zip(example.targets()) {
        for &number in features.iter().rev().take_while(|&&number| number >= first) {
            let counts = &mut counts[(number - first) as usize];
            counts.held += 1;
            counts.played += f64::from(share);
        }
    }
}
