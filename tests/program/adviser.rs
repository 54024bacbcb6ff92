// SPDX-License-Identifier: MIT OR Apache-2.0

//! A judge that advises in a game at the terminal and at the board in the browser: `tests/data/judge/katago`,
//! an engine of made-up values.

use super::folder::{done, fed, has};
use super::{program, repository};

/// The command of the judge that answers in that way.
fn judge(how: &str) -> String {
    let script = repository().join("tests/data/judge/katago");
    format!("/bin/sh '{}' {how}", script.display())
}

/// Plays line by line on 7x7. Returns all that is shown, without boards.
fn played(judge: &str, options: &[&str], lines: &[&str]) -> String {
    let mut program = program();
    program
        .args([
            "play",
            "--plain",
            "--boardsize",
            "7",
            "--visits",
            "20",
            "--seed",
            "1",
        ])
        .args(["--judge", judge])
        .args(options);
    done(&fed(&mut program, &(lines.join("\n") + "\n")))
}

/// All of these are shown, in this order.
#[track_caller]
fn shows(text: &str, expected: &[&str]) {
    let mut rest = text;
    for words in expected {
        let Some(at) = rest.find(words) else {
            panic!("no '{words}' in\n{rest}");
        };
        rest = &rest[at + words.len()..];
    }
}

#[test]
fn a_hint_and_the_score_at_the_terminal_are_those_of_the_judge_with_katachis_words() {
    let text = played(&judge(""), &[], &["hint", "numbers", "score"]);
    shows(
        &text,
        &[
            "KataGo advises: hints, reasons, scores and teaching have its values.",
            "Hint: KataGo plays C3: Black wins 63 % of the games and leads by 4.2 points. Black ",
            "Expected: C3 E5.",
            "Win rates and leads are Black's, of KataGo; reasons are Katachi's.\nC3: win rate 63.0 %, lead +4.2, 20 visits. ",
            "KataGo: Black wins 63 % of the games and leads by 4.2 points.",
        ],
    );
}

#[test]
fn teaching_at_the_terminal_warns_by_the_judges_values_before_and_after_the_move() {
    let lines = ["A1", "better", "why", "y", "hint", "E4", "score"];
    let text = played(&judge(""), &["--teach"], &lines);
    shows(
        &text,
        &[
            "Black A1: ",
            "White can ",
            "KataGo: you lose about 24 points and 58 percentage points of the win rate.",
            "Before the move Black wins 63 % of the games and leads by 4.2 points.",
            "After it Black wins 5 % of the games, and White leads by 20.0 points.",
            "Take it back?",
            "KataGo plays C3",
            "Black plays A1.",
            "By KataGo Black has win rate 63.0 %, lead +4.2 before the move, and win rate 5.0 %, lead -20.0 after it.",
            "KataGo's first choice is C3 (win rate 63.0 %, lead +4.2). Black ",
            "Hint: KataGo plays C3",
            "Katachi plays ",
            "KataGo: ",
        ],
    );
    assert_eq!(
        text.matches("you lose").count(),
        1,
        "E4 loses nothing by the judge:\n{text}"
    );
}

#[test]
fn a_judge_that_fails_at_the_terminal_is_told_once_and_katachi_advises_alone() {
    for (judge, why) in [
        ("/no/such/judge".to_owned(), "Cannot start the judge: "),
        (judge("dies 0"), "The judge died"),
    ] {
        let lines = ["hint", "score", "A1", "y", "E4", "why"];
        let text = played(&judge, &["--teach"], &lines);
        shows(
            &text,
            &[
                why,
                "Katachi advises alone from now on.\nHint: Black ",
                " % of White's.",
                "You lose about ",
                "Katachi plays ",
            ],
        );
        assert_eq!(text.matches("Katachi advises alone").count(), 1, "{text}");
        assert!(!text.contains("KataGo plays"), "{text}");
    }
}

#[test]
fn a_judge_that_dies_in_a_game_says_why_and_the_move_is_judged_by_katachi() {
    let text = played(&judge("dies 1"), &["--teach"], &["hint", "A1", "n", "hint"]);
    shows(
        &text,
        &[
            "Hint: KataGo plays C3",
            "The judge died",
            "the network is lost",
            "Katachi advises alone from now on.",
            "You lose about ",
            "Katachi plays ",
            "Hint: Black ",
        ],
    );
}

#[test]
fn a_judge_that_refuses_a_position_is_told_once_and_asked_again() {
    let text = played(&judge("refuses"), &[], &["hint", "score"]);
    shows(
        &text,
        &[
            "The judge refuses a position: no such board (field boardXSize). Katachi advises alone here.",
            "Hint: Black ",
            " % of White's.",
        ],
    );
    assert_eq!(text.matches("refuses a position").count(), 1, "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_judge_is_an_option_of_the_server() {
    use crate::serve::Served;

    let options = ["--boardsize", "7", "--judge", &judge("")];
    let served = Served::with(Some("true"), &options);
    let state = served.get("/api/state");
    assert!(state.contains(r#""judge":"KataGo""#), "{state}");
    let hint = served.get("/api/answer?moves=0&about=hint");
    has(&hint, ["KataGo plays C3: Black wins 63 % of the games"]);
}
