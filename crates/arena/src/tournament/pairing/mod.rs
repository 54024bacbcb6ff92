// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pairing. Pairs of a round robin, a gauntlet and a sequential test are fixed; those of a Swiss
//! tournament and of a knockout follow from results.

#[cfg(target_os = "linux")]
mod by_results;

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
pub(super) use by_results::{History, MAX_PROGRAMS, bracket, colored, swiss};

/// How programs are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Every program meets every other one.
    #[default]
    RoundRobin,
    /// The first program meets each of the others.
    Gauntlet,
    /// Two programs meet until a sequential test has decided.
    Sprt,
    /// All programs play all rounds, against programs with about as many points.
    Swiss,
    /// The loser of a match is out.
    Knockout,
}

/// Two programs that meet, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Pair {
    pub(super) black: usize,
    pub(super) white: usize,
}

impl Kind {
    /// Returns the pairs among that number of programs; none if they follow from results.
    pub(super) fn fixed_pairs(self, programs: usize) -> Option<Vec<Pair>> {
        let against = |black| (black + 1..programs).map(move |white| Pair { black, white });
        match self {
            Self::RoundRobin => Some((0..programs).flat_map(against).collect()),
            Self::Gauntlet | Self::Sprt => Some(against(0).collect()),
            Self::Swiss | Self::Knockout => None,
        }
    }
}
