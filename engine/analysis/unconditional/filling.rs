// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ways in which a side fills an area.

use katachi_rules::{Board, Color, Point, PointSet};

/// All selections of some points.
pub(super) fn subsets(points: &[Point]) -> impl Iterator<Item = PointSet> + '_ {
    (0u32..1 << points.len()).map(|chosen| {
        let is_chosen = |&i: &usize| chosen & 1 << i != 0;
        (0..points.len()).filter(is_chosen).map(|i| points[i]).collect()
    })
}

/// The position after a side has played on all empty points of the area but these. Points that it captures
/// stay empty.
pub(super) fn filled(board: &Board, color: Color, area: &PointSet, keep: &PointSet) -> Board {
    let mut filled = board.clone();
    let is_open = |&p: &Point| board.is_empty(p) && !keep.contains(p);
    let mut open: Vec<Point> = area.iter().filter(is_open).collect();
    loop {
        let before = open.len();
        open.retain(|&p| {
            filled.clear_ko();
            let is_legal = filled.is_legal(color, p);
            if is_legal {
                filled.place(color, p);
            }
            !is_legal
        });
        if open.len() == before {
            filled.clear_ko();
            return filled;
        }
    }
}
