// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi::{Engine, Settings};
use katachi_rules::{Board, Color, Game, Rules};

use super::*;

const LADDER: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . X . . . .
    . X O . . . .
    . . X X . . .
    . . . . . . .";

fn game(diagram: &str) -> Game {
    Game::from_position(Board::from_diagram(diagram), Color::Black, Rules::default(), 7.0)
}

#[test]
fn a_law_that_is_broken_is_counted_with_its_text() {
    let mut counts = Counts::default();
    counts.note(Law::Turned, true, || unreachable!("it holds"));
    counts.note(Law::Turned, false, || "attack A1: 1, turned 0".to_owned());
    let mut all = counts.clone();
    all.add(counts);
    assert_eq!(
        (all.count(Law::Turned).tried, all.count(Law::Turned).broken.len()),
        (4, 2)
    );
    assert_eq!(all.count(Law::GroupSeen), &Count::default());
    assert!(
        all.to_string()
            .contains("a turned position has the same answers             4       2         0")
    );
}

#[test]
fn a_turned_position_is_the_same_after_two_turns() {
    let game = game(LADDER);
    let other = turned(&game);
    assert_eq!(other.to_move(), Color::White);
    assert_ne!(other.board(), game.board());
    assert_eq!(turned(&other).board().key(), game.board().key());
}

#[test]
fn a_plain_position_keeps_all_laws_of_strings() {
    let counts = check(&Engine::new(Settings::default()), &game(LADDER));
    for law in [
        Law::StringSeen,
        Law::MoveOfString,
        Law::DefenseNeeded,
        Law::StringAfterMove,
        Law::Turned,
    ] {
        let count = counts.count(law);
        assert!(count.tried > 0, "{law:?} is tried");
        assert_eq!(count.broken, Vec::<String>::new(), "{law:?}");
    }
}
