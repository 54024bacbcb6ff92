// SPDX-License-Identifier: MIT OR Apache-2.0

//! The keys of the screen in one table, with their commands and their help.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::application::{Binding, binding, command_of};

/// Commands of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// That number of moves forward; back if below 0.
    Step(isize),
    /// To the first position.
    First,
    /// To the last position of the record.
    Last,
    /// To the position before a move, whose number begins with this digit if there is one.
    Jump(Option<char>),
    /// The panel, or more of the board in its place.
    Turn,
    /// The panel scrolled by that number of pages, back if below 0.
    Scroll(isize),
    /// The list of the games of the file.
    Games,
    /// The cursor, by columns to the right and rows down.
    Move(i32, i32),
    /// The cursor to the next critical group.
    NextCritical,
    /// A stone under the cursor.
    Play,
    /// A pass.
    Pass,
    /// The last move that was tried is taken back.
    Undo,
    /// The next map of influence.
    Influence,
    /// Eye spaces, or none.
    Eyes,
    /// Values of proposals, or none.
    Values,
    /// Letters of groups, or plain stones.
    Groups,
    /// The next line of play, or none.
    Lines,
    /// The next question about the stone under the cursor, with its answer.
    Read,
    /// The same question with four times as many nodes.
    ReadMore,
    /// Why the move under the cursor does not answer the question.
    WhyNot,
    /// The list of keys.
    Help,
    /// Leave.
    Quit,
}

pub(super) const BINDINGS: &[Binding<Command>] = &[
    binding(
        "Left, Right",
        &[
            (KeyCode::Left, Command::Step(-1)),
            (KeyCode::Right, Command::Step(1)),
            (KeyCode::Up, Command::Step(-1)),
            (KeyCode::Down, Command::Step(1)),
        ],
        "one move back or forward; so do Up and Down",
    ),
    binding(
        "PgUp, PgDn",
        &[
            (KeyCode::PageUp, Command::Step(-10)),
            (KeyCode::PageDown, Command::Step(10)),
        ],
        "ten moves back or forward",
    ),
    binding(
        "Home, End",
        &[(KeyCode::Home, Command::First), (KeyCode::End, Command::Last)],
        "to the first or the last position",
    ),
    binding(
        "94 Enter",
        &[(KeyCode::Char(':'), Command::Jump(None))],
        "to the position before move 94; : begins a number, too",
    ),
    binding(
        "h j k l",
        &[
            (KeyCode::Char('h'), Command::Move(-1, 0)),
            (KeyCode::Char('j'), Command::Move(0, 1)),
            (KeyCode::Char('k'), Command::Move(0, -1)),
            (KeyCode::Char('l'), Command::Move(1, 0)),
        ],
        "move the cursor; or Shift and an arrow",
    ),
    binding(
        "c",
        &[(KeyCode::Char('c'), Command::NextCritical)],
        "to the next critical group",
    ),
    binding(
        "Enter",
        &[(KeyCode::Enter, Command::Play)],
        "try a move at the cursor",
    ),
    binding("p", &[(KeyCode::Char('p'), Command::Pass)], "try a pass"),
    binding(
        "u",
        &[
            (KeyCode::Char('u'), Command::Undo),
            (KeyCode::Backspace, Command::Undo),
        ],
        "take a tried move back",
    ),
    binding(
        "m",
        &[(KeyCode::Char('m'), Command::Influence)],
        "area, moyo, territory, ownership, none",
    ),
    binding("e", &[(KeyCode::Char('e'), Command::Eyes)], "eye spaces"),
    binding(
        "v",
        &[(KeyCode::Char('v'), Command::Values)],
        "values of proposals",
    ),
    binding(
        "g",
        &[(KeyCode::Char('g'), Command::Groups)],
        "groups, or plain stones",
    ),
    binding(
        "n",
        &[(KeyCode::Char('n'), Command::Lines)],
        "the next line of play of the point, or of the board; then none",
    ),
    binding(
        "r, +, w",
        &[
            (KeyCode::Char('r'), Command::Read),
            (KeyCode::Char('+'), Command::ReadMore),
            (KeyCode::Char('w'), Command::WhyNot),
        ],
        "read the stone; with more nodes; why not a move at the cursor?",
    ),
    binding(
        "Tab",
        &[(KeyCode::Tab, Command::Turn)],
        "the board alone, or the panel where both have no room",
    ),
    binding(
        "Space, b",
        &[
            (KeyCode::Char(' '), Command::Scroll(1)),
            (KeyCode::Char('b'), Command::Scroll(-1)),
        ],
        "the next part of the panel, and the one before",
    ),
    binding(
        "o",
        &[(KeyCode::Char('o'), Command::Games)],
        "another game of the file",
    ),
    binding(
        "mouse",
        &[],
        "click: the cursor; wheel: one move, or a line of the panel",
    ),
    binding("?", &[(KeyCode::Char('?'), Command::Help)], "this list"),
    binding(
        "q",
        &[(KeyCode::Char('q'), Command::Quit), (KeyCode::Esc, Command::Quit)],
        "leave",
    ),
];

/// The command of a key.
pub(super) fn command(key: KeyEvent) -> Option<Command> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    if key.modifiers.contains(KeyModifiers::SHIFT) {
        match key.code {
            KeyCode::Left => return Some(Command::Move(-1, 0)),
            KeyCode::Right => return Some(Command::Move(1, 0)),
            KeyCode::Up => return Some(Command::Move(0, -1)),
            KeyCode::Down => return Some(Command::Move(0, 1)),
            _ => {}
        }
    }
    if let KeyCode::Char(digit @ '0'..='9') = key.code {
        return Some(Command::Jump(Some(digit)));
    }
    command_of(BINDINGS, key.code)
}

#[cfg(test)]
mod tests {
    use super::super::application::check_keys;
    use super::*;

    #[test]
    fn no_key_has_two_meanings_and_the_help_fits_a_terminal() {
        check_keys(BINDINGS);
    }
}
