// SPDX-License-Identifier: MIT OR Apache-2.0

//! Laws that answers about a position have to keep, and how often they are broken.
//!
//! A question about a string or a group can be asked in several ways: in an analysis, which views print, and
//! by commands of GTP; about a point, and about a move there; before a move and after it. The answers must
//! agree. A law is one such agreement. The checks ask a [`Session`](katachi_gtp::Session) as a client would,
//! so that what they count is what a user sees.

mod check;
mod doors;
mod groups;
mod pairs;
mod strings;
mod ways;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use check::{Part, check, turned};

/// An agreement between answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Law {
    /// The analysis and GTP agree about the attack on a string and its defense.
    StringSeen,
    /// The analysis and GTP agree about the status of a group.
    GroupSeen,
    /// A move named to capture or to save a string does so when it is asked about.
    MoveOfString,
    /// A string that cannot be captured, or not be saved, is not by a move near it that is asked about.
    NoMoveOfString,
    /// A string needs a defense if and only if it can be captured.
    DefenseNeeded,
    /// After the move that saves a string it cannot be captured; after the one that captures it, it cannot be
    /// saved.
    StringAfterMove,
    /// Two strings that cannot be cut apart need no move to be joined; those that cannot be joined are cut
    /// apart.
    JoinFitsCut,
    /// After the move that joins two strings they cannot be cut apart, and the other way round.
    PairAfterMove,
    /// The moves of a critical group kill and save it when they are asked about.
    MoveOfGroup,
    /// After the move that kills a group it cannot be saved, after the one that saves it it cannot be killed.
    GroupAfterMove,
    /// A living group cannot be killed, a dead one cannot be saved.
    StatusFitsLife,
    /// A turned position with the colours swapped has the same answers.
    Turned,
    /// The analysis as JSON, a whole answer as JSON and GTP agree about strings and groups.
    EveryWay,
    /// What a reason of a move says of a string or a group, the command about that move says.
    Reason,
}

impl Law {
    /// All laws.
    pub const ALL: [Self; 14] = [
        Self::StringSeen,
        Self::GroupSeen,
        Self::MoveOfString,
        Self::NoMoveOfString,
        Self::DefenseNeeded,
        Self::StringAfterMove,
        Self::JoinFitsCut,
        Self::PairAfterMove,
        Self::MoveOfGroup,
        Self::GroupAfterMove,
        Self::StatusFitsLife,
        Self::Turned,
        Self::EveryWay,
        Self::Reason,
    ];

    /// What it demands, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::StringSeen => "view and GTP agree about strings",
            Self::GroupSeen => "view and GTP agree about groups",
            Self::MoveOfString => "a named move captures or saves",
            Self::NoMoveOfString => "no move near refutes a cannot",
            Self::DefenseNeeded => "a defense is needed if there is an attack",
            Self::StringAfterMove => "after the move of a string nothing is left",
            Self::JoinFitsCut => "joining and cutting fit together",
            Self::PairAfterMove => "after the move of a pair nothing is left",
            Self::MoveOfGroup => "a named move kills or saves a group",
            Self::GroupAfterMove => "after the move of a group nothing is left",
            Self::StatusFitsLife => "status and life fit together",
            Self::Turned => "a turned position has the same answers",
            Self::EveryWay => "GTP, the analysis and an answer as JSON agree",
            Self::Reason => "a reason of a move is true by its command",
        }
    }
}

/// How often a law was tried, and where it was broken.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Times that it was tried.
    pub tried: u32,
    /// A text for each time that it was broken: the questions with their answers.
    pub broken: Vec<String>,
    /// How often it was broken by answers that are called proved, all of them.
    pub by_proofs: u32,
}

/// Counts of all laws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts([Count; Law::ALL.len()]);

impl Default for Counts {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Count::default()))
    }
}

impl Counts {
    /// The count of a law.
    pub fn count(&self, law: Law) -> &Count {
        &self.0[law as usize]
    }

    /// Counts a trial of a law; `text` says what was asked.
    pub(crate) fn note(&mut self, law: Law, holds: bool, text: impl FnOnce() -> String) {
        let count = &mut self.0[law as usize];
        count.tried += 1;
        if !holds {
            count.broken.push(text());
        }
    }

    /// Counts that answers which are all called proved broke a law, and says so of the last one.
    pub(crate) fn note_by_proofs(&mut self, law: Law) {
        let count = &mut self.0[law as usize];
        count.by_proofs += 1;
        if let Some(text) = count.broken.last_mut() {
            text.push_str(" (by proofs)");
        }
    }

    /// Adds the counts of other positions.
    pub fn add(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            count.tried += more.tried;
            count.broken.extend(more.broken);
            count.by_proofs += more.by_proofs;
        }
    }
}

/// A row for each law: its words, how often it was tried, how often it was broken, and how often by answers
/// that are called proved.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<44} {:>7} {:>7} {:>9}",
            "law", "tried", "broken", "by proofs"
        )?;
        for law in Law::ALL {
            let Count {
                tried,
                broken,
                by_proofs,
            } = self.count(law);
            writeln!(
                f,
                "{:<44} {tried:>7} {:>7} {by_proofs:>9}",
                law.words(),
                broken.len()
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
