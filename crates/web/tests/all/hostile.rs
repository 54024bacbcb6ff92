// SPDX-License-Identifier: MIT OR Apache-2.0

//! Hostile requests. Each gets a refusal with a message, and the game is unchanged.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use katachi_rules::sgf::MAX_MOVES;
use serde_json::json;

use crate::site::Site;
use crate::webdriver::http::{exchange, request};

const JSON: (&str, &str) = ("Content-Type", "application/json");

#[test]
fn other_hosts_and_origins_are_refused() {
    let site = Site::new(5);
    let host = site.address.to_string();
    let pass = json!({ "do": "type", "line": "pass", "moves": 0 }).to_string();
    let foreign = [("Host", "evil.example"), ("Origin", "http://evil.example")];
    for header in foreign {
        let answer = request(site.address, "POST", "/api/do", &[JSON, header], &pass);
        assert_eq!(answer.status, 403, "{header:?}");
        assert!(!answer.error().is_empty());
    }
    assert_eq!(site.state()["made"], 0);
    let own = format!("http://{host}");
    let answer = request(site.address, "POST", "/api/do", &[JSON, ("Origin", &own)], &pass);
    assert_eq!(answer.status, 200, "{}", answer.body);
}

#[test]
fn an_invalid_body_is_refused_with_its_fault() {
    let site = Site::new(5);
    let send = |body: &str| request(site.address, "POST", "/api/do", &[JSON], body);
    for body in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        r#"{"do":"explode"}"#,
        r#"{"do":"quiz","count":-1}"#,
        r#"{"do":"type"}"#,
        r#"{"do":"type","line":3,"moves":0}"#,
        r#"{"do":"type","line":"","moves":0}"#,
        r#"{"do":"type","line":"play Z99","moves":0}"#,
        r#"{"do":"type","line":"play C3","moves":-1}"#,
        r#"{"do":"type","line":"save! ../katachi.sgf","moves":0}"#,
        r#"{"do":"type","line":"load /etc/passwd","moves":0}"#,
        r#"{"do":"type","line":"LOAD /etc/passwd","moves":0}"#,
        r#"{"do":"type","line":"quit","moves":0}"#,
        r#"{"do":"new","size":"0","rules":"chinese","komi":null,"sides":"black","level":1}"#,
        r#"{"do":"new","size":"9","rules":"none","komi":null,"sides":"black","level":1}"#,
        r#"{"do":"new","size":"9","rules":"chinese","komi":1e30,"sides":"black","level":1}"#,
        r#"{"do":"new","size":"9","rules":"chinese","komi":null,"sides":"black","level":99}"#,
        r#"{"do":"new","size":"9","rules":"chinese","komi":null,"sides":"black","level":1,"time":"soon"}"#,
        &"[".repeat(10_000),
        "\u{0}\u{1}",
    ] {
        let answer = send(body);
        assert_eq!(answer.status, 400, "{body}");
        assert!(!answer.error().is_empty());
    }
    let form = [("Content-Type", "text/plain")];
    let answer = request(site.address, "POST", "/api/do", &form, r#"{"do":"review"}"#);
    assert_eq!(answer.status, 415, "a form of another page may send this type");
    assert_eq!(site.state()["made"], 0);
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let site = Site::new(5);
    let huge = format!(
        r#"{{"do":"type","line":"play {}","moves":0}}"#,
        "C".repeat(1 << 20)
    );
    let answer = request(site.address, "POST", "/api/do", &[JSON], &huge);
    assert_eq!(answer.status, 413);
    let record = format!("(;SZ[9]C[{}])", "x".repeat(9 << 20));
    assert_eq!(site.load(&record).status, 413);
    let large = format!("(;SZ[9]C[{}];B[ee])", "x".repeat(1 << 20));
    assert_eq!(site.load(&large).status, 200, "records have more than orders");
}

#[test]
fn an_invalid_record_leaves_the_game() {
    let site = Site::new(5);
    for record in ["", "a letter", "(;SZ[99])", "(;GM[2])"] {
        let answer = site.load(record);
        assert!((400..500).contains(&answer.status), "{record}: {answer:?}");
        assert!(!answer.error().is_empty());
    }
    assert_eq!(site.state()["position"]["width"], 5);
    assert_eq!(site.state()["sides"], "black", "it is still the person's game");
}

#[test]
fn nothing_but_the_routes_is_there() {
    let site = Site::new(5);
    let elsewhere = "/etc/passwd /../../etc/passwd /%2e%2e/%2e%2e/etc/passwd /..%2f..%2fetc%2fpasswd //etc/passwd \
        /style.css/../../Cargo.toml /api /api/ /index.html";
    for path in elsewhere.split(' ') {
        let answer = site.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.error().is_empty());
    }
    assert_eq!(site.get("/api/do").status, 405);
    assert_eq!(request(site.address, "DELETE", "/", &[], "").status, 405);
    let wrong = "position position?at=-1 position?at=1 position?at=99999999999999999999 point?at=0&point= \
        point?at=0&point=J10 view?at=0&map=none view?at=0&line=7 view?at=0&other=1";
    for question in wrong.split(' ') {
        let answer = site.get(&format!("/api/{question}"));
        assert_eq!(answer.status, 400, "{question}: {}", answer.body);
        assert!(!answer.error().is_empty());
    }
    for change in ["", "=", "No_such_pattern=3", "Hane", "Hane.value=x"] {
        let answer = site.post("/api/values", &json!({ "change": change, "at": "0" }));
        assert_eq!(answer.status, 400, "{change}");
    }
}

#[test]
fn invalid_http_is_answered_or_dropped_and_other_requests_are_served() {
    let site = Site::new(5);
    let answer = exchange(
        site.address,
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n",
    );
    assert!((400..500).contains(&answer.status), "{answer:?}");
    let answer = exchange(site.address, b"\x16\x03\x01\x02\x00\r\n\r\n");
    assert_eq!(answer.status, 400);
    assert_eq!(site.get("/").status, 200);
}

#[test]
fn every_answer_forbids_resources_from_elsewhere() {
    let site = Site::new(5);
    for path in ["/", "/main.js", "/api/state", "/nothing"] {
        let headers = site.get(path).headers;
        for expected in [
            "content-security-policy: default-src 'none';",
            "x-content-type-options: nosniff",
            "frame-ancestors 'none'",
        ] {
            assert!(headers.contains(expected), "{path}: {headers}");
        }
        assert!(!headers.contains("access-control-allow-origin"));
    }
    let page = site.get("/").body;
    assert!(
        !page.contains("http://")
            && !page.contains("https://")
            && !page.contains("<style")
            && !page.contains(" style=")
    );
}

#[test]
fn others_need_the_token() {
    let site = Site::at(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 5);
    let token = site.token();
    assert_eq!(token.len(), 32);
    assert_eq!(site.get("/").status, 404);
    assert_eq!(site.get("/api/state").status, 404);
    assert_eq!(site.get(&format!("/{token}/api/state")).status, 200);
    assert_eq!(site.get(&format!("/{}/api/state", "0".repeat(32))).status, 404);
    let named = request(
        site.address,
        "GET",
        &format!("/{token}/"),
        &[("Host", "evil.example")],
        "",
    );
    assert_eq!(named.status, 403);
}

/// Connects and sends bytes.
fn begun(address: SocketAddr, bytes: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("somebody listens there");
    stream.write_all(bytes.as_bytes()).expect("they can be sent");
    stream
}

/// Connects and asks for the states.
pub(crate) fn listening(address: SocketAddr) -> TcpStream {
    begun(address, &(asked(address, "/api/events") + "\r\n"))
}

/// The beginning of a request, up to its headers.
fn asked(address: SocketAddr, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n")
}

#[test]
fn questions_of_pages_that_have_gone_are_ended() {
    let site = Site::endless(5);
    let endless = asked(site.address, "/api/view?at=0&search=true") + "\r\n";
    let gone: Vec<TcpStream> = (0..300).map(|_| begun(site.address, &endless)).collect();
    assert_eq!(
        site.get("/api/position?at=0").status,
        200,
        "moves go on beside them"
    );
    let answer = site.get("/api/view?at=0&search=true");
    assert_eq!(answer.status, 503, "too many wait");
    assert!(answer.error().contains("try again"), "{}", answer.body);
    drop(gone);
    // Without an end of the searches nobody would ever answer this.
    let answer = (0..1000).find_map(|_| {
        thread::sleep(Duration::from_millis(20));
        let answer = site.get("/api/view?at=0&groups=true");
        (answer.status == 200).then_some(answer)
    });
    assert_eq!(answer.expect("an answer").json()["groups"], json!([]));
}

#[test]
fn a_stranger_is_told_to_go_and_takes_no_place_of_those_with_the_token() {
    let site = Site::at(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 5);
    let token = site.token();
    let events = asked(site.address, &format!("/{token}/api/events")) + "\r\n";
    let mut page = begun(site.address, &events);
    let mut state = [0; 1 << 16];
    assert!(page.read(&mut state).expect("a state comes at once") > 0);
    // Each waits for nothing, or for the answer to a request.
    let mut strangers = Vec::new();
    for request in [
        "",
        "GET / HTTP/1.1\r\nHost: ",
        &(asked(site.address, "/api/state") + "\r\n"),
    ] {
        strangers.extend((0..300).map(|_| begun(site.address, request)));
    }
    for mut refused in strangers.split_off(600) {
        let mut answer = String::new();
        // The connection ends, though the request says nothing of that.
        let _ = refused.read_to_string(&mut answer);
        assert!(
            answer.is_empty() || answer.contains("connection: close"),
            "{answer}"
        );
    }
    for (method, path) in [
        ("HEAD", "/"),
        ("OPTIONS", "*"),
        ("POST", "/api/record"),
        ("GET", "/api/events"),
    ] {
        let answer = request(site.address, method, path, &[], "");
        assert_eq!(answer.status, 404, "{method}: {answer:?}");
    }
    let pass = json!({ "do": "type", "line": "pass", "moves": 0 }).to_string();
    let played = request(site.address, "POST", &format!("/{token}/api/do"), &[JSON], &pass);
    assert_eq!(played.status, 200, "{}", played.body);
    assert!(page.read(&mut state).expect("the page hears of the move") > 0);
}

#[test]
fn a_record_with_too_many_moves_is_refused() {
    let site = Site::new(5);
    let passes = |count: usize| format!("(;SZ[9]{})", ";B[];W[]".repeat(count / 2));
    let answer = site.load(&passes(MAX_MOVES + 2));
    assert!((400..500).contains(&answer.status), "{answer:?}");
    assert!(
        answer.error().contains("more than the limit of"),
        "{}",
        answer.body
    );
    assert_eq!(site.load(&passes(800_000)).status, answer.status);
    assert_eq!(site.load(&passes(MAX_MOVES)).status, 200);
}

#[test]
fn readers_of_states_who_take_nothing_share_the_last_one() {
    let site = Site::new(5);
    let comment = |letter: &str| format!("(;SZ[9];B[ee]C[{}])", letter.repeat(7 << 20));
    let slow: Vec<TcpStream> = (0..200).map(|_| listening(site.address)).collect();
    for letter in ["a", "b", "c"] {
        assert_eq!(site.load(&comment(letter)).status, 200);
    }
    // Another one is still served, whatever waits for those.
    assert_eq!(site.get("/api/variations").status, 200);
    drop(slow);
    let mut reader = listening(site.address);
    let mut taken = 0;
    let mut part = vec![0; 1 << 20];
    while taken < 7 << 20 {
        let count = reader.read(&mut part).expect("the state comes");
        assert!(count > 0, "it ends after {taken} bytes");
        taken += count;
    }
}

#[test]
fn half_sent_requests_are_closed_and_others_are_served() {
    let site = Site::new(5);
    let half: Vec<TcpStream> = (0..600)
        .map(|_| begun(site.address, &asked(site.address, "/")))
        .collect();
    // More than the server has places: this waits until the half-sent ones are closed.
    assert_eq!(site.get("/api/state").status, 200);
    for mut stream in half.into_iter().take(3) {
        let mut rest = String::new();
        let _ = stream.read_to_string(&mut rest);
        assert!(rest.is_empty() || rest.contains(" 408 "), "{rest}");
    }
}

#[test]
fn two_hundred_pages_get_their_answers_and_one_of_them_plays_the_move() {
    let site = Site::new(5);
    let address = site.address;
    let pages: Vec<_> = (0..200)
        .map(|_| {
            let body = json!({ "do": "type", "line": "play C3", "moves": 0 }).to_string();
            thread::spawn(move || {
                let mut events = listening(address);
                let mut first = [0; 512];
                let count = events.read(&mut first).expect("a state comes at once");
                let view = request(address, "GET", "/api/view?at=0&groups=true", &[], "").status;
                let played = request(address, "POST", "/api/do", &[JSON], &body).status;
                (count > 0, view, played)
            })
        })
        .collect();
    let answers: Vec<_> = pages
        .into_iter()
        .map(|page| page.join().expect("no page fails"))
        .collect();
    assert!(answers.iter().all(|&(state, view, _)| state && view == 200));
    assert_eq!(answers.iter().filter(|answer| answer.2 == 200).count(), 1);
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.2)));
    site.until(|state| state["made"] == 2);
}
