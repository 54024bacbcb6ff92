// SPDX-License-Identifier: MIT OR Apache-2.0

//! A ko that decides about two stones, with and without the right to take it.

use katachi_rules::{Game, Rules};

use super::*;
use crate::analysis::Effort;
use crate::movegen::alone;

/// The side that gets D3 decides about E3 and F3, which White can only connect to C3 there. In the top left corner White can cut B8 off
/// from F8 or from C6, and Black needs one of the two.
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

/// What is proposed after some moves: the vertices with their reasons.
fn proposed(diagram: &str, moves: &[&str], first: Color) -> Vec<(String, Reason)> {
    let mut game = Game::from_position(Board::from_diagram(diagram), first, Rules::default(), 0.0);
    let mut color = first;
    for vertex in moves {
        let point = game.size().parse_vertex(vertex).expect("a vertex");
        game.play(color, Move::Play(point)).expect("a legal move");
        color = color.opposite();
    }
    let effort = Effort {
        reading_nodes: 2000,
        playouts: 0,
    };
    let mut analysis = Analysis::of(game.board(), effort);
    let mut proposals = Proposals::default();
    alone::with_context(&game, color, |context| {
        propose(context, &mut analysis, &mut proposals)
    });
    let mut found = Vec::new();
    for proposal in proposals.into_sorted() {
        let vertex = game.size().vertex(proposal.point).to_string();
        found.extend(
            proposal
                .reasons
                .into_iter()
                .map(|reason| (vertex.clone(), reason)),
        );
    }
    found
}

#[test]
fn one_side_takes_a_ko_and_the_other_ends_it() {
    let d4 = Point::new(3, 5);
    for (color, does_end) in [(Color::Black, false), (Color::White, true)] {
        let proposals = proposed(KO, &[], color);
        let [(vertex, Reason::Ko { stone, ends, .. })] = &proposals[..] else {
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
        |reason: &Reason| matches!(reason, Reason::KoThreat { string, size: 3, .. } if *string == b8);
    for vertex in ["E8", "C7"] {
        let is_there = threats
            .iter()
            .any(|(at, reason)| at == vertex && is_threat(reason));
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
