// SPDX-License-Identifier: MIT OR Apache-2.0

//! The state of a tournament for programs: JSON with its table, its test and the games that are missing.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::job::GameResult;
use super::standings::{Summary, TestState};
use crate::rating::Estimate;
use crate::sprt::Verdict;

/// The state of a tournament.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Every game has a result, or the sequential test has decided.
    pub is_finished: bool,
    /// The state as JSON: `tournament`, `games`, `played`, `finished`, `missing`, `programs`, `test`. A
    /// number that has no value, such as the rating of a program that won all, is null.
    pub json: Value,
}

impl Progress {
    pub(super) fn new(summary: &Summary, games: &BTreeMap<u32, GameResult>) -> Self {
        let test_state = summary.test.as_ref();
        let is_decided = test_state.is_some_and(|state| state.verdict != Verdict::Undecided);
        let missing = (1..=summary.games).filter(|number| !games.contains_key(number));
        let missing: Vec<u32> = missing.collect();
        let is_finished = is_decided || missing.is_empty();
        let rows = summary.standings.rows.iter().map(|row| {
            let total = row.tally;
            let elo = |end: fn(&Estimate) -> f64| row.rating.as_ref().map(end);
            json!({
                "name": row.name,
                "games": total.game_count(),
                "won": total.won(),
                "drawn": total.drawn(),
                "lost": total.lost(),
                "points": total.points(),
                "elo": elo(|rating| rating.elo),
                "low": elo(|rating| rating.low),
                "high": elo(|rating| rating.high),
            })
        });
        let json = json!({
            "tournament": summary.name,
            "games": summary.games,
            "played": summary.played,
            "finished": is_finished,
            "missing": if is_decided { Vec::new() } else { missing },
            "programs": rows.collect::<Vec<_>>(),
            "test": summary.test.as_ref().map(test),
        });
        Self { is_finished, json }
    }
}

fn test(state: &TestState) -> Value {
    let (lower, upper) = state.sprt.bounds();
    json!({
        "elo0": state.sprt.elo0,
        "elo1": state.sprt.elo1,
        "llr": state.llr,
        "lower": lower,
        "upper": upper,
        "pairs": state.pairs,
        "verdict": match state.verdict {
            Verdict::AcceptElo0 => "elo0",
            Verdict::AcceptElo1 => "elo1",
            Verdict::Undecided => "undecided",
        },
    })
}
