// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files of the arena: tournaments, jobs and results.

use std::path::Path;

use katachi_arena::tournament::{GameJob, GameResult, merge, plan_text};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Games of a tournament; more take too long and test nothing more.
const MAX_GAMES: i64 = 200;
const MAX_LINES: usize = 20;

/// Plans the games of a tournament file. Each job is one line of JSON that reads back the same.
pub fn tournament(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(table) = toml::from_str::<toml::Table>(&text) {
        let games = table.get("games").and_then(toml::Value::as_integer);
        let openings = table.get("openings");
        let reads_files = openings.is_some_and(|openings| openings.get("book").is_some());
        if games.is_some_and(|games| (MAX_GAMES + 1..=1_000_000).contains(&games)) || reads_files {
            return;
        }
    }
    let Ok(jobs) = plan_text(&text, "any", Path::new("")) else {
        return;
    };
    for job in jobs.iter().take(MAX_LINES) {
        reads_back(job);
    }
}

/// Reads lines as jobs. A job reads back the same.
pub fn jobs(bytes: &[u8]) {
    for job in lines::<GameJob>(bytes) {
        reads_back(&job);
    }
}

/// Reads lines as results. A result reads back the same, and any results are merged or refused.
pub fn results(bytes: &[u8]) {
    let results: Vec<GameResult> = lines(bytes);
    results.iter().for_each(reads_back);
    let jobs: Vec<GameJob> = lines(bytes);
    for (job, result) in jobs.iter().zip(&results) {
        let _ = job.is_done_by(result);
    }
    if let Ok((text, state)) = merge(results, None) {
        assert!(!text.is_empty() && state.is_object());
    }
}

fn lines<T: DeserializeOwned>(bytes: &[u8]) -> Vec<T> {
    let lines = bytes.split(|&byte| byte == b'\n').take(MAX_LINES);
    lines.flat_map(serde_json::from_slice).collect()
}

fn reads_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T) {
    let text = serde_json::to_string(value).expect("a value can be written");
    let again: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(&again, value, "{text}");
}
