// SPDX-License-Identifier: MIT OR Apache-2.0

//! The response to one request: a file of the page, the stream of states, or an answer of the server.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited, StreamBody};
use hyper::body::{Frame, Incoming};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

use super::guard;
use super::places::{Places, Visit};
use super::waiting::{Waiting, in_room};
use crate::analyst::Stop;
use crate::answer::{self, Answer, Refusal};
use crate::assets::ASSETS;
use crate::routes::{self, Call, Route};
use crate::server::{Server, State};

/// Maximum time for the body of a request.
const BODY_TIME: Duration = Duration::from_secs(20);
/// Interval of comments in a stream of states, by which a lost connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);

/// Number of questions to the analyst that wait or are answered. Their searches take seconds.
pub(super) const MAX_QUESTIONS: usize = 256;
/// Number of questions that have a thread. One is searched; others may wait for a judge.
pub(super) const MAX_TURNS: usize = 4;

/// Parts of an event: the name of its field, a state, its end.
const PARTS: usize = 3;

type Body = UnsyncBoxBody<Bytes, Infallible>;

/// The server as other programs see it.
#[derive(Debug)]
pub(super) struct Site {
    /// Prefix of all paths: empty, or a slash and the token.
    pub(super) prefix: String,
    /// Whether other machines can connect.
    pub(super) is_public: bool,
    pub(super) server: Arc<Server>,
    pub(super) questions: Semaphore,
    pub(super) turns: Semaphore,
    pub(super) places: Places,
    pub(super) bodies: Waiting,
    /// Answers that wait for their readers, and states.
    pub(super) answers: Waiting,
}

impl Site {
    /// Responds to a request. The connection of a stranger ends with the response.
    pub(super) async fn respond(&self, request: Request<Incoming>, visit: &Arc<Visit>) -> Response<Body> {
        let is_opened = is_opened(&request);
        let mut response = match self.checked(request, visit).await {
            Ok(response) => response,
            Err(refusal) if is_opened => self.whole(refusal.into_page()),
            Err(refusal) => self.whole(refusal.into_answer()),
        };
        if !visit.has_place() {
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
        }
        guard::add_headers(response.headers_mut());
        response
    }

    async fn checked(
        &self,
        request: Request<Incoming>,
        visit: &Arc<Visit>,
    ) -> Result<Response<Body>, Refusal> {
        let path = request.uri().path().strip_prefix(&self.prefix);
        let path = path.ok_or_else(routes::nothing_there)?;
        guard::check(&request, path, self.is_public)
            .map_err(|message| Refusal::with(StatusCode::FORBIDDEN, message))?;
        self.places.take_place(visit).await;
        match path {
            "/api/events" if request.method() == Method::GET => Ok(self.events()),
            _ => self.answer(request).await.map(|answer| self.whole(answer)),
        }
    }

    async fn answer(&self, request: Request<Incoming>) -> Result<Answer, Refusal> {
        let (head, body) = request.into_parts();
        let path = head.uri.path().strip_prefix(&self.prefix).unwrap_or_default();
        let is_read = matches!(head.method, Method::GET | Method::HEAD);
        let asset = ASSETS
            .iter()
            .find(|(name, ..)| path.strip_prefix('/') == Some(*name));
        match asset {
            Some(&(_, media, text)) if is_read => return Ok(answer::text(media, text)),
            Some(_) => return Err(routes::other_method()),
            None => {}
        }
        let route = Route::find(&head.method, path)?;
        route.check_media(&head.headers)?;
        let _room = self.bodies.room(route.max_bytes).await;
        let body = read(body, route.max_bytes).await?;
        let query = head.uri.query().unwrap_or_default().to_owned();
        // A question waits without a thread, and ends with this future: when the answer is there, or when the
        // page has gone.
        let _turn = match route.is_question {
            true => {
                let place = self.questions.try_acquire().map_err(|_| busy())?;
                Some((place, self.turns.acquire().await))
            }
            false => None,
        };
        let stop = Stop::default();
        let _end = SetAtEnd(Stop::clone(&stop));
        let server = Arc::clone(&self.server);
        let work = move || {
            route.answer(&Call {
                server: &server,
                query: &query,
                body: &body,
                stop: &stop,
            })
        };
        tokio::task::spawn_blocking(work).await.map_err(|_| {
            let message = "internal error; the game continues without this answer";
            Refusal::with(StatusCode::INTERNAL_SERVER_ERROR, message)
        })
    }

    /// Returns the stream of states as server-sent events. Source: WHATWG, HTML, section 9.2.
    fn events(&self) -> Response<Body> {
        let (parts, taken) = mpsc::channel(PARTS);
        tokio::spawn(send_states(self.server.news(), self.answers.clone(), parts));
        let frames = ReceiverStream::new(taken).map(|part| Ok(Frame::data(part)));
        let mut response = Response::new(StreamBody::new(frames).boxed_unsync());
        let media = HeaderValue::from_static("text/event-stream");
        response.headers_mut().insert(header::CONTENT_TYPE, media);
        response
    }

    fn whole(&self, answer: Answer) -> Response<Body> {
        let (mut head, text) = answer.into_parts();
        let bytes = self.answers.try_bytes(text).unwrap_or_else(|| {
            head = Response::new(()).into_parts().0;
            head.status = StatusCode::SERVICE_UNAVAILABLE;
            Bytes::from_static(b"too many answers wait for their readers; try again in a moment")
        });
        Response::from_parts(head, Full::new(bytes).boxed_unsync())
    }
}

/// Sets a flag when it is dropped.
struct SetAtEnd(Stop);

impl Drop for SetAtEnd {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Sends states to one reader until the server or the reader ends. All readers share the bytes of a state. A
/// slow reader gets the newest one when it has taken the one before; those between are passed over.
async fn send_states(mut states: watch::Receiver<State>, answers: Waiting, parts: mpsc::Sender<Bytes>) {
    states.mark_changed();
    loop {
        let changed = tokio::select! {
            changed = tokio::time::timeout(KEEP_ALIVE, states.changed()) => changed,
            () = parts.closed() => return,
        };
        // Nothing is held while it waits.
        let Ok(mut slots) = parts.reserve_many(PARTS).await else {
            return;
        };
        let mut send = |part| {
            if let Some(slot) = slots.next() {
                slot.send(part);
            }
        };
        match changed {
            Ok(Ok(())) => {
                let size = states.borrow().as_deref().map_or(0, str::len);
                let room = answers.room(size).await;
                let state = states.borrow_and_update().clone();
                let Some(state) = state else { return };
                send(Bytes::from_static(b"data: "));
                send(in_room(state, room));
                send(Bytes::from_static(b"\n\n"));
            }
            Ok(Err(_)) => return,
            Err(_) => send(Bytes::from_static(b":\n\n")),
        }
    }
}

/// Returns whether a person has opened the address, so that a page answers best.
fn is_opened(request: &Request<Incoming>) -> bool {
    let accepted = request.headers().get(header::ACCEPT);
    let accepted = accepted.and_then(|accepted| accepted.to_str().ok());
    accepted.is_some_and(|accepted| accepted.starts_with("text/html"))
}

fn busy() -> Refusal {
    let message = "too many questions wait for an answer; try again in a moment";
    Refusal::with(StatusCode::SERVICE_UNAVAILABLE, message)
}

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
