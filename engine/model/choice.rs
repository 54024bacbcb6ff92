// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves among which the model chooses.

use katachi_rules::{Board, Color, Point};

/// The moves among which the model chooses: legal ones that fill no own eye.
pub(super) fn candidates(board: &Board, color: Color) -> impl Iterator<Item = Point> + '_ {
    board
        .size()
        .points()
        .filter(move |&p| board.is_empty(p) && board.is_legal(color, p) && !board.is_eye(color, p))
}
