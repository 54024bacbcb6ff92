// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;

/// The name of Black's move at `*`, in words.
fn name(diagram: &str) -> String {
    let board = Board::from_diagram(&diagram.replace('*', "."));
    let rows: Vec<&str> = diagram
        .lines()
        .map(str::trim)
        .filter(|row| !row.is_empty())
        .collect();
    let (y, row) = rows
        .iter()
        .enumerate()
        .find(|(_, row)| row.contains('*'))
        .expect("a move");
    let x = row
        .split_whitespace()
        .position(|cell| cell == "*")
        .expect("a move");
    let point = Point::new(x as u8, y as u8);
    MoveName::new(&board, Color::Black, point).text(board.size())
}

/// Checks the names of moves on boards of 7x7, which stand side by side below the names.
#[track_caller]
fn are(boards: &str) {
    for block in boards.split("\n\n") {
        let lines = block.lines().filter(|line| !line.trim().is_empty());
        let lines: Vec<Vec<&str>> = lines
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        for (column, expected) in lines[0].iter().enumerate() {
            let rows: Vec<&str> = lines[1..].iter().map(|line| line[column]).collect();
            assert_eq!(name(&rows.join("\n")), *expected, "{}", rows.join("\n"));
        }
    }
}

const EMPTY: &str = ". . . . . . .";

#[test]
fn moves_that_capture_or_threaten_to_are_named_first() {
    are("
        a capture of D4 | an atari on D4 | a double atari on C5
        . . . . . . .   | . . . . . . .  | . . . . . . .
        . . . . . . .   | . . . . . . .  | . . X X . . .
        . . . X . . .   | . . . X . . .  | . X O . . . .
        . . X O * . .   | . . X O . . .  | . . * O X . .
        . . . X . . .   | . . . * . . .  | . . . X . . .
        . . . . . . .   | . . . . . . .  | . . . . . . .
        . . . . . . .   | . . . . . . .  | . . . . . . .");
}

#[test]
fn moves_that_join_or_part_strings_say_so() {
    are("
        a connection of D4 and C5 | a cut between E5 and D6 | a crosscut
        . . . . . . .             | . . . . . . .           | . . . . . . .
        . . . . . . .             | . . O O X . .           | . . . . . . .
        . . X O . . .             | . . X * O . .           | . . . O X . .
        . . * X . . .             | . . X X O . .           | . . . * O . .
        . . O . . . .             | . . . . . . .           | . . . . . . .
        . . . . . . .             | . . . . . . .           | . . . . . . .
        . . . . . . .             | . . . . . . .           | . . . . . . .

        a hanging connection | a peep
        . . . . . . .        | . . . . . . .
        . . . O . . .        | . . . . . . .
        . . X . X . .        | . . O . O . .
        . . . * . . .        | . . . * . . .
        . . . . . . .        | . . . . . . .
        . . . . . . .        | . . . . . . .
        . . . . . . .        | . . . . . . .");
}

#[test]
fn moves_in_contact_are_named_by_the_stones_around_them() {
    are("
        a hane around D4 | a stretch from D4 | an attachment to D4
        . . . . . . .    | . . . . . . .     | . . . . . . .
        . . . . . . .    | . . . . . . .     | . . . . . . .
        . . . * . . .    | . . . . O . .     | . . . . . . .
        . . X O . . .    | . . X X * . .     | . . . O * . .
        . . . . . . .    | . . . . . . .     | . . . . . . .
        . . . . . . .    | . . . . . . .     | . . . . . . .
        . . . . . . .    | . . . . . . .     | . . . . . . .

        a clamp of D4 | a wedge       | a block against D4
        . . . . . . . | . . . . . . . | . . . . . . .
        . . . . . . . | . . . . . . . | . . . . . . .
        . . . . . . . | . . O * O . . | . . . . X . .
        . . X O * . . | . . . . . . . | . . O O * . .
        . . . . . . . | . . . . . . . | . . . . . . .
        . . . . . . . | . . . . . . . | . . . . . . .
        . . . . . . . | . . . . . . . | . . . . . . .

        a crawl against D3 | a descent from D3
        . . . . . . .      | . . . . . . .
        . . . . . . .      | . . . . . . .
        . . . . . . .      | . . . . . . .
        . . . . . . .      | . . O X . . .
        . O O O . . .      | . . O X . . .
        . X X * . . .      | . . . * . . .
        . . . . . . .      | . . . . . . .");
}

#[test]
fn moves_away_from_the_other_side_are_named_by_the_nearest_own_stone() {
    are("
        a diagonal move from C4 | a one-space jump from C4 | a knight's move from C4
        . . . . . . .           | . . . . . . .            | . . . . . . .
        . . . . . . .           | . . . . . . .            | . . . . . . .
        . . . . . . .           | . . . . . . .            | . . . . . . .
        . . X . . . .           | . . X . * . .            | . . X . . . .
        . . . * . . .           | . . . . . . .            | . . . . * . .
        . . . . . . .           | . . . . . . .            | . . . . . . .
        . . . . . . .           | . . . . . . .            | . . . . . . .

        a monkey jump from C2
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . O O . . . .
        . X X . . . .
        . . . . . * .");
}

/// The name of a move on an empty 19x19 board with these stones.
fn on_open_board(stones: &[(&str, Color)], mv: &str) -> String {
    let mut board = Board::new(BoardSize::square(19));
    let at = |vertex: &str| BoardSize::square(19).parse_vertex(vertex).expect("a point");
    board
        .set_stones(stones.iter().map(|&(vertex, color)| (at(vertex), color)))
        .expect("stones with liberties");
    MoveName::new(&board, Color::Black, at(mv)).text(board.size())
}

#[test]
fn moves_in_open_corners_have_the_names_of_the_opening() {
    use Color::{Black, White};
    for (stones, mv, expected) in [
        (&[][..], "Q16", "the star point of the corner"),
        (&[], "R16", "the 3-4 point of the corner"),
        (&[], "K10", "the middle of the board"),
        (&[("Q16", White)], "R14", "an approach to Q16"),
        (&[("Q16", White)], "R17", "a 3-3 invasion"),
        (&[("R16", Black)], "P17", "an enclosure from R16"),
        (&[("Q16", Black), ("O17", White)], "L17", "a pincer on O17"),
        (&[("Q4", Black)], "K4", "an extension from Q4"),
        (&[("O3", White)], "O5", "a cap of O3"),
        (
            &[("D4", Black), ("C10", Black), ("F3", White)],
            "D6",
            "a one-space jump from D4",
        ),
    ] {
        assert_eq!(on_open_board(stones, mv), expected, "{mv}");
    }
}

#[test]
fn the_first_stone_in_a_corner_of_a_small_board_is_named_by_its_lines() {
    let board = Board::new(BoardSize::square(9));
    let name = |vertex| {
        let point = board.size().parse_vertex(vertex).expect("a point");
        MoveName::new(&board, Color::Black, point).text(board.size())
    };
    assert_eq!(name("D4"), "the 4-4 point of the corner");
    assert_eq!(name("C4"), "the 3-4 point of the corner");
    assert_eq!(name("E5"), "the middle of the board");
}

#[test]
fn a_turned_board_has_the_same_names() {
    // A column is a row after a turn about the diagonal.
    let stones = [
        ("Q16", Color::White),
        ("R14", Color::Black),
        ("O17", Color::White),
        ("D4", Color::Black),
    ];
    let size = BoardSize::square(19);
    let turned = |p: Point| Point::new(p.y(), p.x());
    let placed = |turns: bool| {
        let mut board = Board::new(size);
        let stones = stones.map(|(vertex, color)| {
            let p = size.parse_vertex(vertex).expect("a point");
            (if turns { turned(p) } else { p }, color)
        });
        board.set_stones(stones).expect("stones with liberties");
        board
    };
    let (board, other) = (placed(false), placed(true));
    for p in size.points().filter(|&p| board.is_empty(p)) {
        let here = MoveName::new(&board, Color::Black, p).kind;
        let there = MoveName::new(&other, Color::Black, turned(p)).kind;
        assert_eq!(here, there, "{}", size.vertex(p));
    }
}

#[test]
fn blocks_crawls_and_runs_are_told_apart() {
    are("
        a block against D5 | a crawl against D5 | a block against D3
        . . . . . . .      | . . . . . . .      | . . . . . . .
        . . X * . . .      | . . X * . . .      | . . . . . . .
        . . O O X . .      | . . O O . . .      | . . . . . . .
        . . . . . X .      | . . . . . . .      | . . . . . . .
        . . . . . . .      | . . . . . . .      | . . . O . . .
        . . . . . . .      | . . . . . . .      | . . X * . . .
        . . . . . . .      | . . . . . . .      | . . . . . . .

        a crawl against D3 | a connection of D4 and C5 | a stretch from D4
        . . . . . . .      | . . . . . . .             | . . . . . . .
        . . . . . . .      | . . O . . . .             | . . . . O . .
        . . . . . . .      | . O X * . . .             | . . . O . . .
        . . . . . . .      | . . O X . . .             | . . O X * O .
        . . O O . . .      | . . . . X . .             | . . . O . . .
        . . X * . . .      | . . . . . . .             | . . . . . . .
        . . . . . . .      | . . . . . . .             | . . . . . . .");
}

#[test]
fn a_monkey_jump_needs_an_open_first_line() {
    let jump = |first: &str| {
        name(&format!(
            "{EMPTY}\n{EMPTY}\n{EMPTY}\n{EMPTY}\n{EMPTY}\n. X . . . . .\n{first}"
        ))
    };
    assert_eq!(jump(". . . . * . ."), "a monkey jump from B2");
    assert!(!jump(". . O . * . .").contains("monkey"));
    let corner = format!("{EMPTY}\n{EMPTY}\n{EMPTY}\n{EMPTY}\n{EMPTY}\n. . . X . . .\n* . . . . . .");
    assert!(
        !name(&corner).contains("monkey"),
        "the corner is the end of the line"
    );
}
