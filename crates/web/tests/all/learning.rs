// SPDX-License-Identifier: MIT OR Apache-2.0

//! What people learn by at the board in a browser: graph, candidates, variations, marks, and the end of a
//! game.

use serde_json::json;

use crate::browser::{
    DOWN, ENTER, LEFT, UP, begins, count, finds, has_count, is_hidden, is_shown, label, opened, page, reads,
    says,
};
use crate::site::{Site, has};

#[test]
fn the_graph_has_win_rate_and_lead_of_all_moves_and_leads_to_them() {
    let (site, browser) = opened!(page(
        "graph",
        Site::showing("(;SZ[5];B[cc];W[cb];B[bb];W[db];B[dc];W[bc])"),
    ));
    let state = site.until(|state| {
        state["graph"]
            .as_array()
            .is_some_and(|all| all.iter().all(|value| !value.is_null()))
    });
    assert_eq!(state["graph"].as_array().map(Vec::len), Some(7));
    browser.until("return document.querySelector('#graph .lead') && document.querySelector('#graph-text').innerText.startsWith('Move 6: Black wins')");
    let slider = "document.querySelector('#graph-slider')";
    browser.script(&format!("{slider}.focus()"));
    browser.keys(LEFT);
    says(&browser, "#looking", "move 5");
    browser.until(&format!(
        "return /^Move 5: Black wins [0-9]+\\s%[.] .*lead/.test({slider}.getAttribute('aria-valuetext'))"
    ));
    // The middle of the graph is the move in the middle.
    browser.click("#graph-slider");
    says(&browser, "#looking", "move 3");
    assert_eq!(site.state()["made"], 6);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn candidates_have_circles_and_their_lines_are_drawn_on_focus_and_under_the_pointer() {
    let (_site, browser) = opened!(page(
        "candidates",
        Site::showing("(;SZ[5];B[cc];W[cb];B[bb];W[db])")
    ));
    browser.keys("c");
    browser.until("return document.querySelector('#candidates tbody tr') !== null && document.querySelector('.candidate.best') !== null");
    let text = browser.text("#candidates");
    assert!(
        text.contains("Black wins ") && text.contains("points lost"),
        "{text}"
    );
    let best =
        browser.script("return document.querySelector('#candidates tr[data-candidate]').dataset.candidate");
    let point = format!("document.querySelector('[data-point={best}]')");
    let label = browser.script(&format!("return {point}.getAttribute('aria-label')"));
    assert!(
        label
            .as_str()
            .is_some_and(|label| label.contains("candidate, wins ")),
        "{label}"
    );

    let numbers =
        "return [...document.querySelectorAll('.candidates text')].map((text) => text.textContent).join(' ')";
    browser.script("document.querySelector('#candidates tbody button').focus()");
    browser.until(&format!("{numbers}.startsWith('1 2')"));
    assert_eq!(count(&browser, ".candidate"), 0);
    browser.script("document.activeElement.blur()");
    browser.until("return document.querySelectorAll('.candidate').length > 0");
    browser.script(&format!(
        "{point}.dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true }}))"
    ));
    browser.until(&format!("{numbers}.startsWith('1 2')"));
    browser.keys("c");
    browser.until("return document.querySelector('#candidates').hidden && document.querySelectorAll('.candidates > *').length === 0");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn variations_are_a_tree_and_moves_are_tried_with_comments_beside_the_game() {
    let (site, browser) = opened!(page(
        "variations",
        Site::showing("(;SZ[5];B[cc](;W[cb];B[bb])(;W[bc]C[Another move];B[bb]))"),
    ));
    let node = |label: &str| format!("#tree-picture [aria-label='{label}']");
    finds(&browser, &node("3, Black B4, variation"));

    // A node of the tree leads to its position, and arrow keys to its neighbours.
    browser.click(&node("2, White B3, variation, comment"));
    reads(&browser, "#comment-text", "Another move");
    assert_eq!(
        browser.text("#looking"),
        "You try 1 move after move 1. The game is at move 3."
    );
    browser.keys(UP);
    reads(&browser, "#looking", "You look at move 2. The game is at move 3.");
    browser.keys(DOWN);
    reads(&browser, "#comment-text", "Another move");

    // A click on the board goes on with the variation.
    browser.click("[data-point=A1]");
    finds(&browser, &node("3, Black A1, variation"));
    browser.keys("i");
    browser.keys("A mistake");
    browser.click("#comment-form [type=submit]");
    browser.until("return document.querySelector('#comment-text').innerText === 'A mistake' && document.querySelector('#comment-form').hidden");
    let text = site.get("/game.sgf").body;
    assert!(text.contains("B[ae]C[A mistake]"), "{text}");
    browser.picture("variations");
    browser.click("[data-do=remove]");
    browser.until(&format!(
        "return document.querySelector({}) === null",
        json!(node("3, Black A1, variation, comment"))
    ));
    browser.keys("p");
    begins(&browser, "#looking", "You try 2 moves");
    browser.keys("u");
    begins(&browser, "#looking", "You try 1 move after");
    browser.click("[data-do=to-game]");
    is_hidden(&browser, "#looking");
    let state = site.state();
    assert_eq!(
        (&state["made"], state["moves"].as_array().map(Vec::len)),
        (&json!(3), Some(3))
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn moves_are_tried_at_the_present_position_of_a_game_against_katachi() {
    let (site, browser) = opened!(page("tries", Site::new(5)));
    browser.click("[data-do=try]");
    begins(&browser, "#looking", "You try moves after the beginning");
    for point in ["C3", "C4", "B4"] {
        browser.click(&format!("[data-point={point}]"));
        browser.until(&format!(
            "return !document.querySelector('[data-point={point}]').classList.contains('empty')"
        ));
    }
    browser.click("[data-do=to-game]");
    has_count(&browser, ".point.empty", 25);
    let state = site.plays("C3");
    assert_eq!(state["made"], 2, "the game goes on as if nothing had been tried");
    assert_eq!(state["record"], json!({}));
}

/// Black has the left of the board and White the right, with a dead white stone on A1. Both have passed but
/// once.
const SETTLED: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]AB[ca][cb][cc][cd][ce][bb]AW[da][db][dc][dd][de][ae];B[ba];W[ea];B[])";

#[test]
fn a_finished_game_shows_its_territory_and_offers_a_review() {
    let (_site, browser) = opened!(page("finished", Site::showing(SETTLED)));
    let is_offered = "return !document.querySelector('#review-now').hidden";
    assert_eq!(browser.script(is_offered), false, "the game is not over");
    browser.click("[data-do=pass]");
    browser.until(
        "return document.body.dataset.stage === 'agreement' && !document.body.classList.contains('busy')",
    );
    let count = |side: &str| {
        browser.script(&format!(
            "return document.querySelectorAll('.territory.{side}').length"
        ))
    };
    // The dead stone is on a point of Black's territory.
    assert_eq!((count("black"), count("white")), (json!(8), json!(4)));
    let label = label(&browser, "A1");
    assert_eq!(label, "A1, white stone, dead, Black's territory");
    browser.click("[data-do=done]");
    browser.until(is_offered);
    assert_eq!(count("black"), 8, "territory stays when the game is over");
    begins(&browser, "#graph-text", "Move 4: The game is over: ");
    browser.picture("finished");
    browser.click("#review-now");
    browser.until(
        "return document.querySelector('#review-now').hidden && !document.querySelector('#review').hidden",
    );
    is_shown(&browser, "#review a");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_numbers_of_the_moves_are_a_switch_that_the_page_keeps() {
    let (site, browser) = opened!(page("numbers", Site::showing("(;SZ[5];B[cc];W[cb];B[bb])")));
    let numbers =
        "return [...document.querySelectorAll('.own text')].map((text) => text.textContent).join(' ')";
    assert_eq!(browser.script(numbers), "");
    browser.click("[name=numbers]");
    browser.until(&format!("return (() => {{ {numbers} }})() === '1 2 3'"));
    browser.open(&site.url);
    browser.until(&format!("return (() => {{ {numbers} }})() === '1 2 3'"));
    browser.click("[data-do=back]");
    browser.until(&format!("return (() => {{ {numbers} }})() === '1 2'"));
    browser.click("[name=numbers]");
    browser.until(&format!("return (() => {{ {numbers} }})() === ''"));
}

#[test]
fn a_tap_shows_the_stone_and_the_second_one_plays_it_where_moves_are_confirmed() {
    let (site, browser) = opened!(page("confirm", Site::showing("(;SZ[5];B[cc])")));
    browser.click("#settings summary");
    browser.click("[name=confirm]");
    let waits = "return document.querySelector('[data-do=play-pending]').innerText";
    for point in ["A1", "B3"] {
        browser.click(&format!("[data-point={point}]"));
        browser.until(&format!(
            "return document.querySelector('#pending').innerText === 'Tap {point} again to play there.'"
        ));
        assert_eq!(browser.script(waits), format!("Play {point}"));
        assert_eq!(count(&browser, ".waiting"), 1);
    }
    assert_eq!(site.state()["made"], 1, "nothing is played yet");
    browser.click("[data-point=B3]");
    site.until(|state| state["made"] == 2);
    browser.until("return document.querySelectorAll('.waiting').length === 0 && document.querySelector('#pending').innerText === ''");
    browser.until(
        "return document.querySelector('[data-point=B3]').getAttribute('aria-label').startsWith('B3, white')",
    );

    // The button plays it, too, and the keyboard needs no confirmation.
    browser.click("[data-point=D3]");
    browser.click("[data-do=play-pending]");
    site.until(|state| state["made"] == 3);
    browser.until(
        "return document.querySelector('[data-point=D3]').getAttribute('aria-label').startsWith('D3, black')",
    );
    browser.keys(UP);
    browser.keys(ENTER);
    site.until(|state| state["made"] == 4);
}

#[test]
fn a_hint_and_the_reasons_of_a_move_have_a_small_board_of_the_line() {
    let (_site, browser) = opened!(page("line", Site::showing("(;SZ[5];B[cc];W[cb];B[bb];W[db])")));
    for (button, first) in [("hint", "1 Black"), ("why", "1 White")] {
        browser.click(&format!("[data-do={button}]"));
        browser.until(&format!(
            "return document.querySelector('#said-moves').innerText.startsWith('{first}')"
        ));
        let text = browser.text("#said-moves");
        let label =
            browser.script("return document.querySelector('#said-picture svg').getAttribute('aria-label')");
        assert_eq!(label, format!("The expected line: {text}"));
        let numbers = browser.script("return document.querySelector('#said-picture .line text').textContent");
        assert_eq!(numbers, "1");
    }
    browser.click("[data-do=back]");
    is_hidden(&browser, ".said");
    browser.click("[data-do=score]");
    says(&browser, "#said", "is settled");
    assert_eq!(
        browser.script("return document.querySelector('#said-line').hidden"),
        true
    );
}

#[test]
fn marks_of_a_record_are_shown_and_drawn_by_clicks() {
    let (site, browser) = opened!(page("marks", Site::showing("(;SZ[5];B[cc]LB[aa:A]TR[cc];W[cb])")));
    browser.click("[data-do=back]");
    has_count(&browser, ".mark.drawn", 1);
    assert_eq!(
        (label(&browser, "A5"), label(&browser, "C3")),
        (
            json!("A5, empty, label A"),
            json!("C3, black stone, last move, triangle")
        )
    );
    browser.script("const draw = document.querySelector('[name=draw]'); draw.value = 'letter'; draw.dispatchEvent(new Event('change', { bubbles: true }))");
    browser.click("[data-point=B5]");
    browser.until("return document.querySelector('[data-point=B5]').getAttribute('aria-label') === 'B5, empty, label B'");
    browser.click("[data-point=A5]");
    browser
        .until("return document.querySelector('[data-point=A5]').getAttribute('aria-label') === 'A5, empty'");
    let text = site.get("/game.sgf").body;
    assert!(text.contains("LB[ba:B]") && text.contains("TR[cc]"), "{text}");
    assert_eq!(site.state()["made"], 2, "no stone was played or tried");
}

#[test]
fn a_position_is_set_up_by_clicks_and_played_from() {
    let (site, browser) = opened!(page(
        "set-up",
        Site::showing("(;SZ[5]KM[3.5]RU[Japanese];B[cc];W[cb])")
    ));
    browser.click("[data-do=set-up]");
    browser.click("[data-point=A1]");
    browser.script("document.querySelector('#set-up [name=stone]').value = 'white'");
    browser.click("[data-point=B2]");
    browser.click("[data-point=C4]");
    browser.until("return document.querySelector('[data-point=C4]').classList.contains('empty')");
    assert_eq!(
        site.state()["made"],
        2,
        "the game stays until the position is played"
    );
    browser.script("const first = document.querySelector('#set-up [name=first]'); first.value = 'white'; first.dispatchEvent(new Event('change', { bubbles: true }))");
    browser.click("[data-do=begin-set-up]");
    let state = site.until(|state| state["made"] == 0);
    assert_eq!(
        state["position"]["rows"],
        json!([".....", ".....", "..X..", ".O...", "X...."])
    );
    has(&state, json!({ "/position/to_move": "white", "komi": 3.5 }));
    assert_eq!(state["rules"], "japanese");
    is_hidden(&browser, "#set-up");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_variation_becomes_the_game_by_a_button_where_the_person_plays_both_sides() {
    let (site, browser) = opened!(page(
        "from-variation",
        Site::showing("(;SZ[5];B[cc](;W[cb];B[bb])(;W[bc];B[bb]))"),
    ));
    let last = "#tree-picture [aria-label='3, Black B4, variation']";
    finds(&browser, last);
    browser.click(last);
    begins(&browser, "#looking", "You try 2 moves");
    browser.click("[data-do=from-here]");
    let state = site.until(|state| state["made"] == 3 && state["moves"][1][1] == "B3");
    assert_eq!(state["moves"][2], json!(["black", "B4"]));
    is_hidden(&browser, "#looking");
    // The line before is the variation now.
    finds(&browser, "#tree-picture [aria-label=\"2, White C4, variation\"]");
    let text = site.get("/game.sgf").body;
    assert!(text.find("W[bc]") < text.find("W[cb]"), "{text}");
}

#[test]
fn no_part_of_the_page_makes_a_phone_scroll_sideways() {
    let record = format!(
        "(;SZ[9];B[ee];W[de];B[dd](;W[ce];B[cd])(;W[cd]C[{}]))",
        "long".repeat(60)
    );
    let (_site, browser) = opened!(page("phone", Site::showing(&record)));
    let last = "#tree-picture [aria-label='4, White C6, variation, comment']";
    finds(&browser, last);
    browser.click(last);
    is_shown(&browser, "#comment");
    for part in [
        "[name=candidates]",
        "[data-do=hint]",
        "[data-do=comment]",
        "#settings summary",
    ] {
        browser.click(part);
    }
    finds(&browser, "#candidates tbody tr");
    finds(&browser, "#said-picture svg");
    browser.click("[data-do=set-up]");
    browser.script(
        "const path = '/home/' + 'a'.repeat(200) + '/0001.sgf';
         for (const id of ['#status', '#problem', '#lost', '#said']) document.querySelector(id).textContent = path;",
    );
    for (width, height) in [(390, 844), (844, 390), (360, 640), (667, 375)] {
        for scheme in ["light", "dark"] {
            browser.appear(width, height, scheme);
            browser.fits(width);
            browser.picture(&format!("phone-{width}-{scheme}"));
        }
    }
}
