// SPDX-License-Identifier: MIT OR Apache-2.0

//! Strings that are captured and saved, and what the tests of all readings share.

use katachi_rules::{Board, BoardSize};

use super::*;

use Verdict::{KoAhead, KoBehind, No, Unknown, Yes};

/// A point of a board by its name.
pub(super) fn at(board: &Board, vertex: &str) -> Point {
    board.size().parse_vertex(vertex).expect("a vertex of the board")
}

/// The name of a point, `-` for none.
pub(super) fn name(board: &Board, point: Option<Point>) -> String {
    point.map_or("-".to_owned(), |p| board.size().vertex(p).to_string())
}

/// One of the sixteen forms of a position: reflected, turned, colours exchanged.
pub(super) fn turned(board: &Board, points: [Point; 2], form: u32) -> (Board, [Point; 2]) {
    let (width, height) = (board.size().width(), board.size().height());
    let is_turned = form & 4 > 0;
    let to = |p: Point| {
        let x = if form & 1 > 0 { width - 1 - p.x() } else { p.x() };
        let y = if form & 2 > 0 { height - 1 - p.y() } else { p.y() };
        if is_turned {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    };
    let stones = board.size().points().filter_map(|p| {
        let color = board.cell(p).color()?;
        Some((to(p), if form & 8 > 0 { color.opposite() } else { color }))
    });
    let (width, height) = if is_turned {
        (height, width)
    } else {
        (width, height)
    };
    let mut turned = Board::new(BoardSize::new(width, height).expect("the sides of a board"));
    turned.set_stones(stones).expect("the same strings");
    (turned, points.map(to))
}

/// Random numbers below a limit.
pub(super) fn random(mut seed: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    }
}

/// Reads the string at a vertex: `attack` and `defend` are expected, with the point or `-`.
#[track_caller]
fn check(diagram: &str, stone: &str, attack: (Verdict, &str), defend: (Verdict, &str)) {
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, 100_000);
    let stone = at(&board, stone);
    let (got_attack, got_defend) = (reader.tactics().attack(stone), reader.tactics().defend(stone));
    for (got, (verdict, point)) in [(got_attack, attack), (got_defend, defend)] {
        assert_eq!(
            (got.verdict, &*name(&board, got.point)),
            (verdict, point),
            "{board}"
        );
    }
    assert_eq!(*reader.board(), board, "reading changes nothing");
}

#[test]
fn strings_are_captured_and_saved_as_in_every_book() {
    // A stone in atari is captured or extends.
    let in_atari = "
        . . . . . . .
        . . . . . . .
        . . . . O . .
        . . X . . . .
        . X O . . . .
        . . X . . . .
        . . . . . . .";
    check(in_atari, "C3", (Yes, "D3"), (Yes, "D3"));
    // A stone on the first line cannot run away.
    let first_line = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X X . .
        . . X O . . .";
    check(first_line, "D1", (Yes, "E1"), (No, "-"));
    // Capturing the cutting stone saves.
    let cutting_stone = "
        . O O . . .
        O X X O . .
        . X O X . .
        . O . X . .
        . . . . . .";
    check(cutting_stone, "B4", (Yes, "A3"), (Yes, "C2"));
    // A snapback captures the stones that captured.
    let snapback = "
        . . . . . . .
        . . . . . . .
        . X X X . . .
        X O . X O O O
        X O . O O . .";
    check(snapback, "B1", (Yes, "C1"), (Yes, "C1"));
    let free = ". . . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . .";
    check(free, "C3", (No, "-"), (Yes, "-"));
}

/// A ladder across the board, with a stone in its way or none.
fn ladder(breaker: &str) -> String {
    format!(
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . {breaker} . .
         . . . . . . . . .
         . . . . . . . . .
         . . X . . . . . .
         . X O O . . . . .
         . . X X . . . . ."
    )
}

#[test]
fn a_ladder_works_to_the_far_edge_and_a_net_where_it_is_broken() {
    let running = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . X O . . . . .
        . . X O X . . . .
        . . . X . . . . .";
    check(running, "D2", (Yes, "E3"), (No, "-"));
    check(&ladder("."), "C2", (Yes, "E2"), (Yes, "E2"));
    check(&ladder("O"), "C2", (Yes, "E3"), (Yes, "E2"));
    let escaping = "
        . . . . . . .
        . . . . . O .
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . X X . . .
        . . . . . . .";
    let board = Board::from_diagram(escaping);
    let attack = Reader::new(&board, 100_000).tactics().attack(at(&board, "C3"));
    assert_eq!(attack.verdict, Yes);
}

#[test]
fn a_small_budget_gives_unknown() {
    let board = Board::from_diagram(&ladder("."));
    let stone = at(&board, "C2");
    let reading = Reader::new(&board, 3).tactics().attack(stone);
    assert_eq!(reading, Reading::new(Unknown, None));
    let mut reader = Reader::new(&board, 12);
    assert_eq!(reader.tactics().attack(stone).verdict, Unknown);
    let mut reader = reader.for_person();
    let again = reader.tactics().attack(stone);
    assert_eq!(again, Reader::new(&board, 1_000).tactics().attack(stone));
    assert_eq!((again.verdict, reader.budget()), (Yes, 12));
}

#[test]
fn a_question_asked_again_is_answered_without_reading() {
    let board = Board::from_diagram(
        ". . . . . . .
         . . . . O . .
         . . X . . . .
         . X O . . . .
         . . X . . . .",
    );
    let stone = at(&board, "C2");
    let mut reader = Reader::new(&board, 100_000);
    let first = reader.tactics().defend(stone);
    let nodes = reader.nodes();
    reader.with_move(Color::White, at(&board, "A5"), |reader| {
        reader.tactics().defend(stone)
    });
    let between = reader.nodes();
    assert!(between > nodes, "another position is another question");
    assert_eq!(reader.tactics().defend(stone), first);
    assert_eq!(reader.nodes(), between);
}

#[test]
fn a_ko_is_told_from_a_capture_and_a_move_into_atari_is_not_safe() {
    let board = Board::from_diagram(
        ". X O . .
         X O . O .
         . X O . .
         . . . . .
         . . . . .",
    );
    let at = |v| at(&board, v);
    let mut reader = Reader::new(&board, 100_000);
    let attack = reader.tactics().attack(at("B4"));
    assert_eq!(attack, Reading::new(KoAhead, Some(at("C4"))));
    assert_eq!(attack.verdict.code(), 2);
    let mut is_safe = |color, vertex| reader.tactics().is_safe_move(color, at(vertex));
    assert!(is_safe(Color::Black, "C4"), "White may not retake the ko at once");
    assert!(!is_safe(Color::Black, "D5"));
    assert!(!is_safe(Color::White, "C5"), "not legal");
}

/// White takes at C1 and Black retakes, but he can never fill C1: with A1 alone he would be in atari. So each
/// round costs him a threat, and White loses nothing by waiting.
#[test]
fn a_ko_that_its_owner_cannot_end_does_not_save() {
    let diagram = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O O O . .
        X X X O . O .
        . X . X O O .";
    check(diagram, "B2", (Yes, "C1"), (No, "-"));
}

/// Black has just taken the ko at C1. He cannot fill it, and it takes him two moves to capture D2: White need
/// not hurry.
#[test]
fn a_side_that_may_not_take_a_ko_yet_waits_if_nothing_is_lost_by_it() {
    let mut board = Board::from_diagram(
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         . . . . . . .
         O O O X X X X
         X X X O O . X
         . X O . O . X",
    );
    let [black, white, taking] = ["B2", "D2", "D1"].map(|v| at(&board, v));
    board.place(Color::Black, taking);
    let mut reader = Reader::new(&board, 100_000);
    let waiting = Reading::new(KoAhead, None);
    assert_eq!(reader.tactics().attack(black), waiting);
    assert_eq!(reader.tactics().defend(white), waiting);
    assert_eq!(reader.tactics().defend(black).verdict, KoBehind);
    assert_eq!(*reader.board(), board);
}

/// Black D2 puts D3 into atari, but White B2 leaves the black string with the point of the capture as its
/// last liberty, so that the taker is taken.
#[test]
fn a_stone_in_atari_is_not_captured_while_its_taker_can_be_made_short_of_liberties() {
    let diagram = "
        . . . . . . .
        . O O O O . .
        O X X X O . .
        O X . O X . .
        O . O . X . .
        . O O . X . .";
    check(diagram, "D3", (No, "-"), (Yes, "-"));
}
