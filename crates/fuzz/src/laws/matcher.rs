// SPDX-License-Identifier: MIT OR Apache-2.0

//! The fast matcher of patterns against a plain one.

use std::sync::LazyLock;

use katachi_engine::matcher::{Match, Matcher};
use katachi_engine::{Engine, Settings};
use katachi_rules::{Board, Color};
use mkpat::{Database, Input, Options, Source, compile};

use crate::bytes::Plan;
use crate::twins::matcher::Plain;

/// A database with both matchers.
struct Twins {
    fast: Matcher,
    plain: Plain,
}

impl Twins {
    fn new(database: &Database) -> Self {
        Self {
            fast: Matcher::new(database),
            plain: Plain::new(database),
        }
    }

    fn check(&self, board: &Board) {
        for color in Color::BOTH {
            let found: Vec<Match> = self.fast.matches(board, color);
            let expected = self.plain.matches(board, color);
            assert!(
                found == expected,
                "for {color} on\n{board}\n{found:?}\n{expected:?}"
            );
        }
    }
}

/// The built-in patterns.
static BUILT_IN: LazyLock<Twins> = LazyLock::new(|| Twins::new(Engine::new(Settings::default()).database()));

/// Ends the patterns of an input; a game follows.
const END: &[u8] = b"\n==\n";

/// Plays the game in the bytes after the line `==`, and matches the patterns before that line. Without that
/// line the patterns are the built-in ones.
pub fn matcher(bytes: &[u8]) {
    let end = bytes.windows(END.len()).position(|part| part == END);
    let Some(end) = end else {
        BUILT_IN.check(Plan::new(bytes, 9).game().board());
        return;
    };
    let text = String::from_utf8_lossy(&bytes[..end]);
    let options = Options {
        helpers: Some(Vec::new()),
        allow_unknown_helpers: true,
        ..Options::default()
    };
    let compiled = compile(&[Source::new("any.db", text).with_input(Input::Moves)], &options);
    if !compiled.has_errors() {
        let board = Plan::new(&bytes[end + END.len()..], 13).game().board().clone();
        Twins::new(&compiled.database).check(&board);
    }
}
