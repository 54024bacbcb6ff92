// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of KataGo's clients.

use super::clients::ask;
use super::*;

/// The error of a line.
#[track_caller]
fn refused(session: &mut Session, line: &str) -> String {
    let reply = session.answer(line).expect("a command is answered");
    reply.outcome.expect_err(line).text
}

#[test]
fn a_search_does_not_play_its_move() {
    let mut session = session();
    let mv = ask(&mut session, "kata-search b");
    assert_eq!(mv, ask(&mut session, "reg_genmove b"));
    assert_eq!(ask(&mut session, "kata-search"), mv, "the side to move");
    assert_eq!(session.game.move_count(), 0);
}

#[test]
fn a_search_that_the_next_line_cancels_says_so() {
    // A reply outside a session is one whose next line has come.
    let mut session = session();
    assert_eq!(ask(&mut session, "kata-search_cancellable b"), "cancelled");
    let lines = ask(&mut session, "kata-search_analyze_cancellable b");
    assert!(lines.ends_with("play cancelled"), "{lines}");
    assert_eq!(session.game.move_count(), 0);
    assert_ne!(ask(&mut session, "kata-search b"), "cancelled");
}

#[test]
fn kgs_has_superko_in_its_chinese_rules() {
    let mut session = session();
    ask(&mut session, "kgs-rules chinese");
    assert_eq!(session.game.rules().name(), Rules::CHINESE_SUPERKO.name());
    ask(&mut session, "kata-set-rules chinese");
    assert_eq!(session.game.rules().name(), Rules::CHINESE.name());
    ask(&mut session, "kgs-rules new_zealand");
    assert_eq!(session.game.rules().name(), Rules::NEW_ZEALAND.name());
}

#[test]
fn one_rule_is_set_and_the_others_stay() {
    let mut session = session();
    ask(&mut session, "kata-set-rules new-zealand");
    ask(&mut session, "kata-set-rule suicide false");
    let rules = Rules {
        suicide: false,
        ..Rules::NEW_ZEALAND
    };
    assert_eq!(session.game.rules().to_string(), rules.to_string());
    ask(&mut session, "kata-set-rule ko SIMPLE");
    assert!(ask(&mut session, "kata-get-rules").contains("SIMPLE"));
    let why = refused(&mut session, "kata-set-rule kou SIMPLE");
    assert!(why.starts_with("unknown rule, expected one of "), "{why}");
    assert!(refused(&mut session, "kata-set-rule ko maybe").starts_with("unknown rules"));
}

#[test]
fn several_parameters_are_set_or_none() {
    let mut session = session_with(searching(Some(100)), 5);
    ask(
        &mut session,
        r#"kata-set-params {"maxVisits": 77, "numSearchThreads": "1"}"#,
    );
    let all: serde_json::Value = serde_json::from_str(&ask(&mut session, "kata-get-params")).expect("JSON");
    assert_eq!(all["maxVisits"], 77);
    refused(&mut session, r#"kata-set-params {"maxVisits": 5, "unknown": 1}"#);
    assert_eq!(ask(&mut session, "kata-get-param maxVisits"), "77");
    assert_eq!(refused(&mut session, "kata-set-params 7"), "syntax error");
}

#[test]
fn the_evaluation_of_a_position_has_a_probability_for_each_move() {
    let mut session = session_with(searching(Some(100)), 5);
    ask(&mut session, "play b C3");
    let text = ask(&mut session, "kata-raw-nn 0");
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| *word == "policy").expect("a policy") + 1;
    let policy = &words[at..at + 25];
    assert_eq!(policy[12], "NAN", "C3 is taken");
    let sum: f32 = policy
        .iter()
        .filter_map(|word| word.parse().ok())
        .filter(|p: &f32| !p.is_nan())
        .sum();
    assert!((sum - 1.0).abs() < 0.01, "{sum}");
    let value = |name: &str| {
        let at = words.iter().position(|word| *word == name).expect(name);
        words[at + 1].parse::<f32>().expect("a number")
    };
    assert!((value("whiteWin") + value("whiteLoss") - 1.0).abs() < 1e-4);
    assert_eq!(
        ask(&mut session, "kata-raw-nn w all").matches("symmetry").count(),
        8
    );
    assert_eq!(refused(&mut session, "kata-raw-nn"), "syntax error");
}

#[test]
fn the_speed_of_the_search_is_told() {
    let reply = ask(&mut session_with(searching(Some(100)), 5), "kata-benchmark 50");
    assert!(reply.starts_with("50 visits in "), "{reply}");
}

#[test]
fn a_key_of_an_analysis_without_effect_is_refused() {
    let mut session = session_with(searching(Some(100)), 5);
    let why = refused(&mut session, "kata-analyze b 1 movesOwnership true");
    assert!(why.contains("movesOwnership"), "{why}");
    ask(&mut session, "kata-analyze b 1 movesOwnership false");
}

#[test]
fn a_dash_prints_the_record() {
    let mut session = session();
    assert_eq!(ask(&mut session, "printsgf -"), ask(&mut session, "printsgf"));
}
