// SPDX-License-Identifier: MIT OR Apache-2.0

//! What has happened in a game, as values and in words.

use std::fmt::Write as _;
use std::path::PathBuf;

use katachi::play::LeadEstimate;
use katachi_rules::{BoardSize, Color, GameResult, Move, PointSet, result_text};

use crate::refusal::Refusal;

/// Something that has happened. [`Event::text`] has it in words, the same for whatever shows the game.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A move was made.
    Moved {
        /// The side.
        color: Color,
        /// Its move.
        mv: Move,
        /// By the person, not by Katachi?
        by_person: bool,
    },
    /// Something was not done.
    Refused(Refusal),
    /// The position is another one of the game: moves were taken back or made again.
    Jumped,
    /// What Katachi would play for the person.
    Hint {
        /// The move.
        mv: Move,
        /// The move, how it stands in the search, and its reasons, in lines.
        text: String,
    },
    /// The reasons of the last move, in lines.
    Why(String),
    /// The lead that is expected at the end.
    Estimate(LeadEstimate),
    /// Both have passed: the stones that Katachi takes for dead, and the result by that. They are marked; the person can change
    /// them.
    Counted {
        /// The dead stones.
        dead: PointSet,
        /// The count in a line.
        text: String,
    },
    /// The marks are changed, and the result by them.
    Marked {
        /// The dead stones.
        dead: PointSet,
        /// The count in a line.
        text: String,
    },
    /// Katachi does not agree about these stones, and the game goes on.
    Disputed(PointSet),
    /// The game goes on after two passes, as the person wants.
    Resumed,
    /// A side has given the game up.
    Resigned {
        /// The side.
        color: Color,
        /// The person, not Katachi?
        by_person: bool,
    },
    /// The time of a side is over.
    FlagFell {
        /// The side.
        color: Color,
        /// The person's, not Katachi's?
        of_person: bool,
    },
    /// The game is over.
    Ended(GameResult),
    /// A setting is changed, in words.
    Changed(String),
    /// A setting counts from the next game on, in words.
    ForNextGame(String),
    /// A new game was begun.
    Began,
    /// A game was loaded, with that number of moves, the first of which are made.
    Loaded {
        /// The file.
        path: PathBuf,
        /// Moves made.
        made: usize,
        /// Moves of the record.
        moves: usize,
    },
    /// The game was written.
    Saved(PathBuf),
    /// The person has left the game, which is offered at the next start.
    Kept,
    /// The game before was put away as a record.
    PutAway(PathBuf),
    /// The game cannot be kept for the next start, or not in the file that it is kept in. It goes on.
    NotKept(String),
}

impl Event {
    /// In words, in lines without a newline at the end; empty if the board says enough.
    pub fn text(&self, size: BoardSize) -> String {
        match self {
            Self::Moved { by_person: true, .. } | Self::Jumped | Self::Began => String::new(),
            Self::Moved { mv: Move::Pass, .. } => "Katachi passes.".to_owned(),
            Self::Moved { mv, .. } => format!("Katachi plays {}.", size.show(*mv)),
            Self::Refused(why) => format!("{why}."),
            Self::Hint { text, .. } => format!("Hint: {text}"),
            Self::Why(text) => text.clone(),
            Self::Estimate(estimate) => estimated(estimate),
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
            Self::Saved(path) => format!("The game is in {}.", path.display()),
            Self::Kept => "The game is kept; `katachi` offers it at the next start.".to_owned(),
            Self::PutAway(path) => format!("The game so far is in {}.", path.display()),
            Self::NotKept(why) => format!("Cannot keep the game: {why}."),
        }
    }
}

fn estimated(estimate: &LeadEstimate) -> String {
    let (lead, settled) = (estimate.white_lead, estimate.settled);
    let percent = |share: f32| (100.0 * share).round();
    format!(
        "Estimate: {} ± {:.1} points. Settled: {} % of Black's points, {} % of White's.",
        result_text((lead * 10.0).round() / 10.0),
        estimate.deviation,
        percent(settled.black),
        percent(settled.white),
    )
}

fn counted(size: BoardSize, dead: &PointSet, count: &str) -> String {
    let mut text = match dead.is_empty() {
        true => "No stones are dead.".to_owned(),
        false => format!("Dead (small letters): {}", names(size, dead)),
    };
    let _ = write!(text, "\n{count}");
    text
}

/// The names of points, one after the other.
pub(crate) fn names(size: BoardSize, points: &PointSet) -> String {
    let names: Vec<_> = points.iter().map(|p| size.vertex(p).to_string()).collect();
    names.join(" ")
}
