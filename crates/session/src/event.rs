// SPDX-License-Identifier: MIT OR Apache-2.0

//! Events of a game, as values and as text.

use std::path::PathBuf;

use katachi_rules::{BoardSize, Color, GameResult, Move, printable};

use crate::refusal::Refusal;
use crate::teaching::Warning;

/// An event. [`Event::text`] describes it in words that all interfaces share.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A move was made.
    Moved {
        /// The side.
        color: Color,
        /// Its move.
        mv: Move,
        /// The person made it, not Katachi.
        by_person: bool,
    },
    /// A command was refused.
    Refused(Refusal),
    /// The game is at another position, or it is another game; in words if the board does not show all.
    Jumped(String),
    /// Katachi's move for the person, at full strength.
    Hint {
        /// The move.
        mv: Move,
        /// What it is and does, in sentences that begin with `Hint: `.
        text: String,
    },
    /// Teaching criticises the last move of the person. Katachi waits:
    /// [`Command::Undo`](crate::Command::Undo) takes the move back, [`Command::Go`](crate::Command::Go) keeps
    /// it.
    Warned(Box<Warning>),
    /// The better move after [`Event::Warned`].
    Better {
        /// The move.
        mv: Move,
        /// What speaks for it, in sentences.
        text: String,
    },
    /// The judge has failed, in sentences. Katachi advises alone.
    JudgeFailed(String),
    /// Both have passed: the dead stones and the count by them, in lines. Katachi marks dead stones first,
    /// and the person can change the marks.
    Counted(String),
    /// The game is over.
    Ended(GameResult),
    /// The previous game was archived as a record.
    Archived(PathBuf),
    /// The game cannot be stored for the next start. It continues.
    NotKept(String),
    /// Something else, in words: an answer, a changed setting, a written file.
    Note(String),
}

impl Event {
    /// Returns whether a command was refused.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    /// Returns the event in words, in lines without a final newline. Empty if the board shows it.
    pub fn text(&self, size: BoardSize) -> String {
        let text = match self {
            Self::Moved { by_person: true, .. } => String::new(),
            Self::Moved { mv: Move::Pass, .. } => "Katachi passes.".to_owned(),
            Self::Moved { mv, .. } => format!("Katachi plays {}.", size.show(*mv)),
            Self::Refused(why) => format!("{why}."),
            Self::Warned(warning) => warned(warning),
            Self::Ended(result) => format!("Result: {result}. Thank you for the game."),
            Self::Archived(path) => format!("The game is in {}.", path.display()),
            Self::NotKept(why) => format!("Cannot keep the game: {why}."),
            Self::Hint { text, .. } | Self::Better { text, .. } | Self::JudgeFailed(text) => text.clone(),
            Self::Jumped(text) | Self::Counted(text) | Self::Note(text) => text.clone(),
        };
        // Names of files and errors may have anything in them.
        printable(&text).into_owned()
    }
}

/// Returns `Black D4: White can cut at E4 now. You lose about 12 points. Take it back?`
fn warned(warning: &Warning) -> String {
    let played = match *warning.mv {
        Move::Play(_) => format!("{} {}", warning.color, warning.mv),
        Move::Pass => "The pass".to_owned(),
    };
    format!("{played}: {} Take it back?", warning.text)
}
