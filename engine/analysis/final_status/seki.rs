// SPDX-License-Identifier: MIT OR Apache-2.0

//! Sekis in a position without dead stones.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use crate::analysis::worm::component;

/// A group with more points of its own lives by itself and not in seki; 2 to 4.
const SEKI_MOST_POINTS: usize = 3;

/// The stones in seki, and these stones with the points that they surround. `stays_empty` tells a liberty
/// that neither side wants to fill from a neutral point that somebody fills in the end.
pub(super) fn find(
    board: &Board,
    owner: &PointMap<Option<Color>>,
    stays_empty: impl Fn(Point) -> bool,
) -> (PointSet, PointSet) {
    let size = board.size();
    let (mut stones, mut points) = (PointSet::EMPTY, PointSet::EMPTY);
    let mut done = PointSet::EMPTY;
    for start in size.points() {
        let Some(color) = owner[start].filter(|_| !done.contains(start)) else {
            continue;
        };
        let group = component(board, start, |p| owner[p] == Some(color));
        done.extend_with(&group);
        let is_liberty = |p: Point| size.contains(p) && owner[p].is_none() && stays_empty(p);
        let has_liberty = group.iter().flat_map(Point::neighbours).any(is_liberty);
        let empty = group.iter().filter(|&p| board.is_empty(p)).count();
        if has_liberty && empty <= SEKI_MOST_POINTS {
            stones.extend(group.iter().filter(|&p| board.cell(p).is_stone()));
            points.extend_with(&group);
        }
    }
    (stones, points)
}
