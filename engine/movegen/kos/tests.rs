// SPDX-License-Identifier: MIT OR Apache-2.0

//! A ko that decides about two stones, with and without the right to take it.

use katachi_rules::{Game, Move, Rules};

use super::*;
use crate::movegen::for_tests;

/// The side that gets D3 decides about E3 and F3, which White can only connect to C3 there. In the top left
/// corner White can cut B8 off from F8 or from C6, and Black needs one of the two.
const KO: &str = "
    . O O O O . . . .
    O X X X . X . . .
    O O . O O X . . .
    . X X X X X . . .
    X X X X X X . . .
    O O X O X X X X .
    . O O . O O X . .
    O O O O X . X . .
    . O . O X X X . .";

/// The proposals after some moves: vertices with the effects of the moves.
fn proposed(diagram: &str, moves: &[&str], first: Color) -> Vec<(String, ReasonKind)> {
    let mut game = Game::from_position(Board::from_diagram(diagram), first, Rules::default(), 0.0);
    let mut color = first;
    for vertex in moves {
        let point = game.size().parse_vertex(vertex).expect("a vertex");
        game.play(color, Move::Play(point)).expect("a legal move");
        color = color.opposite();
    }
    let named = |e: Evidence| (game.size().vertex(e.point).to_string(), e.kind);
    let evidence = for_tests::evidence(&game, color, kos);
    evidence.into_iter().map(named).collect()
}

#[test]
fn one_side_takes_a_ko_and_the_other_ends_it() {
    let d4 = Point::new(3, 5);
    for (color, does_end) in [(Color::Black, false), (Color::White, true)] {
        let proposals = proposed(KO, &[], color);
        let [(vertex, ReasonKind::Ko { stone, ends })] = &proposals[..] else {
            panic!("{color}: {proposals:?}");
        };
        assert_eq!((vertex.as_str(), *stone, *ends), ("D3", d4, does_end), "{color}");
    }
}

#[test]
fn the_side_that_may_not_take_makes_threats_of_that_size() {
    let threats = proposed(KO, &["D3"], Color::Black);
    let b8 = Point::new(1, 1);
    let is_threat =
        |kind: &ReasonKind| matches!(kind, ReasonKind::KoThreat { string, size: 3 } if *string == b8);
    for vertex in ["E8", "C7"] {
        let is_there = threats.iter().any(|(at, kind)| at == vertex && is_threat(kind));
        assert!(is_there, "{threats:?}");
    }
    assert!(
        threats.iter().all(|(vertex, _)| vertex != "D4"),
        "not yet: {threats:?}"
    );
}

#[test]
fn a_ko_that_decides_no_string_is_left_to_the_endgame_search() {
    let small = "
        X . X O . O .
        X X X O O O O
        X X O . O . O
        . X X O O O O
        X . X X O . O";
    for color in Color::BOTH {
        assert_eq!(proposed(small, &[], color), [], "{color}");
    }
}
