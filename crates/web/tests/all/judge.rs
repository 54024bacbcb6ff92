// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board with a judge: `tests/data/judge/katago`, an engine of made-up values.
#![cfg(unix)]

use katachi_katago_json::SharedJudge;
use serde_json::Value as Json;

use crate::site::Site;

/// A server with a judge that answers in that way, on 7x7.
fn site(how: &str) -> Site {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/judge/katago");
    let judge = SharedJudge::start(&format!("/bin/sh '{script}' {how}"), 20);
    Site::with_judge(7, judge)
}

fn text(answer: &Json) -> &str {
    answer["text"].as_str().expect("a text")
}

#[test]
fn hints_and_scores_over_http_have_the_values_of_the_judge_with_katachis_words() {
    let site = site("");
    assert_eq!(site.state()["judge"], "KataGo");
    let hint = site.get("/api/answer?at=0&about=hint").json();
    let words = "Hint: KataGo plays C3: Black wins 63 % of the games and leads by 4.2 points. Black ";
    assert!(text(&hint).starts_with(words), "{hint}");
    assert_eq!([&hint["move"], &hint["judge"]], ["C3", "KataGo"]);
    assert_eq!(hint["line"]["moves"].as_array().map(Vec::len), Some(2), "{hint}");
    let score = site.get("/api/answer?at=0&about=score").json();
    assert_eq!(
        text(&score),
        "KataGo: Black wins 63 % of the games and leads by 4.2 points."
    );
}

#[test]
fn teaching_over_http_warns_by_the_judges_values_and_why_compares_the_moves() {
    let site = site("");
    site.types("teach gentle");
    let state = site.plays("A1");
    let warning = state["warning"]["text"].as_str().expect("it is a blunder");
    assert!(
        warning.contains("White can ")
            && warning.contains("KataGo: you lose about 24 points")
            && warning.contains("After it Black wins 5 % of the games, and White leads by 20.0 points."),
        "{warning}"
    );
    let why = site.get("/api/answer?at=1&about=why").json();
    assert!(
        text(&why).starts_with("Black plays A1.")
            && text(&why).contains("By KataGo Black has win rate 63.0 %, lead +4.2 before the move")
            && text(&why).contains("KataGo's first choice is C3"),
        "{why}"
    );
    site.types("better");
    let better = site.state()["warning"]["better"].clone();
    assert!(text(&better).starts_with("KataGo plays C3"), "{better}");
    site.types("undo");
    assert!(
        site.plays("E4")["warning"].is_null(),
        "it loses nothing by the judge"
    );
}

#[test]
fn a_judge_that_dies_is_told_over_http_once_and_the_game_goes_on() {
    let site = site("dies 1");
    let hint = |moves: u8| site.get(&format!("/api/answer?at={moves}&about=hint")).json();
    assert!(text(&hint(0)).contains("KataGo plays C3"));
    let failed = hint(0);
    assert!(
        text(&failed).starts_with("The judge died")
            && text(&failed).contains("Katachi advises alone from now on. Hint: Black "),
        "{failed}"
    );
    assert_eq!(failed["judge"], Json::Null);
    assert_eq!(site.state()["judge"], Json::Null);
    assert!(text(&hint(0)).starts_with("Hint: Black "));
    assert_eq!(site.plays("E4")["made"], 2);
}

#[test]
fn a_judge_that_cannot_be_started_is_told_in_a_message_and_katachi_teaches() {
    let site = Site::with_judge(7, SharedJudge::start("/no/such/judge", 20));
    site.types("teach gentle");
    let state = site.plays("A1");
    let messages = state["messages"].as_array().expect("messages").iter();
    let failures = messages.filter(|message| text(message).starts_with("Cannot start the judge: "));
    assert_eq!(failures.count(), 1, "{state}");
    assert_eq!(state["judge"], Json::Null);
    assert!(state["made"].as_u64() > Some(0), "{state}");
}
