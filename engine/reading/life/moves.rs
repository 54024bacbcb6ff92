//! Which moves a fight for life tries, best first.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::frame::Frame;
use super::search::Moves;
use super::sketch::Sketch;

/// Moves of a side around the group.
pub(super) fn candidates(frame: &Frame, sketch: &Sketch, board: &Board, to_move: Color) -> Moves {
    let mut worths = PointMap::filled(i32::MIN);
    let mut strings = PointSet::EMPTY;
    let mut moves = Moves::new();
    for point in frame
        .area
        .iter()
        .filter(|&p| board.is_empty(p))
        .take(moves.capacity())
    {
        worths[point] = worth(frame, sketch, board, to_move, point);
        moves.push(point);
    }
    for point in frame.area.iter() {
        for n in point.neighbours().into_iter().chain([point]) {
            if board.cell(n).is_stone() && strings.insert(board.head(n)) {
                add_liberties(frame, board, to_move, board.head(n), &mut worths, &mut moves);
            }
        }
    }
    moves.sort_unstable_by_key(|&p| (std::cmp::Reverse(worths[p]), p));
    moves
}

/// Capturing and saving what is short of liberties.
fn add_liberties(
    frame: &Frame,
    board: &Board,
    to_move: Color,
    head: Point,
    worths: &mut PointMap<i32>,
    moves: &mut Moves,
) {
    let liberties = board.liberties(head);
    if liberties > 2 {
        return;
    }
    let size = board.string_size(head).min(5) as i32;
    let own = board.cell(head).is(to_move);
    let of_group = frame.stones.contains(head);
    for p in board.first_liberties::<2>(head) {
        let urgent = match (liberties, own) {
            (1, false) => 12 + 2 * size,
            (1, true) => 6 + 2 * size,
            (_, false) => 5 + size,
            (_, true) => 3 + size,
        };
        if worths[p] == i32::MIN && moves.try_push(p).is_err() {
            continue;
        }
        worths[p] = worths[p].max(urgent + if of_group { 4 } else { 0 });
    }
}

fn worth(frame: &Frame, sketch: &Sketch, board: &Board, to_move: Color, point: Point) -> i32 {
    let size = board.size();
    let owner = frame.owner;
    if to_move == owner && board.is_eye(owner, point) {
        return -20;
    }
    let mut worth = 0;
    for n in point.neighbours() {
        if !size.contains(n) {
            continue;
        }
        if board.is_empty(n) {
            worth += if sketch.room.contains(n) { 3 } else { 1 };
        } else {
            worth += if board.cell(n).is(to_move) { 1 } else { 2 };
        }
    }
    if sketch.room.contains(point) {
        worth += 3;
    }
    if frame.open.contains(point) {
        worth -= 3;
    } else if point
        .neighbours()
        .iter()
        .any(|&n| size.contains(n) && frame.open.contains(n))
    {
        worth += 2;
    }
    worth
}
