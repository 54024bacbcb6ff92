// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reviews from outside: text, pages, records and data of the same game, and what is refused.

use std::process::Output;

use super::folder::{Folder, done, has};
use super::repository;
use katachi_rules::sgf::{Collection, Record, Tree, read};
use serde_json::Value as Json;

/// Names, comments and a variation have what breaks careless writers.
const GAME: &str = r#"(;GM[1]FF[4]CA[UTF-8]AP[Other:1]SZ[7]KM[5.5]RU[Chinese]PB[<b>Ann & "Bo"</b>]PW[</script><script>alert(1)</script>]
XY[kept\]so]C[A comment: \] \\ end.]
;B[dd];W[ed]C[Says the source.]LB[aa:1];B[ec];W[dc](;B[cd]BM[2];W[fc];B[ee];W[eb];B[fd];W[cb])(;B[fd]C[A variation]))"#;

/// Black has a bent four and plays inside it, so that White can kill.
const FILLED_SPACE: &str = "(;SZ[8]KM[6.5]RU[Chinese]AB[cc][dc][ec][fc][cd][fd][ce][ee][fe][ge][cf][ef][ff][cg][dg][eg]AW[bb][cb][db][eb][fb][gb][bc][gc][bd][gd][hd][be][he][bf][gf][hf][bg][fg][gg][bh][ch][dh][eh][fh];B[ed];W[hh])";

/// A folder with a game.
pub(super) fn with_game() -> Folder {
    Folder::with(&[("game.sgf", GAME)])
}

impl Folder {
    /// `katachi review` with few visits and these arguments.
    pub(super) fn review(&self, arguments: &[&str]) -> Output {
        self.run(&[&["review", "--visits", "24", "--level", "1"], arguments].concat())
    }

    #[track_caller]
    pub(super) fn reviewed(&self, arguments: &[&str]) -> String {
        done(&self.review(arguments))
    }
}

fn tree(text: &str) -> Tree {
    let Collection { trees, warnings } = read(text.as_bytes()).expect("the record can be read");
    assert_eq!((trees.len(), warnings), (1, Vec::new()), "{text}");
    trees.into_iter().next().expect("there is one")
}

#[test]
fn the_text_has_80_columns_and_names_both_players() {
    let folder = with_game();
    let text = folder.reviewed(&["game.sgf"]);
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(text.starts_with("<b>Ann"), "{text}");
    assert!(text.contains("moves 1 to 10 of 10"), "{text}");
    assert!(text.contains("first choice"), "{text}");
}

#[test]
fn the_review_is_the_same_with_any_number_of_threads_and_for_any_part() {
    let folder = with_game();
    let all = folder.reviewed(&["game.sgf"]);
    assert_eq!(folder.reviewed(&["game.sgf", "--threads", "3"]), all);
    assert_ne!(folder.reviewed(&["game.sgf", "--seed", "2"]), all);
    folder.reviewed(&["game.sgf", "-o", "all.json"]);
    folder.reviewed(&["game.sgf", "--from", "4", "--to", "6", "-o", "part.json"]);
    let data = |name| -> Json { serde_json::from_str(&folder.read(name)).expect("the data can be read") };
    let (all, part) = (data("all.json"), data("part.json"));
    assert_eq!(part["moves"].as_array().map(Vec::len), Some(3));
    assert_eq!(part["moves"][1]["judgement"], all["moves"][4]["judgement"]);
}

#[test]
fn one_side_alone_is_judged_if_that_is_asked_for() {
    let folder = with_game();
    folder.reviewed(&["game.sgf", "--player", "white", "-o", "white.json"]);
    let data: Json = serde_json::from_str(&folder.read("white.json")).expect("the data can be read");
    assert!(data["sides"]["black"].is_null());
    assert_eq!(data["sides"]["white"]["total"]["moves"], 5);
    assert!(data["moves"][0].get("judgement").is_none());
    assert!(
        data["positions"][0]["value"]["win_rate"].is_number(),
        "the graph has all positions"
    );
}

#[test]
fn better_moves_have_values_and_mistakes_tell_what_they_change() {
    let folder = with_game();
    let game = repository().join("docs/tuning.in/game2.sgf");
    folder.reviewed(&[game.to_str().expect("a name"), "-o", "review.json"]);
    let data: Json = serde_json::from_str(&folder.read("review.json")).expect("the data can be read");
    let moves = data["moves"].as_array().expect("there are moves");
    let judged = |mv: &Json| mv.get("judgement").cloned().unwrap_or_default();
    let better = moves
        .iter()
        .flat_map(|mv| judged(mv)["better"].as_array().cloned().unwrap_or_default());
    let better: Vec<Json> = better.collect();
    assert!(!better.is_empty(), "the game has mistakes");
    assert!(
        better
            .iter()
            .all(|mv| mv["win_rate"].is_number() && mv["lead"].is_number())
    );
    let mut count = 0;
    for mv in moves {
        for change in judged(mv)["consequences"].as_array().into_iter().flatten() {
            let (points, place) = (change["points"].as_f64(), change["place"].as_str());
            assert!(points.is_some_and(|points| points >= 1.0), "{change}");
            let comment = mv["comment"].to_string();
            assert!(comment.contains(place.expect("a place")), "{comment}");
            count += 1;
        }
        assert!(mv["numbers"].is_string(), "{mv}");
    }
    assert!(count > 0, "some mistake changes something on the board");
}

#[test]
fn changed_groups_of_losing_moves_are_shown_with_the_lines_that_prove_it() {
    let folder = Folder::with(&[("filled.sgf", FILLED_SPACE)]);
    folder.reviewed(&["filled.sgf", "-o", "review.json"]);
    let data: Json = serde_json::from_str(&folder.read("review.json")).expect("the data can be read");
    let mut shown = 0;
    for mv in data["moves"].as_array().expect("there are moves") {
        let comment = mv["comment"].to_string();
        for reading in mv["judgement"]["readings"].as_array().into_iter().flatten() {
            let text = |name: &str| reading[name].as_str().expect("a text").to_owned();
            let whole = format!("{} {}", text("question"), text("answer"));
            assert!(comment.contains(&whole), "{comment}");
            assert!(text("text").starts_with(&whole));
            let lines = tree(&text("sgf"));
            let number = mv["number"].as_u64().expect("a number") as usize;
            assert!(lines.main_line().count() > number, "the game is in the record");
            shown += 1;
        }
    }
    assert!(shown > 0, "some group was in danger");
}

#[test]
fn the_record_keeps_what_the_source_says_and_can_be_played() {
    let folder = with_game();
    folder.reviewed(&["game.sgf", "-o", "review.sgf"]);
    let (source, text) = (tree(GAME), folder.read("review.sgf"));
    let reviewed = tree(&text);
    for (before, after) in source.main_line().zip(reviewed.main_line()) {
        for property in source.properties(before) {
            let now = reviewed
                .get(after, property.name())
                .expect("every property is kept");
            match property.name() {
                "AP" => assert!(now.value().text().starts_with("Katachi:")),
                "C" => {
                    let (old, new) = (property.value().text(), now.value().text());
                    assert!(new.starts_with(&*old), "{new}");
                    assert!(new.contains("--- Review by Katachi ---"), "{new}");
                }
                _ => assert!(property.values().eq(now.values()), "{}", property.name()),
            }
        }
        let once = |name: &str| reviewed.properties(after).filter(|p| p.name() == name).count() <= 1;
        assert!(
            ["C", "N", "V", "BM", "LB", "MA", "TR"].into_iter().all(once),
            "{text}"
        );
    }
    for node in reviewed
        .nodes()
        .filter(|&node| reviewed.children(node).next().is_none())
    {
        let record = Record::from_line(&reviewed, node).expect("a line is a record");
        record
            .game_after(usize::MAX, Default::default(), 5.5)
            .expect("every variation is legal");
    }
    let variations = |tree: &Tree| {
        tree.nodes()
            .filter(|&node| tree.children(node).count() > 1)
            .count()
    };
    assert!(variations(&reviewed) >= variations(&source));
    let first = reviewed.main_line().nth(1).expect("there is a move");
    assert!(reviewed.get(first, "V").is_some());
}

#[test]
fn another_library_reads_the_record() {
    let folder = with_game();
    folder.reviewed(&["game.sgf", "-o", "review.sgf"]);
    let text = folder.read("review.sgf");
    let games = sgf_parse::go::parse(&text).expect("a library for Rust reads it");
    assert_eq!(games[0].main_variation().count(), 11);
}

/// The data in a page.
pub(crate) fn data_of(page: &str) -> Json {
    let start = page
        .find("type=\"application/json\">")
        .expect("the page has data")
        + 24;
    let end = start + page[start..].find("</script>").expect("the data end");
    serde_json::from_str(&page[start..end]).expect("the data can be read")
}

#[test]
fn the_page_stands_alone_and_no_text_of_the_record_becomes_markup() {
    let folder = with_game();
    folder.reviewed(&["game.sgf", "-o", "review.html"]);
    let page = folder.read("review.html");
    assert!(!page.contains("<b>Ann") && !page.contains("alert(1)</script>"));
    let data = data_of(&page);
    assert_eq!(data["white"], "</script><script>alert(1)</script>");
    assert_eq!(data["positions"].as_array().map(Vec::len), Some(11));
    for outside in ["src=", "<link", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
    // Written again, as it is our own.
    folder.reviewed(&["game.sgf", "-o", "review.html"]);
}

#[test]
fn what_cannot_be_reviewed_is_refused_with_what_to_do() {
    let folder = with_game();
    folder.write("illegal.sgf", "(;SZ[5];B[cc];W[bb];B[cc];W[dd])");
    folder.write("empty.sgf", "(;SZ[5])");
    folder.write("other.html", "<p>Not ours.</p>");
    folder.refuses(
        "review --visits 24 --level 1",
        "\
illegal.sgf => move 3, Black C3, is illegal
illegal.sgf => --to 2
empty.sgf => no moves
game.sgf --from 11 => 10 moves
game.sgf --from 5 --to 4 => --from 5 is behind --to 4
game.sgf -o review.pdf => .html, .sgf or .json
game.sgf -o other.html => --overwrite
game.sgf --game 2 => 1 game
nowhere.sgf => nowhere.sgf",
    );
    let part = folder.reviewed(&["illegal.sgf", "--to", "2"]);
    has(part, ["moves 1 to 2 of 4"]);
    assert_eq!(folder.read("other.html"), "<p>Not ours.</p>");
}

#[test]
fn unusual_games_are_reviewed() {
    let folder = with_game();
    let games = [
        ("rectangle", "(;SZ[7:4];B[cb];W[eb];B[ec])"),
        ("handicap", "(;SZ[9]HA[2]AB[gc][cg];W[ee];B[ec])"),
        ("passes", "(;SZ[5];B[cc];W[];B[];W[bb])"),
        ("two black moves", "(;SZ[5];B[cc];B[bb];W[dd];W[bd])"),
        (
            "set-up between moves",
            "(;SZ[5];B[cc];W[bb];AE[bb]AW[dd];B[bc];W[cd])",
        ),
        ("white begins", "(;SZ[5]PL[W];W[cc];B[bc])"),
        ("one move", "(;SZ[3];B[bb])"),
        ("two games", "(;SZ[3];B[bb])(;SZ[5];B[cc];W[bc])"),
    ];
    for ((name, game), other) in games
        .into_iter()
        .zip(["-", "it.html", "it.json"].into_iter().cycle())
    {
        folder.write("it.sgf", game);
        for out in ["reviewed.sgf", other] {
            folder.reviewed(&["it.sgf", "-o", out]);
        }
        assert!(tree(&folder.read("reviewed.sgf")).node_count() > 1, "{name}");
    }
}
