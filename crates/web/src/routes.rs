// SPDX-License-Identifier: MIT OR Apache-2.0

//! The routes: what the page and its server say to each other, whatever carries it.
//!
//! | route | what it does |
//! |---|---|
//! | `GET api/state` | the state of the game |
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
//!
//! New states reach the page without a request: see [`Server::news`].

use std::sync::Arc;

use http::{HeaderMap, Method, Request, StatusCode, header};
use katachi_answers::{Question, advise};
use katachi_rules::Game;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::advice::Answered;
use crate::analyst::{Analyst, Stop, ViewOptions};
use crate::answer::{Answer, JSON, Refusal, file, json, text};
use crate::assets::NO_REVIEW;
use crate::request::{At, parse_point};
use crate::server::Server;
use crate::state::{self, Variations};

/// Maximum bytes of a request.
const MAX_BYTES: usize = 64 << 10;
/// Maximum bytes of a record. Long ones with comments have some hundred kilobytes.
const MAX_RECORD_BYTES: usize = 8 << 20;

const SGF: &str = "application/x-go-sgf";

/// Policy of the review, which has its scripts within it and may load nothing.
const REVIEW_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-downloads";

/// A request for a route, with its parameters and its body.
pub(crate) struct Call<'a> {
    pub(crate) server: &'a Arc<Server>,
    pub(crate) query: &'a str,
    pub(crate) body: &'a [u8],
    /// Ends a question when it is set.
    pub(crate) stop: &'a Stop,
}

type Work = fn(&Call<'_>) -> Result<Answer, Refusal>;

/// An address with a method, and the work that answers there.
pub(crate) struct Route {
    method: &'static str,
    path: &'static str,
    /// Media type of the body. Forms of other pages cannot send these.
    media: Option<&'static str>,
    /// Maximum bytes of the body.
    #[cfg_attr(not(feature = "serve"), expect(dead_code))]
    pub(crate) max_bytes: usize,
    /// The analyst answers, whose searches take long.
    #[cfg_attr(not(feature = "serve"), expect(dead_code))]
    pub(crate) is_question: bool,
    work: Work,
}

const ROUTES: &[Route] = &[
    get("api/state", |call| {
        Ok(text(JSON, state::text(&call.server.shared()).to_string()))
    }),
    post("api/do", JSON, |call| Ok(json(call.server.handle(call.json()?)?))),
    get("api/position", |call| {
        Ok(json(call.server.position(&call.position()?)?))
    }),
    get("api/variations", |call| {
        Ok(json(Variations::new(call.server.shared().play.variations())))
    }),
    question("api/view", |call| {
        let options: ViewOptions = call.parameters()?;
        call.analyst(&options.at, |analyst, game| {
            Ok(json(analyst.view(game, &options)?))
        })
    }),
    question("api/point", |call| {
        let PointAt { at, point } = call.parameters()?;
        call.analyst(&at, |analyst, game| {
            Ok(json(analyst.point(game, parse_point(game, &point)?)))
        })
    }),
    question("api/answer", advised),
    question("api/candidates", |call| {
        call.analyst(&call.position()?, |analyst, game| {
            Ok(json(analyst.candidates(game)))
        })
    }),
    question("api/values", |call| {
        call.analyst(&call.position()?, |analyst, game| Ok(json(analyst.values(game))))
    }),
    Route {
        is_question: true,
        ..post("api/values", JSON, |call| {
            let ChangeRequest { change, at } = call.json()?;
            call.server.change(change.as_deref())?;
            call.analyst(&at, |analyst, game| Ok(json(analyst.values(game))))
        })
    },
    question("values.db", |call| {
        Ok(file(
            "text/plain; charset=utf-8",
            "values.db",
            call.server.analyst().values.text(),
        ))
    }),
    Route {
        max_bytes: MAX_RECORD_BYTES,
        ..post("api/record", SGF, |call| Ok(json(call.server.load(call.body)?)))
    },
    get("game.sgf", |call| {
        Ok(file(
            "application/x-go-sgf; charset=utf-8",
            "game.sgf",
            call.server.shared().play.tree().to_sgf(),
        ))
    }),
    get("review.html", |call| Ok(review(call.server))),
];

const fn get(path: &'static str, work: Work) -> Route {
    Route {
        method: "GET",
        path,
        media: None,
        max_bytes: MAX_BYTES,
        is_question: false,
        work,
    }
}

const fn question(path: &'static str, work: Work) -> Route {
    Route {
        is_question: true,
        ..get(path, work)
    }
}

const fn post(path: &'static str, media: &'static str, work: Work) -> Route {
    Route {
        method: "POST",
        media: Some(media),
        ..get(path, work)
    }
}

impl Route {
    /// Returns the route of a method and a path, which begins with a slash. `HEAD` is answered as `GET`.
    pub(crate) fn find(method: &Method, path: &str) -> Result<&'static Self, Refusal> {
        let path = path.trim_start_matches('/');
        let method = match method.as_str() {
            "HEAD" => "GET",
            other => other,
        };
        let here: Vec<&Self> = ROUTES.iter().filter(|route| route.path == path).collect();
        if here.is_empty() {
            return Err(nothing_there());
        }
        let found = here.into_iter().find(|route| route.method == method);
        found.ok_or_else(other_method)
    }

    /// Refuses a request whose headers name another media type than that of the route.
    pub(crate) fn check_media(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(expected) = self.media else { return Ok(()) };
        let media = headers.get(header::CONTENT_TYPE);
        let media = media.and_then(|value| value.to_str().ok()).unwrap_or_default();
        let media = media.split(';').next().unwrap_or_default();
        match media.trim().eq_ignore_ascii_case(expected) {
            true => Ok(()),
            false => Err(Refusal::with(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                format!("the header Content-Type must be {expected}"),
            )),
        }
    }

    pub(crate) fn answer(&self, call: &Call<'_>) -> Answer {
        (self.work)(call).unwrap_or_else(Refusal::into_answer)
    }
}

impl Server {
    /// Answers a request of the page, such as `GET /api/state`. Takes as long as the engine needs: seconds
    /// for a hint.
    pub fn answer(self: &Arc<Self>, request: &Request<Vec<u8>>) -> Answer {
        let route = Route::find(request.method(), request.uri().path());
        match route.and_then(|route| route.check_media(request.headers()).map(|()| route)) {
            Ok(route) => route.answer(&Call {
                server: self,
                query: request.uri().query().unwrap_or_default(),
                body: request.body(),
                stop: &Stop::default(),
            }),
            Err(refusal) => refusal.into_answer(),
        }
    }
}

impl Call<'_> {
    fn parameters<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_urlencoded::from_str(self.query)
            .map_err(|error| Refusal::bad(format!("the parameters are invalid: {error}")))
    }

    fn position(&self) -> Result<At, Refusal> {
        self.parameters().map(|PositionAt { at }| at)
    }

    fn json<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        serde_json::from_slice(self.body)
            .map_err(|error| Refusal::bad(format!("the body is invalid: {error}")))
    }

    /// What the analyst says of a position.
    fn analyst(
        &self,
        at: &At,
        answer: impl FnOnce(&mut Analyst, &Game) -> Result<Answer, Refusal>,
    ) -> Result<Answer, Refusal> {
        let game = self.server.game_at(at)?;
        self.server
            .with_analyst(self.stop, |analyst| answer(analyst, &game))
    }
}

/// There is nothing at the address, or its token is not that of this server.
pub(crate) fn nothing_there() -> Refusal {
    Refusal::with(StatusCode::NOT_FOUND, "there is nothing at this address")
}

/// The address is there for another method.
pub(crate) fn other_method() -> Refusal {
    Refusal::with(
        StatusCode::METHOD_NOT_ALLOWED,
        "this address takes another method",
    )
}

/// Answers a question about a position, with the values of the judge where the game has one.
fn advised(call: &Call<'_>) -> Result<Answer, Refusal> {
    let (server, QuestionAt { at, about }) = (call.server, call.parameters()?);
    let game = server.game_at(&at)?;
    // Others may use the analyst while the judge starts or thinks.
    let judged = server.judged(&game, about, call.stop);
    let advice = server.with_analyst(call.stop, |analyst| {
        let judged = judged.as_ref().ok().and_then(Option::as_ref);
        let advice = advise(&mut analyst.player, &game, about, judged);
        advice.ok_or_else(|| Refusal::conflict("No move leads to this position"))
    })?;
    // Katachi has not made a move that a person tries.
    let level_note = match at.has_tried() {
        true => String::new(),
        false => server.shared().play.level_note(&game),
    };
    let mut text = advice.in_dialogue(about, &level_note);
    if let Err(failed) = judged {
        text = format!("{failed} {text}");
    }
    Ok(json(Answered::new(&advice, about, text)))
}

/// A person opens this address, so that its refusal is a page.
fn review(server: &Server) -> Answer {
    const MEDIA: &str = "text/html; charset=utf-8";
    let page = server.shared().review.made.as_ref().map(|made| made.page.clone());
    let Some(page) = page else {
        let mut answer = text(MEDIA, NO_REVIEW);
        *answer.status_mut() = StatusCode::NOT_FOUND;
        return answer;
    };
    let mut answer = text(MEDIA, page);
    let policy = header::HeaderValue::from_static(REVIEW_POLICY);
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    answer
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionAt {
    at: At,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PointAt {
    at: At,
    point: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionAt {
    at: At,
    about: Question,
}

/// A change of a value such as `Hane=60`, or `None` to revert all.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeRequest {
    change: Option<String>,
    at: At,
}
