// SPDX-License-Identifier: MIT OR Apache-2.0

use katachi_engine::reading::{Race, Verdict};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, BoardSize, Color, Game, Move, Point, Rules};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

use super::*;
use crate::chance::random_below;

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
    counts.note(Law::Turned, true, false, String::new());
    counts.note(Law::Turned, false, false, "attack A1: 1, turned 0".to_owned());
    let mut all = counts.clone();
    all.add(counts);
    let count = all.count(Law::Turned).clone();
    assert_eq!((count.tried, count.broken.len()), (4, 2));
    assert_eq!(*all.count(Law::GroupSeen), Count::default());
    let row = "a turned position has the same answers             4       2         0";
    assert!(all.to_string().contains(row), "{all}");
}

#[test]
fn one_status_fits_the_answers_about_a_group_and_its_race() {
    for (kill, save, status) in [(0, 1, "alive"), (1, 0, "dead"), (1, 2, "critical")] {
        for told in ["alive", "dead", "critical"] {
            assert_eq!(groups::fits_answers(told, kill, save), told == status, "{told}");
        }
    }
    let [won, lost] = [Verdict::Yes, Verdict::No].map(|verdict| Race {
        saved: verdict,
        killed: verdict,
        point: None,
    });
    let statuses = [(lost, won), (won, lost), (won, won)].map(|(a, b)| groups::by_race(a, b));
    assert_eq!(statuses, [Some("dead"), Some("alive"), Some("critical")]);
    assert_eq!(groups::by_race(Race::UNKNOWN, won), None);
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
    let engine = Engine::new(Settings::default());
    let mut counts = check(&engine, &game(LADDER));
    use Law::{DefenseNeeded, EveryWay, MoveOfString, StringAfterMove, StringSeen, Turned};
    for law in [
        StringSeen,
        MoveOfString,
        DefenseNeeded,
        StringAfterMove,
        Turned,
        EveryWay,
    ] {
        let count = counts.count(law);
        assert!(count.tried > 0, "{law:?} is tried");
        assert_eq!(count.broken, [], "{law:?}");
    }
}

/// Random legal moves, none of which fills an own eye.
fn random_game(seed: u64, moves: usize) -> Game {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::new(BoardSize::square(7), Rules::default(), 7.0);
    for _ in 0..moves {
        let (color, board) = (game.to_move(), game.board());
        let is_open = |&p: &Point| game.is_legal(color, Move::Play(p)) && !board.is_eye(color, p);
        let open: Vec<Point> = board.size().points().filter(is_open).collect();
        if open.is_empty() {
            break;
        }
        let point = open[random_below(&mut rng, open.len())];
        game.play(color, Move::Play(point)).expect("the move is legal");
    }
    game
}

#[test]
fn answers_that_are_called_proved_break_no_law_in_random_positions() {
    let engine = Engine::new(Settings::default());
    for (seed, moves) in [(1, 20), (3, 32)] {
        let mut counts = check(&engine, &random_game(seed, moves));
        for &law in Law::value_variants() {
            let count = counts.count(law);
            let is_proved = count.broken.iter().any(|(_, by_proofs)| *by_proofs);
            assert!(!is_proved, "seed {seed}, {law:?}: {:?}", count.broken);
        }
    }
}
