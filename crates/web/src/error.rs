// SPDX-License-Identifier: MIT OR Apache-2.0

//! Refusals of requests: a status of HTTP, and an object with a message.

use http::StatusCode;
use serde::Serialize;

use crate::routes::{self, Answer};

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
        let mut answer = routes::text("text/html; charset=utf-8", page);
        *answer.status_mut() = self.status;
        let policy = http::HeaderValue::from_static(REFUSAL_POLICY);
        let name = http::header::CONTENT_SECURITY_POLICY;
        answer.headers_mut().insert(name, policy);
        answer
    }

    pub(crate) fn into_answer(self) -> Answer {
        let mut answer = routes::json(&self);
        *answer.status_mut() = self.status;
        answer
    }
}
