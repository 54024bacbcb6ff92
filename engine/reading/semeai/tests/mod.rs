use katachi_rules::Board;

mod plain;

use super::*;
use Verdict::{No, Yes};

/// Reads the race between the strings of two stones, the first to move: saved, captured, and is a move needed?
#[track_caller]
fn check(diagram: &str, [first, second]: [&str; 2], expected: (Verdict, Verdict, bool)) {
    let board = Board::from_diagram(diagram);
    let at = |v| board.size().parse_vertex(v).expect("a vertex of the board");
    let mut reader = Reader::new(&board, 30_000);
    let race = reader.race(at(first), at(second));
    assert_eq!(
        (race.saved, race.killed, race.point.is_some()),
        expected,
        "{race:?}\n{board}"
    );
    assert_eq!(*reader.board(), board, "reading changes nothing");
    assert_eq!(
        Reader::new(&board, 30_000).race(at(first), at(second)),
        race,
        "the same twice"
    );
}

#[test]
fn equal_liberties_are_won_by_who_moves_first() {
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
