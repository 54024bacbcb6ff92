// SPDX-License-Identifier: MIT OR Apache-2.0

//! The engine in a browser: the server of the page without threads and without HTTP, as WebAssembly.
//!
//! A worker of the browser (`page/worker.js`) owns a [`Board`] and answers the requests of the page with it.
//! Another worker ([`review`]) makes reviews, which take minutes. `build` puts all files into one folder.

use std::sync::{Arc, Mutex, PoisonError};

use http::{Request, header};
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
use katachi_learning::quiz::Place;
use katachi_session::{InteractiveGame, Saved, Setup, Thinking};
use katachi_web::{Server, State};
use tokio::sync::watch;
use wasm_bindgen::prelude::wasm_bindgen;

/// Memory of a search tree in MiB. A browser gives a page less than a program.
const MEMORY: usize = 64;

/// A game that the page shows and plays, with the engine.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Board {
    server: Arc<Server>,
    news: watch::Receiver<State>,
    /// The results of quizzes, which the page keeps.
    results: Arc<Mutex<String>>,
}

/// An answer to a request of the page.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct PageAnswer {
    /// Status of HTTP.
    pub status: u16,
    /// Media type.
    pub media: String,
    /// The text.
    pub body: String,
}

#[wasm_bindgen]
impl Board {
    /// Goes on with a game that [`Board::saved`] has returned, or begins a new one if there is none. `seed`
    /// makes the moves of a new game differ from those of others. `results` are those of earlier quizzes;
    /// empty at first.
    #[wasm_bindgen(constructor)]
    pub fn new(saved: Option<String>, seed: u32, results: String) -> Self {
        let engine = engine(seed.into());
        let results = Arc::new(Mutex::new(results));
        let place = Place::Text(Arc::clone(&results));
        let begin = |thinking: Thinking| {
            let saved: Option<Saved> = saved.and_then(|text| serde_json::from_str(&text).ok());
            let restored = saved
                .and_then(|saved| InteractiveGame::restore(engine.clone(), &saved, thinking.clone()).ok());
            restored.unwrap_or_else(|| {
                let game = InteractiveGame::new(engine.clone(), Setup::default(), thinking);
                game.expect("an even game without clocks can begin")
            })
        };
        let server = Server::without_threads(engine.clone(), Some(place), begin);
        let mut news = server.news();
        news.mark_changed();
        Self {
            server,
            news,
            results,
        }
    }

    /// Answers a request of the page. `path` begins with a slash and may have parameters. Takes as long as
    /// the engine needs: seconds for a hint.
    pub fn answer(&self, method: &str, path: &str, media: &str, body: &[u8]) -> PageAnswer {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::CONTENT_TYPE, media);
        match request.body(body.to_vec()) {
            Ok(request) => self.server.answer(&request),
            Err(error) => katachi_web::bad_request(error.to_string()),
        }
        .into()
    }

    /// Does the next piece of the work beside requests: a move of the engine, or a value of the graph.
    /// Returns whether there is more; if not, call again after a fifth of a second.
    pub fn step(&self) -> bool {
        self.server.step()
    }

    /// Returns the state of the game as JSON if it has changed since the last call.
    pub fn news(&mut self) -> Option<String> {
        let is_new = self.news.has_changed().unwrap_or(false);
        is_new.then(|| {
            self.news
                .borrow_and_update()
                .as_deref()
                .unwrap_or_default()
                .to_owned()
        })
    }

    /// Returns the game in the form that is kept for the next start.
    pub fn saved(&self) -> String {
        self.server.saved()
    }

    /// Returns the results of quizzes.
    pub fn results(&self) -> String {
        self.results
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Takes the order for a review that [`review`] executes in another worker, if there is one.
    pub fn take_review_order(&self) -> Option<String> {
        self.server.take_review_order()
    }

    /// Takes what a review tells. Returns whether it is still wanted.
    pub fn take_review_status(&self, report: &str) -> bool {
        self.server.take_review_status(report)
    }
}

impl From<katachi_web::Answer> for PageAnswer {
    fn from(answer: katachi_web::Answer) -> Self {
        let media = answer.headers().get(header::CONTENT_TYPE);
        Self {
            status: answer.status().as_u16(),
            media: media
                .and_then(|media| media.to_str().ok())
                .unwrap_or_default()
                .to_owned(),
            body: answer.into_body().into_owned(),
        }
    }
}

#[wasm_bindgen]
extern "C" {
    /// Sends a message to the page, which knows the worker.
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(report: &str);
}

/// Executes an order for a review in this worker, and posts each status as a message. To stop it, the page
/// ends the worker.
#[wasm_bindgen]
pub fn review(order: &str) {
    let tell = |report: String| {
        post_message(&report);
        true
    };
    if let Err(error) = katachi_web::make_review(order, engine(0), tell) {
        post_message(&error);
    }
}

fn engine(seed: u64) -> Engine {
    Engine::new(Settings {
        seed,
        search: Some(SearchSettings {
            memory: MEMORY,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    })
}
