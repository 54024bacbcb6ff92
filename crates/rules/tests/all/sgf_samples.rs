// SPDX-License-Identifier: MIT OR Apache-2.0

//! A folder of odd files from servers and from test suites of other parsers, with the expected content of
//! each.
//!
//! The files are not part of this repository but of the folder `sgf-samples` in the folder of the variable
//! `KATACHI_SHARED`, or in `shared` beside the repository.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use katachi_rules::sgf::{Record, Step, read};
use katachi_rules::{Color, Game, Move, Rules};
use serde_json::Value;

fn samples() -> Option<PathBuf> {
    let shared = std::env::var_os("KATACHI_SHARED")
        .map(PathBuf::from)
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let samples = shared.join("sgf-samples");
    samples.join("expect.json").is_file().then_some(samples)
}

#[test]
fn every_sample_is_read_as_expected_or_refused_with_its_place() {
    let Some(samples) = samples() else {
        eprintln!("skipped: no sgf-samples; set KATACHI_SHARED to the folder that has them");
        return;
    };
    let expect = fs::read(samples.join("expect.json")).unwrap();
    let expect: Value = serde_json::from_slice(&expect).unwrap();
    let mut failures = Vec::new();
    for (name, expected) in expect.as_object().unwrap() {
        let bytes = fs::read(samples.join(name)).unwrap();
        let start = Instant::now();
        let outcome = Record::parse(&bytes);
        let verdict = match (expected["class"].as_str().unwrap(), &outcome) {
            ("reject", Ok(_)) => Err("should be refused".to_string()),
            ("reject", Err(_)) => Ok(()),
            // The largest board has 25 lines.
            ("limit", Err(_)) if expected["width"].as_u64() > Some(25) => Ok(()),
            (_, Err(error)) => Err(format!("refused: {error}")),
            (_, Ok(record)) => check(&bytes, record, expected),
        };
        if let Err(why) = verdict {
            failures.push(format!("{name}: {why}"));
        }
        assert!(start.elapsed() < Duration::from_secs(10), "{name} takes too long");
        match outcome {
            Ok(record) => {
                println!("{name}: {} moves", record.move_count());
                record.warnings.iter().for_each(|w| println!("    {w}"));
                if let Err(error) = record.game_after(usize::MAX, Rules::TROMP_TAYLOR, 0.0) {
                    println!("    game: {error}");
                }
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

fn check(bytes: &[u8], record: &Record, expected: &Value) -> Result<(), String> {
    let collection = read(bytes).map_err(|e| e.to_string())?;
    for tree in &collection.trees {
        let again = read(tree.to_sgf().as_bytes()).map_err(|e| e.to_string())?;
        let again = Record::from_tree(&again.trees[0]).map_err(|e| e.to_string())?;
        let record = Record::from_tree(tree).map_err(|e| e.to_string())?;
        if (&again.steps, &again.info) != (&record.steps, &record.info) && !has_lost(&record) {
            return Err("what is written is not what was read".to_string());
        }
    }
    let end = played_out(record);
    let (captured, cells) = (end.captured(), record.size.points().map(|p| end.board().cell(p)));
    let count = |color| cells.clone().filter(|cell| cell.is(color)).count();
    let found = [
        ("games", collection.trees.len()),
        ("width", usize::from(record.size.width())),
        ("height", usize::from(record.size.height())),
        ("main_line_moves", record.move_count()),
        ("passes", record.steps.iter().filter(|s| is_pass(s)).count()),
        ("black_on_board", count(Color::Black)),
        ("white_on_board", count(Color::White)),
        ("black_captured", captured[Color::Black] as usize),
        ("white_captured", captured[Color::White] as usize),
    ];
    for (key, found) in found {
        let Some(expected) = expected[key].as_u64() else {
            continue;
        };
        if expected != found as u64 {
            return Err(format!("{key} is {found}, not {expected}"));
        }
    }
    check_moves(record, expected)?;
    check_game(record, expected)
}

/// The end of a record in which each move on the board is made, legal or not.
fn played_out(record: &Record) -> Game {
    let mut record = record.clone();
    record.steps.retain(|step| !matches!(step, Step::Lost(_)));
    record.forced = (1..=record.move_count()).collect();
    let game = record.game_after(usize::MAX, Rules::CHINESE, 0.0);
    game.expect("every set-up of the samples is possible")
}

fn is_pass(step: &Step) -> bool {
    matches!(step, Step::Play(_, Move::Pass))
}

fn has_lost(record: &Record) -> bool {
    record.steps.iter().any(|step| matches!(step, Step::Lost(_)))
}

fn check_moves(record: &Record, expected: &Value) -> Result<(), String> {
    let show = |step: Option<&Step>| match step {
        Some(Step::Play(color, Move::Play(p))) => {
            let letters = [p.x(), p.y()].map(|i| char::from(b'a' + i));
            format!("{} {}{}", color.letter(), letters[0], letters[1])
        }
        Some(Step::Play(color, Move::Pass)) => format!("{} ", color.letter()),
        other => format!("{other:?}"),
    };
    let first = show(record.steps.iter().find(|s| s.is_move()));
    let last = show(record.steps.iter().rfind(|s| s.is_move()));
    for (key, found) in [("first_move", first), ("last_move", last)] {
        if let Some(expected) = expected[key].as_str()
            && expected.trim_end_matches("tt") != found
        {
            return Err(format!("{key} is {found:?}, not {expected:?}"));
        }
    }
    Ok(())
}

/// A game by the rules ends with the same stones, or stops at the move that the sample states.
fn check_game(record: &Record, expected: &Value) -> Result<(), String> {
    let game = |moves| record.game_after(moves, Rules::CHINESE, 0.0);
    match (game(usize::MAX), expected["illegal_moves"][0][0].as_u64()) {
        (Ok(_), Some(number)) => Err(format!("move {number} should stop the game")),
        (Ok(game), None) if game.board() == played_out(record).board() => Ok(()),
        (Ok(_), None) => Err("game and replay differ".to_string()),
        (Err(error), None) => Err(format!("no game: {error}")),
        (Err(error), Some(number)) => {
            let number = number as usize;
            let message = error.to_string();
            let names_move = message.contains(&format!("move {number},"))
                || message.contains(&format!("after move {}", number - 1));
            (game(number - 1).is_ok() && game(number).is_err() && names_move)
                .then_some(())
                .ok_or(format!("should stop at move {number}: {message}"))
        }
    }
}
