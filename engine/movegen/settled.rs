//! Settled area, by playouts: once enough of the board is covered by stones, their ownership tells which stones are dead and where no move
//! changes the result.

use katachi_rules::{Board, Color, Point};

use crate::analysis::{FinalStatus, KnownLife};

/// Number of playouts that decide which stones are dead and which points are dame.
pub(super) const PLAYOUTS: u32 = 60;
/// Nothing is settled as long as stones cover less than this share of the board.
const FULL: f32 = 0.35;
/// A point is settled if its ownership, and that of all its neighbours, is at least this far from 0.
const SETTLED: f32 = 0.94;

/// The final status by playouts; None as long as too little of the board is covered by stones.
pub(super) fn final_status(board: &Board) -> Option<FinalStatus> {
    let stones = board.size().area() - board.empty_points().len();
    let is_open = (stones as f32) < FULL * board.size().area() as f32;
    (!is_open).then(|| FinalStatus::of(board, &KnownLife::default(), PLAYOUTS))
}

/// Does the point, and each of its neighbours, end as the same side's in nearly all playouts?
pub(super) fn is_settled(board: &Board, status: &FinalStatus, point: Point) -> bool {
    let of_black = |p: Point| status.ownership.of(p, Color::Black);
    let on_board = |p: &Point| board.size().contains(*p);
    let mut nearby = point.neighbours().into_iter().filter(on_board).chain([point]);
    nearby.all(|p| of_black(p).abs() >= SETTLED)
}
