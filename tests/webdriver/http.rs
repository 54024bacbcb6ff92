// SPDX-License-Identifier: MIT OR Apache-2.0

//! As much of HTTP as tests need: one request, one answer, and a connection each.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value as Json;

/// Longer than anything that is asked for takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The lines of the headers, in small letters.
    pub(crate) headers: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The message of a refusal.
    #[track_caller]
    pub(crate) fn error(&self) -> String {
        let json = self.json();
        let message = json["error"].as_str();
        message.unwrap_or_else(|| panic!("no error: {self:?}")).to_owned()
    }
}

/// Sends bytes as they are, and reads until the answer is whole or the other side ends: not all servers close
/// when they are asked to.
pub(crate) fn exchange(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).expect("somebody listens there");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    // Who refuses a body need not read it.
    let _ = stream.write_all(bytes);
    let (mut answer, mut part) = (Vec::new(), [0; 1 << 16]);
    while !is_whole(&answer) {
        match stream.read(&mut part) {
            Ok(0) => break,
            // A read with a time limit is interrupted where the process is stopped and goes on.
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(_) => break,
            Ok(count) => answer.extend(&part[..count]),
        }
    }
    parsed(&answer)
}

/// Whether the answer has as many bytes as it says.
fn is_whole(answer: &[u8]) -> bool {
    let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else {
        return false;
    };
    let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
    let length = length.and_then(|length| length.trim().parse::<usize>().ok());
    length.is_some_and(|length| answer.len() >= end + 4 + length)
}

fn parsed(answer: &[u8]) -> Answer {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("no answer: {:?}", String::from_utf8_lossy(answer)));
    let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
    let (first, headers) = head.split_once("\r\n").unwrap_or((&head, ""));
    let status = first.split(' ').nth(1).and_then(|code| code.parse().ok());
    let rest = &answer[end + 4..];
    let body = match headers.contains("transfer-encoding: chunked") {
        true => unchunked(rest),
        false => rest.to_vec(),
    };
    Answer {
        status: status.expect("a status"),
        headers: headers.to_owned(),
        body: String::from_utf8_lossy(&body).into_owned(),
    }
}

fn unchunked(mut rest: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&rest[..end]).unwrap_or("0");
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || rest.len() < end + 2 + size {
            break;
        }
        body.extend(&rest[end + 2..end + 2 + size]);
        rest = rest.get(end + 2 + size + 2..).unwrap_or_default();
    }
    body
}

/// A request with these headers besides `Host`, which is the address.
pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let mut text = format!(
        "{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    let names_host = headers.iter().any(|(name, _)| *name == "Host");
    if !names_host {
        text += &format!("Host: {address}\r\n");
    }
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    text += "\r\n";
    exchange(address, (text + body).as_bytes())
}
