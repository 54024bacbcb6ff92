// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board in a browser without a server of its own: the folder that `build` has made, offered as plain
//! files.
//!
//! The folder's name is in `KATACHI_STATIC`; `check` builds it and runs these tests. They skip without it.

#[path = "../../../tests/webdriver/mod.rs"]
#[expect(dead_code, reason = "the tests of the server use more of it")]
mod webdriver;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::json;

use self::webdriver::Browser;

/// The page has a game.
const IS_THERE: &str = "return document.body.dataset.stage";
/// The person is to move.
const IS_TURN: &str = "return document.body.dataset.stage === 'person'";

/// The URL of the folder, and a browser with the page; none, with a line that says so, where the folder or a
/// browser is absent.
fn start(name: &str) -> Option<(String, Browser)> {
    let Some(folder) = std::env::var_os("KATACHI_STATIC") else {
        println!("skipped: KATACHI_STATIC names no folder that crates/wasm/build has made");
        return None;
    };
    let browser = Browser::start(name)?;
    let url = offer(PathBuf::from(folder));
    browser.open(&url);
    browser.until(IS_THERE);
    Some((url, browser))
}

/// Offers the files of a folder to browsers of this machine, until the test ends. Returns the URL.
fn offer(folder: PathBuf) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let address = listener.local_addr().expect("the port is known");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            thread::spawn(move || send(&folder, stream));
        }
    });
    format!("http://{address}/")
}

/// Answers one request, with a file or without one.
fn send(folder: &Path, mut stream: TcpStream) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?)
        .lines()
        .map_while(Result::ok);
    let first = lines.next()?;
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    let name = match first.split(' ').nth(1)?.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let media = match Path::new(name).extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "text/plain",
    };
    let (status, content) = match fs::read(folder.join(name)) {
        Ok(content) => ("200 OK", content),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let length = content.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {media}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&content).ok()
}

fn begin_small_game(browser: &Browser) {
    browser.click("[data-do=new]");
    browser.enter("#new-game [name=other]", "5");
    browser.click("#new-game [type=submit]");
    browser.until("return document.querySelectorAll('.point').length === 25");
    browser.until(IS_TURN);
}

fn play(browser: &Browser, point: &str) {
    browser.click(&format!("[data-point={}]", json!(point)));
}

#[test]
fn a_game_is_played_kept_and_saved_without_a_server() {
    let Some((url, browser)) = start("static-game") else {
        return;
    };
    begin_small_game(&browser);
    play(&browser, "C3");
    browser.until("return document.querySelector('#total').textContent === '2'");
    browser.until(IS_TURN);
    let stones = "return document.querySelectorAll('.point:not(.empty)').length";
    assert_eq!(browser.script(stones), 2, "Katachi has answered");

    // The record comes out of the engine.
    browser.script(
        "window.saved = ''; URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; };",
    );
    browser.click("#save");
    let record = browser.until("return window.saved");
    assert!(
        record.as_str().is_some_and(|text| text.contains("SZ[5]")),
        "{record}"
    );

    // The page is loaded again, and the game goes on.
    browser.open(&url);
    browser.until("return document.querySelector('#total').textContent === '2'");
    browser.until(IS_TURN);
    assert_eq!(browser.script(stones), 2);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_hint_and_a_refusal_are_told() {
    let Some((_, browser)) = start("static-hint") else {
        return;
    };
    begin_small_game(&browser);
    browser.click("[data-do=hint]");
    browser.until("return document.querySelector('.mark.hint') !== null");
    let refused = browser.script(
        "const { type } = await import('./api.js');
         return type('play Z9', 0).catch((error) => error.message);",
    );
    assert_eq!(
        refused,
        "play POINT: expected a point of the 5x5 board, such as D4"
    );
}

#[test]
fn a_review_is_made_in_a_worker_of_its_own() {
    let Some((_, browser)) = start("static-review") else {
        return;
    };
    browser.script(
        "const { post } = await import('./api.js');
         return post('api/record', '(;GM[1]SZ[5]KM[0.5];B[cc];W[cb];B[bb];W[db];B[ab])', 'application/x-go-sgf');",
    );
    browser.until("return document.querySelector('#total').textContent === '5'");
    browser.script("const { request } = await import('./api.js'); return request('review');");
    // Other questions are answered meanwhile.
    let rows = browser.script(
        "const { ask } = await import('./api.js'); return (await ask('api/position', { at: 1 })).rows;",
    );
    assert_eq!(rows[2], "..X..");
    let link = "a[href=\"review.html\"]";
    browser.until(&format!(
        "return document.querySelector('{link}').checkVisibility()"
    ));
    let page = browser.script(
        "const worker = await import('./api.js'); let made = '';
         URL.createObjectURL = (blob) => { window.page = blob.text(); return '#'; };
         window.open = () => ({});
         document.querySelector('a[href=\"review.html\"]').click();
         while (!window.page) await new Promise((wait) => setTimeout(wait, 50));
         return window.page;",
    );
    assert!(
        page.as_str().is_some_and(|page| page.contains("</html>")),
        "{page}"
    );

    // The mistakes are asked again, and the results stay in the browser.
    browser.click("[data-do=quiz]");
    let asked = browser.until("return document.querySelector('#exercise').innerText");
    assert!(
        asked
            .as_str()
            .is_some_and(|text| text.contains("find a better move")),
        "{asked}"
    );
    browser.script(
        "const { request } = await import('./api.js'); return request('answer', { task: 1, point: null });",
    );
    browser.until("return localStorage.getItem('katachi-quiz').includes('\"asked\": 1')");
}
