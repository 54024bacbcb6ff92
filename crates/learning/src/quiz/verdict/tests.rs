// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to a group that the first move decides, and to a mistake.

use katachi_rules::{Board, Color, Rules};

use katachi_engine::Engine;

use super::*;

/// White's eye space has three points in a row. C1 decides its life.
const THREE_IN_A_ROW: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X . . .
    O O O O O X . . .
    O . . . O X . . .";

/// Black can save four stones, or White captures them.
const STONES_IN_ATARI: &str = "
    . . . . . . .
    . X X . . O .
    . X . O O . .
    . X O X X O .
    . X O X X . .
    . . X O O O .
    . . . . . . .";

fn judge() -> Judge {
    Judge::new(Engine::new(Judge::settings(60, 0)), 60)
}

fn game(diagram: &str, color: Color) -> Game {
    Game::from_position(Board::from_diagram(diagram), color, Rules::CHINESE, 0.5)
}

#[track_caller]
fn check(problem: &Problem, game: &Game, answer: Option<&str>, is_right: bool, expected: &[&str]) {
    let answer = answer.map(|vertex| game.size().parse_move(vertex).expect("a move"));
    let found = judged(&judge(), 20_000, problem, game, answer).expect("it is judged");
    assert_eq!(found.is_right, is_right, "{found:?}");
    for words in expected {
        assert!(found.text.contains(words), "no '{words}' in {}", found.text);
    }
}

#[test]
fn the_vital_point_is_right_for_both_sides_and_others_are_refuted() {
    let size = game(THREE_IN_A_ROW, Color::Black).size();
    let black = ["Black C1 kills the group at ", "After B1 White saves it with C1."];
    let white = ["White C1 saves the group at ", "After B1 Black kills it with C1."];
    for (color, [does, refuted]) in [(Color::Black, black), (Color::White, white)] {
        let game = game(THREE_IN_A_ROW, color);
        let problem = Problem::of_life("a".to_owned(), &game, &[]);
        check(&problem, &game, Some("C1"), true, &["Right. ", does]);
        check(&problem, &game, Some("B1"), false, &["Wrong. ", refuted, does]);
        check(&problem, &game, Some("G7"), false, &["Wrong. ", does]);
        check(&problem, &game, None, false, &[does]);
        check(&problem, &game, Some("pass"), false, &["Wrong. "]);
        // Given answers decide.
        let given = [size.parse_vertex("D1").expect("a point")];
        let problem = Problem::of_life("a".to_owned(), &game, &given);
        check(&problem, &game, Some("D1"), true, &["Right. "]);
        check(&problem, &game, Some("C1"), false, &["Wrong. "]);
    }
}

#[test]
fn a_mistake_is_wrong_again_and_a_move_that_loses_nothing_is_right() {
    let game = game(STONES_IN_ATARI, Color::Black);
    let mistake = Move::Play(point(&game, "A1"));
    let problem = Problem::of_mistake("a".to_owned(), &game, mistake);
    let again = "Wrong: A1 was the mistake in the game. It loses about ";
    let in_game = "In the game A1 was played. It loses about ";
    let best = judge().judge(&game, Color::Black, mistake).expect("it is judged");
    let best = game.size().show(best.best().expect("a move"));
    for (answer, is_right, expected) in [
        (Some("A1"), false, &[again, "Better: "][..]),
        (
            Some("G1"),
            false,
            &["Wrong: G1", "It loses about ", "Better: ", in_game],
        ),
        (None, false, &["Better: ", in_game]),
        (Some(&*best), true, &["Right. Black ", in_game]),
    ] {
        check(&problem, &game, answer, is_right, expected);
    }
}

#[test]
fn a_problem_without_a_group_is_judged_by_the_search() {
    let diagram = ". . . . .\n. . . . .\n. . X . .\n. . . . .\n. . . . .";
    let game = game(diagram, Color::White);
    let problem = Problem::of_life("a".to_owned(), &game, &[]);
    check(&problem, &game, None, false, &["White "]);
    let given = [point(&game, "B3")];
    let problem = Problem::of_life("a".to_owned(), &game, &given);
    check(&problem, &game, Some("B3"), true, &["Right. The answer: B3."]);
}

fn point(game: &Game, vertex: &str) -> Point {
    game.size().parse_vertex(vertex).expect("a point")
}
