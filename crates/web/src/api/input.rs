// SPDX-License-Identifier: MIT OR Apache-2.0

//! Bodies and parameters of requests. Invalid ones are refused like all other requests.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use crate::error::Refusal;

/// A body in JSON. It must have that media type, which forms of other pages cannot send.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        check_media(request.headers(), "application/json")?;
        let bytes = bytes(request, state).await?;
        let value = serde_json::from_slice(&bytes)
            .map_err(|error| Refusal::bad(format!("the body is invalid: {error}")))?;
        Ok(Self(value))
    }
}

/// A record in SGF.
#[derive(Debug)]
pub(crate) struct RecordBody(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for RecordBody {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        check_media(request.headers(), "application/x-go-sgf")?;
        bytes(request, state).await.map(Self)
    }
}

async fn bytes<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Refusal> {
    let bytes = Bytes::from_request(request, state).await;
    bytes.map_err(|error| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::with(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large")
        }
        status => Refusal::with(status, error.body_text()),
    })
}

fn check_media(headers: &HeaderMap, expected: &str) -> Result<(), Refusal> {
    let media = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let media = media
        .and_then(|media| media.split(';').next())
        .unwrap_or_default();
    match media.trim().eq_ignore_ascii_case(expected) {
        true => Ok(()),
        false => Err(Refusal::with(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            format!("the header Content-Type must be {expected}"),
        )),
    }
}

/// The query parameters of a URL.
#[derive(Debug)]
pub(crate) struct Params<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        match Query::try_from_uri(&parts.uri) {
            Ok(Query(value)) => Ok(Self(value)),
            Err(error) => Err(Refusal::bad(error.body_text())),
        }
    }
}
