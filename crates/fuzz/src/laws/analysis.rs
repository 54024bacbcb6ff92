// SPDX-License-Identifier: MIT OR Apache-2.0

//! Queries of `katachi analysis`.

use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

use katachi_analysis_json::answer_one;
use katachi_engine::Engine;
use serde_json::{Map, Value};

const VISITS: u32 = 4;
const MAX_TURNS: usize = 2;
/// Longest side of a board.
const MAX_SIDE: u64 = 9;

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::new(super::settings(VISITS)));

/// Answers a query: an error, or an object for each turn, with the id of the query.
pub fn analysis(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some(query) = with_few_visits(&text) else {
        return;
    };
    let Ok(answers) = answer_one(&ENGINE, VISITS, &query, &AtomicBool::new(false)) else {
        return;
    };
    let id = serde_json::from_str::<Value>(&query).expect("it was read")["id"].clone();
    for answer in answers {
        assert_eq!(answer["id"], id, "{answer}");
        assert!(answer["turnNumber"].is_u64(), "{answer}");
        let text = answer.to_string();
        assert!(!text.contains('\n'), "an answer is a line");
        check_numbers(&answer);
    }
}

/// The win rates of an answer are shares.
fn check_numbers(answer: &Value) {
    let Some(root) = answer.get("rootInfo") else {
        return;
    };
    let moves = answer["moveInfos"].as_array().into_iter().flatten();
    for values in moves.chain([root]) {
        let is_share = values["winrate"]
            .as_f64()
            .is_some_and(|share| (0.0..=1.0).contains(&share));
        assert!(is_share, "{values}");
        assert!(values["scoreLead"].is_f64(), "a number that is finite: {values}");
    }
}

/// The query with limits, if it is JSON. `None` for queries about large boards.
fn with_few_visits(text: &str) -> Option<String> {
    let Ok(Value::Object(mut query)) = serde_json::from_str(text) else {
        return Some(text.to_owned());
    };
    let side = |name: &str| query.get(name).and_then(Value::as_u64).unwrap_or(0);
    if side("boardXSize").max(side("boardYSize")) > MAX_SIDE {
        return None;
    }
    if let Some(Value::Object(settings)) = query.get_mut("overrideSettings") {
        limit(settings);
    }
    limit(&mut query);
    if let Some(Value::Array(turns)) = query.get_mut("analyzeTurns") {
        turns.truncate(MAX_TURNS);
    }
    // A time without visits is the only limit of its query.
    query.entry("maxVisits").or_insert(VISITS.into());
    Some(Value::Object(query).to_string())
}

fn limit(fields: &mut Map<String, Value>) {
    if let Some(visits) = fields.get_mut("maxVisits")
        && visits.as_f64().is_some_and(|visits| visits > f64::from(VISITS))
    {
        *visits = VISITS.into();
    }
}
