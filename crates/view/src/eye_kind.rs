// SPDX-License-Identifier: MIT OR Apache-2.0

//! The kinds of points of eye spaces, with their names.

use katachi::analysis::eye::{Diagonals, EyeSpace, Eyes};
use katachi_rules::{Board, Color, Point};

/// The kind of a point of an eye space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EyeKind {
    /// A point of it like others.
    Proper,
    /// It is at the border with open space.
    Marginal,
    /// A half eye.
    Half,
    /// A false eye.
    False,
    /// A move there decides how many eyes there are.
    Vital,
}

impl EyeKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Proper, Self::Marginal, Self::Half, Self::False, Self::Vital];

    /// Its name, such as `marginal`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Proper => "proper",
            Self::Marginal => "marginal",
            Self::Half => "a half eye",
            Self::False => "a false eye",
            Self::Vital => "vital",
        }
    }
}

/// Is an eye space worth being shown?
pub(super) fn is_shown(space: &EyeSpace) -> bool {
    space.max > 0 && space.is_certain()
}

/// The owner of the eye space of an empty point and the point's kind there. None for stones, for the points of large spaces,
/// and of those that are worth nothing.
pub fn shown_kind(eyes: &Eyes, board: &Board, point: Point) -> Option<(Color, EyeKind)> {
    let space = eyes.around(point).filter(|space| is_shown(space))?;
    board
        .is_empty(point)
        .then(|| (space.color, eye_kind(space, point)))
}

/// The kind of a point in its eye space.
pub(super) fn eye_kind(space: &EyeSpace, point: Point) -> EyeKind {
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
