// SPDX-License-Identifier: MIT OR Apache-2.0

//! Places in a file, warnings and errors about it.

use std::fmt;

use thiserror::Error;

use crate::printable::printable_line;
use crate::sgf::{MAX_MOVES, MAX_PARTS};

/// A place in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Number of the game, counted from 1; 0 outside of games.
    pub game: usize,
    /// Number of moves on the line of play before this place.
    pub moves: usize,
    /// Number of bytes before this place; for files in UTF-16, bytes of the same text in UTF-8.
    pub offset: usize,
    /// The line, counted from 1; 0 if the tree was not read from a file.
    pub line: usize,
    /// Byte in the line, counted from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}", self.line, self.column)?;
            if self.game > 0 {
                f.write_str(", ")?;
            }
        }
        match (self.game, self.moves) {
            (0, _) => Ok(()),
            (game, 0) => write!(f, "game {game} before move 1"),
            (game, moves) => write!(f, "game {game} after move {moves}"),
        }
    }
}

/// A violation of the standard that did not prevent reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where.
    pub place: Place,
    /// The violation, and how it was read.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

/// Maximum number of warnings per file, a bound on the memory for broken files.
pub(super) const MAX_WARNINGS: usize = 200;

/// Adds a warning, unless there are too many.
pub(super) fn warn(warnings: &mut Vec<Warning>, place: Place, message: impl Into<String>) {
    let message = match warnings.len() + 1 {
        ..MAX_WARNINGS => message.into(),
        MAX_WARNINGS => "there is more: the warnings that follow are left out".to_string(),
        _ => return,
    };
    warnings.push(Warning { place, message });
}

/// Why a file cannot be read as a game record, or a record not as a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// More moves than are gone through.
    #[error("{moves} moves are more than the limit of {MAX_MOVES}")]
    TooManyMoves {
        /// Their number.
        moves: usize,
    },
    /// Any other reason: where it is, what was found, and what is allowed there.
    #[error("{0}")]
    Other(String),
}

impl SgfError {
    /// A limit is exceeded at that place.
    pub(super) fn limit(place: Place, limit: usize, what: &str) -> Self {
        Self::Other(format!("{place}: too much to read: more than {limit} {what}"))
    }

    /// There are more than [`MAX_PARTS`].
    pub(super) fn too_many_parts(place: Place) -> Self {
        Self::limit(place, MAX_PARTS, "nodes, properties and values")
    }

    /// A required property cannot be understood.
    pub(super) fn value(place: Place, property: &str, expected: &str) -> Self {
        Self::Other(format!("{place}: cannot use {property}: expected {expected}"))
    }
}

/// The beginning of a text for a message, in quotes and without line breaks.
pub(super) fn quote(text: &str) -> String {
    const LONGEST: usize = 24;
    let text = printable_line(text);
    let mut short: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    format!("\"{short}\"")
}

#[cfg(test)]
mod tests {
    use super::Place;

    #[test]
    fn a_place_in_a_tree_that_is_not_from_a_file_has_no_line() {
        let place = |line, game, moves| {
            Place {
                game,
                moves,
                offset: 0,
                line,
                column: 2,
            }
            .to_string()
        };
        assert_eq!(place(3, 1, 0), "line 3, column 2, game 1 before move 1");
        assert_eq!(place(3, 0, 0), "line 3, column 2");
        assert_eq!(place(0, 1, 4), "game 1 after move 4");
        assert_eq!(place(0, 0, 0), "");
    }
}
