// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eye shapes of every book, and whether they stay one eye.

use katachi_rules::{Board, Color};

use super::super::side::Cavity;
use crate::local::{Shapes, Terms};

/// Checks whether Black's eye at the first open point of the diagram stays one eye if White moves first, and
/// if Black does.
#[track_caller]
fn check(diagram: &str, white_first: bool, black_first: bool) {
    let board = Board::from_diagram(diagram);
    let start = board
        .size()
        .points()
        .find(|&p| board.is_empty(p))
        .expect("an open point");
    let cavity = Cavity::around(&board, Color::Black, start, None).expect("it is surrounded");
    let mut shapes = Shapes::default();
    for (owner_moves, expected) in [(false, white_first), (true, black_first)] {
        let terms = Terms {
            owner_moves,
            in_time: true,
            strict: false,
        };
        let stays = cavity.is_one_eye(&board, &mut shapes, terms);
        assert_eq!(stays, Some(expected), "owner moves: {owner_moves}\n{board}");
        let again = cavity.is_one_eye(&board, &mut shapes, terms);
        assert_eq!(again, stays, "the same when it is cached");
    }
}

#[test]
fn three_points_depend_on_the_middle() {
    check("X X X X X\nX . . . X\nX X X X X", true, false);
    check("X X X X X\nX . O . X\nX X X X X", true, true);
}

#[test]
fn four_in_a_row_are_two_eyes_and_a_square_is_one() {
    check("X X X X X X\nX . . . . X\nX X X X X X", false, false);
    check("X X X X\nX . . X\nX . . X\nX X X X", true, true);
    check("X X X X X\nX . . . X\nX X . X X\nX X X X X", true, false);
    check("X X X X X\nX . O . X\nX X . X X\nX X X X X", true, true);
}

#[test]
fn a_bulky_five_depends_on_its_middle_and_on_the_order() {
    check("X X X X X\nX . . X X\nX . . . X\nX X X X X", true, false);
    check("X X X X X\nX . . X X\nX . O . X\nX X X X X", true, true);
    // Without the corner opposite the tail White can make a square or a T of it; the two stones beside it
    // spoil that.
    check("X X X X X\nX O . X X\nX . O O X\nX X X X X", false, false);
}

#[test]
fn six_points_are_one_eye_only_around_a_middle() {
    check(
        "X X X X X\nX . . X X\nX . . . X\nX X . X X\nX X X X X",
        true,
        false,
    );
    check("X X X X X\nX . . . X\nX . . . X\nX X X X X", false, false);
}
