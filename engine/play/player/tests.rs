// SPDX-License-Identifier: MIT OR Apache-2.0

//! Choices within a time, by evidence or without it, and with a search on the opponent's time.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use katachi_rules::{BoardSize, Rules};

use super::*;
use crate::play::Settings;

fn player(visits: Option<u32>) -> Player {
    let search = SearchSettings {
        visits,
        memory: 16,
        ..SearchSettings::default()
    };
    Player::new(Engine::new(Settings {
        search: Some(search),
        ..Settings::default()
    }))
}

fn game() -> Game {
    Game::new(BoardSize::square(7), Rules::CHINESE, 7.5)
}

/// A clock that advances by a millisecond whenever it is read.
fn ticking() -> Clock {
    let ticks = AtomicU64::new(0);
    Clock::new(move || Duration::from_millis(ticks.fetch_add(1, Relaxed)))
}

#[test]
fn a_choice_without_any_time_is_a_legal_move() {
    let (mut player, game) = (player(None), game());
    player.now = ticking();
    let choice = player.choose(&Request {
        time: MoveTime::Within(Duration::ZERO, Budget::fixed(Duration::ZERO)),
        ..Request::new(&game, Color::Black)
    });
    assert!(game.is_legal(Color::Black, choice.mv));
    assert_ne!(choice.mv, Move::Pass);
    assert!(choice.search.is_some_and(|report| report.visits <= 8));
}

#[test]
fn the_search_ends_with_the_time_or_the_visits() {
    let game = game();
    let visits = |most, milliseconds| {
        let mut player = player(most);
        player.now = ticking();
        let budget = Budget::fixed(Duration::from_millis(milliseconds));
        let choice = player.choose(&Request {
            time: MoveTime::Within(player.now.get(), budget),
            ..Request::new(&game, Color::Black)
        });
        choice.search.map_or(0, |report| report.visits)
    };
    let by_time = visits(None, 50);
    assert!(
        (100..=400).contains(&by_time),
        "a check every 8 simulations: {by_time}"
    );
    assert!(visits(Some(60), 50) <= 60);
}

#[test]
fn evidence_is_weighed_in_decided_games_unless_time_is_short() {
    let proposes = |komi, milliseconds: Option<u64>| {
        let mut player = player(Some(300));
        player.now = ticking();
        let game = Game::new(BoardSize::square(7), Rules::CHINESE, komi);
        let budget = milliseconds.map(|time| Budget::fixed(Duration::from_millis(time)));
        let start = player.now.get();
        let choice = player.choose(&Request {
            time: budget.map_or(MoveTime::PerMove, |budget| MoveTime::Within(start, budget)),
            ..Request::new(&game, Color::Black)
        });
        !choice.proposals.is_empty()
    };
    assert!(!proposes(7.5, None), "an open game");
    assert!(proposes(60.5, None), "Black cannot win");
    assert!(proposes(-60.5, None), "Black has won");
    assert!(!proposes(60.5, Some(500)));
    assert!(proposes(60.5, Some(5000)));
}

#[test]
fn the_tree_of_the_opponents_time_is_kept() {
    let (mut player, mut game) = (player(Some(30)), game());
    let choice = player.choose(&Request::new(&game, Color::Black));
    game.play(Color::Black, choice.mv).unwrap();
    player.ponder(&game, Color::White);
    assert!(player.is_pondering());
    player.stop_pondering();
    assert!(!player.is_pondering());
    let choice = player.choose(&Request::new(&game, Color::White));
    assert!(game.is_legal(Color::White, choice.mv));
    player.ponder(&game, Color::White);
    drop(player);
}

#[test]
fn a_weak_level_searches_little_and_not_on_the_opponents_time() {
    let game = game();
    let mut player = player(None);
    player.engine.settings.level = Level::MIN;
    player.ponder(&game, Color::White);
    assert!(!player.is_pondering());
    let choice = player.choose(&Request::new(&game, Color::Black));
    assert!(game.is_legal(Color::Black, choice.mv));
    assert!(choice.search.is_some_and(|report| report.visits < 300));
}

#[test]
fn the_same_seed_and_visits_give_the_same_choice() {
    let game = game();
    let choose = || player(Some(200)).choose(&Request::new(&game, Color::Black));
    assert_eq!(choose(), choose());
}
