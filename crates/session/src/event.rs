// SPDX-License-Identifier: MIT OR Apache-2.0

//! Events of a game, as values and as text.

use std::fmt::Write as _;
use std::path::PathBuf;

use katachi_rules::{BoardSize, Color, GameResult, Move, PointSet, printable};

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
    /// Moves were taken back or played again.
    Jumped,
    /// Katachi's move for the person, at full strength.
    Hint {
        /// The move.
        mv: Move,
        /// What it is and does, in sentences.
        text: String,
    },
    /// What the last move is and does, in sentences; and a better one, if there is one.
    Why(String),
    /// The numbers behind the last hint or reasons, in lines.
    Numbers(String),
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
    /// An estimate of the final lead, in a sentence.
    Estimate(String),
    /// The judge has failed, in sentences. Katachi advises alone.
    JudgeFailed(String),
    /// Both have passed. Katachi marks dead stones and counts; the person can change the marks.
    Counted {
        /// The dead stones.
        dead: PointSet,
        /// The count in one line.
        text: String,
    },
    /// The marks and the result were changed.
    Marked {
        /// The dead stones.
        dead: PointSet,
        /// The count in one line.
        text: String,
    },
    /// Katachi disputes the marks of these stones, and the game continues.
    Disputed(PointSet),
    /// The person continues the game after two passes.
    Resumed,
    /// A side has resigned.
    Resigned {
        /// The side.
        color: Color,
        /// It is the person, not Katachi.
        by_person: bool,
    },
    /// The time of a side is over.
    FlagFell {
        /// The side.
        color: Color,
        /// It is the person, not Katachi.
        of_person: bool,
    },
    /// The game is over.
    Ended(GameResult),
    /// A setting was changed, in words.
    Changed(String),
    /// A setting applies from the next game on, in words.
    ForNextGame(String),
    /// A new game was begun.
    Began,
    /// A game was loaded.
    Loaded {
        /// The file.
        path: PathBuf,
        /// Number of moves on the board.
        made: usize,
        /// Number of moves of the record.
        moves: usize,
    },
    /// A record cannot be played to its end, in words.
    Stopped(String),
    /// The game was written.
    Saved(PathBuf),
    /// The person quits. The game is offered at the next start.
    Kept,
    /// The previous game was archived as a record.
    Archived(PathBuf),
    /// The game cannot be stored for the next start. It continues.
    NotKept(String),
}

impl Event {
    /// Returns whether a command was refused.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused(_))
    }

    /// Returns the event in words, in lines without a final newline. Empty if the board shows it.
    pub fn text(&self, size: BoardSize) -> String {
        printable(&self.raw_text(size)).into_owned()
    }

    /// As [`Event::text`], with names of files and errors as they are.
    fn raw_text(&self, size: BoardSize) -> String {
        match self {
            Self::Moved { by_person: true, .. } | Self::Jumped | Self::Began => String::new(),
            Self::Moved { mv: Move::Pass, .. } => "Katachi passes.".to_owned(),
            Self::Moved { mv, .. } => format!("Katachi plays {}.", size.show(*mv)),
            Self::Refused(why) => format!("{why}."),
            Self::Hint { text, .. } => format!("Hint: {text}"),
            Self::Why(text) | Self::Numbers(text) | Self::Better { text, .. } => text.clone(),
            Self::Warned(warning) => warned(size, warning),
            Self::Estimate(text) | Self::JudgeFailed(text) => text.clone(),
            Self::Counted { dead, text } | Self::Marked { dead, text } => counted(size, dead, text),
            Self::Disputed(stones) => format!(
                "Katachi does not agree about {}. The game goes on: play it out, then both pass again.",
                names(size, stones)
            ),
            Self::Resumed => "The game goes on.".to_owned(),
            Self::Resigned { by_person: true, .. } => "You resign.".to_owned(),
            Self::Resigned { .. } => "Katachi resigns.".to_owned(),
            Self::FlagFell { color, of_person } => match of_person {
                true => format!("Your time is over ({color})."),
                false => format!("Katachi's time is over ({color})."),
            },
            Self::Ended(result) => format!("Result: {result}. Thank you for the game."),
            Self::Changed(text) | Self::ForNextGame(text) => text.clone(),
            Self::Loaded { path, made, moves } => match made == moves {
                true => format!("{} is loaded, {moves} moves.", path.display()),
                false => format!(
                    "{} is loaded, before move {} of {moves}; redo goes forward.",
                    path.display(),
                    made + 1
                ),
            },
            Self::Stopped(why) => format!("Note: {why}."),
            Self::Saved(path) => format!("The game is in {}.", path.display()),
            Self::Kept => "The game is kept; `katachi` offers it at the next start.".to_owned(),
            Self::Archived(path) => format!("The game is in {}.", path.display()),
            Self::NotKept(why) => format!("Cannot keep the game: {why}."),
        }
    }
}

/// Returns `Black D4: White can cut at E4 now. You lose about 12 points. Take it back?`
fn warned(size: BoardSize, warning: &Warning) -> String {
    let played = match warning.mv {
        Move::Play(_) => format!("{} {}", warning.color, size.show(warning.mv)),
        Move::Pass => "The pass".to_owned(),
    };
    format!("{played}: {} Take it back?", warning.text)
}

fn counted(size: BoardSize, dead: &PointSet, count: &str) -> String {
    let mut text = match dead.is_empty() {
        true => "No stones are dead.".to_owned(),
        false => format!("Dead (small letters): {}", names(size, dead)),
    };
    let _ = write!(text, "\n{count}");
    text
}

/// Returns the names of points, separated by blanks.
pub(crate) fn names(size: BoardSize, points: &PointSet) -> String {
    let names: Vec<_> = points.iter().map(|p| size.vertex(p).to_string()).collect();
    names.join(" ")
}
