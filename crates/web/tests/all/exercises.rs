// SPDX-License-Identifier: MIT OR Apache-2.0

//! Exercises at the board in a browser: guesses of the moves of a game, and one's own mistakes as problems.

use std::fs;

use serde_json::{Value as Json, json};

use crate::browser::{ENTER, begins, has_count, is_hidden, is_shown, label, opened, page};
use crate::site::Site;
use crate::webdriver::Browser;

/// Three moves of each side; one of Black is a pass.
const RECORD: &str = "(;SZ[9]KM[6.5]PB[Ann]PW[Bob];B[ee];W[cc];B[gg];W[gc];B[];W[cg])";

/// Black can save four stones, and plays A1. White captures them.
const MISTAKE: &str = "(;GM[1]FF[4]SZ[7]KM[0.5]RU[Chinese]PL[B]PB[You]PW[Katachi]\
    AB[bb][cb][bc][bd][dd][ed][be][de][ee][cf]AW[fb][dc][ec][cd][fd][ce][df][ef][ff];B[ag];W[fe])";

const IS_EXPLAINED: &str =
    "return document.querySelector('#exercise:not([hidden]) [data-do=next]:not([hidden])') !== null";

/// Guesses of White's moves, begun by the dialog.
fn guesses(name: &str) -> Option<(Site, Browser)> {
    let (site, browser) = page(name, Site::showing(RECORD))?;
    browser.click("[data-do=guess]");
    browser.click("#guess [value=white]");
    browser.click("#guess [type=submit]");
    is_shown(&browser, "#exercise");
    Some((site, browser))
}

fn is_at(number: usize) -> String {
    format!("return document.querySelector('#exercise-task').innerText.startsWith('Move {number}, White')")
}

#[test]
fn moves_are_guessed_on_the_board_which_hides_them_until_the_answer() {
    let (site, browser) = opened!(guesses("guess"));
    assert_eq!(
        browser.text("#exercise-task"),
        "Move 2, White to play. 1 of 3 moves to guess."
    );
    let stones = "return document.querySelectorAll('.point:not(.empty)').length";
    assert_eq!(browser.script(stones), 1, "the board has the moves before");
    let text = browser.text("body");
    assert!(!text.contains("C7"), "the page tells the move: {text}");

    browser.click("[data-point=C7]");
    browser.until(IS_EXPLAINED);
    for _ in 0..2 {
        let text = browser.text("#exercise-text");
        assert!(text.starts_with("Right: C7 was played.\nWhite "), "{text}");
        let label = label(&browser, "C7");
        assert_eq!(label, "C7, empty, your answer, right, the move of the game");
        // A page that is loaded again goes on.
        browser.open(&site.url);
        browser.until(IS_EXPLAINED);
    }
    browser.script("document.querySelector('[data-point=E5]').focus()");
    browser.keys(ENTER);
    browser.until(&is_at(4));
    browser.click("[data-point=J1]");
    browser.until(IS_EXPLAINED);
    let text = browser.text("#exercise-text");
    assert!(
        text.starts_with("Elsewhere: J1") && text.contains(" It loses about "),
        "{text}"
    );
    assert!(text.contains("G7 was played."), "{text}");
    browser.picture("guess");
    browser.keys("n");
    browser.until(&is_at(6));
    browser.keys("s");
    begins(&browser, "#exercise-text", "C3 was played.");
    browser.click("[data-do=next]");
    begins(
        &browser,
        "#exercise-text",
        "Of 2 guesses: 1 as played, 0 as good, 0 near, 1 elsewhere. Found: 50\u{a0}%.",
    );
    browser.keys("q");
    is_hidden(&browser, "#exercise");
    has_count(&browser, ".point:not(.empty)", 5);
    assert!(browser.text("#moves").contains("C7"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_task_with_its_buttons_fits_on_a_phone() {
    let (_site, browser) = opened!(guesses("guess-phone"));
    let looks = |name: &str, parts: &[&str]| {
        for (width, height) in [(390, 844), (844, 390)] {
            browser.appear(width, height, "light");
            browser.comes_into_view(parts);
            browser.fits(width);
            browser.picture(&format!("{name}-{width}"));
        }
    };
    looks(
        "guess-open",
        &["#exercise-task", "[data-do=skip]", "[data-do=end-exercise]"],
    );
    browser.click("[data-do=skip]");
    browser.until(IS_EXPLAINED);
    looks("guess-answered", &["[data-do=next]", "[data-do=end-exercise]"]);
}

#[test]
fn the_mistakes_of_a_review_are_asked_again_and_kept_for_other_days() {
    let (site, browser) = opened!(page("quiz", Site::showing(MISTAKE)));
    assert_eq!(
        browser.script("return document.querySelector('[data-do=quiz]').hidden"),
        true
    );
    browser.click("[data-do=review]");
    is_shown(&browser, "[data-do=quiz]");
    browser.click("[data-do=quiz]");
    is_shown(&browser, "#exercise");
    let task = browser.text("#exercise-task");
    assert!(
        task.starts_with("Problem 1 of 1 (new): You against Katachi, "),
        "{task}"
    );
    assert!(
        task.ends_with(", move 1. Black: find a better move than that of the game."),
        "{task}"
    );
    browser.click("[data-point=A1]");
    browser.until(IS_EXPLAINED);
    let text = browser.text("#exercise-text");
    assert!(
        text.starts_with("Wrong: A1 was the mistake in the game. It loses about "),
        "{text}"
    );
    let solution = site.state()["exercise"]["answered"]["solution"].clone();
    let solution = solution.as_str().expect("the name of a point").to_owned();
    let label = label(&browser, &solution);
    assert_eq!(label, format!("{solution}, empty, the solution"));
    let kept = fs::read_to_string(site.results.path().join("quiz.json")).expect("results are kept");
    let kept: Json = serde_json::from_str(&kept).expect("it is JSON");
    assert_eq!(kept["problems"][0]["asked"], 1);
    browser.click("[data-do=end-exercise]");
    begins(&browser, "#exercise-text", "Right: 0 of 1. The next ");

    // The same game asks the same problem, with its results.
    browser.click("[data-do=end-exercise]");
    is_hidden(&browser, "#exercise");
    browser.click("[data-do=quiz]");
    begins(&browser, "#exercise-task", "Problem 1 of 1 (0 of 1 right so far)");
    browser.click(&format!("[data-point={solution}]"));
    begins(&browser, "#exercise-text", "Right. ");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn impossible_requests_to_an_exercise_are_refused_in_words() {
    let site = Site::showing(RECORD);
    let refused = |request: Json, expected: &str| {
        let answer = site.request(request);
        assert_eq!(
            (answer.status, answer.json()["error"].as_str()),
            (409, Some(expected))
        );
    };
    refused(
        json!({ "do": "guess", "side": "white", "from": 7 }),
        "There is no move of White to guess from move 7 on",
    );
    refused(json!({ "do": "quiz" }), "The review has found no mistake to ask");
    let elsewhere = "The exercise is at another task now, perhaps by another page";
    refused(json!({ "do": "answer", "task": 1, "point": "C7" }), elsewhere);
    site.does(json!({ "do": "guess", "side": "white" }));
    refused(json!({ "do": "answer", "task": 2, "point": "C7" }), elsewhere);
    refused(
        json!({ "do": "answer", "task": 1, "point": "E5" }),
        "E5 is illegal: occupied",
    );
    refused(
        json!({ "do": "next", "task": 1 }),
        "Answer the task first, or ask for its solution",
    );
    site.does(json!({ "do": "answer", "task": 1, "point": null }));
    refused(
        json!({ "do": "answer", "task": 1, "point": "C7" }),
        "This task is answered already. Go on to the next one",
    );
    assert_eq!(site.state()["exercise"]["at"], 1);
    assert_eq!(site.load(RECORD).status, 200);
    assert_eq!(site.state()["exercise"], Json::Null, "another game ends it");
}
