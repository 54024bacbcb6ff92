// SPDX-License-Identifier: MIT OR Apache-2.0

//! The kinds of points of eye spaces, with their names.

use katachi_engine::analysis::eye::{Diagonals, EyeSpace, Eyes};
use katachi_rules::{Board, Color, Point};

crate::worded! {
    /// The kind of a point of an eye space.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum EyeKind {
        /// An ordinary point.
        Proper = "proper",
        /// A point at the border with open space.
        Marginal = "marginal",
        /// A half eye.
        Half = "a half eye",
        /// A false eye.
        False = "a false eye",
        /// A vital point: a move there decides the number of eyes.
        Vital = "vital",
    }
}

pub(crate) fn is_shown(space: &EyeSpace) -> bool {
    space.max > 0 && space.is_certain()
}

/// Returns the owner of the eye space of an empty point and the kind of the point. `None` for stones and for
/// points of large or worthless spaces.
pub fn shown_kind(eyes: &Eyes, board: &Board, point: Point) -> Option<(Color, EyeKind)> {
    let space = eyes.around(point).filter(|space| is_shown(space))?;
    board
        .is_empty(point)
        .then(|| (space.color, eye_kind(space, point)))
}

pub(crate) fn eye_kind(space: &EyeSpace, point: Point) -> EyeKind {
    let diagonals = space.diagonals.iter().find(|d| d.point == point);
    if space.attack.contains(&point) || space.defense.contains(&point) {
        EyeKind::Vital
    } else if diagonals.is_some_and(Diagonals::is_false) {
        EyeKind::False
    } else if diagonals.is_some_and(Diagonals::is_half) {
        EyeKind::Half
    } else if space.margins.contains(point) {
        EyeKind::Marginal
    } else {
        EyeKind::Proper
    }
}
