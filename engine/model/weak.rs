// SPDX-License-Identifier: MIT OR Apache-2.0

//! Strings of one or two liberties, and whether ladders capture them.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point};

use crate::ladder::Ladders;

struct WeakString {
    head: Point,
    /// Liberties at which the enemy to move begins a ladder that works.
    captured_from: ArrayVec<Point, 2>,
    /// It is in atari and cannot escape, even if its own side is to move.
    is_lost: bool,
}

/// The string of a move, after the move.
#[derive(Default)]
pub(super) struct After {
    /// 0 if the move is suicide.
    pub(super) liberties: u32,
    pub(super) size: u32,
    /// It has two liberties, and a ladder captures it.
    pub(super) is_caught: bool,
}

pub(super) struct Weak {
    ladders: Ladders,
    strings: Vec<WeakString>,
}

impl Weak {
    /// Reads all ladders of a position.
    pub(super) fn new(board: &Board) -> Self {
        let mut ladders = Ladders::new(board);
        let heads = board.strings().filter(|&head| board.liberties(head) <= 2);
        let strings = heads
            .map(|head| WeakString {
                head,
                captured_from: board
                    .first_liberties::<2>(head)
                    .into_iter()
                    .filter(|&liberty| ladders.captures(head, liberty))
                    .collect(),
                is_lost: board.liberties(head) == 1 && !ladders.escapes(head),
            })
            .collect();
        Self { ladders, strings }
    }

    pub(super) fn board(&self) -> &Board {
        self.ladders.board()
    }

    fn get(&self, stone: Point) -> Option<&WeakString> {
        let head = self.board().head(stone);
        self.strings.iter().find(|string| string.head == head)
    }

    pub(super) fn is_lost(&self, stone: Point) -> bool {
        self.get(stone).is_some_and(|string| string.is_lost)
    }

    /// Returns whether the enemy to move captures the string by a ladder, or at once.
    pub(super) fn is_caught(&self, stone: Point) -> bool {
        self.get(stone)
            .is_some_and(|string| !string.captured_from.is_empty())
    }

    /// Returns whether the enemy captures the string by a ladder that begins at that point.
    pub(super) fn is_captured_from(&self, stone: Point, point: Point) -> bool {
        self.get(stone)
            .is_some_and(|string| string.captured_from.contains(&point))
    }

    /// Reads the string of a legal move, after the move.
    pub(super) fn after(&mut self, color: Color, point: Point) -> After {
        self.ladders.with_move(color, point, |ladders| {
            let board = ladders.board();
            if !board.cell(point).is(color) {
                return After::default();
            }
            let (liberties, size) = (board.liberties(point), board.string_size(point));
            let from = board.first_liberties::<2>(point);
            After {
                liberties,
                size,
                is_caught: liberties == 2 && from.into_iter().any(|from| ladders.captures(point, from)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black's stone in atari would run towards the lower right corner; the other one has two liberties.
    const LADDERS: &str = "
        . . . . . . .
        . . O O . . .
        . O X . . . .
        . . O . . . .
        . . . . . . .
        X . . . . . .
        . O . . . . .";

    #[test]
    fn a_stone_that_a_ladder_captures_is_lost_until_the_ladder_is_broken() {
        let stone = Point::new(2, 2);
        let mut board = Board::from_diagram(LADDERS);
        let weak = Weak::new(&board);
        assert!(weak.is_lost(stone) && weak.is_caught(stone));
        assert!(weak.is_captured_from(stone, Point::new(3, 2)));
        board.place(Color::Black, Point::new(5, 4));
        let weak = Weak::new(&board);
        assert!(!weak.is_lost(stone) && weak.is_caught(stone));
    }

    #[test]
    fn running_in_a_ladder_leaves_stones_that_are_caught() {
        let mut weak = Weak::new(&Board::from_diagram(LADDERS));
        let after = weak.after(Color::Black, Point::new(3, 2));
        assert_eq!((after.liberties, after.size, after.is_caught), (2, 2, true));
        let elsewhere = weak.after(Color::Black, Point::new(5, 4));
        assert_eq!((elsewhere.liberties, elsewhere.is_caught), (4, false));
    }
}
