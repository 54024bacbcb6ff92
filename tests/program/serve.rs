// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi serve --open`, with a program in place of the one that opens the browser.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::folder::has;
use super::program;
use super::webdriver::http::request;

/// Longer than anything that is awaited takes on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server on a free port, which looks for `xdg-open` in a folder of the test; it ends with this value.
pub(crate) struct Served {
    server: Child,
    folder: TempDir,
    url: String,
}

impl Served {
    /// `script` is what `xdg-open` does; the folder is empty without one.
    fn new(script: Option<&str>) -> Self {
        Self::with(script, &["--boardsize", "5"])
    }

    /// With these options besides.
    pub(crate) fn with(script: Option<&str>, options: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        if let Some(script) = script {
            let file = folder.path().join("xdg-open");
            fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("a file can be written");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it can be run");
        }
        Self::within(folder, options)
    }

    /// In a folder that may have a game of an earlier run.
    fn within(folder: TempDir, options: &[&str]) -> Self {
        let mut server = program()
            .args(["serve", "--open", "--port", "0"])
            .args(options)
            .env("PATH", folder.path())
            .env("KATACHI_STATE_DIR", folder.path())
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(server.stdout.take().expect("it is a pipe"));
        out.read_line(&mut line).expect("there is a line");
        let url = line.trim().trim_start_matches("The board is at ").to_owned();
        Self { server, folder, url }
    }

    /// Ends the server, and leaves its folder.
    fn end(mut self) -> TempDir {
        let _ = self.server.kill();
        let _ = self.server.wait();
        std::mem::replace(
            &mut self.folder,
            tempfile::tempdir().expect("a folder can be made"),
        )
    }

    /// Its address, and the slash and the token that paths begin with.
    fn place(&self) -> (SocketAddr, String) {
        let url = self.url.trim_start_matches("http://").trim_end_matches('/');
        let (address, token) = url.split_once('/').expect("a token after the address");
        (address.parse().expect("an address"), format!("/{token}"))
    }

    /// Content of an address of the server.
    pub(crate) fn get(&self, path: &str) -> String {
        let (address, token) = self.place();
        let answer = request(address, "GET", &(token + path), &[], "");
        assert_eq!(answer.status, 200, "{path}");
        answer.body
    }

    /// The first line that the server says on standard error.
    fn complaint(&mut self) -> String {
        let mut line = String::new();
        let errors = self.server.stderr.take().expect("it is a pipe");
        BufReader::new(errors)
            .read_line(&mut line)
            .expect("there is a line");
        line
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Content of a file, as soon as it has a line.
fn written(file: &Path) -> String {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        let text = fs::read_to_string(file).unwrap_or_default();
        if text.ends_with('\n') {
            return text;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("{} is not written", file.display());
}

#[test]
fn the_browser_is_opened_with_the_url_that_is_printed() {
    let served = Served::new(Some("echo \"$@\" > called"));
    assert!(served.url.starts_with("http://127.0.0.1:"), "{}", served.url);
    assert_eq!(written(&served.folder.path().join("called")).trim(), served.url);
}

#[test]
fn the_url_has_a_token_that_stays_and_without_it_a_page_tells_where_the_board_is() {
    let served = Served::new(Some("true"));
    let (address, token) = served.place();
    for path in ["/", "/api/state", "/game.sgf"] {
        assert_eq!(request(address, "GET", path, &[], "").status, 404, "{path}");
    }
    let page = request(address, "GET", "/", &[("Accept", "text/html")], "");
    has(&page.body, ["<h1>", "katachi serve --open"]);
    assert!(
        !page.body.contains(&token[1..]),
        "the page does not give the token away"
    );
    let again = Served::within(served.end(), &["--boardsize", "5"]);
    assert_eq!(again.place().1, token, "a bookmark is valid after a start");
}

#[test]
fn where_no_browser_can_be_opened_the_url_is_said_and_the_board_is_served() {
    for (name, script) in [("absent", None), ("failing", Some("exit 3"))] {
        let mut served = Served::new(script);
        let message = served.complaint();
        assert!(message.contains("no browser"), "{name}: {message}");
        assert!(message.contains(&served.url), "{name}: {message}");
        assert!(served.get("/").contains("<title>Katachi</title>"), "{name}");
    }
}

#[test]
fn a_game_that_was_left_stays_kept_when_options_ask_for_a_new_one() {
    let served = Served::new(Some("true"));
    let (address, token) = served.place();
    let (header, play) = (
        [("Content-Type", "application/json")],
        r#"{"do":"play","point":"C3","moves":0}"#,
    );
    let answer = request(address, "POST", &(token + "/api/do"), &header, play);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let folder = served.end();
    let mut served = Served::within(folder, &["--boardsize", "7"]);
    let message = served.complaint();
    has(
        &message,
        ["It stays kept: katachi serve goes on with it, without options of a new game."],
    );
}

#[test]
fn a_record_that_is_served_keeps_its_names_comments_and_variations() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("game.sgf");
    let record = "(;GM[1]SZ[9]PB[Ann]PW[Bob]C[Hello](;B[ee];W[dd])(;B[cc]C[Another move]))";
    fs::write(&file, record).expect("a file can be written");
    let file = file.to_str().expect("it is UTF-8");
    for until in ["2", "3"] {
        let served = Served::with(Some("true"), &["-l", file, "--until", until]);
        let state = served.get("/api/state");
        assert!(state.contains(r#""PB":"Ann""#), "{state}");
        let saved = served.get("/game.sgf");
        for kept in ["PW[Bob]", "C[Hello]", "W[dd]", "C[Another move]"] {
            assert!(saved.contains(kept), "no {kept} in {saved}");
        }
    }
}

#[test]
fn teaching_is_an_option_of_the_server() {
    let served = Served::with(Some("true"), &["--boardsize", "5", "--teach", "strict"]);
    let state = served.get("/api/state");
    assert!(state.contains(r#""teaching":"strict""#), "{state}");
}
