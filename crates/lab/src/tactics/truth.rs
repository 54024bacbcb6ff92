// SPDX-License-Identifier: MIT OR Apache-2.0

//! The true answer to a question.

use std::fmt;

use katachi_engine::reading::Verdict;

/// The true answer for the side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Truth {
    /// It cannot be done.
    No,
    /// It takes a ko, with the first threat by either side.
    Ko,
    /// It can be done without a ko.
    Yes,
}

impl Truth {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::No, Self::Ko, Self::Yes];

    /// The truth of a verdict. None for unknown ones.
    pub fn from_verdict(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::No => Some(Self::No),
            Verdict::KoAhead | Verdict::KoBehind => Some(Self::Ko),
            Verdict::Yes => Some(Self::Yes),
            Verdict::Unknown => None,
        }
    }

    /// The truth from the other side.
    pub fn opposite(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Ko => Self::Ko,
            Self::Yes => Self::No,
        }
    }

    /// Its word in files.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::Ko => "ko",
            Self::Yes => "yes",
        }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
