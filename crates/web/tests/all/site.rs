// SPDX-License-Identifier: MIT OR Apache-2.0

//! A server of its own for each test, with a weak and quick engine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use katachi_engine::play::Level;
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
#[cfg(unix)]
use katachi_katago_json::SharedJudge;
use katachi_learning::quiz::Place;
use katachi_rules::BoardSize;
use katachi_session::{InteractiveGame, Setup};
use katachi_web::{Listener, Server, Stopper};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::webdriver::http::{Answer, request};

/// Visits of a search, for quick answers.
const VISITS: u32 = 40;
/// Timeout for a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Checks values of data by their keys, or by their paths such as `/position/comment`.
#[track_caller]
pub(crate) fn has(data: &Json, expected: Json) {
    for (key, value) in expected.as_object().expect("an object") {
        let found = match key.starts_with('/') {
            true => data.pointer(key),
            false => data.get(key),
        };
        assert_eq!(found.unwrap_or(&Json::Null), value, "{key} of {data:#}");
    }
}

/// A running server, which stops when this value is dropped.
pub(crate) struct Site {
    pub(crate) address: SocketAddr,
    pub(crate) url: String,
    /// The folder for the results of a quiz.
    pub(crate) results: TempDir,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Starts a new game on a square board, in which the person plays Black.
    pub(crate) fn new(lines: u8) -> Self {
        Self::at(IpAddr::V4(Ipv4Addr::LOCALHOST), lines)
    }

    /// Starts a game of the person with a record.
    #[track_caller]
    pub(crate) fn showing(sgf: &str) -> Self {
        let site = Self::new(5);
        assert_eq!(site.load(sgf).status, 200);
        site
    }

    pub(crate) fn at(address: IpAddr, lines: u8) -> Self {
        Self::beginning(address, lines, VISITS, |_| {})
    }

    /// Starts a new game with a judge.
    #[cfg(unix)]
    pub(crate) fn with_judge(lines: u8, judge: SharedJudge) -> Self {
        Self::beginning(IpAddr::V4(Ipv4Addr::LOCALHOST), lines, VISITS, |play| {
            play.judge = Some(judge);
        })
    }

    /// Starts a new game with a search that never ends by itself.
    pub(crate) fn endless(lines: u8) -> Self {
        Self::beginning(IpAddr::V4(Ipv4Addr::LOCALHOST), lines, u32::MAX / 2, |_| {})
    }

    /// `prepare` changes the game before it is served.
    fn beginning(
        address: IpAddr,
        lines: u8,
        visits: u32,
        prepare: impl FnOnce(&mut InteractiveGame),
    ) -> Self {
        let search = SearchSettings {
            visits: Some(visits),
            memory: 16,
            ..SearchSettings::default()
        };
        let engine = Engine::new(Settings {
            level: Level::MIN,
            seed: 1,
            search: Some(search),
            ..Settings::default()
        });
        let setup = Setup {
            size: BoardSize::square(lines),
            ..Setup::default()
        };
        let results = tempfile::tempdir().expect("a folder can be made");
        let server = Server::new(
            engine.clone(),
            Some(Place::Folder(results.path().to_owned())),
            |thinking| {
                let mut play =
                    InteractiveGame::new(engine, setup, thinking).expect("a game without handicap");
                prepare(&mut play);
                play
            },
        );
        let server = Listener::bind(address, 0, None, server).expect("a free port");
        let (url, stopper) = (server.url(), server.stopper());
        let port = url.split(['/', ':']).find_map(|part| part.parse().ok());
        let thread = thread::spawn(move || server.run().expect("the server runs"));
        Self {
            address: SocketAddr::from((Ipv4Addr::LOCALHOST, port.expect("a port"))),
            url,
            results,
            stopper,
            thread: Some(thread),
        }
    }

    /// The token in the URL.
    pub(crate) fn token(&self) -> &str {
        let (_, token) = self.url.trim_end_matches('/').rsplit_once('/').expect("a token");
        token
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        request(self.address, "GET", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Json) -> Answer {
        let headers = [("Content-Type", "application/json")];
        request(self.address, "POST", path, &headers, &body.to_string())
    }

    /// Sends a request.
    pub(crate) fn request(&self, request: Json) -> Answer {
        self.post("/api/do", &request)
    }

    /// Sends a request that must be accepted.
    #[track_caller]
    pub(crate) fn does(&self, request: Json) {
        let answer = self.request(request);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    /// Sends a command as it is typed, perhaps for the position after that number of moves.
    pub(crate) fn typed(&self, line: &str, moves: Option<u32>) -> Answer {
        self.request(json!({ "do": "type", "line": line, "moves": moves }))
    }

    /// Sends a command that must be accepted.
    #[track_caller]
    pub(crate) fn types(&self, line: &str) {
        let answer = self.typed(line, None);
        assert_eq!(answer.status, 200, "{}", answer.body);
    }

    pub(crate) fn load(&self, sgf: &str) -> Answer {
        request(
            self.address,
            "POST",
            "/api/record",
            &[("Content-Type", "application/x-go-sgf")],
            sgf,
        )
    }

    pub(crate) fn state(&self) -> Json {
        self.get("/api/state").json()
    }

    /// Waits for a state that fulfils a condition.
    #[track_caller]
    pub(crate) fn until(&self, is_so: impl Fn(&Json) -> bool) -> Json {
        let begin = Instant::now();
        loop {
            let state = self.state();
            if is_so(&state) {
                return state;
            }
            assert!(begin.elapsed() < PATIENCE, "it does not come to that: {state:#}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Plays a point in the position as it is, and waits for the answer.
    #[track_caller]
    pub(crate) fn plays(&self, point: &str) -> Json {
        self.types(&format!("play {point}"));
        self.until(|state| state["stage"] != "thinking")
    }

    /// Stops the server. Returns whether it stops.
    pub(crate) fn stop(&mut self) -> bool {
        self.stopper.stop();
        let begin = Instant::now();
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            if begin.elapsed() > PATIENCE {
                return false;
            }
            thread::sleep(Duration::from_millis(10));
        }
        self.thread.take().is_none_or(|thread| thread.join().is_ok())
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stopper.stop();
    }
}
