// SPDX-License-Identifier: MIT OR Apache-2.0

//! Another engine as the judge: reviews and analyses over GTP with its values, and its answers with reasons.
//! The judge is this program, which speaks the same protocol, and KataGo where it is installed.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value as Json, json};

use crate::folder::{Folder, done, errors, fed, has};

/// A program in quotes, as paths have spaces on some systems.
fn katachi_analysis() -> String {
    format!("\"{}\" analysis --visits 60", env!("CARGO_BIN_EXE_katachi"))
}

fn run(arguments: &[&str], input: &str) -> Output {
    fed(Command::new(env!("CARGO_BIN_EXE_katachi")).args(arguments), input)
}

fn answers(output: &Output) -> Vec<Json> {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// A query about both positions of a game of one move.
fn query(id: &str) -> Json {
    json!({
        "id": id, "rules": "chinese", "komi": 7.5, "boardXSize": 7, "boardYSize": 7,
        "moves": [["B", "D4"]], "analyzeTurns": [0, 1], "maxVisits": 40,
    })
}

const GAME: &str = "(;GM[1]FF[4]SZ[7]KM[7.5];B[dd];W[aa];B[ed];W[ga];B[cc])";

/// Reviews a game with a judge; returns the data.
fn reviewed(judge: &str, visits: &str) -> Json {
    let folder = Folder::with(&[("game.sgf", GAME)]);
    let review = ["review", "game.sgf", "-o", "review.json", "--level", "1"];
    done(&folder.run(&[&review[..], &["--judge", judge, "--visits", visits]].concat()));
    serde_json::from_str(&folder.read("review.json")).expect("JSON")
}

#[test]
fn a_review_has_the_values_of_the_judge() {
    let review = reviewed(&katachi_analysis(), "40");
    assert!(
        review["judge"]
            .as_str()
            .expect("a name")
            .starts_with("the judge (version")
    );
    assert_eq!(review["visits_per_position"], 40);
    let queries = json!({
        "id": "q", "rules": "chinese", "komi": 7.5, "boardXSize": 7, "boardYSize": 7,
        "moves": [["B", "D4"], ["W", "A7"]], "maxVisits": 40,
    });
    let direct = answers(&run(&["analysis", "--visits", "60"], &format!("{queries}\n")));
    let [theirs, ours] = [&direct[0]["rootInfo"], &review["positions"][2]["value"]];
    let near = |theirs: &Json, ours: &Json| {
        (theirs.as_f64().expect("a number") - ours.as_f64().expect("a number")).abs() < 0.001
    };
    assert!(near(&theirs["winrate"], &ours["win_rate"]), "{theirs} {ours}");
    assert!(near(&theirs["scoreLead"], &ours["lead"]), "{theirs} {ours}");
    let moves = review["moves"].as_array().expect("there are moves");
    let losing: Vec<&Json> = moves.iter().filter(|mv| mv["severity"] != "fine").collect();
    assert!(!losing.is_empty(), "moves into the corner are mistakes");
    for mv in losing {
        let numbers = mv["numbers"].to_string();
        assert!(numbers.contains("judge"), "{numbers}");
        assert!(!numbers.contains('±'), "a judge tells no errors: {numbers}");
        assert!(mv["judgement"]["better"][0]["move"].is_string(), "{mv}");
    }
}

#[test]
fn answers_of_a_judge_get_names_and_reasons() {
    let lines = format!(
        "{}\n{}\n",
        query("a"),
        json!({ "id": "v", "action": "query_version" })
    );
    let direct = answers(&run(&["analysis", "--visits", "60"], &lines));
    let relayed = answers(&run(&["analysis", "--judge", &katachi_analysis()], &lines));
    assert_eq!(relayed.len(), 3, "two positions and the version");
    for theirs in direct {
        let same = |ours: &&Json| ours["id"] == theirs["id"] && ours["turnNumber"] == theirs["turnNumber"];
        let ours = relayed.iter().find(same).expect("each answer comes back");
        assert_eq!(ours["rootInfo"], theirs["rootInfo"]);
        if let Some(best) = ours["moveInfos"].get(0) {
            assert_eq!(best["winrate"], theirs["moveInfos"][0]["winrate"]);
            assert!(best["name"].is_string(), "a move may have no name of its own");
            let words = best["reasons"][0].as_str().expect("a sentence");
            assert!(words.ends_with('.'), "{words}");
            assert!(words.contains(best["move"].as_str().expect("a move")), "{words}");
        }
    }
}

#[test]
fn our_own_answers_have_reasons_on_request() {
    let mut asked = query("a");
    asked["includeReasons"] = json!(true);
    let plain = answers(&run(&["analysis"], &format!("{}\n", query("a"))));
    let explained = answers(&run(&["analysis"], &format!("{asked}\n")));
    assert!(
        plain
            .iter()
            .all(|answer| answer["moveInfos"][0].get("reasons").is_none())
    );
    assert_eq!(explained.len(), 2, "the field is known, so there is no warning");
    assert!(
        explained
            .iter()
            .all(|answer| answer["moveInfos"][0]["reasons"][0].is_string())
    );
}

#[test]
fn a_judge_that_fails_is_told_in_one_message() {
    let folder = Folder::with(&[("game.sgf", GAME)]);
    let says = |judge: &str, words: &str| {
        let output = folder.run(&["review", "game.sgf", "--judge", judge]);
        let message = errors(&output);
        assert!(!output.status.success(), "{judge}: {message}");
        assert!(message.contains(words), "{judge}: {message}");
        assert!(output.stdout.is_empty(), "nothing is half written");
    };
    says("/no/such/judge", "cannot start the judge");
    says("\"", "a quote is not closed");
    if cfg!(unix) {
        says("sh -c 'echo no network found >&2'", "no network found");
        says("echo hello", "no JSON");
    }
    let dies = "sh -c 'read x; exit 3'";
    if cfg!(unix) {
        let output = run(&["analysis", "--judge", dies], &format!("{}\n", query("a")));
        let refused = answers(&output);
        assert_eq!(refused.len(), 2, "each position is answered");
        let error = refused[0]["error"].as_str().expect("an error");
        assert!(error.starts_with("the judge died"), "{error}");
        assert!(!output.status.success());
    }
}

/// The replies of `katachi gtp` with a judge, without the empty lines behind them.
fn gtp(judge: &str, commands: &[&str]) -> Vec<String> {
    let judged = ["--judge-visits", "20", "--judge", judge];
    let arguments = [&["gtp", "--visits", "30", "--seed", "1"][..], &judged].concat();
    let output = run(&arguments, &(commands.join("\n") + "\n"));
    let text = done(&output);
    let replies: Vec<String> = text.trim_end().split("\n\n").map(str::to_owned).collect();
    assert_eq!(replies.len(), commands.len(), "{text}");
    replies
}

#[test]
fn analyses_over_gtp_have_the_values_of_the_judge() {
    let replies = gtp(
        &katachi_analysis(),
        &[
            "boardsize 7",
            "kata-analyze b 20 maxmoves 2 rootInfo true ownership true pvVisits true",
            "lz-analyze b 20 avoid b C3,E5 1",
            "kata-search_analyze b 10",
            "lz-genmove_analyze b 10",
            "genmove w",
        ],
    );
    assert!(replies.iter().all(|reply| reply.starts_with('=')), "{replies:?}");
    has(
        &replies[1],
        [
            "info move ",
            " scoreLead ",
            " order 0 pv ",
            " rootInfo visits ",
            " ownership ",
            " pvVisits ",
        ],
    );
    let restricted = &replies[2];
    assert!(restricted.contains("info move "), "{restricted}");
    assert!(!restricted.contains("move C3 "), "{restricted}");
    for reply in &replies[3..5] {
        let last = reply.lines().last().expect("a line");
        assert!(reply.contains("info move "), "{reply}");
        assert!(last.starts_with("play "), "{reply}");
    }
}

#[test]
fn candidates_and_explanations_over_gtp_say_whose_values_they_have() {
    let commands = [
        "boardsize 7",
        "play b D4",
        "katachi-values w",
        "katachi-expected w",
        "katachi-ownership",
        "katachi-hint w",
        "gomill-explain_last_move",
        "genmove w",
        "gomill-explain_last_move",
    ];
    let replies = gtp(&katachi_analysis(), &commands);
    let [values, expected, ownership, hint, why] = [2, 3, 4, 5, 6].map(|index| &replies[index]);
    let first = values.split_whitespace().nth(2).expect("a value");
    let percent: f32 = first.parse().expect("a number");
    assert!((0.0..=100.0).contains(&percent), "{values}");
    has(expected, ["VAR w ", "Expected by the judge (version"]);
    assert_eq!(ownership.split_whitespace().count(), 1 + 49);
    has(hint, ["of the judge (version", "reasons are Katachi's"]);
    assert_eq!(hint.lines().count(), 4, "three moves are told: {hint}");
    for why in [why, &replies[8]] {
        has(why, ["By the judge (version", "before the move"]);
    }
}

#[test]
fn a_judge_that_fails_is_a_failure_over_gtp_and_genmove_goes_on() {
    let commands = [
        "boardsize 5",
        "kata-analyze b 10",
        "lz-genmove_analyze b 10",
        "katachi-hint",
        "katachi-values b",
        "genmove b",
        "gomill-explain_last_move",
        "showboard",
    ];
    let says = |judge: &str, words: &str| {
        let replies = gtp(judge, &commands);
        for index in [1, 2, 3, 4, 6] {
            let reply = &replies[index];
            assert!(reply.starts_with("? "), "{judge}: {reply}");
            assert!(reply.contains(words), "{judge}: {reply}");
            assert_eq!(reply.lines().count(), 1, "{reply}");
        }
        assert!(replies[5].starts_with("= "), "{}", replies[5]);
        assert!(replies[7].starts_with('='), "{}", replies[7]);
    };
    says("/no/such/judge", "cannot start the judge");
    if cfg!(unix) {
        says("sh -c 'echo no network found >&2'", "no network found");
        let version = r#"{"id":"version","action":"query_version","version":"1"}"#;
        says(
            &format!("sh -c 'read x; echo \"$0\"; read x; exit 3' '{version}'"),
            "the judge died",
        );
    }
}

#[test]
fn several_games_are_reviewed_with_one_judge() {
    let folder = Folder::with(&[("games/a.sgf", GAME), ("games/b.sgf", GAME)]);
    let review = [
        "review", "games", "-o", "reviews/", "--visits", "20", "--level", "1",
    ];
    let output = folder.run(&[&review[..], &["--judge", &katachi_analysis()]].concat());
    let text = done(&output);
    let table = text.lines().take_while(|line| !line.is_empty());
    assert_eq!(table.count(), 4, "{text}");
    let page = folder.read("reviews/b.html");
    has(&page, ["the judge (version"]);
}

/// The real judge, where a folder with it is named by `KATAGO` or lies in the cache.
#[test]
fn katago_judges_where_it_is_installed() {
    let folder = env::var_os("KATAGO").map(PathBuf::from);
    let cache = || Some(PathBuf::from(env::var_os("HOME")?).join(".cache/katago"));
    let folder = folder.or_else(cache).unwrap_or_default();
    let [program, config, model] =
        ["katago", "analysis-9.cfg", "model.bin.gz"].map(|name| folder.join(name).display().to_string());
    if !folder.join("katago").exists() {
        eprintln!(
            "skipped: no KataGo in {} (set KATAGO to its folder)",
            folder.display()
        );
        return;
    }
    let judge = format!("'{program}' analysis -config '{config}' -model '{model}'");
    let review = reviewed(&judge, "8");
    let worst = review["moves"][1]["severity"].as_str().expect("a severity");
    assert_ne!(worst, "fine", "White's corner move loses");
    let relayed = answers(&run(
        &["analysis", "--judge", &judge],
        &format!("{}\n", query("a")),
    ));
    assert_eq!(relayed.len(), 2);
    assert!(
        relayed
            .iter()
            .all(|answer| answer["moveInfos"][0]["reasons"][0].is_string())
    );
    let replies = gtp(
        &judge,
        &[
            "boardsize 7",
            "kata-analyze b 10 avoid b D4 1",
            "katachi-values b",
            "katachi-hint",
        ],
    );
    let [analysis, values, hint] = [1, 2, 3].map(|index| &replies[index]);
    assert!(analysis.contains("info move "), "{analysis}");
    assert!(!analysis.contains("move D4 "), "{analysis}");
    assert!(values.starts_with("= "), "{hint}");
    assert!(hint.contains("visits. Black "), "{hint}");
}
