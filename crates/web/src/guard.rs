// SPDX-License-Identifier: MIT OR Apache-2.0

//! Access control. Any page on the web can make a browser send requests to a server on the same machine. Each
//! request is therefore checked:
//!
//! - `Host` must name this machine, as other names can be made to point here (DNS rebinding);
//! - `Origin`, where a browser sends it, must be this server, as other pages send requests too (CSRF);
//! - the address begins with a token if other machines can reach the server.
//!
//! Headers of the answers restrict the page to resources of this server, and forbid other pages to embed it.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

/// Headers of each answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Refuses requests that are not from our own page, and adds the headers to every answer.
pub(crate) async fn guard(listens_to_all: bool, request: Request, next: Next) -> Response {
    let mut response = match check(request.headers(), listens_to_all) {
        Ok(()) => next.run(request).await,
        Err(message) => Refusal::with(StatusCode::FORBIDDEN, message).into_response(),
    };
    for (name, value) in HEADERS {
        // A page may have a policy of its own.
        let headers = response.headers_mut();
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

fn check(headers: &HeaderMap, listens_to_all: bool) -> Result<(), &'static str> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(header::HOST).unwrap_or_default();
    if !is_allowed(host, listens_to_all) {
        return Err("the header Host names another machine: use the address that was printed at the start");
    }
    let origin = text(header::ORIGIN);
    if origin.is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
        return Err("the request comes from a page of another server");
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let is_opened = text(HeaderName::from_static("sec-fetch-mode")) == Some("navigate");
    match site {
        Some("cross-site" | "same-site") if !is_opened => {
            Err("the request comes from a page of another server")
        }
        _ => Ok(()),
    }
}

/// Returns whether the host is this machine. If other machines may connect, any numeric address is accepted,
/// as only names can be made to point elsewhere.
fn is_allowed(host: &str, listens_to_all: bool) -> bool {
    let name = without_port(host);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse();
    match address {
        Ok::<IpAddr, _>(address) => listens_to_all || address.is_loopback(),
        Err(_) => name.eq_ignore_ascii_case("localhost"),
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !port.is_empty() => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(headers: &[(&'static str, &'static str)], listens_to_all: bool) -> bool {
        let headers = headers
            .iter()
            .map(|&(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        check(&headers.collect(), listens_to_all).is_err()
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in [
            "localhost:8000",
            "LOCALHOST",
            "127.0.0.1:1",
            "127.0.0.2",
            "[::1]:80",
        ] {
            assert!(!refused(&[("host", host)], false), "{host}");
        }
        for host in [
            "",
            "go.example:8000",
            "192.168.1.7:8000",
            "localhost.example",
            "127.0.0.1.example",
            "[::2]:80",
        ] {
            assert!(refused(&[("host", host)], false), "{host}");
        }
        assert!(!refused(&[("host", "192.168.1.7:8000")], true));
        assert!(
            refused(&[("host", "go.example:8000")], true),
            "a name can be turned"
        );
        assert!(refused(&[], true));
    }

    #[test]
    fn a_request_of_another_page_is_refused() {
        let host = ("host", "127.0.0.1:8000");
        assert!(!refused(&[host, ("origin", "http://127.0.0.1:8000")], false));
        for origin in [
            "http://127.0.0.1:8001",
            "http://localhost:8000",
            "https://127.0.0.1:8000",
            "http://go.example",
            "null",
            "",
        ] {
            assert!(refused(&[host, ("origin", origin)], false), "{origin}");
        }
        let embedded = [
            host,
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "no-cors"),
        ];
        assert!(refused(&embedded, false));
        let link = [
            host,
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
        ];
        assert!(!refused(&link, false), "a link to the page may be followed");
    }
}
