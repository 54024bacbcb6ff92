// SPDX-License-Identifier: MIT OR Apache-2.0

//! Sessions of GTP.

use std::io;
use std::sync::LazyLock;

use katachi_engine::Engine;
use katachi_engine::play::Settings;
use katachi_engine::search::SearchSettings;
use katachi_gtp::{Files, Request, Session};
use katachi_rules::{BoardSize, Game, Rules};

use crate::twins::agree::strings_agree;

/// Lines of a session that are answered.
const MAX_LINES: usize = 16;
/// Longest side of a board; larger ones take too long.
const MAX_SIDE: u64 = 9;
/// Largest number of visits, seconds and the like.
const MAX_EFFORT: u64 = 20;

/// Two records and no others; nothing can be written.
pub(crate) struct FixedFiles;

impl Files for FixedFiles {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        match path {
            "a" => Ok(b"(;SZ[5]KM[2.5]RU[AGA];B[cc];W[dd];B[])".to_vec()),
            "b" => Ok(b"(;SZ[7:6]HA[2]AB[bb][ff]PL[W];W[cc];B[dd](;W[ee])(;W[aa]))".to_vec()),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn write(&self, _: &str, _: &str) -> io::Result<()> {
        Err(io::ErrorKind::StorageFull.into())
    }
}

static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
    Engine::new(Settings {
        // Without a number the visits are those of the weakest level, which has its own way to a move.
        search: Some(SearchSettings {
            memory: 8,
            ..SearchSettings::default()
        }),
        ..super::settings(1)
    })
});

/// Sends lines to a session on a small board. Each command gets one well-formed reply with its number, other
/// lines get none, and the board stays that of a flood.
pub fn gtp(bytes: &[u8]) {
    let game = Game::new(BoardSize::square(5), Rules::CHINESE, 7.5);
    let mut session = Session::with_files(ENGINE.clone(), game, FixedFiles);
    for line in bytes.split(|&byte| byte == b'\n').take(MAX_LINES) {
        let line = String::from_utf8_lossy(line);
        if takes_long(&line) {
            continue;
        }
        answer(&mut session, &line);
        strings_agree(session.game().board());
        session.game().board().check_consistency();
        if session.has_quit() {
            break;
        }
    }
}

/// Sends a line and checks the form of the reply.
pub(crate) fn answer(session: &mut Session, line: &str) {
    let (request, reply) = (Request::parse(line), session.answer(line));
    let (Some(request), Some(reply)) = (&request, &reply) else {
        assert_eq!(
            request.is_some(),
            reply.is_some(),
            "a command has one reply: {line:?}"
        );
        return;
    };
    let text = reply.to_string();
    let number = request.id.map_or(String::new(), |id| id.to_string());
    let begins = ['=', '?'].map(|sign| format!("{sign}{number}"));
    assert!(
        begins.iter().any(|head| text.starts_with(head)),
        "{line:?}: {text:?}"
    );
    assert!(text.ends_with("\n\n"), "{line:?}: {text:?}");
    assert_eq!(text.matches("\n\n").count(), 1, "{line:?}: {text:?}");
}

/// Does the line ask for large boards or long searches?
fn takes_long(line: &str) -> bool {
    let Some(Request { name, arguments, .. }) = Request::parse(line) else {
        return false;
    };
    let numbers = arguments.split(|c: char| !c.is_ascii_digit());
    let largest = numbers.filter(|digits| !digits.is_empty());
    let largest = largest
        .map(|digits| digits.parse().unwrap_or(u64::MAX))
        .max()
        .unwrap_or(0);
    match name.as_str() {
        "boardsize" | "rectangular_boardsize" => (MAX_SIDE + 1..=25).contains(&largest),
        "kata-set-param" | "kata-set-params" | "kata-benchmark" => largest > MAX_EFFORT,
        // The search of a level follows from its number.
        "level" => largest > 3,
        "increase_depths" => true,
        _ => false,
    }
}
