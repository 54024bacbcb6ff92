// SPDX-License-Identifier: MIT OR Apache-2.0

//! The page in a browser, with clicks and keys.

use serde_json::{Value as Json, json};

use crate::site::Site;
use crate::webdriver::Browser;

/// Keys as WebDriver names them.
pub(crate) const LEFT: &str = "\u{e012}";
pub(crate) const UP: &str = "\u{e013}";
pub(crate) const DOWN: &str = "\u{e015}";
pub(crate) const ENTER: &str = "\u{e007}";
const TAB: &str = "\u{e004}";
const ESCAPE: &str = "\u{e00c}";

/// Whether the page asks before an action.
const ASKS: &str = "return document.querySelector('#question').open";
/// The button that agrees.
const YES: &str = "#question button[value=yes]";

const IS_THERE: &str = "return document.body.dataset.stage";

/// A browser of that name with the page of a server; none where there is no browser.
pub(crate) fn page(name: &str, site: Site) -> Option<(Site, Browser)> {
    let browser = Browser::start(name)?;
    browser.open(&site.url);
    browser.until(IS_THERE);
    Some((site, browser))
}

/// The page of a site in a browser; ends the test where there is no browser.
macro_rules! opened {
    ($page:expr) => {
        match $page {
            Some(page) => page,
            None => return,
        }
    };
}
pub(crate) use opened;

/// Waits until an element is as a script says.
#[track_caller]
fn waits(browser: &Browser, selector: &str, is: &str) {
    browser.until(&format!(
        "return document.querySelector({})?.{is}",
        json!(selector)
    ));
}

/// Waits for the beginning of a text.
#[track_caller]
pub(crate) fn begins(browser: &Browser, selector: &str, text: &str) {
    waits(
        browser,
        selector,
        &format!("innerText.startsWith({})", json!(text)),
    );
}

/// Waits for a part of a text.
#[track_caller]
pub(crate) fn says(browser: &Browser, selector: &str, text: &str) {
    waits(browser, selector, &format!("innerText.includes({})", json!(text)));
}

/// Waits for a text.
#[track_caller]
pub(crate) fn reads(browser: &Browser, selector: &str, text: &str) {
    waits(browser, selector, &format!("innerText === {}", json!(text)));
}

#[track_caller]
pub(crate) fn is_hidden(browser: &Browser, selector: &str) {
    waits(browser, selector, "hidden");
}

#[track_caller]
pub(crate) fn is_shown(browser: &Browser, selector: &str) {
    waits(browser, selector, "hidden === false");
}

/// Waits for a stage of the game.
#[track_caller]
fn comes_to(browser: &Browser, stage: &str) {
    waits(browser, "body", &format!("dataset.stage === '{stage}'"));
}

/// Waits for that number of elements.
#[track_caller]
pub(crate) fn has_count(browser: &Browser, selector: &str, count: usize) {
    let found = format!("document.querySelectorAll({}).length", json!(selector));
    browser.until(&format!("return {found} === {count}"));
}

/// Waits for an element.
#[track_caller]
pub(crate) fn finds(browser: &Browser, selector: &str) {
    browser.until(&format!(
        "return document.querySelector({}) !== null",
        json!(selector)
    ));
}

/// The number of these elements.
pub(crate) fn count(browser: &Browser, selector: &str) -> Json {
    browser.script(&format!(
        "return document.querySelectorAll({}).length",
        json!(selector)
    ))
}

/// What a screen reader says of a point.
pub(crate) fn label(browser: &Browser, point: &str) -> Json {
    browser.script(&format!(
        "return document.querySelector('[data-point={point}]').getAttribute('aria-label')"
    ))
}

/// More moves than a game on 5x5 takes.
const MAX_TURNS: usize = 40;
/// Moves that the person makes before passing.
const MOVES: usize = 6;

#[test]
fn a_game_is_played_by_clicking_to_the_agreed_score() {
    let (site, browser) = opened!(page("game", Site::new(9)));
    begin_small_game(&browser);

    // The first stone is played by keyboard: one point to the left of the middle.
    browser.script("document.querySelector('[data-point=\"C3\"]').focus()");
    browser.keys(LEFT);
    browser.keys(ENTER);
    browser.until("return document.querySelector('[data-point=\"B3\"]').getAttribute('aria-label').startsWith('B3, black stone')");
    for turn in 0..MAX_TURNS {
        let stage =
            browser.until("const stage = document.body.dataset.stage; return stage !== 'thinking' && stage");
        if stage != "person" {
            break;
        }
        play_or_pass(&browser, turn);
    }
    browser.until(
        "return document.body.dataset.stage === 'agreement' && !document.body.classList.contains('busy')",
    );
    let text = browser.text("#status");
    assert!(text.contains("Both have passed"), "{text}");
    assert_eq!(text.matches("komi").count(), 1, "the count appears once: {text}");

    // A stone is marked as dead and as alive again.
    let before = site.state()["dead"].clone();
    let stone = browser.script("return document.querySelector('.point:not(.empty)').dataset.point");
    let selector = format!("[data-point={stone}]");
    browser.click(&selector);
    site.until(|state| state["dead"] != before);
    browser.click(&selector);
    site.until(|state| state["dead"] == before);
    let count = site.state()["count"].as_str().unwrap().to_owned();
    let score = count
        .rsplit_once(": ")
        .map(|(_, score)| score.to_owned())
        .unwrap();
    browser.click("[data-do=done]");
    comes_to(&browser, "over");
    let text = browser.text("#status");
    assert!(text.contains(&format!("({score})")), "{text}, not {score}");
    assert_eq!(text.matches(&score).count(), 1, "the result appears once: {text}");
    browser.click("[data-do=new]");
    let level = browser.script("return document.querySelector('#new-game [name=level]').value");
    assert_eq!(level, "1", "the next game has the level of this one");
    let record = site.get("/game.sgf").body;
    assert!(record.contains(&format!("RE[{score}]")), "{record}");
}

/// Begins a game on 5x5 by the dialog.
fn begin_small_game(browser: &Browser) {
    browser.click("[data-do=new]");
    browser.enter("#new-game [name=other]", "5");
    browser.script("const level = document.querySelector('#new-game [name=level]'); level.value = 1;");
    browser.click("#new-game [type=submit]");
    has_count(browser, ".point", 25);
    comes_to(browser, "person");
    // The state of the game can come before the answer that closes the dialog, which takes the focus.
    browser.until("return !document.querySelector('dialog[open]')");
}

/// Clicks on an empty point with an empty point beside it, or passes if there is none or after enough moves.
fn play_or_pass(browser: &Browser, turn: usize) {
    let made = "Number(document.querySelector('#total').textContent)";
    let before = browser.script(&format!("return {made}"));
    let free = browser.script(
        "const empty = new Set([...document.querySelectorAll('.point.empty')].map((point) => point.dataset.point));
         const beside = ([column, row]) => [-1, 1].flatMap((step) => [String.fromCharCode(column.charCodeAt(0) + step) + row, column + (Number(row) + step)]);
         return [...empty].filter((point) => beside(point).filter((other) => empty.has(other)).length > 1)[0] ?? ''",
    );
    match free.as_str().filter(|point| turn < MOVES && !point.is_empty()) {
        Some(point) => browser.click(&format!("[data-point={}]", json!(point))),
        None => pass(browser),
    }
    // A refusal shows its reason and leaves the number unchanged.
    browser.until(&format!(
        "return {made} > {before} || document.querySelector('#problem').textContent"
    ));
    assert_eq!(browser.text("#problem"), "");
}

/// Passes. The page asks first unless the other side has just passed.
fn pass(browser: &Browser) {
    let moves = browser.script("return [...document.querySelectorAll('#moves button')].map((button) => button.innerText.split(/\\s/).pop())");
    let is_answer = moves
        .as_array()
        .and_then(|moves| moves.last())
        .is_some_and(|last| last == "pass");
    browser.click("[data-do=pass]");
    assert_eq!(browser.script(ASKS), !is_answer, "after {moves}");
    if !is_answer {
        browser.click(YES);
    }
}

#[test]
fn resigning_asks_and_escape_or_cancel_leave_the_game() {
    let (site, browser) = opened!(page("resign", Site::new(5)));
    browser.click("[data-do=resign]");
    let text = browser.text("#question");
    assert!(text.contains("Black gives the game up, and White wins"), "{text}");
    assert_eq!(
        browser.script("return document.activeElement.innerText"),
        "Cancel"
    );
    browser.keys(ESCAPE);
    assert_eq!(browser.script(ASKS), false);
    browser.click("[data-do=resign]");
    browser.keys(ENTER);
    assert_eq!(browser.script(ASKS), false, "Enter presses Cancel");
    assert_eq!(site.state()["stage"], "person");
    browser.click("[data-do=resign]");
    browser.click(YES);
    let state = site.until(|state| state["stage"] == "over");
    assert_eq!(state["result"], "W+R");
}

#[test]
fn a_pass_asks_unless_it_answers_a_pass() {
    let (site, browser) = opened!(page("pass", Site::showing("(;SZ[5];B[cc];W[cb])")));
    browser.keys("p");
    assert_eq!(browser.script(ASKS), true);
    browser.keys(ESCAPE);
    assert_eq!(
        (browser.script(ASKS), site.state()["made"].clone()),
        (json!(false), json!(2))
    );
    browser.keys("p");
    browser.keys(ENTER);
    site.until(|state| state["made"] == 3);
    browser.until("return document.querySelector('#total').textContent === '3'");
    browser.keys("p");
    site.until(|state| state["stage"] == "agreement");
    assert_eq!(browser.script(ASKS), false);
}

#[test]
fn an_earlier_position_can_be_asked_about_and_only_a_button_plays_on_from_it() {
    let (site, browser) = opened!(page("looking", Site::showing("(;SZ[5];B[cc];W[cb];B[bb];W[db])")));
    browser.click("[data-do=back]");
    browser.click("[data-do=back]");
    says(&browser, "#looking", "move 2");
    let text = browser.text("#looking");
    assert_eq!(text, "You look at move 2. The game is at move 4.");

    for key in ["u", "r", "p"] {
        browser.keys(key);
        let text = browser.text("#problem");
        assert!(text.contains("Play on from here"), "{key}: {text}");
        browser.script("document.querySelector('#problem').textContent = ''");
    }
    for button in ["undo", "redo", "pass", "resign"] {
        let is_away = format!("return document.querySelector('[data-do={button}]').hidden");
        assert_eq!(browser.script(&is_away), true, "{button}");
    }
    let game = |site: &Site| (site.state()["made"].clone(), site.state()["moves"].clone());
    let before = game(&site);
    browser.click("[data-point=A1]");
    reads(
        &browser,
        "#looking",
        "You try 1 move after move 2. The game is at move 4.",
    );
    assert_eq!(before.0, 4);
    assert_eq!(game(&site), before, "the stone is tried, not played");
    browser.click("[data-do=back]");
    begins(&browser, "#looking", "You look at move 2.");

    browser.click("[data-do=hint]");
    begins(&browser, "#said", "Hint: Black ");
    finds(&browser, ".mark.hint");
    browser.click("[data-do=why]");
    says(&browser, "#said", "White");
    browser.click("[data-do=score]");
    says(&browser, "#said", "is settled");
    browser.click("[data-do=back]");
    is_hidden(&browser, ".said");
    browser.click("[data-do=to-game]");
    is_hidden(&browser, "#looking");
    assert_eq!(game(&site), before);

    browser.click("[data-do=back]");
    browser.click("[data-do=from-here]");
    let state = site.until(|state| state["made"] == 3);
    assert_eq!(state["moves"], before.1, "the last move can be made again");
    is_hidden(&browser, "#looking");
    browser.click("[data-do=redo]");
    site.until(|state| state["made"] == 4);
}

#[test]
fn an_opened_record_shows_names_result_and_the_comment_of_the_shown_position() {
    let (_site, browser) = opened!(page("record", Site::new(5)));
    browser.click("[data-do=resign]");
    browser.click(YES);
    comes_to(&browser, "over");
    let before = browser.text("#status");
    assert!(before.contains("You resign"), "{before}");
    browser.click("[data-do=open]");
    let long = "x".repeat(80);
    let record =
        format!("(;SZ[5]PB[Ann]BR[3d]PW[{long}]RE[B+2.5]EV[A cup]C[Hello\n{long}{long}]AB[cc][cb]AW[aa])");
    browser.enter("#open-record textarea", &record);
    browser.click("#open-record [type=submit]");
    begins(&browser, "#comment-text", "Hello");
    let status = browser.text("#status");
    assert_eq!(
        status,
        "In the record: Black wins by 2.5 points (B+2.5). Black is to move."
    );
    assert_eq!(browser.text(".player[data-color=black] b"), "Ann 3d");
    assert_eq!(browser.text(".player[data-color=white] b"), long);
    browser.click("#settings summary");
    let facts = browser.text("#facts");
    assert!(facts.contains("A cup") && facts.contains("B+2.5"), "{facts}");
    for (width, height) in [(390, 844), (844, 390)] {
        browser.appear(width, height, "light");
        browser.fits(width);
    }
    browser.appear(1200, 900, "light");
    browser.click("[data-point=A1]");
    is_hidden(&browser, "#comment");
    browser.click("[data-do=back]");
    is_shown(&browser, "#comment");
}

#[test]
fn a_changed_value_changes_the_choice_that_is_shown() {
    let (_site, browser) = opened!(page("values", Site::new(5)));
    browser.click("[data-do=open]");
    browser.enter("#open-record textarea", "(;SZ[9];B[ee];W[de];B[dd])");
    browser.click("#open-record [type=submit]");
    has_count(&browser, ".point", 81);
    browser.click("[name=values]");
    let before = browser.until("return document.querySelector('#choice')?.innerText ?? ''");

    // Another proposal with a pattern that does not match at the best one.
    let names = "[...document.querySelectorAll('.pattern[open] input:first-of-type')].map((input) => input.dataset.pattern)";
    look_at(&browser, "#seen tbody tr.chosen button");
    let there = browser.script(&format!("return {names}"));
    let count = count(&browser, "#seen tbody tr");
    let is_found = (1..=count.as_u64().unwrap()).any(|row| {
        look_at(&browser, &format!("#seen tbody tr:nth-child({row}) button"));
        browser.script(&format!(
            "return {names}.length > 0 && !{names}.some((name) => {there}.includes(name))"
        )) == true
    });
    assert!(is_found, "no other pattern holds at another proposal");
    let drawn = browser.text(".pattern[open] pre");
    assert!(drawn.contains('*') && drawn.contains(".db:"), "{drawn}");

    browser.enter(".pattern[open] input", &format!("900{TAB}"));
    finds(&browser, "#difference.other");
    let now = format!(
        "return document.querySelector('#choice').innerText !== {before} && document.querySelector('#choice').innerText"
    );
    let after = browser.until(&now);
    let difference = browser.text("#difference");
    let shows = |text: &Json| difference.contains(text.as_str().unwrap().trim_end_matches('.'));
    assert!(shows(&before) && shows(&after), "{difference}");
    browser.picture("values");
    browser.click("[data-act=reset]");
    browser.until(&format!(
        "return document.querySelector('#choice').innerText === {before}"
    ));
}

/// Clicks on the name of a point, and waits for its section.
fn look_at(browser: &Browser, button: &str) {
    let point = browser.text(button);
    browser.click(button);
    browser.until(&format!(
        "return document.querySelector('#point h2')?.innerText.startsWith('{point}:')"
    ));
}

#[test]
fn the_page_is_usable_in_the_dark_and_on_narrow_screens() {
    let record = "(;SZ[9];B[ee];W[de];B[dd];W[ce];B[cd];W[be];B[ef];W[df];B[dg];W[cg];B[eg])";
    let (_site, browser) = opened!(page("looks", Site::showing(record)));
    for layer in ["groups", "values"] {
        browser.click(&format!("[name={layer}]"));
    }
    browser.script("const map = document.querySelector('[name=map]'); map.value = 'moyo'; map.dispatchEvent(new Event('change', { bubbles: true }))");
    browser.until("return document.querySelector('.grounds').childElementCount > 0");
    for (name, width, height, scheme) in [
        ("light", 1200, 900, "light"),
        ("dark", 1200, 900, "dark"),
        ("narrow", 360, 800, "light"),
    ] {
        browser.appear(width, height, scheme);
        browser.fits(width);
        let ground = browser.script("return getComputedStyle(document.body).backgroundColor");
        let red: u32 = ground
            .as_str()
            .and_then(|text| text[4..].split(',').next()?.parse().ok())
            .unwrap();
        assert_eq!(red < 128, scheme == "dark", "{name}: {ground}");
        browser.picture(name);
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_keys_work_after_a_click_on_a_check_box() {
    let (site, browser) = opened!(page("check-box", Site::showing("(;SZ[5];B[cc];W[cb])")));
    browser.click("[name=groups]");
    assert_eq!(browser.script("return document.activeElement.name"), "groups");
    browser.keys("u");
    site.until(|state| state["made"] == 1);
    // Letters belong to a field for text.
    browser.script("document.querySelector('#number').focus()");
    browser.keys("r");
    browser.script("document.querySelector('[name=groups]').focus()");
    browser.keys("r");
    site.until(|state| state["made"] == 2);
}

#[test]
fn a_server_that_has_ended_is_told_in_words_with_the_remedy() {
    let (mut site, browser) = opened!(page("lost", Site::new(5)));
    assert_eq!(browser.text("#lost"), "");
    assert!(site.stop());
    says(&browser, "#lost", "katachi serve");
    for button in ["hint", "review"] {
        browser.click(&format!("[data-do={button}]"));
    }
    browser.click("[name=groups]");
    browser.click("[data-do=new]");
    browser.click("#new-game [type=submit]");
    says(&browser, "#new-game .error", "katachi serve");
    let page = browser.text("body");
    assert!(!page.contains("fetch"), "{page}");
    assert!(browser.text("#lost").contains("The game is kept"));
    assert_eq!(browser.text("#problem"), "");
}

#[test]
fn the_whole_board_is_on_a_phone_that_lies_on_its_side() {
    let (site, browser) = opened!(page("landscape", Site::new(9)));
    for size in ["9x9", "9x19", "19x9"] {
        site.does(json!({
            "do": "new", "size": size, "rules": "chinese", "komi": null, "sides": "black", "level": 1
        }));
        let (columns, lines) = size.split_once('x').unwrap();
        browser.until(&format!(
            "const board = document.querySelector('#board');
             return board.ariaColCount === '{columns}' && board.ariaRowCount === '{lines}'"
        ));
        for (width, height) in [(844, 390), (667, 375), (915, 412)] {
            browser.appear(width, height, "light");
            let edges = "const box = document.querySelector('#board').getBoundingClientRect();
                return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth && box.width > 200";
            assert_eq!(browser.script(edges), true, "{size} on {width}x{height}");
        }
    }
}

#[test]
fn the_focus_stays_on_the_page_and_undoing_the_end_of_the_game_asks() {
    let (site, browser) = opened!(page("focus", Site::showing("(;SZ[9];B[ee];W[cc];B[gg])")));
    let on_board = "return document.activeElement.dataset.point !== undefined";
    browser.script("document.querySelector('[data-do=keys]').focus()");
    browser.keys(TAB);
    assert_eq!(
        browser.script(on_board),
        true,
        "the board is one place of the key Tab"
    );
    browser.keys("?");
    assert_eq!(
        browser.script("return [document.activeElement.id, document.querySelector('#key-list').scrollTop]"),
        json!(["keys-title", 0])
    );
    browser.keys(ESCAPE);

    // One move of the list takes the focus, and the arrow keys lead to the others.
    let places = "return document.querySelectorAll('#moves [tabindex=\"0\"]').length";
    assert_eq!(browser.script(places), 1);
    browser.script("document.querySelector('#moves [tabindex=\"0\"]').focus()");
    browser.keys(LEFT);
    begins(&browser, "#looking", "You look at move 2.");
    assert_eq!(browser.script("return document.activeElement.dataset.moves"), "2");
    browser.click("[data-do=to-game]");

    browser.script("document.activeElement.blur()");
    browser.keys("n");
    assert_eq!(browser.script("return document.activeElement.value"), "9");
    browser.script("document.querySelector('#new-game [value=\"13\"]').checked = true");
    browser.keys(ENTER);
    has_count(&browser, ".point", 169);
    browser.until(on_board);

    browser.click("[data-do=resign]");
    browser.click(YES);
    comes_to(&browser, "over");
    browser.until(on_board);
    assert!(browser.script("return document.querySelector('[data-do=score]').hidden") == true);
    assert_eq!(site.load("(;SZ[9];B[ee];W[cc];B[gg])").status, 200);
    has_count(&browser, ".point", 81);
    browser.click("[data-do=resign]");
    browser.click(YES);
    let result = site.until(|state| state["stage"] == "over")["result"].clone();
    comes_to(&browser, "over");
    browser.keys("u");
    assert_eq!(browser.script(ASKS), true);
    browser.keys(ESCAPE);
    assert_eq!(site.state()["result"], result, "the result stays");
    browser.keys("u");
    browser.click(YES);
    site.until(|state| state["stage"] != "over");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
