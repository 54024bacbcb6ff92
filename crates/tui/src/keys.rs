// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tables of keys, from which both the commands of the keys and their help come.

use katachi_view::picture::Map;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Commands of keys. Each screen has some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// The cursor, by columns to the right and rows down.
    Cursor(i32, i32),
    /// A stone under the cursor, or what else can be done there.
    Put,
    /// A word, as if it was typed.
    Word(&'static str),
    /// The same after a question.
    Ask(&'static str, &'static str),
    /// The typed line, which begins with that text.
    Line(&'static str),
    /// The panel, or more of the board in its place.
    Turn,
    /// The panel scrolled by that number of pages.
    Scroll(isize),
    /// The next of these maps, or none.
    Maps([Map; 4]),
    /// Letters of groups, or plain stones.
    Groups,
    Eyes,
    Values,
    Help,
    Quit,
    /// That number of moves forward; back if below 0.
    Step(isize),
    First,
    Last,
    /// The list of the games of the file.
    Games,
    /// The cursor to the next critical group.
    NextCritical,
    /// The next line of play, or none.
    Lines,
    /// The next question about the stone under the cursor, with its answer.
    Read,
    /// The same question with ten times the nodes.
    ReadMore,
    /// Why the move under the cursor does not answer the question.
    WhyNot,
}

/// A row of a table: the keys as the help names them, their commands in the same order, and the help. Rows
/// without help have more keys of commands. Names of no key have no command.
pub(crate) type Row = (&'static str, &'static [Command], &'static str);

/// A table: a line for each row.
macro_rules! table {
    ($($names:literal $($command:expr),* => $doc:literal;)*) => {
        &[$(($names, &[$($command),*], $doc)),*]
    };
}
pub(crate) use table;

/// Arrows, if a table has no other commands for them.
const ARROWS: &[Row] = table! {
    "Left Right Up Down" Command::Cursor(-1, 0), Command::Cursor(1, 0), Command::Cursor(0, -1), Command::Cursor(0, 1) => "";
};

/// The command of a key with its help. Arrows with Shift move the cursor in every table.
pub(crate) fn command_of(table: &[Row], key: KeyEvent) -> Option<(Command, &'static str)> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return None;
    }
    let is_shifted = key.modifiers.contains(KeyModifiers::SHIFT);
    let first = if is_shifted { ARROWS } else { table };
    let mut rows = first.iter().chain(table).chain(ARROWS);
    rows.find_map(|&(names, commands, doc)| {
        let at = keys(names).position(|code| code == key.code)?;
        Some((*commands.get(at)?, doc))
    })
}

pub(crate) fn help_of(table: &[Row]) -> impl Iterator<Item = String> {
    let rows = table.iter().filter(|(_, _, doc)| !doc.is_empty());
    let width = rows.clone().map(|(names, ..)| names.len()).max().unwrap_or(0);
    rows.map(move |(names, _, doc)| format!("  {names:<width$}  {doc}"))
}

pub(crate) fn keys(names: &str) -> impl Iterator<Item = KeyCode> {
    names.split([',', ' ']).filter_map(|name| {
        Some(match name {
            "Left" => KeyCode::Left,
            "Right" => KeyCode::Right,
            "Up" => KeyCode::Up,
            "Down" => KeyCode::Down,
            "PgUp" => KeyCode::PageUp,
            "PgDn" => KeyCode::PageDown,
            "Home" => KeyCode::Home,
            "End" => KeyCode::End,
            "Enter" => KeyCode::Enter,
            "Esc" => KeyCode::Esc,
            "Backspace" => KeyCode::Backspace,
            "Tab" => KeyCode::Tab,
            "Space" => KeyCode::Char(' '),
            "F1" => KeyCode::F(1),
            _ if name.chars().count() == 1 => KeyCode::Char(name.chars().next()?),
            _ => return None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::App;

    /// Checks the keys of a screen: each has one meaning, and their help fits a terminal of 80x24.
    #[track_caller]
    fn check<A: App>() {
        let mut all = Vec::new();
        for (names, commands, doc) in A::KEYS {
            assert!(commands.len() <= keys(names).count(), "{names}: {doc}");
            all.extend(keys(names).take(commands.len()));
        }
        for (i, key) in all.iter().enumerate() {
            assert!(!all[..i].contains(key), "{key} has two meanings");
        }
        assert!(help_of(A::KEYS).count() <= 22);
        assert!(help_of(A::KEYS).all(|line| line.len() <= 80));
    }

    #[test]
    fn no_key_has_two_meanings_and_the_help_fits_a_terminal() {
        check::<crate::step::StepScreen>();
        check::<crate::play::PlayScreen>();
        check::<crate::exercise::ExerciseScreen<'_>>();
    }
}
