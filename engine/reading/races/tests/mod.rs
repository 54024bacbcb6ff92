// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_rules::{Board, BoardSize};

mod plain;
mod shapes;

use super::*;
use Verdict::{No, Yes};

const BUDGET: u32 = 30_000;

/// Reads the race between the strings of two stones, the first to move: is it saved, is the other captured,
/// and is a move needed? The answer is the same in all sixteen forms of the position.
#[track_caller]
fn check(diagram: &str, stones: [&str; 2], expected: (Verdict, Verdict, bool)) {
    let board = Board::from_diagram(diagram);
    let at = |v| board.size().parse_vertex(v).expect("a vertex of the board");
    let [first, second] = stones.map(at);
    for form in 0..16 {
        let (turned, [first, second]) = turned(&board, [first, second], form);
        let mut reader = Reader::new(&turned, BUDGET);
        let race = reader.races().race(first, second);
        assert_eq!(
            (race.saved, race.killed, race.point.is_some()),
            expected,
            "{race:?}\n{turned}"
        );
        assert_eq!(*reader.board(), turned, "reading changes nothing");
        let again = Reader::new(&turned, BUDGET).races().race(first, second);
        assert_eq!(again, race, "the same twice");
    }
}

/// One of the sixteen forms of a position: reflected, turned, colours exchanged.
fn turned(board: &Board, points: [Point; 2], form: u32) -> (Board, [Point; 2]) {
    let (width, height) = (board.size().width(), board.size().height());
    let size = if form & 4 > 0 {
        BoardSize::new(height, width)
    } else {
        BoardSize::new(width, height)
    };
    let size = size.expect("the sides of a board");
    let to = |p: Point| {
        let x = if form & 1 > 0 { width - 1 - p.x() } else { p.x() };
        let y = if form & 2 > 0 { height - 1 - p.y() } else { p.y() };
        if form & 4 > 0 {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    };
    let stones = board.size().points().filter_map(|p| {
        let color = board.cell(p).color()?;
        Some((to(p), if form & 8 > 0 { color.opposite() } else { color }))
    });
    let mut turned = Board::new(size);
    turned.set_stones(stones).expect("the same strings");
    (turned, points.map(to))
}

#[test]
fn the_side_to_move_wins_with_equal_liberties() {
    let even = "
        . . . . . . . . . .
        . . . . . . . . . .
        . O O O O X X X X .
        . O X X X O O O X .
        . O . . X O . . X .";
    check(even, ["C2", "F2"], (Yes, Yes, true));
    check(even, ["F2", "C2"], (Yes, Yes, true));
}

#[test]
fn one_liberty_more_wins_even_if_the_other_side_moves_first() {
    let ahead = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . O O O O O X X X X .
        . O X X X X O O O X .
        . O . . . X O . . X .";
    check(ahead, ["C2", "G2"], (Yes, Yes, false));
    check(ahead, ["G2", "C2"], (No, No, false));
}

#[test]
fn two_shared_liberties_and_no_others_are_a_seki() {
    let seki = "
        . . . . . . . . .
        . . . . . . . . .
        . O O O O X X X .
        . O X X X O O X .
        . O X X . O O X .
        . O X X . O O X .";
    check(seki, ["C2", "F2"], (Yes, No, false));
    check(seki, ["F2", "C2"], (Yes, No, false));
}

#[test]
fn an_eye_wins_against_none_if_liberties_are_shared() {
    // Black has the eye at C1; the liberty at E1 is shared, that at H1 is White's own.
    let eye = "
        . . . . . . . . . .
        . . . . . . . . . .
        . O O O O X X X X .
        O X X X X O O O X .
        O X . X . O O . X .";
    check(eye, ["D1", "F1"], (Yes, Yes, false));
    check(eye, ["F1", "D1"], (No, No, false));
}

#[test]
fn strings_of_one_colour_are_in_no_race() {
    check(". X .\n. . .\n. X .", ["B1", "B3"], (Yes, No, false));
}

#[test]
fn an_eye_each_and_shared_liberties_are_a_seki() {
    let seki = "
        . . . . . . . . . . .
        O O O O O O X X X X X
        O X X X X X O O O O X
        O X . X X . O O . O X
        O X X X X . O O O O X";
    check(seki, ["B2", "G2"], (Yes, No, false));
    check(seki, ["G2", "B2"], (Yes, No, false));
}

#[test]
fn a_large_eye_wins_against_a_small_one() {
    // Black's eye of four points takes four moves more. White has an eye and two other liberties, and one is
    // shared.
    let eyes = "
        . . . . . . . . . . . .
        O O O O O O X X X X X .
        O X X X X X O O O O X .
        O X . O X X O . O . X .
        O X . . X . O O . X X .";
    check(eyes, ["B2", "G2"], (Yes, Yes, false));
    check(eyes, ["G2", "B2"], (No, No, false));
}

#[test]
fn three_in_a_row_of_five_are_a_seki() {
    // White's own move leaves one eye of three points, Black's a row of four.
    let seki = "
        . . . . . . . . .
        X X X X X X X X X
        X O O O O O O O X
        X O . X X X . O X
        X O O O O O O O X";
    check(seki, ["B3", "D2"], (Yes, No, false));
    check(seki, ["D2", "B3"], (Yes, No, false));
}

#[test]
fn a_shape_that_becomes_a_bulky_five_wins() {
    // At D4 Black makes five stones, and taking them makes one eye.
    let lost = "
        . X O . X . O X .
        X X O X X X O X X
        . X O O O O O X .
        X X X X X X X X X";
    check(lost, ["C4", "E4"], (No, No, false));
    check(lost, ["E4", "C4"], (Yes, Yes, false));
}

#[test]
fn a_stone_may_be_thrown_in_for_two() {
    // White C1, which Black takes with D1, leaves Black two liberties there; White then has the time for all
    // three.
    let throw_in = "
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        O O O O O O X X X X X X
        O O X X X X O O O O X X
        O X . O X . . X . . . X";
    check(throw_in, ["G2", "C2"], (Yes, Yes, true));
}

#[test]
fn a_ko_that_cannot_be_ended_wins_no_race() {
    // White takes B1 at C1, and Black has to find a threat. He retakes, but can never fill C1: that would
    // leave F1 alone. So he needs another threat in the next round, and loses at last.
    let ko = "
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        O O O O O O X X X X X X
        O O X X X X O O O O X X
        O X . X X . O . X O X X";
    check(ko, ["G2", "C2"], (Yes, Yes, false));
    check(ko, ["C2", "G2"], (No, No, false));
}

#[test]
fn a_small_budget_is_no_answer() {
    let board = Board::from_diagram(
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        O O O O O O X X X X X
        O X . X . . . . O . X
        O . X . X . O . . O X",
    );
    let at = |v| board.size().parse_vertex(v).expect("a vertex of the board");
    let race = Reader::new(&board, 2).races().race(at("B2"), at("J2"));
    assert_eq!(race.killed, Verdict::Unknown);
    assert_eq!(race.point, None);
}
