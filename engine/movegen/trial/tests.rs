//! What trying moves out makes of positions in which nothing is proposed.

use katachi_rules::{Board, Game, Rules};

use super::*;
use crate::movegen::alone;

/// The moves of a position without any proposal that were tried out, best first.
fn tried(color: Color, diagram: &str, komi: f32) -> Vec<(String, i32)> {
    tried_among(&[], color, diagram, komi)
}

fn tried_among(among: &[Point], color: Color, diagram: &str, komi: f32) -> Vec<(String, i32)> {
    let game = Game::from_position(Board::from_diagram(diagram), color, Rules::default(), komi);
    let mut proposals = Vec::new();
    let limits = Limits {
        moves_in_thought: 20_000,
        among,
    };
    alone::with_context(&game, color, |context| {
        judge(context, limits, &Counted::nothing(), &mut proposals, |_| false);
    });
    let named = |p: Proposal| (game.size().vertex(p.point).to_string(), p.value);
    proposals.into_iter().map(named).collect()
}

const THREE_IN_A_ROW: &str = "
    . . X . . . .
    X X X X X X X
    O O O O O O X
    O . . . O X X
    O O O O O X .
    X X X X X X X
    . . X . . X .";

#[test]
fn the_point_on_which_a_group_hangs_is_best_for_both_sides() {
    for color in Color::BOTH {
        let (vertex, value) = tried(color, THREE_IN_A_ROW, 15.0)[0].clone();
        assert_eq!(vertex, "C4");
        assert!(
            value > 50,
            "all of the group, about 20 points, is at stake, not {value}"
        );
    }
}

#[test]
fn nothing_is_worth_a_move_in_settled_ground() {
    let settled = "
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O O
        . X . X O O .";
    for color in Color::BOTH {
        assert_eq!(tried(color, settled, 0.0), []);
    }
}

#[test]
fn a_threat_that_is_answered_gains_nothing() {
    // Four in a row live, though a stone in the middle wants an answer.
    let diagram = "
        . . X . . X .
        X X X X X X X
        O O O O O O O
        O . . . . O X
        O O O O O O X
        X X X X X X X
        . . X . . X .";
    for (vertex, value) in tried(Color::Black, diagram, 15.0) {
        assert!(value < 25, "{vertex} is not worth {value}");
    }
}

#[test]
fn the_same_position_gives_the_same_values() {
    let open = ". . . . .\n. X . . .\n. . . O .\n. . . . .\n. . . . .";
    let moves = tried(Color::Black, open, 0.0);
    assert_eq!(moves, tried(Color::Black, open, 0.0));
    assert_eq!(moves[0].0, "C3", "the centre of the smallest boards");
}

#[test]
fn a_choice_among_some_points_tries_no_others() {
    let open = ". . . . .\n. X . . .\n. . . O .\n. . . . .\n. . . . .";
    let points = [Point::new(0, 0), Point::new(2, 2)];
    let moves = tried_among(&points, Color::Black, open, 0.0);
    let names: Vec<&str> = moves.iter().map(|m| &*m.0).collect();
    assert_eq!(names, ["C3", "A5"]);
}
