// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pairs of programs.

use serde::Deserialize;

/// How programs are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// Every program meets every other one.
    #[default]
    RoundRobin,
    /// The first program meets each of the others.
    Gauntlet,
    /// Two programs meet until a sequential test has decided.
    Sprt,
}

/// Two programs that meet, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) black: usize,
    pub(super) white: usize,
}

impl Kind {
    /// Returns the pairs among that number of programs.
    pub(super) fn pairs(self, programs: usize) -> Vec<Pair> {
        let against = |black| (black + 1..programs).map(move |white| Pair { black, white });
        match self {
            Self::RoundRobin => (0..programs).flat_map(against).collect(),
            Self::Gauntlet | Self::Sprt => against(0).collect(),
        }
    }
}
