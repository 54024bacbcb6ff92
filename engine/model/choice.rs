// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves among which the model chooses, and how probabilities follow from weights.

use katachi_rules::{Board, Color, Point};

/// Turns the logits of all moves into probabilities.
pub(super) fn softmax<T>(moves: &mut [T], value: impl Fn(&mut T) -> &mut f32) {
    let most = moves.iter_mut().map(|m| *value(m)).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for m in moves.iter_mut() {
        let value = value(m);
        *value = (*value - most).exp();
        sum += *value;
    }
    for m in moves {
        *value(m) /= sum;
    }
}

/// The moves among which the model chooses: legal ones that fill no own eye.
pub(super) fn candidates(board: &Board, color: Color) -> impl Iterator<Item = Point> + '_ {
    board
        .size()
        .points()
        .filter(move |&p| board.is_empty(p) && board.is_legal(color, p) && !board.is_eye(color, p))
}
