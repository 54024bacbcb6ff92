// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers of readings.

use katachi_rules::Point;

/// The answer of a reading for the side that the question is about: whether it can be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It cannot be done.
    No,
    /// By a ko, in which the own side has to find the first threat.
    KoBehind,
    /// By a ko, in which the other side has to find the first threat.
    KoAhead,
    /// It can be done, whoever has more ko threats.
    Yes,
    /// The budget ran out first, and nothing is likelier.
    #[default]
    Unknown,
}

impl Verdict {
    /// It can be done without a ko.
    pub fn is_yes(self) -> bool {
        self == Self::Yes
    }

    /// It can be done, perhaps by a ko.
    pub fn is_possible(self) -> bool {
        matches!(self, Self::Yes | Self::KoAhead | Self::KoBehind)
    }

    /// It takes a ko.
    pub fn is_ko(self) -> bool {
        matches!(self, Self::KoAhead | Self::KoBehind)
    }

    /// Rank for that side, from 0 to 3: less for a ko, 0 if unknown.
    pub fn strength(self) -> u8 {
        match self {
            Self::No | Self::Unknown => 0,
            Self::KoBehind => 1,
            Self::KoAhead => 2,
            Self::Yes => 3,
        }
    }

    /// Code of regression suites: 0 no or unknown, 1 yes, 2 by a ko ahead, 3 by a ko behind.
    pub fn code(self) -> u8 {
        match self {
            Self::No | Self::Unknown => 0,
            Self::Yes => 1,
            Self::KoAhead => 2,
            Self::KoBehind => 3,
        }
    }

    /// The verdict for the other side: what one side can do by a ko, the other can stop by it.
    pub fn opposite(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Yes => Self::No,
            Self::KoAhead => Self::KoBehind,
            Self::KoBehind => Self::KoAhead,
            Self::Unknown => Self::Unknown,
        }
    }
}

/// The answer of a reading, with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Whether it can be done.
    pub verdict: Verdict,
    /// The first move if it can be done. None if no move is needed.
    pub point: Option<Point>,
}

impl Reading {
    /// It cannot be done.
    pub const NO: Self = Self::new(Verdict::No, None);
    pub(crate) const NO_MOVE_NEEDED: Self = Self::new(Verdict::Yes, None);
    pub(crate) const UNKNOWN: Self = Self::new(Verdict::Unknown, None);

    pub(crate) const fn new(verdict: Verdict, point: Option<Point>) -> Self {
        Self { verdict, point }
    }
}

/// How sure an answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Certainty {
    /// Proved: by a rule without exceptions, a ladder, or a search of all moves in a closed region.
    Proved,
    /// Read: by a search of the moves that are candidates.
    Read,
    /// Judged: by playouts, with the percentage of them that the side of the first move wins, 0 to 100; of a
    /// status, the percentage in which its points end as its own. Without a percentage by evaluation: counted
    /// eyes, territory, a way out up to the border of the local board, the effort that a search has left.
    Judged(Option<u8>),
    /// It was not asked, or the question is too large.
    #[default]
    Unknown,
}

impl Certainty {
    /// The certainty of an answer by search: unknown if the answer is.
    pub fn by_search(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Unknown => Self::Unknown,
            _ => Self::Read,
        }
    }

    /// Certainty by a share of playouts, from 0 to 1.
    pub(crate) fn by_playouts(share: f32) -> Self {
        Self::Judged(Some((100.0 * share.clamp(0.0, 1.0)).round() as u8))
    }

    /// It is proved.
    pub fn is_proved(self) -> bool {
        self == Self::Proved
    }

    /// It is proved or read, not judged.
    pub fn is_read(self) -> bool {
        matches!(self, Self::Proved | Self::Read)
    }

    /// The percentage of playouts in which the side that moves first reaches its aim, if playouts decide.
    pub fn share(self) -> Option<u8> {
        match self {
            Self::Judged(share) => share,
            _ => None,
        }
    }
}

/// An answer, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The answer for the side that moves first.
    pub reading: Reading,
    /// How sure it is.
    pub certainty: Certainty,
}

impl Judgement {
    pub(crate) fn by_search(reading: Reading) -> Self {
        Self {
            reading,
            certainty: Certainty::by_search(reading.verdict),
        }
    }

    /// An answer that a rule or a complete search gives.
    pub(crate) fn proved(reading: Reading) -> Self {
        let certainty = Certainty::Proved;
        Self { reading, certainty }
    }

    /// The likelier answer, where no search decides.
    pub(crate) fn likely(reading: Reading) -> Self {
        let certainty = Certainty::Judged(None);
        Self { reading, certainty }
    }
}
