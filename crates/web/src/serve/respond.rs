// SPDX-License-Identifier: MIT OR Apache-2.0

//! The response to one request: a file of the page, the stream of states, or an answer of the server.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited, StreamBody};
use hyper::body::{Frame, Incoming};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::WatchStream;

use super::guard;
use super::questions::Questions;
use crate::analyst::Stop;
use crate::assets::ASSETS;
use crate::error::Refusal;
use crate::routes::{self, Answer, Route};
use crate::server::Server;

/// Maximum time for the body of a request.
const BODY_TIME: Duration = Duration::from_secs(20);
/// Interval of comments in a stream of states, by which a lost connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

type Body = UnsyncBoxBody<Bytes, Infallible>;

/// The server as other programs see it.
#[derive(Debug)]
pub(super) struct Site {
    /// Prefix of all paths: empty, or a slash and the token.
    pub(super) prefix: String,
    /// Can other machines connect?
    pub(super) is_public: bool,
    pub(super) server: Arc<Server>,
    pub(super) questions: Questions,
}

impl Site {
    /// Responds to a request.
    pub(super) async fn respond(&self, request: Request<Incoming>) -> Response<Body> {
        let is_opened = is_opened(&request);
        let mut response = match self.checked(request).await {
            Ok(response) => response,
            Err(refusal) if is_opened => whole(refusal.into_page()),
            Err(refusal) => whole(refusal.into_answer()),
        };
        guard::add_headers(response.headers_mut());
        response
    }

    async fn checked(&self, request: Request<Incoming>) -> Result<Response<Body>, Refusal> {
        let path = request
            .uri()
            .path()
            .strip_prefix(&self.prefix)
            .unwrap_or_default();
        guard::check(&request, path, self.is_public)
            .map_err(|message| Refusal::with(StatusCode::FORBIDDEN, message))?;
        match path {
            "/api/events" if request.method() == Method::GET => Ok(self.events()),
            _ => self.answer(request).await.map(whole),
        }
    }

    async fn answer(&self, request: Request<Incoming>) -> Result<Answer, Refusal> {
        let (head, body) = request.into_parts();
        let path = head.uri.path().strip_prefix(&self.prefix).unwrap_or_default();
        let is_read = matches!(head.method, Method::GET | Method::HEAD);
        let asset = ASSETS
            .iter()
            .find(|asset| path.strip_prefix('/') == Some(asset.name));
        match asset {
            Some(asset) if is_read => return Ok(routes::text(asset.media, asset.text)),
            Some(_) => return Err(routes::other_method()),
            None => {}
        }
        let route = Route::find(&head.method, path)?;
        route.check_media(&head.headers)?;
        let body = read(body, route.max_bytes).await?;
        let query = head.uri.query().unwrap_or_default().to_owned();
        let turn = match route.is_question {
            true => Some(self.questions.turn().await.ok_or_else(busy)?),
            false => None,
        };
        // The turn ends with this future: when the answer is there, or when the page has gone.
        let stop = turn.as_ref().map_or_else(Stop::default, |turn| turn.stop());
        let server = Arc::clone(&self.server);
        let work = move || route.answer(&server, &query, &body, &stop);
        tokio::task::spawn_blocking(work).await.map_err(|_| {
            let message = "internal error; the game continues without this answer";
            Refusal::with(StatusCode::INTERNAL_SERVER_ERROR, message)
        })
    }

    /// Returns the stream of states as server-sent events. Source: WHATWG, HTML, section 9.2.
    fn events(&self) -> Response<Body> {
        let states = WatchStream::new(self.server.news())
            .take_while(Option::is_some)
            .timeout_repeating(tokio::time::interval(KEEP_ALIVE))
            .map(|state| match state {
                Ok(state) => format!("data: {}\n\n", state.unwrap_or_default()),
                Err(_) => ":\n\n".to_owned(),
            });
        let frames = states.map(|text| Ok(Frame::data(Bytes::from(text))));
        let mut response = Response::new(StreamBody::new(frames).boxed_unsync());
        let media = header::HeaderValue::from_static("text/event-stream");
        response.headers_mut().insert(header::CONTENT_TYPE, media);
        response
    }
}

/// Returns whether a person has opened the address, so that a page answers best.
fn is_opened(request: &Request<Incoming>) -> bool {
    let accepted = request.headers().get(header::ACCEPT);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.starts_with("text/html"))
}

/// Too many questions wait.
fn busy() -> Refusal {
    let message = "too many questions wait for an answer; try again in a moment";
    Refusal::with(StatusCode::SERVICE_UNAVAILABLE, message)
}

/// Reads a body.
async fn read(body: Incoming, max_bytes: usize) -> Result<Vec<u8>, Refusal> {
    let read = tokio::time::timeout(BODY_TIME, Limited::new(body, max_bytes).collect()).await;
    let Ok(read) = read else {
        return Err(Refusal::with(
            StatusCode::REQUEST_TIMEOUT,
            "the body did not come in time",
        ));
    };
    let body = read.map_err(|error| match error.is::<LengthLimitError>() {
        true => Refusal::with(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large"),
        false => Refusal::bad(format!("the body cannot be read: {error}")),
    })?;
    Ok(body.to_bytes().to_vec())
}

fn whole(answer: Answer) -> Response<Body> {
    answer.map(|text| Full::new(Bytes::from(text.into_owned())).boxed_unsync())
}
