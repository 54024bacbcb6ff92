//! Which proposals are chosen, and which are dropped.

use katachi_rules::{Board, Game, Rules};

use super::*;
use crate::analysis::Effort;
use crate::movegen::{PatternValue, alone};
use crate::play::{Engine, Settings};

/// The move that is chosen if a pattern alone proposes each of these points, the first for most.
fn chosen(color: Color, diagram: &str, vertices: &[&str], among: &[Point]) -> Move {
    let game = Game::from_position(Board::from_diagram(diagram), color, Rules::default(), 0.0);
    let effort = Effort {
        reading_nodes: 500,
        playouts: 0,
    };
    let mut analysis = Analysis::of(game.board(), effort);
    let pattern = |(vertex, value): (&&str, i32)| Proposal {
        point: game.size().parse_vertex(vertex).expect("a vertex"),
        value,
        reasons: vec![Reason::Pattern(Box::new(PatternValue {
            value,
            ..PatternValue::default()
        }))],
    };
    let proposals = vertices.iter().zip((1..60).rev()).map(pattern).collect();
    let status = settled::final_status(game.board());
    let choice = alone::with_context(&game, color, |context| {
        choose(context, &mut analysis, proposals, status.as_ref(), among, true)
    });
    choice.expect("all was evaluated").mv
}

const OPEN: &str = "
    . . . . .
    . X . . .
    . . . . .
    . . . O .
    . . . . .";

#[test]
fn the_best_proposal_is_played() {
    let center = Move::Play(Point::new(2, 2));
    assert_eq!(chosen(Color::Black, OPEN, &["C3", "A5"], &[]), center);
}

#[test]
fn only_the_points_that_are_asked_about_are_chosen_among() {
    let center = Point::new(2, 2);
    assert_eq!(
        chosen(Color::Black, OPEN, &["A5", "C3"], &[center]),
        Move::Play(center)
    );
    assert_eq!(chosen(Color::Black, OPEN, &["A5"], &[center]), Move::Pass);
}

#[test]
fn nothing_is_played_in_settled_area() {
    let settled = "
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O O
        . X . X O . O
        X X X X O O O
        . X . X O O .";
    for color in Color::BOTH {
        assert_eq!(
            chosen(color, settled, &["A3", "G1", "F3"], &[]),
            Move::Pass,
            "{color}"
        );
    }
}

#[test]
fn the_classical_choice_passes_once_all_borders_are_closed() {
    let finished = "
        . X . X O . O . O
        X X X X O O O O .
        . X . X O . O . O
        X X X X O O O O O
        . . O . X X O . O
        X X X . X O O O O
        . . . . X O . . .
        . X X X X O . O .
        . . . X X O . . .";
    let settings = Settings {
        search: None,
        level: 5,
        ..Settings::default()
    };
    let engine = Engine::new(settings);
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        for color in Color::BOTH {
            let game = Game::from_position(Board::from_diagram(finished), color, rules, 7.5);
            assert_eq!(engine.choose(&game, color).mv, Move::Pass, "{color}");
        }
    }
}
