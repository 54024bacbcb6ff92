//! What is decided already, by the playouts of ownership: once a good part of the board is stones, they tell which stones are dead and in which
//! ground no move changes anything.

use katachi_rules::{Board, Color, Point};

use crate::analysis::{FinalStatus, KnownLife};

/// Playouts by which stones are judged dead, and points neutral.
pub(super) const PLAYOUTS: u32 = 60;
/// Nothing is settled before so large a part of the board is stones.
const FULL: f32 = 0.35;
/// A point is settled if its ownership, and that of all beside it, is so far from 0.
const SETTLED: f32 = 0.94;

/// How the game will end; None as long as that is open.
pub(super) fn final_status(board: &Board) -> Option<FinalStatus> {
    let stones = board.size().area() - board.empty_points().len();
    let is_open = (stones as f32) < FULL * board.size().area() as f32;
    (!is_open).then(|| FinalStatus::of(board, &KnownLife::default(), PLAYOUTS))
}

/// Does the point, and all beside it, belong to the same side in nearly all playouts?
pub(super) fn is_settled(board: &Board, status: &FinalStatus, point: Point) -> bool {
    let of_black = |p: Point| status.ownership.of(p, Color::Black);
    let on_board = |p: &Point| board.size().contains(*p);
    let mut ground = point.neighbours().into_iter().filter(on_board).chain([point]);
    ground.all(|p| of_black(p).abs() >= SETTLED)
}
