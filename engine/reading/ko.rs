// SPDX-License-Identifier: MIT OR Apache-2.0

//! The searches of one question that tell kinds of ko apart, for strings (`answer`) and for groups
//! (`life::solver::ko_query`).

use super::Verdict;
use crate::local::{KoThreats, Role};

/// One of these searches, by the side with unlimited ko threats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KoStage {
    OtherSide,
    Nobody,
    OwnSide,
}

impl KoStage {
    /// The ko threats of the search, for the side that asks.
    pub(super) fn threats(self, asker: Role) -> KoThreats {
        match self {
            Self::OtherSide => KoThreats::for_role(asker.opposite()),
            Self::Nobody => KoThreats::None,
            Self::OwnSide => KoThreats::for_role(asker),
        }
    }

    /// The verdict of a success that depends on a ko, where the searches with worse threats failed.
    pub(super) fn success(self) -> Verdict {
        match self {
            Self::OtherSide => Verdict::Yes,
            Self::Nobody => Verdict::KoAhead,
            Self::OwnSide => Verdict::KoBehind,
        }
    }

    /// The search with the next better threats.
    pub(super) fn next(self) -> Option<Self> {
        match self {
            Self::OtherSide => Some(Self::Nobody),
            Self::Nobody => Some(Self::OwnSide),
            Self::OwnSide => None,
        }
    }
}
