// SPDX-License-Identifier: MIT OR Apache-2.0

//! The learned policy as those see it who fit its weights: moves with the numbers of their weights.

use katachi_rules::{Color, PlayoutBoard, Point};

use super::feature::{self, Feature};
use super::shape::SHAPES;
use super::weights::{self, PlayoutWeights};
pub use super::weights::{DRAWS, MAX_ELSEWHERE, MAX_WEIGHT, NEUTRAL_WEIGHT};

/// The names of all weights in files of weights, by number: features, shapes beside or diagonal to the last
/// move, shapes elsewhere. Those of patterns of class `P` follow, in the order of the database.
pub fn weight_names() -> Vec<String> {
    let features = Feature::ALL.iter().map(|feature| feature.1.to_owned());
    let shapes = |kind| (0..SHAPES.count()).map(move |shape| format!("{kind}={}", SHAPES.picture(shape)));
    let shapes = shapes("shape").chain(shapes("elsewhere"));
    features.chain(shapes).collect()
}

/// Number of the weight of the shape around a move that is beside or diagonal to the last one, or elsewhere.
pub fn shape(board: &PlayoutBoard, color: Color, point: Point, is_near: bool) -> usize {
    let shape = SHAPES.get(board.around(point), color);
    match is_near {
        true => weights::near(shape),
        false => weights::elsewhere(shape),
    }
}

/// Returns whether a weight says that a move is beside or diagonal to the last one.
pub fn is_near(weight: usize) -> bool {
    [Feature::Beside, Feature::Diagonal]
        .map(weights::feature)
        .contains(&weight)
}

/// Returns whether a weight is that of a pattern of class `P`.
pub fn is_of_pattern(weight: usize) -> bool {
    weight >= weights::named(0)
}

/// Hands the answers to the last move to `see`, each with the number of the weight of a feature or of a
/// pattern of class `P`. A point may come several times.
pub fn answers(
    weights: &PlayoutWeights,
    board: &PlayoutBoard,
    color: Color,
    last: Point,
    mut see: impl FnMut(Point, usize),
) {
    let mut seen = |point, seen| see(point, weights::feature(seen));
    feature::near(board, last, |point, near, _| seen(point, near));
    feature::tactics(board, color, last, &mut seen);
    let named = &weights.named;
    named.answers(board, color, last, |point, answer| {
        see(point, weights::named(answer))
    });
}

/// Hands tactical moves anywhere that do not answer the last move to `see`, in the same way. O(board).
pub fn left_open(board: &PlayoutBoard, color: Color, last: Option<Point>, mut see: impl FnMut(Point, usize)) {
    feature::left_open(board, color, last, |point, seen| {
        see(point, weights::feature(seen))
    });
}
