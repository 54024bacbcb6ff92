// SPDX-License-Identifier: MIT OR Apache-2.0

//! The words of the dialogue beside points: what each is called, what the help says of it, and what it does.

use std::fmt::Write as _;

use katachi_rules::Move;

use super::Dialogue;

/// A word that is no move.
pub(super) struct Word {
    pub(super) name: &'static str,
    pub(super) usage: &'static str,
    doc: &'static str,
    pub(super) handler: fn(&mut Dialogue, &str) -> String,
}

const fn word(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    handler: fn(&mut Dialogue, &str) -> String,
) -> Word {
    Word {
        name,
        usage,
        doc,
        handler,
    }
}

impl Word {
    /// Is it an error to type something behind it?
    pub(super) fn takes_nothing(&self) -> bool {
        self.usage == self.name
    }
}

pub(super) fn takes_no_word(name: &str, done: &str) -> String {
    format!("`{name}` takes no word after it; nothing was {done}.\n")
}

/// The words that can be typed besides points.
pub(super) const WORDS: &[Word] = &[
    word(
        "pass",
        "pass",
        "play no stone; two passes end the game",
        |d, _| d.play(Move::Pass),
    ),
    word(
        "undo",
        "undo",
        "take back your last move and the answer to it",
        |d, _| d.undo(),
    ),
    word(
        "why",
        "why",
        "the reasons of Katachi's last move, or of the last of a record",
        |d, _| d.why(),
    ),
    word(
        "hint",
        "hint",
        "the move that Katachi would make for you",
        |d, _| d.hint(),
    ),
    word("score", "score", "the result if the game ended now", |d, _| {
        d.score()
    }),
    word("board", "board", "the board once more", |d, _| d.board()),
    word("save", "save FILE", "write the game as SGF", |d, path| {
        d.save(path, false)
    }),
    word(
        "save!",
        "save! FILE",
        "the same, over whatever file",
        |d, path| d.save(path, true),
    ),
    word("resign", "resign", "give the game up", |d, _| d.resign()),
    word("help", "help", "this list", |_, _| help()),
    word("quit", "quit", "leave", |d, _| d.quit()),
];

fn help() -> String {
    let mut text = format!("  {:<10} {}\n", "D4", "play a stone on that point");
    for word in WORDS {
        let _ = writeln!(text, "  {:<10} {}", word.usage, word.doc);
    }
    text
}
