// SPDX-License-Identifier: MIT OR Apache-2.0

//! Number, liberties and size of the strings beside a move.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point};

/// Maximum number of strings of a colour around a move that are told apart.
const MAX_AROUND: usize = 4;
/// Number of values of [`super::Template::Around`].
pub(super) const AROUND_VALUES: usize = (MAX_AROUND + 1) * (MAX_AROUND + 1);
/// Maximum number of liberties of a string that are told apart.
const MAX_LIBERTIES: u32 = 8;
/// Numbers of stones at which the classes of sizes begin, after the first one.
const SIZES: [u32; 3] = [2, 4, 7];
/// Number of values of a template that describes a string.
pub(super) const STRING_VALUES: usize = MAX_LIBERTIES as usize * (SIZES.len() + 1);
/// Maximum numbers of liberties that [`super::Template::Liberties`] tells apart: before and after the move.
const MAX_BEFORE: u32 = 4;
const MAX_AFTER: u32 = 5;
/// Number of values of [`super::Template::Liberties`].
pub(super) const LIBERTY_VALUES: usize = ((MAX_BEFORE + 1) * (MAX_BEFORE + 1) * MAX_AFTER) as usize;

/// Value of [`super::Template::Around`]: 5 x own strings + enemy strings on the eight points around a move,
/// each at most four.
pub(super) fn around(board: &Board, color: Color, point: Point) -> usize {
    let mut own: ArrayVec<Point, 8> = ArrayVec::new();
    let mut enemy: ArrayVec<Point, 8> = ArrayVec::new();
    for beside in point.neighbours().into_iter().chain(point.diagonals()) {
        if let Some(other) = board.cell(beside).color() {
            let heads = if other == color { &mut own } else { &mut enemy };
            let head = board.head(beside);
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
    }
    (MAX_AROUND + 1) * own.len().min(MAX_AROUND) + enemy.len().min(MAX_AROUND)
}

/// Value of a template that describes a string: its liberties, from 1 to 8, + 8 x the class of its size.
pub(super) fn string(liberties: u32, size: u32) -> usize {
    let class = SIZES.iter().filter(|&&s| size >= s).count();
    (liberties.clamp(1, MAX_LIBERTIES) - 1) as usize + MAX_LIBERTIES as usize * class
}

/// Value for the string of the fewest liberties of some, the largest one of several.
pub(super) fn weakest(board: &Board, heads: &[Point]) -> Option<usize> {
    let key = |&head: &Point| (board.liberties(head), u32::MAX - board.string_size(head));
    let head = heads.iter().copied().min_by_key(key)?;
    Some(string(board.liberties(head), board.string_size(head)))
}

/// Value of [`super::Template::Liberties`]: 25 x the fewest liberties of an own string beside the move + 5 x
/// those of an enemy string, each at most four and 0 without a string, + the liberties after the move, one to
/// five, less one.
pub(super) fn liberties(board: &Board, ours: &[Point], theirs: &[Point], after: u32) -> usize {
    let fewest = |heads: &[Point]| {
        let liberties = heads.iter().map(|&head| board.liberties(head)).min();
        liberties.unwrap_or(0).min(MAX_BEFORE)
    };
    let before = (MAX_BEFORE + 1) * fewest(ours) + fewest(theirs);
    (before * MAX_AFTER + after.clamp(1, MAX_AFTER) - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "
        . . . . .
        . X O . .
        . X . O .
        . O O . .
        . . . . .";

    #[test]
    fn strings_around_a_move_are_counted_once_each() {
        let board = Board::from_diagram(BOARD);
        let middle = Point::new(2, 2);
        assert_eq!(around(&board, Color::Black, middle), 5 + 3);
        assert_eq!(around(&board, Color::White, middle), 15 + 1);
        assert_eq!(around(&board, Color::Black, Point::new(4, 4)), 0);
    }

    #[test]
    fn the_weakest_string_beside_a_move_counts() {
        let board = Board::from_diagram(BOARD);
        let middle = Point::new(2, 2);
        let (ours, theirs) = (
            board.strings_beside(middle, Color::White),
            board.strings_beside(middle, Color::Black),
        );
        // Of White's three strings two have three liberties.
        assert_eq!(weakest(&board, &ours), Some(string(3, 1)));
        assert_eq!(weakest(&board, &theirs), Some(string(4, 2)));
        assert_eq!(weakest(&board, &[]), None);
        assert_eq!(liberties(&board, &ours, &theirs, 6), (5 * 3 + 4) * 5 + 4);
        assert_eq!(liberties(&board, &[], &[], 4), 3);
    }
}
