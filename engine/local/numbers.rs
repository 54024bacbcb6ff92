// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proof and disproof numbers: those of a node from those of its moves, and the thresholds below it.

use super::constants::{EPSILON_PART, LEAST_THRESHOLD_STEP};

/// Proof and disproof number. If one is 0 the other is infinite, and the node is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofNumbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

pub(crate) const INFINITE: u32 = 1 << 28;

impl ProofNumbers {
    pub(crate) const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    pub(crate) const DISPROVED: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };

    pub(crate) fn decided(success: bool) -> Self {
        if success { Self::PROVED } else { Self::DISPROVED }
    }

    /// Adds the penalty of a move to the number that the side choosing it minimises: the proof number at an OR node.
    pub(crate) fn penalized(self, is_or: bool, penalty: u32) -> Self {
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

    pub(crate) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Numbers of a node from those of its moves, the index of the best move, and the minimised number of the second best.
pub(crate) fn combine(
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
pub(crate) fn raised_threshold(second: u32) -> u32 {
    second + second / EPSILON_PART + LEAST_THRESHOLD_STEP
}
