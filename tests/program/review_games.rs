// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reviews of whole games as people open them: the page in a browser, the record in a library for SGF that is
//! not ours.
//!
//! The games are by Katachi against itself: on 9x9, 13x13 and 19x19, and one with handicap.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value as Json, json};
use tempfile::TempDir;

use super::review::data_of;
use super::webdriver::Browser;
use super::{program, repository};

/// Numbers of the games in the file: one of each kind.
const GAMES: [usize; 4] = [1, 6, 8, 10];
/// Moves of each that are reviewed: all of those on 9x9.
const MOVES: &str = "40";

/// Keys as WebDriver names them.
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";

/// A folder with the reviews of all games in one form; removed when the test is over.
struct Reviews(TempDir);

impl Reviews {
    fn new(form: &str) -> Self {
        let this = Self(tempfile::tempdir().expect("a folder can be made"));
        for number in GAMES {
            let run = program()
                .arg("review")
                .arg(games())
                .args(["--visits", "24", "--level", "1", "--to", MOVES])
                .args(["--game", &number.to_string(), "-o"])
                .arg(this.file(number, form))
                .output();
            let run = run.expect("the program starts");
            let errors = String::from_utf8_lossy(&run.stderr);
            assert!(run.status.success(), "game {number}: {errors}");
        }
        this
    }

    fn file(&self, number: usize, form: &str) -> PathBuf {
        self.0.path().join(format!("{number}.{form}"))
    }
}

fn games() -> PathBuf {
    repository().join("tests/data/games.sgf")
}

#[test]
fn the_pages_of_games_of_each_kind_work_in_a_browser_and_load_nothing() {
    let Some(browser) = Browser::start("reviews") else {
        return;
    };
    let reviews = Reviews::new("html");
    let mut losing = 0;
    for number in GAMES {
        let file = reviews.file(number, "html");
        let data = data_of(&fs::read_to_string(&file).expect("the page was written"));
        browser.open(&format!("file://{}", file.display()));
        steps_by_keys(&browser, &data);
        layers_come_and_go(&browser);
        losing += usize::from(better_lines_are_played_out(&browser, &data));
        let loaded =
            browser.script("return performance.getEntriesByType('resource').map(entry => entry.name)");
        assert_eq!(loaded, json!([]), "game {number} loads something");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "game {number}");
    }
    assert!(
        losing > GAMES.len() / 2,
        "there is something to show in most games: {losing}"
    );
}

/// Number of stones on the board, and what stands above the comment.
fn seen(browser: &Browser) -> (usize, String) {
    let stones = browser.script("return document.querySelectorAll('#board circle[r=\"12.4\"]').length");
    let stones = stones.as_u64().expect("a number") as usize;
    (stones, browser.text("#where"))
}

/// Each position has its stones: by the keys to the right up to the end, and from there.
fn steps_by_keys(browser: &Browser, data: &Json) {
    let positions = data["positions"].as_array().expect("there are positions");
    let stones = |index: usize| {
        let text = positions[index]["stones"].as_str().expect("the stones");
        text.chars().filter(|&c| c != '.').count()
    };
    let last = positions.len() - 1;
    assert_eq!(seen(browser).0, stones(0));
    for index in 1..=last {
        browser.keys(RIGHT);
        let (there, words) = seen(browser);
        assert_eq!(there, stones(index), "{words}");
        assert!(
            words.starts_with(&format!("Move {index}, ")),
            "{words} at {index}"
        );
    }
    for (keys, index) in [(RIGHT, last), (LEFT, last - 1), (HOME, 0), (LEFT, 0), (END, last)] {
        browser.keys(keys);
        assert_eq!(seen(browser).0, stones(index));
    }
}

/// Each layer draws something and says what it means, and is gone when it is switched off.
fn layers_come_and_go(browser: &Browser) {
    let drawn = || {
        let all = browser.script("return document.querySelectorAll('#board svg > g:last-child *').length");
        (all.as_u64(), browser.text("#legend"))
    };
    let plain = drawn();
    for layer in ["groups", "ownership", "influence"] {
        browser.click(&format!("[data-layer={layer}]"));
        let with = drawn();
        assert!(with.0 > plain.0, "{layer}: {with:?}");
        assert!(with.1.len() > plain.1.len(), "{layer}: {with:?}");
        browser.click(&format!("[data-layer={layer}]"));
        assert_eq!(drawn(), plain, "{layer}");
    }
}

/// The first better move can be played out and left; false if the game has no mistake.
fn better_lines_are_played_out(browser: &Browser, data: &Json) -> bool {
    browser.keys(HOME);
    let start = seen(browser);
    browser.keys("n");
    let moves = data["moves"].as_array().expect("there are moves");
    let Some(mv) = moves.iter().find(|mv| mv["judgement"]["better"].is_array()) else {
        assert_eq!(seen(browser), start);
        return false;
    };
    let here = seen(browser);
    let headline = mv["headline"].as_str().expect("a headline");
    assert!(here.1.starts_with(headline), "{here:?}");
    let better = &mv["judgement"]["better"][0];
    browser.click("#lines button");
    let words = browser.text("#where");
    let line: Vec<&str> = better["variation"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect();
    assert!(words.starts_with(&format!("A: better {}", line[0])), "{words}");
    assert!(words.ends_with(&line.join(" ")), "{words}");
    browser.keys(LEFT);
    assert!(
        browser
            .text("#where")
            .ends_with(&line[..line.len() - 1].join(" "))
    );
    browser.keys("\u{e00c}");
    assert_eq!(seen(browser), here, "Escape goes back to the game");
    true
}

/// Reads the reviewed records with sgfmill. The first argument is the file of the games, the others are
/// reviews of them.
const READER: &str = include_str!("review_reader.py");

#[test]
fn a_library_for_python_reads_the_records_of_games_of_each_kind() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_library = Command::new(&python).args(["-c", "import sgfmill"]).output();
    if !has_library.is_ok_and(|found| found.status.success()) {
        println!("skipped: {python} has no module sgfmill");
        return;
    }
    let reviews = Reviews::new("sgf");
    let files = GAMES.map(|number| reviews.file(number, "sgf"));
    let read = Command::new(&python)
        .args(["-c", READER])
        .arg(games())
        .args(files)
        .output();
    let read = read.expect("Python starts");
    let (out, errors) = (
        String::from_utf8_lossy(&read.stdout),
        String::from_utf8_lossy(&read.stderr),
    );
    assert!(read.status.success(), "{errors}");
    let count = |name: &str| {
        let words = out.split_whitespace().collect::<Vec<_>>();
        let at = words
            .iter()
            .position(|word| *word == name)
            .expect("the number is there");
        words[at - 1].parse::<usize>().expect("a number")
    };
    assert_eq!(count("games"), GAMES.len(), "{out}");
    assert!(count("labels") > GAMES.len(), "{out}");
    assert!(count("variations") >= count("labels"), "{out}");
}
