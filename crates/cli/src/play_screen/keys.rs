// SPDX-License-Identifier: MIT OR Apache-2.0

//! The keys of the screen in one table, with their commands and their help.
//!
//! Most letters are columns of the board as well. A letter stands in the command line first. A letter of a
//! column acts as a key with Enter; any other one acts if nothing follows it at once.

use katachi_view::screen::{Binding, binding, command_of};
use ratatui::crossterm::event::KeyCode;

/// Commands of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// The cursor, by columns to the right and rows down.
    Move(i32, i32),
    /// A stone under the cursor; after two passes, the string there is dead or alive.
    Put,
    Pass,
    Undo,
    Redo,
    Hint,
    Why,
    Score,
    Resign,
    Done,
    /// Katachi moves now.
    Go,
    New,
    Save,
    Level,
    /// The next map of influence.
    Territory,
    /// Letters of groups, or plain stones.
    Groups,
    /// The panel, or more of the board in its place.
    Turn,
    /// The panel scrolled by that number of pages.
    Scroll(isize),
    /// The command line.
    Line,
    Help,
    Quit,
}

pub(super) const BINDINGS: &[Binding<Action>] = &[
    binding(
        "arrows",
        &[
            (KeyCode::Left, Action::Move(-1, 0)),
            (KeyCode::Right, Action::Move(1, 0)),
            (KeyCode::Up, Action::Move(0, -1)),
            (KeyCode::Down, Action::Move(0, 1)),
        ],
        "move the cursor",
    ),
    binding(
        "Enter, Space",
        &[(KeyCode::Enter, Action::Put), (KeyCode::Char(' '), Action::Put)],
        "play at the cursor, like a click; at the end: dead or alive",
    ),
    binding(
        "d4 Enter",
        &[],
        "a point, or a word below; keys that are columns: with Enter",
    ),
    binding("p", &[(KeyCode::Char('p'), Action::Pass)], "pass"),
    binding(
        "u",
        &[(KeyCode::Char('u'), Action::Undo)],
        "take your last move back",
    ),
    binding("y", &[(KeyCode::Char('y'), Action::Redo)], "make it again"),
    binding(
        "h",
        &[(KeyCode::Char('h'), Action::Hint)],
        "hint: what Katachi would play for you",
    ),
    binding(
        "w",
        &[(KeyCode::Char('w'), Action::Why)],
        "why was the last move made?",
    ),
    binding("c", &[(KeyCode::Char('c'), Action::Score)], "count: who leads?"),
    binding(
        "t",
        &[(KeyCode::Char('t'), Action::Territory)],
        "territory, moyo, area, ownership, none",
    ),
    binding(
        "g",
        &[(KeyCode::Char('g'), Action::Groups)],
        "groups and their status, or plain stones",
    ),
    binding("m", &[(KeyCode::Char('m'), Action::Go)], "Katachi moves now"),
    binding(
        "d",
        &[(KeyCode::Char('d'), Action::Done)],
        "after two passes: the marks are right",
    ),
    binding(
        "r",
        &[(KeyCode::Char('r'), Action::Resign)],
        "resign; after two passes: play on",
    ),
    binding("l", &[(KeyCode::Char('l'), Action::Level)], "another level"),
    binding("s", &[(KeyCode::Char('s'), Action::Save)], "save the game"),
    binding("n", &[(KeyCode::Char('n'), Action::New)], "a new game"),
    binding(
        "Tab, PgUp, PgDn",
        &[
            (KeyCode::Tab, Action::Turn),
            (KeyCode::PageUp, Action::Scroll(-1)),
            (KeyCode::PageDown, Action::Scroll(1)),
        ],
        "board or panel; the panel scrolls",
    ),
    binding(
        ":",
        &[(KeyCode::Char(':'), Action::Line)],
        "the command line; Up: what was typed before",
    ),
    binding(
        "?",
        &[(KeyCode::Char('?'), Action::Help), (KeyCode::F(1), Action::Help)],
        "this list",
    ),
    binding(
        "q",
        &[(KeyCode::Char('q'), Action::Quit)],
        "leave; the game is kept",
    ),
];

/// The help of a key.
pub(super) fn doc(code: KeyCode) -> Option<&'static str> {
    let row = BINDINGS
        .iter()
        .find(|row| row.keys.iter().any(|(key, _)| *key == code));
    row.map(|row| row.doc)
}

/// The action of a key.
pub(super) fn action(code: KeyCode) -> Option<Action> {
    command_of(BINDINGS, code)
}

#[cfg(test)]
mod tests {
    use katachi_view::screen::check_keys;

    use super::*;

    #[test]
    fn no_key_has_two_meanings_and_the_help_fits_a_terminal() {
        check_keys(BINDINGS);
    }
}
