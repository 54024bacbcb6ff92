// SPDX-License-Identifier: MIT OR Apache-2.0

//! Settled area, by playouts: once enough of the board is covered by stones, their ownership tells which
//! stones are dead and where no move changes the result.
//!
//! A move is not chosen where its point and all neighbours are settled, unless reading says that it captures,
//! saves, kills or saves. So the classical choice passes at the end of a game.

use katachi_rules::{Board, Color, Point};

use crate::analysis::{FinalStatus, KnownLife};
use crate::movegen::weigh::SETTLED_PLAYOUTS;

/// Nothing is settled as long as stones cover less than this share of the board; 0.25 to 0.5.
const MIN_FULL: f32 = 0.35;
/// A point is settled if its ownership and the ownership of all its neighbours are at least this far from 0;
/// 0.9 to 1.
const SETTLED_POINT: f32 = 0.94;

/// Returns the final status by playouts, or `None` while stones cover too little of the board.
pub(crate) fn final_status(board: &Board) -> Option<FinalStatus> {
    let stones = board.size().area() - board.empty_points().len();
    let is_open = (stones as f32) < MIN_FULL * board.size().area() as f32;
    (!is_open).then(|| FinalStatus::new(board, &KnownLife::default(), SETTLED_PLAYOUTS))
}

/// Does the point, and each of its neighbours, end as the same side's in nearly all playouts?
pub(super) fn is_settled(board: &Board, status: &FinalStatus, point: Point) -> bool {
    let of_black = |p: Point| status.ownership.share(p, Color::Black);
    let on_board = |p: &Point| board.size().contains(*p);
    let mut nearby = point.neighbours().into_iter().filter(on_board).chain([point]);
    nearby.all(|p| of_black(p).abs() >= SETTLED_POINT)
}
