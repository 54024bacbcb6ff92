// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions in which nothing is left but dame, or not even those.

use katachi_rules::{Board, Color, Game, Rules};

use super::*;
use crate::knowledge::Knowledge;
use crate::movegen::for_tests;

/// C1 to C5 are dame.
const DAME: &str = "
    . X . O .
    X X . O O
    . X . O .
    X X . O O
    . X . O .";

/// All borders are closed.
const FINISHED: &str = "
    . X X O .
    X X X O O
    . . X O .
    X X X O O
    . X X O .";

fn filled(diagram: &str, rules: Rules, color: Color) -> Option<String> {
    let game = Game::from_position(Board::from_diagram(diagram), color, rules, 0.0);
    for_tests::with_input(&game, color, &Knowledge::default(), |input, _| {
        instead_of_a_pass(input).map(|p| game.size().vertex(p.point).to_string())
    })
}

#[test]
fn dame_are_filled_under_area_scoring() {
    for color in Color::BOTH {
        let point = filled(DAME, Rules::CHINESE, color).expect("there is one to fill");
        assert!(point.starts_with('C'), "{point}");
    }
}

#[test]
fn with_territory_scoring_a_pass_is_as_good() {
    for color in Color::BOTH {
        assert_eq!(filled(DAME, Rules::JAPANESE, color), None);
    }
}

#[test]
fn territory_is_not_filled() {
    for rules in [Rules::CHINESE, Rules::JAPANESE] {
        assert_eq!(filled(FINISHED, rules, Color::Black), None);
    }
}

#[test]
fn the_liberties_of_a_seki_are_left() {
    let seki = "
        O O O O O O . O
        X X X X X O O .
        O O O . X O . O
        O O . X X O O .";
    for color in Color::BOTH {
        assert_eq!(filled(seki, Rules::CHINESE, color), None, "{color}");
    }
}

#[test]
fn an_open_board_is_not_filled() {
    assert_eq!(filled(". . .\n. X .\n. . .", Rules::CHINESE, Color::White), None);
}
