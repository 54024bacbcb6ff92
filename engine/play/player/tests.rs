// SPDX-License-Identifier: MIT OR Apache-2.0

//! Choices within a time, by evidence or without it, and with a search on the opponent's time.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use katachi_rules::{BoardSize, Point, Rules};

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

/// A pattern of the built-in database that holds for another move than the chosen one, with that move.
fn holding_for_another_move(player: &mut Player, game: &Game) -> (String, Point) {
    let choice = player.explain(&Request {
        lists_patterns: true,
        ..Request::new(game, Color::Black)
    });
    assert_eq!(choice.bonuses, [], "the built-in values");
    let database = player.engine.database();
    let pattern = |variant: u32| database.variants[variant as usize].pattern;
    let holding = choice.patterns.iter().filter(|found| found.verdict.is_ok());
    let points = |of: u32| {
        holding
            .clone()
            .filter(move |found| pattern(found.variant) == of)
            .count()
    };
    // All moves of a pattern share the visits that a bonus buys.
    let mut others = holding
        .clone()
        .filter(|found| choice.mv != Move::Play(found.point));
    let other = others.find(|found| points(pattern(found.variant)) <= 8);
    let other = other.expect("patterns hold on an empty board");
    let pattern = pattern(other.variant);
    (database.patterns[pattern as usize].name.clone(), other.point)
}

/// Adds to the value of a pattern, and chooses.
fn with_raised(name: &str, raise: i32, game: &Game) -> Choice {
    let mut player = player(Some(300));
    let mut database = player.engine.database().clone();
    assert_ne!(database.change(name, |pattern| pattern.weight += raise), 0);
    player.engine.knowledge = player.engine.knowledge.clone().with_database(database);
    player.choose(&Request::new(game, Color::Black))
}

#[test]
fn the_search_tries_a_move_that_an_author_raises_and_plays_it_if_it_is_raised_enough() {
    let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
    let (name, point) = holding_for_another_move(&mut player(Some(300)), &game);
    let searched = |choice: &Choice| {
        let moves = choice.search.iter().flat_map(|report| &report.moves);
        let mut found = moves.filter(|searched| searched.mv == Move::Play(point));
        found.next().cloned().expect("the move is legal")
    };
    let raised = with_raised(&name, 48, &game);
    let is_given = |bonus: &AuthorBonus| bonus.point == point && bonus.value == 48;
    assert!(raised.bonuses.iter().any(is_given));
    let found = searched(&raised);
    assert!(found.visits >= 3 && found.variation.len() > 1, "{found:?}");
    let obeyed = with_raised(&name, 2000, &game);
    let report = obeyed.search.as_ref().expect("a search");
    assert!(report.searched(obeyed.mv).expect("a move").visits >= report.visits / 10);
    let is_raised = |bonus: &AuthorBonus| obeyed.mv == Move::Play(bonus.point);
    // The pattern may hold at several points.
    assert!(raised.bonuses.iter().any(is_raised));
    let lowered = with_raised(&name, -48, &game);
    assert!(searched(&lowered).prior < found.prior);
}

#[test]
fn a_raised_answer_changes_the_line_below_the_root() {
    let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
    let mut player = player(Some(300));
    let mut is_answered = |value: i32| {
        let text = format!("Pattern Answer\nX..*\n....\n:8,{value}\n#= 0.00, held 9, played 1, value 12\n");
        let compiled = mkpat::compile(&[mkpat::Source::new("a.db", text)], &mkpat::Options::default());
        player.engine.knowledge = player.engine.knowledge.clone().with_database(compiled.database);
        let choice = player.choose(&Request::new(&game, Color::Black));
        let searched = choice.search.iter().flat_map(|report| report.searched(choice.mv));
        let line: Vec<Point> = searched
            .flat_map(|found| &found.variation[..2])
            .filter_map(|mv| mv.point())
            .collect();
        line[0].distance(line[1]) == 3 && (line[0].x() == line[1].x() || line[0].y() == line[1].y())
    };
    assert!(!is_answered(12));
    assert!(is_answered(172), "the tree of the old value is not kept");
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
