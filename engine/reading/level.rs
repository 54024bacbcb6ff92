// SPDX-License-Identifier: MIT OR Apache-2.0

//! How wide a search is.
//!
//! An attack is first searched with natural moves and given up at four liberties, then given up later, then with
//! roundabout moves near the root, then with moves in the relevance zones of failures (`levels` of a goal). A success
//! holds on any level. A failure is that of the last level that was finished. Later levels get a part of the budget
//! each (`FURTHER_LEVEL_PART`) and are given up when the proof number gets too high (`HOPELESS_PROOF_NUMBER`).

/// How wide a search is. An attack that fails is tried again on the next level. If the nodes run out there, the failure of
/// the level before stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Plies from the root within which roundabout moves are candidates.
    pub(super) wide: u32,
    /// Plies from the root within which the attacker is given up later (`patient` in `Goal::decided`).
    pub(super) patient: u32,
    /// Plies from the root within which the attacker tries moves in the relevance zone of his failure.
    pub(super) widened: u32,
}

impl Level {
    /// From its plies: wide, patient, widened.
    pub(super) const fn new(wide: u32, patient: u32, widened: u32) -> Self {
        Self {
            wide,
            patient,
            widened,
        }
    }
}
