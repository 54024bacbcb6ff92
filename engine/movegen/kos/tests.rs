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

/// What is proposed after some moves, as `POINT: REASON`.
fn proposed(diagram: &str, moves: &[&str], first: Color) -> Vec<String> {
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
    let mut lines = Vec::new();
    for proposal in proposals.into_sorted() {
        let vertex = game.size().vertex(proposal.point);
        lines.extend(
            proposal
                .reasons
                .iter()
                .map(|reason| format!("{vertex}: {reason}")),
        );
    }
    lines
}

#[test]
fn one_side_takes_a_ko_and_the_other_ends_it() {
    assert_eq!(proposed(KO, &[], Color::Black), ["D3: takes the ko of D4"]);
    assert_eq!(proposed(KO, &[], Color::White), ["D3: ends the ko of D4"]);
}

#[test]
fn the_side_that_may_not_take_makes_threats_of_that_size() {
    let threats = proposed(KO, &["D3"], Color::Black);
    for point in ["E8", "C7"] {
        let line = format!("{point}: threatens B8 (3 stones) for a ko");
        assert!(threats.contains(&line), "{threats:?}");
    }
    assert!(
        threats.iter().all(|line| !line.starts_with("D4")),
        "not yet: {threats:?}"
    );
}

#[test]
fn a_ko_without_a_stake_is_left_to_the_endgame_search() {
    let small = "
        X . X O . O .
        X X X O O O O
        X X O . O . O
        . X X O O O O
        X . X X O . O";
    for color in Color::BOTH {
        assert_eq!(proposed(small, &[], color), [""; 0], "{color}");
    }
}
