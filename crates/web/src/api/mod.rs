// SPDX-License-Identifier: MIT OR Apache-2.0

//! The routes.
//!
//! | route | what it does |
//! |---|---|
//! | `GET api/events` | the state of the game at once and after each change, as server-sent events |
//! | `GET api/state` | the state of the game once |
//! | `POST api/do` | a request of the person: a move, a pass, a new game |
//! | `GET api/position` | the stones of a position |
//! | `GET api/variations` | the moves of the game and of all variations |
//! | `GET api/view` | marks, groups and proposals of that position |
//! | `GET api/point` | all about a point: reasons, patterns, numbers |
//! | `GET api/answer` | a hint, the reasons of the last move or an estimate, for that position |
//! | `GET api/candidates` | the best moves of a search of full strength; each call searches a little longer |
//! | `GET api/values` | the changed values, and the choice with and without them |
//! | `POST api/values` | changes a value, or reverts all |
//! | `GET values.db` | the changed patterns as text |
//! | `POST api/record` | replaces the game by a record in SGF |
//! | `GET game.sgf` | the record of the game |
//! | `GET review.html` | the finished review of the game, or a page that tells how to get one |

mod input;

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::Value as Json;
use tokio_stream::{Stream, StreamExt as _};

use self::input::{Body, Params, RecordBody};
use crate::analyst::{Question, ViewOptions};
use crate::assets::{ASSETS, NO_REVIEW};
use crate::at::At;
use crate::error::Refusal;
use crate::guard::guard;
use crate::request::GameRequest;
use crate::server::Server;

/// Maximum bytes of a request.
const MAX_BYTES: usize = 64 << 10;
/// Maximum bytes of a record. Long ones with comments have some hundred kilobytes.
const MAX_RECORD_BYTES: usize = 8 << 20;

type ServerState = State<Arc<Server>>;

/// Returns all routes, each with the prefix.
pub(crate) fn routes(prefix: &str, others_connect: bool, server: Arc<Server>) -> Router {
    let at = |path: &str| format!("{prefix}/{path}");
    let mut router = Router::new()
        .route(&at("api/events"), get(events))
        .route(&at("api/state"), get(state))
        .route(&at("api/do"), post(request))
        .route(&at("api/position"), get(position))
        .route(&at("api/variations"), get(variations))
        .route(&at("api/view"), get(view))
        .route(&at("api/point"), get(point))
        .route(&at("api/answer"), get(answer_question))
        .route(&at("api/candidates"), get(candidates))
        .route(&at("api/values"), get(values).post(change))
        .route(&at("values.db"), get(changed_patterns))
        .route(
            &at("api/record"),
            post(load).layer(DefaultBodyLimit::max(MAX_RECORD_BYTES)),
        )
        .route(&at("game.sgf"), get(record))
        .route(&at("review.html"), get(review));
    for asset in ASSETS {
        let answer = || async { ([(header::CONTENT_TYPE, asset.media)], asset.text) };
        router = router.route(&at(asset.name), get(answer));
    }
    router
        .fallback(|| async { Refusal::with(StatusCode::NOT_FOUND, "there is nothing at this address") })
        .method_not_allowed_fallback(|| async {
            Refusal::with(
                StatusCode::METHOD_NOT_ALLOWED,
                "this address takes another method",
            )
        })
        .layer(DefaultBodyLimit::max(MAX_BYTES))
        .layer(middleware::from_fn(move |request, next| {
            guard(others_connect, request, next)
        }))
        .with_state(server)
}

/// Runs long work, or work that waits for it, in a thread of its own.
async fn work<R: Send + 'static>(
    work: impl FnOnce() -> Result<R, Refusal> + Send + 'static,
) -> Result<R, Refusal> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        let message = "internal error; the game continues without this answer";
        Err(Refusal::with(StatusCode::INTERNAL_SERVER_ERROR, message))
    })
}

async fn answer(made: impl FnOnce() -> Result<Json, Refusal> + Send + 'static) -> Result<Response, Refusal> {
    work(made).await.map(|json| as_json(json.to_string()))
}

fn as_json(text: String) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Returns a file to save.
fn as_file(name: &str, media: &'static str, text: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, media.to_owned()),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    (headers, text).into_response()
}

async fn events(State(server): ServerState) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let states = server
        .states()
        .take_while(Option::is_some)
        .filter_map(|state| state.map(|state| Ok(Event::default().data(&*state))));
    Sse::new(states).keep_alive(KeepAlive::default())
}

async fn state(State(server): ServerState) -> Response {
    as_json(server.state().to_string())
}

async fn request(State(server): ServerState, Body(request): Body<GameRequest>) -> Result<Response, Refusal> {
    answer(move || server.handle(request)).await
}

async fn position(State(server): ServerState, Params(at): Params<At>) -> Result<Response, Refusal> {
    answer(move || server.position(&at)).await
}

async fn variations(State(server): ServerState) -> Response {
    as_json(server.variations().to_string())
}

async fn view(State(server): ServerState, Params(options): Params<ViewOptions>) -> Result<Response, Refusal> {
    answer(move || server.view(&options)).await
}

/// Parameters of a point in a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointAt {
    moves: usize,
    #[serde(default)]
    tried: String,
    point: String,
}

async fn point(State(server): ServerState, Params(at): Params<PointAt>) -> Result<Response, Refusal> {
    let PointAt { moves, tried, point } = at;
    answer(move || server.point(&At { moves, tried }, &point)).await
}

async fn candidates(State(server): ServerState, Params(at): Params<At>) -> Result<Response, Refusal> {
    answer(move || server.candidates(&at)).await
}

/// A question about a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionAt {
    moves: usize,
    #[serde(default)]
    tried: String,
    about: Question,
}

async fn answer_question(
    State(server): ServerState,
    Params(at): Params<QuestionAt>,
) -> Result<Response, Refusal> {
    let QuestionAt { moves, tried, about } = at;
    answer(move || server.answer(&At { moves, tried }, about)).await
}

async fn values(State(server): ServerState, Params(at): Params<At>) -> Result<Response, Refusal> {
    answer(move || server.values(&at)).await
}

/// A change of a value such as `Hane=60`, or `None` to revert all.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeRequest {
    change: Option<String>,
    moves: usize,
    #[serde(default)]
    tried: String,
}

async fn change(State(server): ServerState, Body(request): Body<ChangeRequest>) -> Result<Response, Refusal> {
    answer(move || {
        server.change(request.change.as_deref())?;
        server.values(&At {
            moves: request.moves,
            tried: request.tried,
        })
    })
    .await
}

async fn changed_patterns(State(server): ServerState) -> Result<Response, Refusal> {
    let text = work(move || server.changed_patterns()).await?;
    Ok(as_file("values.db", "text/plain; charset=utf-8", text))
}

async fn load(State(server): ServerState, RecordBody(record): RecordBody) -> Result<Response, Refusal> {
    answer(move || server.load(&record)).await
}

async fn record(State(server): ServerState) -> Result<Response, Refusal> {
    let text = work(move || Ok(server.record())).await?;
    Ok(as_file("game.sgf", "application/x-go-sgf; charset=utf-8", text))
}

/// Policy of the review, which has its scripts within it and may load nothing.
const REVIEW_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads";

/// A person opens this address, so that its refusal is a page.
async fn review(State(server): ServerState) -> Result<Response, Refusal> {
    let page = work(move || Ok(server.review_page())).await?;
    let media = (header::CONTENT_TYPE, "text/html; charset=utf-8");
    Ok(match page {
        Some(page) => {
            let policy = (header::CONTENT_SECURITY_POLICY, REVIEW_POLICY);
            ([media, policy], page.to_string()).into_response()
        }
        None => (StatusCode::NOT_FOUND, [media], NO_REVIEW).into_response(),
    })
}
