// SPDX-License-Identifier: MIT OR Apache-2.0

//! Teaching at the board in a browser: a bad move is questioned, and taken back or kept.

use serde_json::{Value as Json, json};

use crate::browser::{DOWN, ENTER, LEFT, UP, begins, count, finds, label, opened, page};
use crate::site::{Site, has};

/// Black can save four stones at C3 or B3, or White captures them.
const STONES_IN_ATARI: &str = "(;GM[1]FF[4]SZ[7]KM[0.5]RU[Chinese]PL[B]\
    AB[bb][cb][bc][bd][dd][ed][be][de][ee][cf]AW[fb][dc][ec][cd][fd][ce][df][ef][ff])";

const IS_ASKED: &str = "return !document.querySelector('#warning').hidden";
const IS_ANSWERED: &str = "return document.querySelector('#warning').hidden";

/// A server with that position. The person plays Black, and mistakes are questioned.
fn lesson() -> Site {
    let site = Site::showing(STONES_IN_ATARI);
    site.types("color black");
    site.types("teach normal");
    site
}

#[test]
fn a_bad_move_is_questioned_with_a_panel_that_outlives_the_page_and_taken_back() {
    let (site, browser) = opened!(page("teach-mouse", lesson()));
    browser.click("[data-point=A1]");
    browser.until(IS_ASKED);
    for _ in 0..2 {
        assert_eq!(browser.text("#warning h2"), "Take back Black A1?");
        let text = browser.text("#warning-text");
        assert!(
            text.contains("You lose about ") && !text.contains("Better"),
            "{text}"
        );
        assert_eq!(label(&browser, "A1"), "A1, black stone, last move, in question");
        assert_eq!(count(&browser, ".questioned"), 1);
        browser.open(&site.url);
        browser.until(IS_ASKED);
    }
    browser.click("[data-point=B1]");
    let problem = browser.text("#problem");
    assert_eq!(problem, "First take back Black A1, or keep it.");

    let better = site.state()["warning"]["better"].clone();
    assert_eq!(better, Json::Null, "it was not asked for");
    browser.click("[data-do=better]");
    begins(&browser, "#warning-better", "Better: ");
    browser.open(&site.url);
    finds(&browser, ".better");
    let better = site.state()["warning"]["better"]["move"].clone();
    let better = better.as_str().expect("the name of a point");
    assert_eq!(label(&browser, better), format!("{better}, empty, better move"));
    browser.picture("teach");

    // A second click takes nothing else back.
    browser.script(
        "const button = document.querySelector('[data-do=take-back]'); button.click(); button.click();",
    );
    browser.until(IS_ANSWERED);
    assert_eq!(site.state()["made"], 0);
    assert_eq!(browser.text("#problem"), "");
    browser.until("return document.querySelector('.questioned, .better') === null");
    assert_eq!(
        browser.script("return document.activeElement.getAttribute('role')"),
        "gridcell"
    );
    // The same move again is kept without a question.
    browser.click("[data-point=A1]");
    let state = site.until(|state| state["made"] == 2);
    assert_eq!(state["warning"], Json::Null);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_warning_is_answered_by_the_keys_of_the_terminal() {
    let (site, browser) = opened!(page("teach-keys", lesson()));
    let play = |keys: &str| {
        browser.keys(keys);
        browser.keys(ENTER);
        browser.until(IS_ASKED);
    };
    // The cursor is in the middle, D4.
    browser.script("document.querySelector('[data-point=D4]').focus()");
    play(&[DOWN, DOWN, DOWN, LEFT, LEFT, LEFT].concat());
    assert_eq!(browser.text("#warning h2"), "Take back Black A1?");
    browser.keys("y");
    browser.until(IS_ANSWERED);
    assert_eq!(site.state()["made"], 0);
    play(UP);
    browser.keys("b");
    finds(&browser, ".better");
    browser.keys("n");
    let state = site.until(|state| state["made"] == 2);
    assert_eq!(state["moves"][0], json!(["black", "A2"]));
    browser.until(IS_ANSWERED);
    let is_open = "return document.querySelector('#new-game').open";
    assert_eq!(browser.script(is_open), false);
    browser.keys("n");
    assert_eq!(
        browser.script(is_open),
        true,
        "without a warning it is a new game"
    );
}

#[test]
fn the_question_and_its_buttons_are_in_view_on_every_screen() {
    for (width, height) in [(390, 844), (844, 390), (1280, 800)] {
        let (site, browser) = opened!(page("teach-phone", lesson()));
        browser.appear(width, height, "light");
        browser.click("[data-point=A1]");
        browser.until(IS_ASKED);
        browser.comes_into_view(&[
            "#warning h2",
            "[data-do=take-back]",
            "[data-do=keep]",
            "[data-do=better]",
        ]);
        browser.fits(width);
        browser.picture(&format!("teach-{width}"));
        browser.click("[data-do=better]");
        browser.until("return document.querySelector('#warning-better').innerText !== ''");
        browser.comes_into_view(&["#warning h2", "[data-do=take-back]"]);
        browser.click("[data-do=take-back]");
        site.until(|state| state["made"] == 0);
        browser.until(IS_ANSWERED);
    }
}

#[test]
fn teaching_is_chosen_for_a_new_game_and_changed_during_it() {
    let (site, browser) = opened!(page("teach-choice", Site::new(5)));
    assert_eq!(site.state()["teaching"], "off");
    browser.click("[data-do=new]");
    browser.script("document.querySelector('#new-game [name=teach]').value = 'gentle'");
    browser.click("#new-game [type=submit]");
    site.until(|state| state["teaching"] == "gentle");
    browser.click("#settings summary");
    browser.until("return document.querySelector('#teaching').value === 'gentle'");
    browser.script("const how = document.querySelector('#teaching'); how.value = 'strict'; how.dispatchEvent(new Event('change'))");
    site.until(|state| state["teaching"] == "strict");
    browser.click("[data-do=new]");
    let offered = browser.script("return document.querySelector('#new-game [name=teach]').value");
    assert_eq!(offered, "strict", "the next game has the teaching of this one");
}

#[test]
fn teaching_over_http_is_refused_in_words_where_it_is_impossible() {
    let site = Site::new(5);
    let answer = site.typed("teach hard", None);
    assert_eq!(answer.status, 400);
    assert_eq!(
        answer.json()["error"],
        "teach [HOW]: expected strict, normal, gentle or off"
    );
    let answer = site.typed("better", None);
    assert_eq!(answer.status, 409);
    let state = site.state();
    has(&state, json!({ "teaching": "off", "warning": null }));
}
