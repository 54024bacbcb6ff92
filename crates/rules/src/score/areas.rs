// SPDX-License-Identifier: MIT OR Apache-2.0

//! Owners of points, independently living areas, and area counting with given dead stones.
//!
//! A stone belongs to its side, an empty region to the only side it touches. A region that touches both sides
//! is *dame*. An *independent life region* is a maximal connected set of points of one owner (with at least
//! one stone) that touches no dame and has no string in atari. Everything else is treated as seki: KataGo's
//! rules recognise seki by its dame, as Japanese rules do, and the condition on atari finds groups that live
//! by ko. So all dame have to be filled before counting.

use std::borrow::Cow;

use crate::board::Board;
use crate::color::{ByColor, Color};
use crate::point::{Point, PointMap, PointSet};

/// The owners of the points of a position. No stone counts as dead.
///
/// ```
/// use katachi_rules::{Areas, Board, Color};
/// // The point in the middle is dame, so that neither side lives independently.
/// let board = Board::from_diagram(
///     ". X . O .
///      X X O O O",
/// );
/// let areas = Areas::new(&board);
/// assert_eq!(areas.owned[Color::White].len(), 5);
/// assert_eq!(areas.dame.len(), 1);
/// assert!(areas.independent[Color::White].is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Areas {
    /// Stones of each side, and empty regions that touch only these.
    pub owned: ByColor<PointSet>,
    /// Empty regions that touch both sides.
    pub dame: PointSet,
    /// The points of independent life regions.
    pub independent: ByColor<PointSet>,
    /// The number of independent life regions.
    pub regions: ByColor<u32>,
}

impl Areas {
    /// Finds the areas. O(points).
    pub fn new(board: &Board) -> Self {
        let mut areas = Self::basic(board);
        for color in Color::BOTH {
            let (mut independent, mut regions) = (PointSet::EMPTY, 0);
            areas.for_each_region(color, |region, beside_dame| {
                let in_atari = |&p: &Point| board.cell(p).is_stone() && board.liberties(p) == 1;
                if !beside_dame && !region.iter().any(in_atari) {
                    independent.extend(region.iter().copied());
                    regions += 1;
                }
            });
            areas.independent[color] = independent;
            areas.regions[color] = regions;
        }
        areas
    }

    /// Finds the owners, but no independent regions.
    pub(crate) fn basic(board: &Board) -> Self {
        let mut areas = Self::default();
        let mut done = PointSet::EMPTY;
        let mut region = Vec::new();
        for start in board.size().points() {
            match board.cell(start).color() {
                Some(color) => {
                    areas.owned[color].insert(start);
                }
                None if done.insert(start) => {
                    let mut touched = ByColor::from_fn(|_| false);
                    flood(start, &mut region, |n| {
                        if let Some(color) = board.cell(n).color() {
                            touched[color] = true;
                        }
                        board.is_empty(n) && done.insert(n)
                    });
                    match (touched.black, touched.white) {
                        (true, true) => areas.dame.extend(region.iter().copied()),
                        (true, false) => areas.owned.black.extend(region.iter().copied()),
                        (false, true) => areas.owned.white.extend(region.iter().copied()),
                        (false, false) => {}
                    }
                }
                None => {}
            }
        }
        areas
    }

    /// Calls `f` with each connected set of points of one owner, and whether it touches dame.
    pub(crate) fn for_each_region(&self, color: Color, mut f: impl FnMut(&[Point], bool)) {
        let owned = &self.owned[color];
        let mut done = PointSet::EMPTY;
        let mut region = Vec::new();
        for start in owned.iter() {
            if !done.insert(start) {
                continue;
            }
            let mut beside_dame = false;
            flood(start, &mut region, |n| {
                beside_dame |= self.dame.contains(n);
                owned.contains(n) && done.insert(n)
            });
            f(&region, beside_dame);
        }
    }

    /// Owner of a point.
    pub fn owner(&self, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.owned[color].contains(point))
    }

    /// Owner of the independent life region with this point.
    pub fn independent_owner(&self, point: Point) -> Option<Color> {
        let mut sides = Color::BOTH.into_iter();
        sides.find(|&color| self.independent[color].contains(point))
    }
}

/// Fills `region` with a point and those that join it, neighbour by neighbour.
fn flood(start: Point, region: &mut Vec<Point>, mut joins: impl FnMut(Point) -> bool) {
    region.clear();
    region.push(start);
    let mut next = 0;
    while let Some(point) = region.get(next).copied() {
        next += 1;
        region.extend(point.neighbours().into_iter().filter(|&n| joins(n)));
    }
}

/// Owner of each point by area, without the dead stones.
pub fn area_owner(board: &Board, dead: &PointSet) -> PointMap<Option<Color>> {
    let areas = Areas::basic(&without(board, dead));
    let mut owner = PointMap::filled(None);
    for point in board.size().points() {
        owner[point] = areas.owner(point);
    }
    owner
}

/// Number of points of Black, of White and of neither by area, without the dead stones.
pub fn area_score(board: &Board, dead: &PointSet) -> [usize; 3] {
    let owner = area_owner(board, dead);
    let owned = |of| board.size().points().filter(|&p| owner[p] == of).count();
    [Some(Color::Black), Some(Color::White), None].map(owned)
}

pub(super) fn without<'a>(board: &'a Board, dead: &PointSet) -> Cow<'a, Board> {
    let mut board = Cow::Borrowed(board);
    if !dead.is_empty() {
        board.to_mut().remove_stones(dead);
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_is_stones_and_what_they_alone_surround() {
        let board = Board::from_diagram(
            ". X O . .
             X X O O .
             . X O X .
             X X O O O
             . X . O .",
        );
        assert_eq!(area_score(&board, &PointSet::EMPTY), [11, 9, 5]);
        let dead = PointSet::from_iter(board.size().parse_vertex("D3"));
        assert_eq!(area_score(&board, &dead), [10, 14, 1]);
        assert_eq!(
            area_score(&Board::from_diagram(". . .\n. . ."), &PointSet::EMPTY),
            [0, 0, 6]
        );
    }
}
