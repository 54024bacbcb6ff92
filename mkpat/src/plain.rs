// SPDX-License-Identifier: MIT OR Apache-2.0

//! A plain matcher: tests every element of every variant at every point. It is slow and obviously correct;
//! faster matchers must agree with it.

use katachi_rules::{Board, Color, Point};

use crate::database::{Cell, Database, Pattern, Variant};
use crate::geometry::{Edges, Offset};

/// A match on the board, before class, constraint and helper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RawMatch {
    /// Index in [`Database::variants`].
    pub variant: usize,
    /// Point of its anchor.
    pub anchor: Point,
    /// Point of its origin, the move if the pattern has one.
    pub origin: Point,
}

/// Every match of a database for one side, in the order of its variants and of the board.
/// O(points * variants * elements).
pub fn raw_matches(database: &Database, board: &Board, color: Color) -> Vec<RawMatch> {
    let mut found = Vec::new();
    for (index, variant) in database.variants.iter().enumerate() {
        let pattern = &database.patterns[variant.pattern as usize];
        for anchor in board.size().points() {
            if let Some(origin) = lies_at(pattern, variant, board, color, anchor) {
                found.push(RawMatch {
                    variant: index,
                    anchor,
                    origin,
                });
            }
        }
    }
    found
}

/// The origin of the pattern if it matches with its anchor at that point.
fn lies_at(
    pattern: &Pattern,
    variant: &Variant,
    board: &Board,
    color: Color,
    anchor: Point,
) -> Option<Point> {
    let size = board.size();
    let step = |from: Point, o: Offset| size.offset(from, o.dx.into(), o.dy.into());
    let top_left = step(anchor, variant.top_left)?;
    let bottom_right = step(anchor, variant.bottom_right)?;
    let on_edge = [
        (Edges::LEFT, top_left.x() == 0),
        (Edges::TOP, top_left.y() == 0),
        (Edges::RIGHT, bottom_right.x() + 1 == size.width()),
        (Edges::BOTTOM, bottom_right.y() + 1 == size.height()),
    ];
    let is_off = |&(edge, is): &(Edges, bool)| variant.edges.contains(edge) && !is;
    if on_edge.iter().any(is_off) {
        return None;
    }
    let origin = step(anchor, variant.to_move)?;
    let fits = pattern.elements.iter().all(|element| {
        let point = step(origin, variant.transformation.apply(element.at));
        let stone = point.map(|p| board.cell(p).color());
        let (friend, enemy) = (Some(Some(color)), Some(Some(color.opposite())));
        match element.cell {
            Cell::Friend => stone == friend,
            Cell::Enemy => stone == enemy,
            Cell::Empty | Cell::Inhibited => stone == Some(None),
            Cell::NotEnemy => stone == Some(None) || stone == friend,
            Cell::NotFriend => stone == Some(None) || stone == enemy,
        }
    });
    fits.then_some(origin)
}
