// SPDX-License-Identifier: MIT OR Apache-2.0

mod plain;
mod shapes;

use katachi_rules::Board;

use super::*;
use crate::reading::tests::{at, turned};
use Verdict::{No, Unknown, Yes};

const BUDGET: u32 = 30_000;

/// Reads the race between the strings of two stones, the first to move: whether it is saved, whether the
/// other is captured, and whether a move is needed. The answer is the same in all sixteen forms of the
/// position.
#[track_caller]
fn check(diagram: &str, stones: [&str; 2], expected: (Verdict, Verdict, bool)) {
    let board = Board::from_diagram(diagram);
    let [first, second] = stones.map(|v| at(&board, v));
    for form in 0..16 {
        let (turned, [first, second]) = turned(&board, [first, second], form);
        let mut reader = Reader::new(&turned, BUDGET);
        let race = reader.races().race(first, second);
        let found = (race.saved, race.killed, race.point.is_some());
        assert_eq!(found, expected, "{race:?}\n{turned}");
        assert_eq!(*reader.board(), turned, "reading changes nothing");
        let again = Reader::new(&turned, BUDGET).races().race(first, second);
        assert_eq!(again, race, "the same twice");
    }
}

#[test]
fn plain_races_are_counted_as_in_every_book() {
    // With equal liberties the side to move wins.
    let even = "
        . . . . . . . . . .
        . . . . . . . . . .
        . O O O O X X X X .
        . O X X X O O O X .
        . O . . X O . . X .";
    check(even, ["C2", "F2"], (Yes, Yes, true));
    check(even, ["F2", "C2"], (Yes, Yes, true));
    // One liberty more wins even if the other side moves first.
    let ahead = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . O O O O O X X X X .
        . O X X X X O O O X .
        . O . . . X O . . X .";
    check(ahead, ["C2", "G2"], (Yes, Yes, false));
    check(ahead, ["G2", "C2"], (No, No, false));
    // Two shared liberties and no others are a seki.
    let shared = "
        . . . . . . . . .
        . . . . . . . . .
        . O O O O X X X .
        . O X X X O O X .
        . O X X . O O X .
        . O X X . O O X .";
    check(shared, ["C2", "F2"], (Yes, No, false));
    check(shared, ["F2", "C2"], (Yes, No, false));
    // An eye wins against none if liberties are shared.
    // Black has the eye at C1; the liberty at E1 is shared, that at H1 is White's own.
    let eye = "
        . . . . . . . . . .
        . . . . . . . . . .
        . O O O O X X X X .
        O X X X X O O O X .
        O X . X . O O . X .";
    check(eye, ["D1", "F1"], (Yes, Yes, false));
    check(eye, ["F1", "D1"], (No, No, false));
    // An eye each and shared liberties are a seki.
    let eyes = "
        . . . . . . . . . . .
        O O O O O O X X X X X
        O X X X X X O O O O X
        O X . X X . O O . O X
        O X X X X . O O O O X";
    check(eyes, ["B2", "G2"], (Yes, No, false));
    check(eyes, ["G2", "B2"], (Yes, No, false));
    // Strings of one colour are in no race.
    check(". X .\n. . .\n. X .", ["B1", "B3"], (Yes, No, false));
}

#[test]
fn eyes_are_worth_their_moves() {
    // A large eye wins against a small one.
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
    // Three in a row of five are a seki.
    // White's own move leaves one eye of three points, Black's a row of four.
    let row = "
        . . . . . . . . .
        X X X X X X X X X
        X O O O O O O O X
        X O . X X X . O X
        X O O O O O O O X";
    check(row, ["B3", "D2"], (Yes, No, false));
    check(row, ["D2", "B3"], (Yes, No, false));
    // A shape that becomes a bulky five wins.
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
fn stones_are_thrown_in_and_kos_are_ended() {
    // A stone may be thrown in for two.
    // White C1, which Black takes with D1, leaves Black two liberties there; White then has the time for all
    // three.
    let throw_in = "
        . . . . . . . . . . . .
        . . . . . . . . . . . .
        O O O O O O X X X X X X
        O O X X X X O O O O X X
        O X . O X . . X . . . X";
    check(throw_in, ["G2", "C2"], (Yes, Yes, true));
    // A ko that cannot be ended wins no race.
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
fn small_closed_races_are_solved() {
    // Two common liberties are a seki. With one who moves first wins.
    for (row, expected) in [(". X X .", (Yes, No, false)), ("O X X .", (Yes, Yes, true))] {
        let above = ". O . O O O O O\nO O O O O O O O\nO X X X X X X O";
        let closed = format!("{above}\nO X {row} X O\nX O O O O O O X\nX X X X X X X X\n. X . X X X X X");
        check(&closed, ["B5", "B3"], expected);
        let board = Board::from_diagram(&closed);
        let goal = Kill::new(Color::Black, at(&board, "B5"), at(&board, "B3"));
        let solved = Reader::new(&board, BUDGET).races().solve(&goal, Color::Black);
        assert_eq!(solved.map(|solved| solved.verdict), Some(expected.1));
    }
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
    let [first, second] = ["B2", "J2"].map(|v| at(&board, v));
    let race = Reader::new(&board, 2).races().race(first, second);
    assert_eq!((race.killed, race.point), (Unknown, None));
}
