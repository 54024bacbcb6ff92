// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_rules::{Board, BoardSize, Color};

use super::*;
use crate::reading::Verdict::{self, KoBehind, No, Unknown, Yes};
use crate::reading::tests::{at, name, random, turned};

const BUDGET: u32 = 30_000;

/// Reads whether two strings can be joined, and cut apart: verdicts, each with one of these moves, or none.
#[track_caller]
fn check(diagram: &str, [a, b]: [&str; 2], connect: (Verdict, &[&str]), disconnect: (Verdict, &[&str])) {
    let board = Board::from_diagram(diagram);
    let (a, b) = (at(&board, a), at(&board, b));
    let mut reader = Reader::new(&board, BUDGET);
    for (a, b) in [(a, b), (b, a)] {
        for (got, (verdict, points)) in [
            (reader.connections().connect(a, b), connect),
            (reader.connections().disconnect(a, b), disconnect),
        ] {
            assert_eq!(got.verdict, verdict, "{got:?}\n{board}");
            let is_expected = match got.point {
                None => points.is_empty(),
                some => points.contains(&&*name(&board, some)),
            };
            assert!(is_expected, "{got:?}\n{board}");
        }
    }
    assert_eq!(*reader.board(), board, "reading changes nothing");
}

#[test]
fn strings_are_joined_and_cut_between_them() {
    // One string is joined already.
    check(". . . .\n. X X .\n. . . .", ["B2", "C2"], (Yes, &[]), (No, &[]));
    // A bamboo joint cannot be cut.
    check(
        ". . O O . .
         . O X X O .
         . . . . . .
         . O X X O .
         . . O . . .
         . . . . . .",
        ["C5", "D3"],
        (Yes, &["C4", "D4"]),
        (No, &[]),
    );
    // A one-point jump between strong stones is cut in the middle.
    check(
        ". . . . . . .
         . . O O O . .
         . . . . . . .
         . . X . X . .
         . O . . . O .
         . O O O O O .
         . . . . . . .",
        ["C4", "E4"],
        (Yes, &["D4"]),
        (Yes, &["D4"]),
    );
    // Stones on the second line join under the enemy.
    check(
        ". . . . . .
         . . O O . .
         . X O O X .
         . X . . X .
         . . . . . .",
        ["B2", "E2"],
        (Yes, &["C2", "D2", "C1", "D1"]),
        (Yes, &["C2", "D2", "C1", "D1"]),
    );
}

#[test]
fn a_diagonal_is_cut_where_one_of_its_two_points_is_taken() {
    let diagonal = |taken: &str| {
        format!(
            ". . . . . . .
             . . . O . . .
             . . O X . . .
             . O X {taken} . . .
             . . O . . . .
             . . . . . . .
             . . . . . . ."
        )
    };
    check(&diagonal("."), ["D5", "C4"], (Yes, &["D4"]), (Yes, &["D4"]));
    let free = diagonal(".").replace("O X . . .", ". X . . .");
    check(&free, ["D5", "C4"], (Yes, &["D4", "C5"]), (No, &[]));
}

#[test]
fn captures_join_and_cut() {
    // Strings join by capturing the stones between them.
    check(
        ". . . . . . .
         . X O X O . .
         . X O X O . .
         . X O X O . .
         . . . . O . .
         . . . . . . .",
        ["B4", "D4"],
        (Yes, &["C2", "C6", "D6", "D2", "B2"]),
        (Yes, &["C2", "C6", "D6", "D2", "B2"]),
    );
    // Capturing one of two strings cuts them apart.
    // The stone in the corner has one liberty left, which is not between the two.
    check(
        ". . . . .
         . . . . .
         . X X X .
         . O O X .
         X . O . .",
        ["A1", "B3"],
        (Yes, &["A2", "B1"]),
        (Yes, &["A2", "B1"]),
    );
    // A stone that would be captured with the joined string does not join.
    check(
        ". O O O O .
         O X . X O .
         O X O O O .
         O O . . . .",
        ["B3", "D3"],
        (No, &[]),
        (Yes, &["C3"]),
    );
    // A ko is told from a connection.
    // The stone at E1 that cuts is taken at E2, and takes back.
    check(
        ". . . . . . . . .
         . . . . . . . . .
         O O O O O O O O O
         . X X O O O X X .
         . . X O . O X . .
         . . X X . X X . .",
        ["D1", "F1"],
        (Yes, &["E1", "E2"]),
        (KoBehind, &["E1"]),
    );
}

#[test]
fn a_string_gets_into_an_area_or_is_blocked_off() {
    let board = Board::from_diagram(
        ". . . . . . .
         . X X . O O .
         . X . . . O .
         . X O O O O .
         . . . . . . .",
    );
    let area: PointSet = ["D4", "E3", "D5", "D3"].iter().map(|v| at(&board, v)).collect();
    let stone = at(&board, "C4");
    let mut reader = Reader::new(&board, BUDGET);
    let into = reader.connections().break_in(stone, &area);
    assert_eq!(into.verdict, Yes);
    assert!(area.contains(into.point.expect("a move is needed")));
    let inside: PointSet = [at(&board, "D3")].into_iter().collect();
    assert_eq!(reader.connections().break_in(stone, &inside).verdict, Yes);
    let off = reader.connections().block_off(stone, &inside);
    assert_eq!(off.verdict, Yes, "{off:?}");
    assert_eq!(*reader.board(), board, "reading changes nothing");
}

#[test]
fn points_without_stones_and_stones_of_two_colours_are_not_joined() {
    let board = Board::from_diagram(". X .\n. O .\n. . .");
    let [x, o, empty] = ["B3", "B2", "B1"].map(|v| at(&board, v));
    let mut reader = Reader::new(&board, BUDGET);
    for (a, b) in [(x, o), (x, empty), (empty, x), (empty, empty)] {
        assert_eq!(reader.connections().connect(a, b).verdict, No);
        assert_eq!(reader.connections().disconnect(a, b).verdict, No);
    }
}

#[test]
fn a_short_budget_is_admitted() {
    let board = Board::from_diagram(
        ". . . . . . . . .
         . . . . . . . . .
         . . X . O . X . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .",
    );
    let reading = Reader::new(&board, 20)
        .connections()
        .disconnect(at(&board, "C7"), at(&board, "G7"));
    assert_eq!((reading.verdict, reading.point), (Unknown, None));
}

/// Positions after a few random moves, with two strings of one colour each.
fn positions(side: u8, moves: usize, count: usize) -> Vec<(Board, Point, Point)> {
    let mut random = random(1);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::new(BoardSize::square(side));
        let mut color = Color::Black;
        for _ in 0..moves {
            let is_open = |&p: &Point| board.is_legal(color, p) && !board.is_eye(color, p);
            let open: Vec<Point> = board.size().points().filter(is_open).collect();
            if !open.is_empty() {
                board.place(color, open[random(open.len())]);
            }
            color = color.opposite();
        }
        board.clear_ko();
        let points = board.size().points();
        let stones: Vec<Point> = points.filter(|&p| board.cell(p).is_stone()).collect();
        let (a, b) = (stones[random(stones.len())], stones[random(stones.len())]);
        if board.cell(a) == board.cell(b) && board.head(a) != board.head(b) {
            found.push((board, a, b));
        }
    }
    found
}

#[test]
fn one_question_with_more_nodes_equals_asking_again() {
    let mut again = 0;
    for (board, a, b) in positions(9, 30, 60) {
        for cuts in [false, true] {
            let question = |pairs: &mut Connections| match cuts {
                true => pairs.disconnect(a, b),
                false => pairs.connect(a, b),
            };
            let mut reader = Reader::new(&board, 60);
            let first = question(&mut reader.connections());
            let expected = match first.verdict {
                Unknown => reader.with_budget(120, |reader| question(&mut reader.connections())),
                _ => first,
            };
            let mut other = Reader::new(&board, 60).for_person();
            let answer = question(&mut other.connections());
            assert_eq!(answer, expected, "{board}");
            assert_eq!(other.budget(), 60);
            let nodes = [other.nodes(), reader.nodes()];
            if first.verdict == Unknown {
                assert!(nodes[0] < nodes[1], "{nodes:?}\n{board}");
                again += 1;
            } else {
                assert_eq!(nodes[0], nodes[1], "{board}");
            }
        }
    }
    assert!(again > 10, "some are asked again: {again}");
}

#[test]
fn the_answer_does_not_depend_on_orientation_or_colours() {
    let verdicts = |board: &Board, [a, b]: [Point; 2]| {
        let mut reader = Reader::new(board, 3_000);
        let mut pairs = reader.connections();
        let verdicts = [pairs.connect(a, b).verdict, pairs.disconnect(a, b).verdict];
        assert_eq!(reader.board(), board, "reading changes nothing");
        verdicts
    };
    let mut known = 0;
    for (board, a, b) in positions(7, 16, 40) {
        let expected = verdicts(&board, [a, b]);
        assert_eq!(verdicts(&board, [a, b]), expected, "the same twice");
        for form in [1, 2, 3, 12, 13, 14, 15] {
            let (other, points) = turned(&board, [a, b], form);
            for (got, expected) in verdicts(&other, points).into_iter().zip(expected) {
                if got != Unknown && expected != Unknown {
                    assert_eq!(got, expected, "{other}");
                    known += 1;
                }
            }
        }
    }
    assert!(known > 300, "most are read to the end: {known}");
}

/// Plays every move, and returns whether the two get joined if `to_move` moves first. None if a ko was met.
fn joins_by_force(
    board: &mut Board,
    [a, b]: [Point; 2],
    to_move: Color,
    own: Color,
    depth: u32,
) -> Option<bool> {
    if !board.cell(a).is(own) || !board.cell(b).is(own) {
        return Some(false);
    }
    if board.head(a) == board.head(b) {
        return Some(to_move == own || board.liberties(a) > 1);
    }
    if depth == 0 {
        return None;
    }
    let joins = to_move == own;
    let points: Vec<Point> = board.size().points().filter(|&p| board.is_empty(p)).collect();
    let mut open = false;
    for point in points {
        if board.is_suicide(to_move, point) {
            continue;
        }
        let undo = board.play(to_move, point);
        let result = match board.ko() {
            Some(_) => None,
            None => joins_by_force(board, [a, b], to_move.opposite(), own, depth - 1),
        };
        board.undo(undo);
        match result {
            Some(joined) if joined == joins => return Some(joins),
            Some(_) => {}
            None => open = true,
        }
    }
    if !joins {
        // The cutting side may pass.
        match joins_by_force(board, [a, b], own, own, depth - 1) {
            Some(false) => return Some(false),
            Some(true) => {}
            None => open = true,
        }
    }
    (!open).then_some(!joins)
}

#[test]
fn readings_agree_with_all_lines_of_play() {
    let mut compared = [0, 0];
    for (board, a, b) in positions(4, 11, 150) {
        let own = board.cell(a).color().expect("a stone");
        let mut reader = Reader::new(&board, BUDGET);
        for (i, to_move) in [own, own.opposite()].into_iter().enumerate() {
            let reading = match i {
                0 => reader.connections().connect(a, b),
                _ => reader.connections().disconnect(a, b),
            };
            let verdict = reading.verdict;
            let plain = joins_by_force(&mut board.clone(), [a, b], to_move, own, 7);
            if let Some(joined) = plain
                && matches!(verdict, Yes | No)
            {
                assert_eq!(
                    verdict == Yes,
                    joined == (i == 0),
                    "{to_move:?} first, {a:?} {b:?}\n{board}"
                );
                compared[usize::from(joined)] += 1;
            }
        }
    }
    assert!(compared[0] > 30 && compared[1] > 30, "{compared:?}");
}
