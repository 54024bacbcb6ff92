// SPDX-License-Identifier: MIT OR Apache-2.0

//! Refusals of requests: a status of HTTP, and an object with a message.

use http::StatusCode;
use serde_json::json;

use crate::routes::{self, Answer};

/// A refusal.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
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

    /// A refusal with any status.
    pub(crate) fn with(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }

    /// Returns the refusal as an answer.
    pub(crate) fn into_answer(self) -> Answer {
        let body = json!({ "error": self.message }).to_string();
        let mut answer = routes::text("application/json", body);
        *answer.status_mut() = self.status;
        answer
    }
}
