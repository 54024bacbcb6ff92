// SPDX-License-Identifier: MIT OR Apache-2.0

//! Queries and their answers, whole lines.

use std::num::NonZeroUsize;

use katachi_engine::Engine;
use katachi_engine::play::Settings;
use katachi_engine::search::SearchSettings;
use katachi_gtp_protocol::Outlet;
use serde_json::{Value, json};

use crate::query::{Positions, Request};
use crate::record::after;
use crate::{Options, Perspective, answer_one, serve};

fn engine() -> Engine {
    Engine::new(Settings {
        search: Some(SearchSettings {
            memory: 16,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    })
}

/// The numbers of a list.
#[track_caller]
fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().unwrap_or_else(|| panic!("no list: {list}"));
    list.iter().map(|number| number.as_f64().unwrap()).collect()
}

/// The positions of a query.
#[track_caller]
fn positions(line: &str) -> Box<Positions> {
    match Request::read(line, Perspective::default()) {
        Ok(Request::Positions(positions)) => positions,
        other => panic!("it is no query: {other:?}"),
    }
}

fn options(threads: usize, quits_at_once: bool) -> Options {
    Options {
        threads: NonZeroUsize::new(threads).unwrap(),
        visits: 60,
        perspective: Perspective::default(),
        quits_at_once,
    }
}

/// Returns the answers to these lines, in order of arrival.
#[track_caller]
fn answers(lines: &str, threads: usize) -> Vec<Value> {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(lines.to_owned());
    serve(
        &engine(),
        &options(threads, false),
        input,
        Outlet::new(&mut output),
    )
    .unwrap();
    let answers = serde_json::Deserializer::from_slice(&output).into_iter();
    answers.map(Result::unwrap).collect()
}

#[test]
fn a_turn_that_is_there_twice_is_answered_once() {
    let found = answers(&query(json!({"analyzeTurns": [2, 0, 2, 2], "maxVisits": 1})), 1);
    let turns: Vec<_> = found.iter().map(|answer| &answer["turnNumber"]).collect();
    assert_eq!(turns, [&json!(2), &json!(0)]);
}

#[test]
fn a_query_keeps_its_game_once_for_all_turns() {
    let moves: Vec<_> = (0..40_000)
        .map(|i| [["B", "pass"], ["W", "pass"]][i % 2])
        .collect();
    let turns: Vec<_> = (0..=moves.len()).collect();
    let line = query(json!({"moves": moves, "analyzeTurns": turns}));
    let positions = positions(&line);
    assert_eq!(positions.turns.len(), 40_001);
    for turn in [0, 1, 20_000, 40_000] {
        assert_eq!(after(&positions.game, turn).move_count(), turn);
    }
}

#[test]
fn moves_after_two_passes_are_ordinary_play() {
    let moves = [
        ["B", "C3"],
        ["W", "pass"],
        ["B", "pass"],
        ["W", "D4"],
        ["B", "D3"],
    ];
    let turns = [3, 4, 5];
    let line = query(json!({"rules": "japanese", "moves": moves, "analyzeTurns": turns}));
    let positions = positions(&line);
    for turn in turns {
        let game = after(&positions.game, turn);
        assert!(!game.main_phase_is_over(), "turn {turn}");
    }
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_answered() {
    let long = format!("{{\"id\":\"{}\"}}\n", "x".repeat(3 << 20));
    let found = answers(&(long + r#"{"id":"next","action":"query_version"}"#), 1);
    assert_eq!(found[0], json!({"error": "the line has more than 1048576 bytes"}));
    assert_eq!((found.len(), &found[1]["id"]), (2, &json!("next")));
}

/// An output whose reader leaves after the first line.
struct Leaving(u32);

impl std::io::Write for Leaving {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.iter().filter(|&&byte| byte == b'\n').count() as u32;
        match self.0 {
            0 | 1 => Ok(bytes.len()),
            _ => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_client_that_is_gone_ends_the_analysis_while_its_input_stays_open() {
    use std::io::Write as _;

    let (reader, mut writer) = std::io::pipe().unwrap();
    let endless = query(json!({"maxVisits": 4_000_000, "reportDuringSearchEvery": 0.01}));
    writeln!(writer, "{endless}").unwrap();
    let options = options(1, false);
    let input = std::io::BufReader::new(reader);
    let served = serve(&engine(), &options, input, Outlet::new(Leaving(0)));
    assert_eq!(served.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    drop(writer);
}

#[cfg(unix)]
#[test]
fn a_client_that_reads_no_more_ends_an_analysis_that_reports_nothing() {
    use std::io::{Write as _, pipe};

    for quits_at_once in [false, true] {
        let (reader, mut writer) = pipe().unwrap();
        let (answers, output) = pipe().unwrap();
        let endless = query(json!({"maxVisits": 4_000_000, "analyzeTurns": [0, 1, 2]}));
        writeln!(writer, "{endless}").unwrap();
        let options = options(1, quits_at_once);
        drop(answers);
        let input = std::io::BufReader::new(reader);
        let output = Outlet::to_reader(output).unwrap();
        // Whether there is an answer to be written depends on which thread is first.
        if let Err(error) = serve(&engine(), &options, input, output) {
            assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
        }
        drop(writer);
    }
}

/// Returns a query about 7x7 with these additional fields.
fn query(more: Value) -> String {
    let mut query = json!({
        "id": "q", "rules": "chinese", "komi": 7.5, "boardXSize": 7, "boardYSize": 7,
        "moves": [["B", "D4"], ["W", "C3"]], "maxVisits": 80,
    });
    for (name, value) in more.as_object().unwrap() {
        query[name] = value.clone();
    }
    format!("{query}\n")
}

#[track_caller]
fn one(more: Value) -> Value {
    let answers = answers(&query(more), 1);
    assert_eq!(answers.len(), 1, "{answers:#?}");
    answers[0].clone()
}

#[test]
fn an_answer_has_the_position_and_its_moves_best_first() {
    let answer = one(json!({}));
    assert_eq!((&answer["id"], &answer["turnNumber"]), (&json!("q"), &json!(2)));
    assert_eq!(answer["isDuringSearch"], json!(false));
    let root = &answer["rootInfo"];
    assert_eq!(&root["visits"], &json!(80));
    assert_eq!(&root["currentPlayer"], &json!("B"));
    let moves = answer["moveInfos"].as_array().unwrap();
    let visits: Vec<_> = moves.iter().map(|info| info["visits"].as_u64()).collect();
    assert!(visits.is_sorted_by(|one, other| one >= other), "{visits:?}");
    for (order, info) in moves.iter().enumerate() {
        assert_eq!(info["order"], json!(order));
        assert_eq!(info["pv"][0], info["move"]);
        let (winrate, bound) = (info["winrate"].as_f64().unwrap(), info["lcb"].as_f64().unwrap());
        assert!((0.0..=1.0).contains(&winrate) && bound <= winrate, "{info}");
    }
    assert!(answer.get("ownership").is_none() && answer.get("policy").is_none());
}

#[test]
fn raw_values_are_those_of_the_first_simulations() {
    let root = |more: Value| one(more)["rootInfo"].clone();
    let long = root(json!({ "maxVisits": 640 }));
    let longer = root(json!({ "maxVisits": 700, "reportDuringSearchEvery": 1000 }));
    let raw = |root: &Value| -> Vec<(String, Value)> {
        let fields = root.as_object().unwrap().clone().into_iter();
        fields.filter(|(name, _)| name.starts_with("raw")).collect()
    };
    assert_eq!(raw(&long).len(), 7, "{long}");
    assert_eq!(
        raw(&long),
        raw(&longer),
        "the rest of the search does not change them"
    );
    let short = root(json!({ "maxVisits": 64 }));
    assert_eq!(short["rawWinrate"], short["winrate"]);
    assert_eq!(short["rawLead"], short["scoreLead"]);
    assert_eq!(raw(&short), raw(&long));
    let (won, error) = (
        short["rawWinrate"].as_f64().unwrap(),
        short["rawStWrError"].as_f64().unwrap(),
    );
    assert!(
        (error - (won * (1.0 - won) / 64.0).sqrt()).abs() < 1e-5,
        "{short}"
    );
}

#[test]
fn values_follow_the_perspective() {
    let of = |side: &str| {
        one(json!({"moves": [["B", "D4"]], "includeOwnership": true,
        "overrideSettings": {"reportAnalysisWinratesAs": side}}))
    };
    let (black, white, to_move) = (of("BLACK"), of("WHITE"), of("SIDETOMOVE"));
    assert_eq!(white["rootInfo"], to_move["rootInfo"], "White is to move");
    let sum = |key: &str| black["rootInfo"][key].as_f64().unwrap() + white["rootInfo"][key].as_f64().unwrap();
    assert!((sum("winrate") - 1.0).abs() < 1e-5);
    assert!((sum("rawWinrate") - 1.0).abs() < 1e-5);
    assert!(sum("scoreLead").abs() < 1e-5 && sum("utility").abs() < 1e-5 && sum("rawLead").abs() < 1e-5);
    let ownership = |answer: &Value| answer["ownership"][24].as_f64().unwrap();
    assert_eq!(ownership(&black), -ownership(&white));
    assert_eq!(black["ownership"].as_array().unwrap().len(), 49);
}

#[test]
fn each_turn_has_an_answer_that_does_not_depend_on_threads() {
    let lines = query(json!({"analyzeTurns": [0, 1, 2], "includePVVisits": true}));
    let sorted = |threads| {
        let mut all = answers(&lines, threads);
        all.sort_by_key(|answer| answer["turnNumber"].as_u64());
        all
    };
    let (one, three) = (sorted(1), sorted(3));
    assert_eq!(one.len(), 3);
    assert_eq!(one, three);
    let first = &one[0]["moveInfos"][0];
    assert_eq!(
        first["pv"].as_array().unwrap().len(),
        first["pvVisits"].as_array().unwrap().len()
    );
}

#[test]
fn the_most_urgent_turns_come_first() {
    let lines = query(json!({"analyzeTurns": [0, 1, 2], "priorities": [1, 5, 5]}));
    let turns: Vec<_> = answers(&lines, 1)
        .iter()
        .map(|a| a["turnNumber"].clone())
        .collect();
    // The thread may take the first query before the others arrive, so that they are sent together.
    assert_eq!(turns, [json!(1), json!(2), json!(0)]);
}

#[test]
fn the_policy_adds_up_to_one_and_illegal_points_are_negative() {
    let answer = one(json!({"includePolicy": true}));
    let policy = numbers(&answer["policy"]);
    assert_eq!(policy.len(), 50);
    assert_eq!(policy[3 * 7 + 3], -1.0, "D4 is taken");
    let sum: f64 = policy.iter().filter(|p| **p >= 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
}

#[test]
fn a_pass_leads_where_the_engine_would_pass() {
    // Both sides have walls with two eyes on a board of 7x7.
    let black = [
        "C7", "A6", "B6", "C6", "C5", "D5", "A4", "B4", "C4", "D4", "C3", "A2", "B2", "C2", "D2", "B1", "C1",
        "D1",
    ];
    let white = [
        "D7", "E7", "D6", "E6", "F6", "G6", "E5", "E4", "F4", "G4", "D3", "E3", "E2", "F2", "G2", "E1", "F1",
    ];
    let stones: Vec<_> = black
        .iter()
        .map(|p| json!(["B", p]))
        .chain(white.iter().map(|p| json!(["W", p])))
        .collect();
    let answer = one(json!({"initialStones": stones, "moves": [], "includePolicy": true, "maxVisits": 400}));
    assert_eq!(answer["moveInfos"][0]["move"], "pass", "{answer}");
    let pass = numbers(&answer["policy"])[49];
    assert!((pass - 0.5).abs() < 1e-3, "{pass}");
}

#[test]
fn the_moves_of_a_rank_have_probabilities() {
    let of = |profile: &str| {
        let settings = json!({ "humanSLProfile": profile });
        let answer = one(json!({"includePolicy": true, "overrideSettings": settings}));
        let policy = numbers(&answer["humanPolicy"]);
        assert_eq!(policy.len(), 50);
        let sum: f64 = policy.iter().filter(|p| **p >= 0.0).sum();
        assert!((sum - 1.0).abs() < 1e-3, "{profile}: {sum}");
        assert!(answer["moveInfos"][0]["humanPrior"].is_f64(), "{answer}");
        policy.into_iter().fold(0.0, f64::max)
    };
    assert!(of("rank_20k") < of("rank_3k"), "a stronger player is surer");
    assert!(of("preaz_1k") > 0.0 && of("rank_9d") > 0.0);
    let error = one(json!({"overrideSettings": {"humanSLProfile": "rank"}}))["error"].to_string();
    assert!(error.contains("rank_25k to rank_9d"), "{error}");
}

#[test]
fn moves_are_excluded_or_the_only_ones() {
    let only = json!([{"player": "B", "moves": ["E3", "(0,0)"], "untilDepth": 1}]);
    let moves = |more: Value| -> Vec<String> {
        let answer = one(more);
        let infos = answer["moveInfos"].as_array().unwrap().iter();
        infos
            .map(|info| info["move"].as_str().unwrap().to_owned())
            .collect()
    };
    let mut allowed = moves(json!({"allowMoves": only}));
    allowed.sort();
    assert_eq!(allowed, ["A7", "E3"]);
    assert!(!moves(json!({"avoidMoves": only})).contains(&"E3".to_owned()));
}

#[test]
fn stones_rules_and_the_first_player_make_the_position() {
    let stones = json!([["B", "B2"], ["B", "F6"]]);
    let handicap = one(json!({"moves": [], "initialStones": stones}));
    assert_eq!(handicap["rootInfo"]["currentPlayer"], json!("W"), "a handicap");
    let black = one(json!({"moves": [], "initialStones": stones, "initialPlayer": "B"}));
    assert_eq!(black["rootInfo"]["currentPlayer"], json!("B"));
    let rules = json!({"ko": "POSITIONAL", "scoring": "AREA", "suicide": true});
    let answer = one(json!({"rules": rules, "whiteHandicapBonus": "N-1", "moves": []}));
    assert!(answer.get("error").is_none(), "{answer}");
}

#[test]
fn reports_come_during_the_search_and_at_the_end() {
    let lines = query(json!({"maxVisits": 2000, "reportDuringSearchEvery": 0.001}));
    let all = answers(&lines, 1);
    let (last, during) = all.split_last().unwrap();
    assert_eq!(last["isDuringSearch"], json!(false));
    assert!(!during.is_empty() && during.iter().all(|a| a["isDuringSearch"] == json!(true)));
}

/// Fields, each with a query in which it is wrong.
const WRONG: &str = r#"boardXSize {"boardXSize": 26}
boardYSize {"boardYSize": "nine"}
rules {"rules": "checkers"}
komi {"komi": "much"}
moves {"moves": "D4"}
moves {"moves": [["B", "D4"], ["W", "D4"]]}
moves {"moves": [["green", "D4"]]}
moves {"moves": [["B", "Z9"]]}
initialStones {"initialStones": [["B", "A1"], ["W", "A1"]]}
initialStones {"initialStones": [["B", "pass"]]}
initialPlayer {"initialPlayer": 3}
analyzeTurns {"analyzeTurns": [3]}
analyzeTurns {"analyzeTurns": 0}
priorities {"analyzeTurns": [0, 1], "priorities": [1]}
maxVisits {"maxVisits": 0}
includeOwnership {"includeOwnership": "yes"}
avoidMoves {"avoidMoves": [{"player": "B", "moves": ["C3"]}]}
allowMoves {"allowMoves": [{"player": "B", "moves": ["C3"], "untilDepth": 0}]}
reportDuringSearchEvery {"reportDuringSearchEvery": -1}
overrideSettings {"overrideSettings": {"reportAnalysisWinratesAs": "MINE"}}
whiteHandicapBonus {"whiteHandicapBonus": "all"}
action {"action": "sing"}"#;

#[test]
fn an_error_names_its_field() {
    for line in WRONG.lines() {
        let (field, more) = line.split_once(' ').unwrap();
        let answer = one(serde_json::from_str(more).unwrap());
        assert_eq!([&answer["field"], &answer["id"]], [field, "q"], "{answer}");
        let error = answer["error"].as_str();
        assert!(error.is_some_and(|text| text.len() > 10), "{answer}");
    }
}

#[test]
fn invalid_lines_get_an_error_and_blank_lines_no_answer() {
    let all = answers("\n  \n{\n[1]\n{\"id\":7}\n{\"moves\":[]}\n\u{0}\n", 1);
    assert_eq!(all.len(), 5, "{all:#?}");
    assert!(
        all.iter()
            .all(|answer| answer["error"].is_string() && answer.get("id").is_none())
    );
}

#[test]
fn fields_without_effect_get_a_warning_and_the_query_an_answer() {
    let all = answers(
        &query(
            json!({"rootFpuReductionMax": 1.5, "includeMovesOwnership": false, "colour": 3,
            "overrideSettings": {"cpuctExploration": 1.0}}),
        ),
        1,
    );
    let warned = all.iter().filter(|answer| answer.get("warning").is_some());
    let warned: Vec<_> = warned.filter_map(|answer| answer["field"].as_str()).collect();
    let expected = "rootFpuReductionMax overrideSettings.cpuctExploration colour";
    assert_eq!(warned.join(" "), expected);
    assert!(all.last().unwrap()["rootInfo"].is_object());
}

#[test]
fn noise_and_temperature_at_the_root_spread_the_search() {
    let most = |more| {
        let answer = one(more);
        let infos = answer["moveInfos"].as_array().expect("moves");
        let visits = infos
            .iter()
            .map(|info| info["visits"].as_u64().expect("a number"));
        (infos.len(), visits.max().expect("a move"))
    };
    let (moves, plain) = most(json!({}));
    for more in [
        json!({"overrideSettings": {"wideRootNoise": 1.0}}),
        json!({"overrideSettings": {"rootPolicyTemperature": 5.0}}),
        json!({"rootPolicyTemperature": 5.0}),
    ] {
        let (spread_moves, spread) = most(more.clone());
        assert!(
            spread_moves > moves,
            "{more}: {spread_moves} {spread}, {moves} {plain}"
        );
        assert!(spread < plain, "{more}: {spread_moves} {spread}, {moves} {plain}");
    }
    for (wrong, field) in [
        (
            json!({"overrideSettings": {"wideRootNoise": -1}}),
            "overrideSettings",
        ),
        (json!({"rootPolicyTemperature": 0}), "rootPolicyTemperature"),
    ] {
        assert_eq!(one(wrong)["field"], json!(field));
    }
}

#[test]
fn positions_that_are_turned_have_one_symmetric_hash() {
    let hashes = |moves| {
        let root = &one(json!({ "moves": moves }))["rootInfo"];
        (root["thisHash"].clone(), root["symHash"].clone())
    };
    let (one, symmetric) = hashes(json!([["B", "C4"], ["W", "D5"]]));
    let (turned, same) = hashes(json!([["B", "D3"], ["W", "E4"]]));
    assert!(one != turned && symmetric == same);
    let (_, other) = hashes(json!([["B", "C4"], ["W", "D6"]]));
    assert_ne!(symmetric, other);
}

#[test]
fn actions_are_echoed() {
    let all = answers(
        "{\"id\":\"a\",\"action\":\"query_version\",\"x\":1}\n{\"id\":\"b\",\"action\":\"clear_cache\"}\n\
         {\"id\":\"c\",\"action\":\"query_models\"}\n",
        1,
    );
    assert_eq!(&all[0]["version"], &json!(env!("CARGO_PKG_VERSION")));
    assert_eq!(&all[0]["x"], &json!(1));
    assert_eq!(all[1], json!({"id": "b", "action": "clear_cache"}));
    assert_eq!(all[2]["models"], json!([]));
}

#[test]
fn each_cancelled_query_is_answered_once() {
    let long = query(json!({"id": "long", "maxVisits": 4_000_000, "analyzeTurns": [0, 1, 2]}));
    let short = query(json!({"id": "short", "maxVisits": 40}));
    let end = "{\"id\":\"end\",\"action\":\"terminate\",\"terminateId\":\"long\"}\n";
    let all = answers(&(long + &short + end), 1);
    let of = |id: &str| all.iter().filter(|answer| answer["id"] == json!(id)).count();
    assert_eq!((of("long"), of("short"), of("end")), (3, 1, 1), "{all:#?}");
    let nothing = all
        .iter()
        .filter(|answer| answer["noResults"] == json!(true))
        .count();
    assert!((2..=3).contains(&nothing), "{nothing}");
}

#[test]
fn a_time_ends_an_analysis_without_a_limit_of_visits() {
    let answer = one(json!({"maxVisits": null, "overrideSettings": {"maxTime": 0.05, "analysisPVLen": 0}}));
    assert!(answer["rootInfo"]["visits"].as_u64().unwrap() > 0);
    assert_eq!(answer["moveInfos"][0]["pv"].as_array().unwrap().len(), 1);
}

#[test]
fn one_query_is_answered_as_in_a_stream_and_a_wrong_one_says_its_field() {
    let engine = engine();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let found = answer_one(&engine, 60, &query(json!({})), &stop);
    assert_eq!(found, Ok(vec![one(json!({}))]));
    let wrong = answer_one(&engine, 60, &query(json!({"komi": "many"})), &stop);
    assert!(wrong.is_err_and(|why| why.starts_with("field \"komi\": ")));
    let huge = answer_one(&engine, 60, &query(json!({"komi": 1e19})), &stop);
    assert_eq!(
        huge,
        Err("field \"komi\": expected a number from -150 to 150".to_owned())
    );
}
