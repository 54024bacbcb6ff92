// SPDX-License-Identifier: MIT OR Apache-2.0

//! Explanations of 60 moves of games, as people read them, in `tests/data/explanations.txt`. After a look at
//! the difference, `SNAPSHOTS=overwrite cargo test -p katachi-view --test explanations` accepts it.

use std::fmt::Write as _;
use std::path::Path;
use std::thread;

use katachi_engine::play::{Player, Request};
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
use katachi_rules::sgf::{Record, read};
use katachi_rules::{Move, Rules};
use katachi_view::advice::Advice;
use snapbox::Data;

/// Words of the engine, which no short form may have.
const FORBIDDEN: [&str; 9] = [
    "prior", "AMAF", "obonus", "xbonus", "nats", "visits", "pattern", "playout", "_",
];
/// Moves of each of the ten games that are explained.
const MOVES_OF_A_GAME: usize = 6;
const VISITS: u32 = 100;

fn player() -> Player {
    Player::new(Engine::new(Settings {
        search: Some(SearchSettings {
            visits: Some(VISITS),
            memory: 16,
            ..SearchSettings::default()
        }),
        seed: 1,
        ..Settings::default()
    }))
}

fn records() -> Vec<Record> {
    let games = read(include_bytes!("../../../tests/data/games.sgf")).expect("the file has games");
    let records = games.trees.iter().map(Record::from_tree);
    records.collect::<Result<_, _>>().expect("games of Go")
}

/// Explains the move of that number of a game, beside the choice of full strength.
fn explained(player: &mut Player, record: &Record, number: usize) -> Option<(String, Advice)> {
    let game = record.game_after(number - 1, Rules::CHINESE, 7.5).ok()?;
    let after = record.game_after(number, Rules::CHINESE, 7.5).ok()?;
    let color = game.to_move();
    let mv = after.moves().next_back()?.1;
    let Move::Play(_) = mv else { return None };
    let choice = player.explain(&Request {
        compares: Some(mv),
        ..Request::new(&game, color)
    });
    let advice = Advice::of_played(&choice, &game, color, mv, (None, None), player.engine.database());
    let heading = format!("move {number}, {color} {}", game.size().show(mv));
    Some((heading, advice))
}

/// The explanations of a game, one below the other, and how many there are.
fn explained_game(number: usize, record: &Record) -> (String, usize) {
    let mut player = player();
    let (mut text, mut explained_moves) = (String::new(), 0);
    let step = record.move_count() / MOVES_OF_A_GAME;
    for mv in (1..=MOVES_OF_A_GAME).map(|part| part * step - step / 2) {
        let Some((heading, advice)) = explained(&mut player, record, mv.max(1)) else {
            continue;
        };
        for word in FORBIDDEN {
            let is_free = !advice.phrase.contains(word) && !advice.text.contains(word);
            assert!(is_free, "{word}: {advice:?}");
        }
        explained_moves += 1;
        let Advice {
            phrase, text: all, ..
        } = &advice;
        let _ = writeln!(text, "game {number}, {heading}\n  {phrase}\n  {all}\n");
    }
    (text, explained_moves)
}

#[test]
fn sixty_moves_are_explained_in_words_that_players_use() {
    let records = records();
    let games = thread::scope(|scope| {
        let threads: Vec<_> = (1..)
            .zip(&records)
            .map(|(number, record)| scope.spawn(move || explained_game(number, record)))
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("each game is explained"))
            .collect::<Vec<_>>()
    });
    let explained_moves: usize = games.iter().map(|(_, moves)| moves).sum();
    assert!(explained_moves >= 60, "{explained_moves} moves");
    let text: String = games.into_iter().map(|(text, _)| text).collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/explanations.txt");
    snapbox::Assert::new()
        .action_env("SNAPSHOTS")
        .eq(text, Data::read_from(&file, None).raw());
}
