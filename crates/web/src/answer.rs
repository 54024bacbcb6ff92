// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers to requests: texts, data, files and refusals. A refusal is a status of HTTP, and an object with a
//! message.

use std::borrow::Cow;

use http::{Response, StatusCode, header};
use serde::Serialize;

/// An answer: its status, headers, and text.
pub type Answer = Response<Cow<'static, str>>;

pub(crate) const JSON: &str = "application/json";

/// The page of a refusal. Its style is within it, as the address of the style has the token.
#[cfg(feature = "serve")]
const REFUSAL: &str = include_str!("../page/refusal.html");
#[cfg(feature = "serve")]
const REFUSAL_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Debug, Serialize)]
pub(crate) struct Refusal {
    #[serde(skip)]
    status: StatusCode,
    #[serde(rename = "error")]
    message: String,
}

/// An error of an exercise, in words.
impl From<anyhow::Error> for Refusal {
    fn from(error: anyhow::Error) -> Self {
        Self::conflict(format!("{error:#}"))
    }
}

impl Refusal {
    /// The request is invalid.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::with(StatusCode::BAD_REQUEST, message)
    }

    /// The request is impossible in the present state of the game.
    pub(crate) fn conflict(message: impl Into<String>) -> Self {
        Self::with(StatusCode::CONFLICT, message)
    }

    pub(crate) fn with(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    /// Returns the refusal as a page, for a person who has opened the address.
    #[cfg(feature = "serve")]
    pub(crate) fn into_page(self) -> Answer {
        let message = self.message.replace('&', "&amp;").replace('<', "&lt;");
        let page = REFUSAL.replace("{message}", &message);
        let mut answer = text("text/html; charset=utf-8", page);
        *answer.status_mut() = self.status;
        let policy = http::HeaderValue::from_static(REFUSAL_POLICY);
        let name = header::CONTENT_SECURITY_POLICY;
        answer.headers_mut().insert(name, policy);
        answer
    }

    pub(crate) fn into_answer(self) -> Answer {
        let mut answer = json(&self);
        *answer.status_mut() = self.status;
        answer
    }
}

/// Returns the answer to a request that cannot be read.
pub fn bad_request(message: impl Into<String>) -> Answer {
    Refusal::bad(message).into_answer()
}

pub(crate) fn text(media: &'static str, text: impl Into<Cow<'static, str>>) -> Answer {
    let mut answer = Response::new(text.into());
    let media = header::HeaderValue::from_static(media);
    answer.headers_mut().insert(header::CONTENT_TYPE, media);
    answer
}

pub(crate) fn json(value: impl Serialize) -> Answer {
    text(JSON, serde_json::to_string(&value).expect("it is data"))
}

pub(crate) fn file(media: &'static str, name: &str, content: String) -> Answer {
    let mut answer = text(media, content);
    if let Ok(value) = format!("attachment; filename=\"{name}\"").parse() {
        answer.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    answer
}
