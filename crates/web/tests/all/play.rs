// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games by requests of a page and answers of the server.

use std::io::{BufRead, BufReader};

use serde_json::{Value as Json, json};

use crate::hostile::listening;
use crate::site::{Site, has};

/// Black has the left of the board and White the right, with a dead white stone on A1.
const SETTLED: &str =
    "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]AB[ca][cb][cc][cd][ce][bb]AW[da][db][dc][dd][de][ae];B[ba];W[ea])";

#[test]
fn a_move_is_played_and_answered_and_taken_back_and_made_again() {
    let site = Site::new(5);
    let state = site.state();
    has(&state, json!({ "stage": "person", "color": "black", "made": 0 }));
    let state = site.plays("C3");
    assert_eq!(state["made"], 2);
    assert_eq!(state["moves"][0], json!(["black", "C3"]));
    assert_eq!(
        state["position"]["rows"][2].as_str().map(|row| &row[2..3]),
        Some("X")
    );
    site.types("undo");
    let state = site.state();
    assert_eq!(
        (&state["made"], state["moves"].as_array().map(Vec::len)),
        (&json!(0), Some(2))
    );
    site.types("redo");
    assert_eq!(site.state()["made"], 2);
    let before = site.get("/api/position?at=1").json();
    has(&before, json!({ "last": "C3", "to_move": "white" }));
}

#[test]
fn a_record_is_shown_up_to_an_illegal_move_with_the_reason() {
    let site = Site::showing("(;SZ[5]RU[Japanese]AB[bb]AW[dd];W[cc];B[cc];W[aa])");
    let state = site.state();
    has(&state, json!({ "made": 1, "komi": 6.5 }));
    let messages = state["messages"].to_string();
    assert!(
        messages.contains("move 2, Black C3, is illegal: occupied; the record is shown up to there"),
        "{messages}"
    );
}

#[test]
fn an_illegal_move_gets_its_reason_and_an_old_page_plays_nothing() {
    let site = Site::new(5);
    site.plays("C3");
    let moves = site.state()["made"].clone();
    let refused = site.typed("play C3", None);
    assert_eq!(refused.status, 409);
    assert!(refused.error().contains("occupied"), "{}", refused.error());
    let late = site.typed("play A1", Some(0));
    assert_eq!((late.status, site.state()["made"].clone()), (409, moves));
    assert!(late.error().contains("another move"), "{}", late.error());
}

#[test]
fn a_stone_is_a_capture_of_the_side_that_took_it() {
    let site = Site::new(5);
    // Black takes A5.
    assert_eq!(site.load("(;SZ[5];B[ba];W[aa];B[ab])").status, 200);
    let captures = |path| site.get(path).json()["captures"].clone();
    assert_eq!(captures("/api/position?at=3"), json!({ "black": 1, "white": 0 }));
    assert_eq!(captures("/api/position?at=2"), json!({ "black": 0, "white": 0 }));
    assert_eq!(
        site.state()["position"]["captures"],
        json!({ "black": 1, "white": 0 })
    );
}

/// A record with names, a result, comments and a variation at the second move.
const COMMENTED: &str = "(;GM[1]FF[4]SZ[5]PB[Ann]BR[3d]PW[Bob]RE[W+R]EV[A cup]C[Hello];B[cc]C[The middle]\
    (;W[cb];B[bb]C[The end])(;W[bc]C[Another move]))";

#[test]
fn an_opened_record_has_its_texts_and_its_comments() {
    let site = Site::new(5);
    assert_eq!(site.state()["record"], json!({}));
    assert_eq!(site.load(COMMENTED).status, 200);
    let state = site.state();
    assert_eq!(
        state["record"],
        json!({ "PB": "Ann", "BR": "3d", "PW": "Bob", "RE": "W+R", "EV": "A cup" })
    );
    assert_eq!(state["position"]["comment"], "The end");
    let comment = |moves: u32| site.get(&format!("/api/position?at={moves}")).json()["comment"].clone();
    assert_eq!(
        [comment(0), comment(1), comment(2)],
        [json!("Hello"), json!("The middle"), Json::Null]
    );
    site.types("goto 2");
    let state = site.state();
    has(
        &state,
        json!({ "/position/comment": "The middle", "/record/RE": "W+R" }),
    );
    assert_eq!(comment(3), "The end", "the moves are taken back and still there");
    site.plays("B3");
    let state = site.state();
    has(
        &state,
        json!({ "/position/comment": "Another move", "/record/RE": null }),
    );
}

#[test]
fn dead_stones_are_agreed_on_and_the_record_has_the_result() {
    let site = Site::showing(SETTLED);
    site.types("pass");
    site.types("pass");
    let state = site.until(|state| state["stage"] == "agreement" && state["busy"] == false);
    assert_eq!(state["dead"], json!(["A1"]), "{state:#}");
    site.types("dead A1");
    assert_eq!(site.state()["dead"], json!([]));
    site.types("dead A1");
    let count = site.state()["count"].clone();
    assert_eq!(count, "Black 15, White 10 and komi 0.5, neutral 0: B+4.5");
    site.types("done");
    let state = site.state();
    has(&state, json!({ "stage": "over", "result": "B+4.5" }));
    let record = site.get("/game.sgf");
    assert!(record.body.contains("RE[B+4.5]"), "{}", record.body);
    assert!(record.headers.contains("attachment; filename=\"game.sgf\""));
}

/// The next chunk of a body (RFC 9112, section 7.1).
fn chunk(stream: &mut impl BufRead) -> String {
    let mut size = String::new();
    stream.read_line(&mut size).expect("the size of a chunk");
    let size = usize::from_str_radix(size.trim_end(), 16).expect("a hexadecimal size");
    let mut bytes = vec![0; size + 2];
    stream.read_exact(&mut bytes).expect("a chunk");
    String::from_utf8(bytes[..size].to_vec()).expect("text")
}

#[test]
fn every_page_gets_the_changes_of_the_others() {
    let site = Site::new(5);
    let stream = listening(site.address);
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    while line != "\r\n" {
        line.clear();
        stream.read_line(&mut line).expect("a line of the head");
    }
    let mut next = || {
        let mut event = String::new();
        while !event.ends_with("\n\n") {
            event += &chunk(&mut stream);
        }
        let data = event.trim_end().strip_prefix("data: ").expect("an event");
        serde_json::from_str::<Json>(data).expect("a state")
    };
    assert_eq!(next()["made"], 0);
    site.types("play C3");
    while next()["made"] != 2 {}
}

#[test]
fn the_analysis_of_a_position_is_drawn_and_described() {
    let site = Site::new(9);
    let record = "(;SZ[9];B[ee];W[de];B[dd];W[ce];B[cd];W[be];B[ef])";
    assert_eq!(site.load(record).status, 200);
    let view = site.get("/api/view?at=7&groups=true&map=moyo&values=true").json();
    assert!(view["marks"].as_str().unwrap().contains("class=\"letter\""));
    assert!(
        view["grounds"]
            .as_str()
            .unwrap()
            .contains("class=\"ground-black\"")
    );
    assert!(!view["groups"].as_array().unwrap().is_empty());
    let choice = &view["choice"];
    let best = &choice["proposals"][0];
    assert!(choice["headline"].as_str().unwrap().starts_with("White plays "));
    let parts = ["patterns", "model", "others"].map(|part| best[part].as_i64().unwrap());
    assert_eq!(best["value"].as_i64(), Some(parts.iter().sum()));
    let bare = site.get("/api/view?at=7").json();
    assert_eq!(bare["choice"], Json::Null);
    let searched = site.get("/api/view?at=7&values=true&search=true").json();
    assert_eq!(searched["choice"]["unit"], "visits");
}

#[test]
fn a_changed_value_is_told_kept_as_text_and_taken_back() {
    let site = Site::showing("(;SZ[9];B[ee];W[de];B[dd])");
    let choice = || site.get("/api/view?at=3&values=true").json()["choice"].clone();
    let first = choice();
    let pattern_at = |point: &Json| {
        let path = format!("/api/point?at=3&point={}", point.as_str().unwrap());
        site.get(&path).json()["patterns"][0].clone()
    };
    let mut points = first["proposals"].as_array().unwrap().iter().map(|p| &p["point"]);
    let point = points.find(|point| pattern_at(point).is_object());
    let pattern = || pattern_at(point.expect("a pattern matches"));
    let (before, name) = (pattern(), pattern()["name"].as_str().unwrap().to_owned());
    assert!(before["drawn"].as_str().unwrap().contains(&name));
    let was = before["numbers"][0][1].as_i64().unwrap();
    let change = json!({ "change": format!("{name}={}", was + 400), "at": "3" });
    let values = site.post("/api/values", &change).json();
    assert_eq!(values["changes"], json!([[name, "value", was, was + 400]]));
    assert_eq!(values["before"]["move"], first["move"]);
    let file = site.get("/values.db").body;
    for part in [
        format!("# {name}={}, which was {was}", was + 400),
        format!("Pattern {name}\n"),
    ] {
        assert!(file.contains(&part), "no {part} in {file}");
    }
    assert_eq!(pattern()["numbers"][0], json!(["value", was + 400, was]));
    let reset = site
        .post("/api/values", &json!({ "change": null, "at": "3" }))
        .json();
    assert_eq!(reset["changes"], json!([]));
    assert_eq!(choice()["move"], first["move"]);
}

#[test]
fn questions_about_an_earlier_position_are_answered_and_the_game_stays() {
    let site = Site::showing("(;SZ[5];B[cc];W[cb];B[bb];W[db])");
    let answer = |about: &str, moves: u32| site.get(&format!("/api/answer?about={about}&at={moves}"));
    let hint = answer("hint", 2).json();
    assert!(
        hint["text"].as_str().unwrap().starts_with("Hint: Black "),
        "{hint}"
    );
    assert!(hint["move"].is_string());
    let why = answer("why", 2).json();
    assert!(why["text"].as_str().unwrap().contains("White"), "{why}");
    let score = answer("score", 2).json();
    assert!(
        score["text"].as_str().unwrap().ends_with(" % of White's."),
        "{score}"
    );
    assert_eq!(answer("why", 0).status, 409);
    assert_eq!(answer("hint", 5).status, 400);
    assert_eq!(answer("weather", 2).status, 400);
    assert_eq!(site.state()["made"], 4);
}

#[test]
fn another_game_has_another_number_and_no_messages_of_the_game_before() {
    let site = Site::new(5);
    site.types("resign");
    let before = site.state();
    assert_eq!(before["messages"][0]["text"], "You resign.");
    assert_eq!(site.load("(;GM[2])").status, 400, "it is no game of Go");
    assert_eq!(site.state()["game"], before["game"]);
    assert_eq!(site.load("(;SZ[5])").status, 200);
    let after = site.state();
    assert_ne!(after["game"], before["game"]);
    has(&after, json!({ "messages": [], "stage": "person" }));
}

#[test]
fn a_review_is_made_until_the_game_is_replaced() {
    let site = Site::showing("(;SZ[5];B[cc];W[cb];B[bb];W[db])");
    site.types("undo");
    site.does(json!({ "do": "review" }));
    site.until(|state| state["review"]["done"].is_object());
    let page = site.get("/review.html");
    assert!(page.body.starts_with("<!DOCTYPE html>"));
    assert!(page.headers.contains("sandbox allow-scripts"), "{}", page.headers);
    assert!(!page.headers.contains("script-src 'self'"));
    // Another game has none, and the page tells how to get one.
    assert_eq!(site.load("(;SZ[5];B[bb])").status, 200);
    assert_eq!(site.state()["review"], Json::Null);
    let page = site.get("/review.html");
    assert_eq!(page.status, 404);
    for expected in ["content-type: text/html", "style-src 'self'"] {
        assert!(page.headers.contains(expected), "{}", page.headers);
    }
    for expected in [
        "<!DOCTYPE html>",
        "There is no review here",
        "<em>Review</em>",
        "href=\"./\"",
    ] {
        assert!(page.body.contains(expected), "no {expected}");
    }
    site.does(json!({ "do": "review" }));
    site.does(json!({ "do": "stop-review" }));
    assert_eq!(site.state()["review"], Json::Null);
}

#[test]
fn a_new_game_has_the_requested_options() {
    let site = Site::new(5);
    site.does(json!({
        "do": "new", "size": "9x13", "rules": "japanese", "komi": null, "sides": "both", "level": 3, "time": "5m"
    }));
    let state = site.state();
    let position = &state["position"];
    has(position, json!({ "width": 9, "height": 13 }));
    has(&state, json!({ "komi": 6.5, "level": 3.0, "sides": "both" }));
    let seconds = state["clocks"]["black"]["time"]["secs"].as_u64().unwrap();
    assert!((1..=300).contains(&seconds), "{seconds}");
    let refused = site.request(json!({
        "do": "new", "size": "5", "rules": "chinese", "komi": null, "handicap": 9, "sides": "black", "level": 3
    }));
    assert_eq!(refused.status, 409);
    assert_eq!(site.state()["position"]["height"], 13, "the game is as it was");
}

#[test]
fn the_server_stops_while_a_page_listens() {
    let mut site = Site::new(5);
    let stream = listening(site.address);
    let mut first = String::new();
    BufReader::new(&stream).read_line(&mut first).unwrap();
    assert!(site.stop());
}

#[test]
fn a_tried_position_is_shown_and_analysed_and_the_game_stays() {
    let site = Site::showing("(;SZ[5];B[cc];W[cb];B[bb])");
    let position = site.get("/api/position?at=1,W%20B3,B%20pass").json();
    assert_eq!(
        (&position["rows"][2], &position["to_move"], &position["moves"]),
        (&json!(".OX.."), &json!("white"), &json!(3))
    );
    let found = site.get("/api/candidates?at=1,W%20B3").json();
    has(&found, json!({ "/candidates/0/line/0/0": "black", "of": 40 }));
    assert!(found["candidates"].as_array().is_some_and(|all| !all.is_empty()));
    for (tried, status) in [("W%20C3", 409), ("B3", 400), ("W%20Z9", 400), ("G%20B3", 400)] {
        let answer = site.get(&format!("/api/position?at=1,{tried}"));
        assert_eq!(answer.status, status, "{tried}: {}", answer.body);
        assert!(!answer.error().is_empty());
    }
    assert_eq!(site.state()["made"], 3);
}

#[test]
fn tried_moves_and_comments_are_kept_in_the_record_and_the_game_stays() {
    let site = Site::showing(COMMENTED);
    let before = site.state();
    site.does(json!({ "do": "try", "at": "1", "point": "D4" }));
    site.does(json!({ "do": "try", "at": "1,W D4", "point": "pass" }));
    site.does(json!({ "do": "comment", "at": "1,W D4", "text": "Too far" }));
    let all = site.get("/api/variations").json();
    let texts: Vec<String> = all["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| ["before", "color", "move", "has_comment", "is_game"].map(|key| found[key].to_string()))
        .map(|found| found.join(" ").replace('"', ""))
        .collect();
    assert_eq!(
        texts,
        [
            "null black C3 true true",
            "0 white C4 false true",
            "1 black B4 true true",
            "0 white B3 true false",
            "0 white D4 true false",
            "4 black pass false false",
        ]
    );
    let position = site.get("/api/position?at=1,W%20D4").json();
    assert_eq!(position["comment"], "Too far");
    let text = site.get("/game.sgf").body;
    assert!(
        text.contains("W[db]C[Too far]") && text.contains("B[tt]") || text.contains("B[]"),
        "{text}"
    );
    site.does(json!({ "do": "remove", "at": "1,W D4" }));
    assert_eq!(
        site.get("/api/variations").json()["moves"]
            .as_array()
            .map(Vec::len),
        Some(4)
    );

    for (request, status) in [
        (json!({ "do": "try", "at": "1", "point": "C3" }), 409),
        (json!({ "do": "try", "at": "9", "point": "A1" }), 400),
        (json!({ "do": "try", "at": "1", "point": "Z9" }), 400),
        (json!({ "do": "remove", "at": "1" }), 409),
        (json!({ "do": "remove", "at": "1,W A1" }), 409),
    ] {
        let answer = site.request(request.clone());
        assert_eq!(answer.status, status, "{request}: {}", answer.body);
        assert!(!answer.error().is_empty());
    }
    let after = site.state();
    has(
        &after,
        json!({ "moves": before["moves"], "made": before["made"] }),
    );
}

#[test]
fn a_record_that_breaks_the_standard_is_opened_and_the_page_says_how() {
    let site = Site::showing("(;SZ[5]KM[abc];B[cc])(;SZ[5])");
    let messages = site.state()["messages"].to_string();
    assert!(messages.contains("The file has 2 games"), "{messages}");
    assert!(messages.contains("KM[abc]"), "{messages}");
    assert_eq!(site.load("(;GM[1]FF[4]SZ[5]KM[6.5];B[cc])").status, 200);
    assert_eq!(
        site.state()["messages"],
        json!([]),
        "a sound record has no message"
    );
}
