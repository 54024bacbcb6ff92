// SPDX-License-Identifier: MIT OR Apache-2.0

//! Access control. Any page on the web can make a browser send requests to a server on the same machine. Each
//! request is therefore checked:
//!
//! - `Host` must name this machine, once, as other names can be made to point here (DNS rebinding);
//! - `Origin`, where a browser sends it, must be this server, as other pages send requests too (CSRF); a link
//!   of theirs may open the page itself and nothing else;
//! - the address begins with a token if other machines can reach the server.
//!
//! Headers of the answers restrict the page to resources of this server, and forbid other pages to embed it.

use std::net::IpAddr;

use http::{HeaderMap, HeaderName, HeaderValue, Request, header};

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

pub(super) fn add_headers(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        // A page may have a policy of its own.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

/// Refuses requests that are not from our own page. `path` is without the token.
pub(super) fn check<B>(request: &Request<B>, path: &str, listens_to_all: bool) -> Result<(), &'static str> {
    let headers = request.headers();
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(header::HOST).unwrap_or_default();
    let named = request.uri().authority();
    let names_other = named.is_some_and(|named| named.as_str() != host);
    if headers.get_all(header::HOST).iter().count() > 1 || names_other {
        return Err("the request names more than one host");
    }
    if !is_allowed(host, listens_to_all) {
        return Err("the header Host names another machine: use the address that was printed at the start");
    }
    let origin = text(header::ORIGIN);
    if origin.is_some_and(|origin| origin.strip_prefix("http://") != Some(host)) {
        return Err("the request comes from a page of another server");
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    match site {
        Some("cross-site" | "same-site") if !opens_page(request, path) => {
            Err("the request comes from a page of another server")
        }
        _ => Ok(()),
    }
}

/// Returns whether the person follows a link to the page, which starts no work.
fn opens_page<B>(request: &Request<B>, path: &str) -> bool {
    let is = |name, value: &str| {
        let header = request.headers().get(HeaderName::from_static(name));
        header.is_some_and(|found| found.as_bytes() == value.as_bytes())
    };
    path == "/" && is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document")
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
        refused_at("/", headers, listens_to_all)
    }

    fn refused_at(path: &str, headers: &[(&'static str, &'static str)], listens_to_all: bool) -> bool {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(()).expect("a valid request");
        let path = request.uri().path().to_owned();
        check(&request, &path, listens_to_all).is_err()
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
        let twice = [("host", "127.0.0.1:1"), ("host", "127.0.0.1:1")];
        assert!(refused(&twice, false), "one of two names may be another's");
        let elsewhere = refused_at("http://go.example/", &[("host", "127.0.0.1:1")], false);
        assert!(elsewhere, "the address names another machine than the header");
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
        let navigation = ("sec-fetch-mode", "navigate");
        let foreign = ("sec-fetch-site", "cross-site");
        let link = [host, foreign, navigation, ("sec-fetch-dest", "document")];
        assert!(!refused(&link, false), "a link to the page may be followed");
        let work = "/api/candidates?at=0";
        assert!(refused_at(work, &link, false), "a link starts no search");
        let frame = [host, foreign, navigation, ("sec-fetch-dest", "iframe")];
        assert!(refused(&frame, false), "a frame of another page is refused");
    }
}
