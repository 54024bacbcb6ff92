// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_rules::Board;

use super::*;

/// Reads the string at a vertex: `attack` and `defend` are expected, with the point or `-`.
#[track_caller]
fn check(diagram: &str, stone: &str, attack: (Verdict, &str), defend: (Verdict, &str)) {
    let board = Board::from_diagram(diagram);
    let size = board.size();
    let mut reader = Reader::new(&board, 100_000);
    let stone = size.parse_vertex(stone).unwrap();
    let show = |r: Reading| {
        (
            r.verdict,
            r.point.map_or("-".to_string(), |p| size.vertex(p).to_string()),
        )
    };
    let got = (
        show(reader.tactics().attack(stone)),
        show(reader.tactics().defend(stone)),
    );
    let expected = |(v, p): (Verdict, &str)| (v, p.to_string());
    assert_eq!(got, (expected(attack), expected(defend)), "{board}");
    assert_eq!(*reader.board(), board, "reading changes nothing");
}

use Verdict::{No, Yes};

#[test]
fn a_stone_in_atari_is_captured_or_extends() {
    let diagram = "
        . . . . . . .
        . . . . . . .
        . . . . O . .
        . . X . . . .
        . X O . . . .
        . . X . . . .
        . . . . . . .";
    check(diagram, "C3", (Yes, "D3"), (Yes, "D3"));
}

#[test]
fn a_stone_on_the_first_line_cannot_run_away() {
    let diagram = "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . X X . .
        . . X O . . .";
    check(diagram, "D1", (Yes, "E1"), (No, "-"));
}

#[test]
fn a_ladder_works_to_the_far_edge() {
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
}

#[test]
fn a_net_captures_where_the_ladder_is_broken() {
    let ladder = |breaker: &str| {
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
    };
    check(&ladder("."), "C2", (Yes, "E2"), (Yes, "E2"));
    check(&ladder("O"), "C2", (Yes, "E3"), (Yes, "E2"));
}

#[test]
fn a_net_captures_a_string_that_escapes_a_ladder() {
    let diagram = "
        . . . . . . .
        . . . . . O .
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . X X . . .
        . . . . . . .";
    let board = Board::from_diagram(diagram);
    let mut reader = Reader::new(&board, 100_000);
    let stone = board.size().parse_vertex("C3").unwrap();
    assert_eq!(reader.tactics().attack(stone).verdict, Yes);
}

#[test]
fn capturing_the_cutting_stone_saves() {
    let diagram = "
        . O O . . .
        O X X O . .
        . X O X . .
        . O . X . .
        . . . . . .";
    check(diagram, "B4", (Yes, "A3"), (Yes, "C2"));
}

#[test]
fn a_snapback_captures_the_stones_that_captured() {
    let diagram = "
        . . . . . . .
        . . . . . . .
        . X X X . . .
        X O . X O O O
        X O . O O . .";
    check(diagram, "B1", (Yes, "C1"), (Yes, "C1"));
}

#[test]
fn a_string_with_many_liberties_is_safe_and_a_small_budget_gives_unknown() {
    let open = ". . . . .\n. . . . .\n. . O . .\n. . . . .\n. . . . .";
    check(open, "C3", (No, "-"), (Yes, "-"));
    let ladder = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . X O O . . . . .
        . . X X . . . . .";
    let board = Board::from_diagram(ladder);
    let stone = board.size().parse_vertex("C2").unwrap();
    let reading = Reader::new(&board, 3).tactics().attack(stone);
    assert_eq!(
        reading,
        Reading {
            verdict: Verdict::Unknown,
            point: None
        }
    );
    let mut reader = Reader::new(&board, 12);
    assert_eq!(reader.tactics().attack(stone).verdict, Verdict::Unknown);
    reader.set_class(Class::Normal);
    let again = reader.tactics().attack(stone);
    assert_eq!(again, Reader::new(&board, 1_000).tactics().attack(stone));
    assert_eq!((again.verdict, reader.budget()), (Yes, 12));
}

#[test]
fn a_move_into_atari_is_not_safe_but_a_ko_is() {
    let board = Board::from_diagram(
        ". X O . .
         X O . O .
         . X O . .
         . . . . .
         . . . . .",
    );
    let at = |v| board.size().parse_vertex(v).unwrap();
    let mut reader = Reader::new(&board, 100_000);
    assert!(
        reader.tactics().is_safe_move(Color::Black, at("C4")),
        "White may not retake the ko at once"
    );
    assert!(!reader.tactics().is_safe_move(Color::Black, at("D5")));
    assert!(
        !reader.tactics().is_safe_move(Color::White, at("C5")),
        "not legal"
    );
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
    let stone = board.size().parse_vertex("C2").unwrap();
    let mut reader = Reader::new(&board, 100_000);
    let first = reader.tactics().defend(stone);
    let nodes = reader.counts().nodes;
    let elsewhere = board.size().parse_vertex("A5").unwrap();
    reader.with_move(Color::White, elsewhere, |reader| reader.tactics().defend(stone));
    let between = reader.counts().nodes;
    assert!(between > nodes, "another position is another question");
    assert_eq!(reader.tactics().defend(stone), first);
    assert_eq!(reader.counts().nodes, between);
}

#[test]
fn a_ko_is_told_from_a_capture() {
    let board = Board::from_diagram(
        ". X O . .
         X O . O .
         . X O . .
         . . . . .
         . . . . .",
    );
    let at = |v| board.size().parse_vertex(v).unwrap();
    let mut reader = Reader::new(&board, 100_000);
    let attack = reader.tactics().attack(at("B4"));
    assert_eq!((attack.verdict, attack.point), (Verdict::KoAhead, Some(at("C4"))));
    assert_eq!(attack.verdict.code(), 2);
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
    let at = |v| board.size().parse_vertex(v).unwrap();
    let (black, white, taking) = (at("B2"), at("D2"), at("D1"));
    board.place(Color::Black, taking);
    let mut reader = Reader::new(&board, 100_000);
    let waiting = Reading {
        verdict: Verdict::KoAhead,
        point: None,
    };
    assert_eq!(reader.tactics().attack(black), waiting);
    assert_eq!(reader.tactics().defend(white), waiting);
    assert_eq!(reader.tactics().defend(black).verdict, Verdict::KoBehind);
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
