// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proof numbers, and what a decided result depends on.
//!
//! Every decided position of a search carries its relevance zone, the points that its proof depends on, and whether it
//! depends on a ko. Both sides get candidates from the zone that the generators do not have. If the attacker succeeds
//! after a pass of the defender, only a move within the zone of that success can change it. When all natural moves of
//! the attacker have failed, he tries moves within the zone of these failures (`further_candidates`). A relevance zone
//! of this kind is in T. Thomsen, "Lambda-search in game trees", 2000.

use katachi_rules::PointSet;

use crate::reading::constants::{
    EPSILON_PART, LEAST_THRESHOLD_STEP, RACE_LIBERTIES_PER_NUMBER, RACE_MOST_LIBERTIES, RACE_MOST_NUMBER,
    RACE_NUMBER_BASE, RACE_NUMBER_PER_LEAD,
};

/// Proof and disproof number. If one is 0 the other is infinite, and the node is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::reading) struct ProofNumbers {
    pub(in crate::reading) proof: u32,
    pub(in crate::reading) disproof: u32,
}

pub(in crate::reading) const INFINITE: u32 = 1 << 28;

impl ProofNumbers {
    pub(in crate::reading) const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    pub(in crate::reading) const DISPROVED: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };

    pub(in crate::reading) fn decided(success: bool) -> Self {
        if success { Self::PROVED } else { Self::DISPROVED }
    }

    /// Adds the penalty of a move to the number that the side choosing it minimises: the proof number at an OR node.
    pub(in crate::reading) fn penalized(self, is_or: bool, penalty: u32) -> Self {
        if is_or {
            Self {
                proof: self.proof + penalty,
                ..self
            }
        } else {
            Self {
                disproof: self.disproof + penalty,
                ..self
            }
        }
    }

    pub(in crate::reading) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What a decided result depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependence {
    /// Its relevance zone: the points that the proof depends on.
    pub(super) zone: PointSet,
    /// It depends on who wins a ko.
    pub(super) ko: bool,
    /// Moves of the defender were left out that are tried on a higher level of the defense.
    pub(super) limited: bool,
}

impl Dependence {
    pub(super) const NOTHING: Self = Self {
        zone: PointSet::EMPTY,
        ko: false,
        limited: false,
    };

    pub(super) fn extend_with(&mut self, other: &Self) {
        self.zone.extend_with(&other.zone);
        self.ko |= other.ko;
        self.limited |= other.limited;
    }
}

/// Numbers of a node from those of its moves, the index of the best move, and the minimised number of the second best.
pub(in crate::reading) fn combine(
    moves: impl Iterator<Item = ProofNumbers>,
    is_or: bool,
    open_moves: u32,
) -> (ProofNumbers, usize, u32) {
    // The number that is otherwise a sum is the largest of the moves' numbers plus 1 for every `open_moves` other open
    // moves: a sum would count what the moves have in common more than once (weak proof numbers, T. Ueda and others, 2008).
    let (mut least, mut second, mut hardest, mut open, mut best) = (INFINITE, INFINITE, 0u32, 0u32, 0);
    for (i, ProofNumbers { proof, disproof }) in moves.enumerate() {
        let (own, other) = if is_or {
            (proof, disproof)
        } else {
            (disproof, proof)
        };
        if own < least {
            (second, least, best) = (least, own, i);
        } else {
            second = second.min(own);
        }
        hardest = hardest.max(other);
        open += u32::from(other > 0);
    }
    // If one number is 0, the node is decided and the other is infinite.
    let sum = if least == 0 {
        INFINITE
    } else {
        (hardest + open.saturating_sub(1) / open_moves).min(INFINITE)
    };
    let numbers = if is_or {
        ProofNumbers {
            proof: least,
            disproof: sum,
        }
    } else {
        ProofNumbers {
            proof: sum,
            disproof: least,
        }
    };
    (numbers, best, second)
}

/// The threshold up to which a move stays the best one, from the number of the second best: it is raised, so that the search does
/// not switch between moves with nearly equal numbers (1 + epsilon trick: J. Pawlewicz, L. Lew, "Improving depth-first
/// PN-search: 1 + epsilon trick", 2007).
pub(in crate::reading) fn raised_threshold(second: u32) -> u32 {
    second + second / EPSILON_PART + LEAST_THRESHOLD_STEP
}

/// The first proof and disproof number of a table by a count; what is beyond the table gets its last entry.
pub(in crate::reading) fn numbers_of(table: &[(u32, u32)], count: u32) -> (u32, u32) {
    table[(count as usize).min(table.len() - 1)]
}

/// The first number of the capture of a string in a race, by its liberties and those by which the capturing side leads.
pub(in crate::reading) fn race_number(liberties: i32, lead: i32) -> u32 {
    let work = RACE_NUMBER_BASE + liberties.min(RACE_MOST_LIBERTIES) / RACE_LIBERTIES_PER_NUMBER
        - RACE_NUMBER_PER_LEAD * lead;
    work.clamp(1, RACE_MOST_NUMBER as i32) as u32
}
