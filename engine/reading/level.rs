// SPDX-License-Identifier: MIT OR Apache-2.0

//! The widths of a search.
//!
//! An attack is first searched with natural moves and given up at four liberties, then given up later, then
//! with indirect moves near the root, then with moves in the relevance zones of failures (`levels` of a
//! goal). A success holds on any level. A failure is that of the last level that was finished. Each later
//! level gets a part of the budget (`FURTHER_LEVEL_PART`) and is given up when the proof number gets too high
//! (`HOPELESS_PROOF_NUMBER`).
//!
//! The defender has levels too, as the proof that nothing saves a string grows with each of his moves at each
//! depth. A success is first searched against a few of his moves (`defense_levels` of a goal), and then
//! against more. So a search goes up in steps: a failure leads to the next level of the attack, a success to
//! the next level of the defense. A success in which no move of the defender was left out holds on all
//! levels.

/// Width of a search. An attack that fails is tried again on the next level. If the nodes run out there, the
/// failure of the level before stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    /// Plies from the root up to which indirect moves are candidates.
    pub(super) wide: u32,
    /// Plies from the root up to which the attacker is given up later (`patient` in `ReadingGoal::decided`).
    pub(super) patient: u32,
    /// Plies from the root up to which the attacker tries moves in the relevance zone of his failure.
    pub(super) widened: u32,
}

/// Number of the defender's moves that are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct DefenseLevel {
    /// Limit of the indirect moves at a node.
    pub(super) indirect: u32,
    /// Plies from the root up to which `indirect` indirect moves are tried; deeper it is one.
    pub(super) many: u32,
    /// Plies from the root up to which one indirect move is tried; deeper there is none.
    pub(super) one: u32,
    /// All other moves are tried after these have failed, with moves in the relevance zone of that failure.
    /// At the root they are on every level.
    pub(super) complete: bool,
}

impl DefenseLevel {
    /// All moves.
    pub(super) const COMPLETE: Self = Self::new(0, EVERYWHERE, EVERYWHERE, true);

    /// A level from its fields, in their order.
    pub(super) const fn new(indirect: u32, many: u32, one: u32, complete: bool) -> Self {
        Self {
            indirect,
            many,
            one,
            complete,
        }
    }

    /// Number of indirect moves that are tried at a depth.
    pub(super) fn indirect_at(self, depth: u32) -> u32 {
        match depth {
            _ if depth < self.many => self.indirect,
            _ if depth < self.one => self.indirect.min(1),
            _ => 0,
        }
    }
}

/// A number of plies that stands for every depth.
pub(super) const EVERYWHERE: u32 = 64;

/// Plies of a level that are left at a depth; at most [`EVERYWHERE`].
pub(super) fn plies_left(plies: u32, depth: u32) -> u32 {
    if plies >= EVERYWHERE {
        EVERYWHERE
    } else {
        plies.saturating_sub(depth)
    }
}

impl Level {
    /// A level from its plies: wide, patient, widened.
    pub(super) const fn new(wide: u32, patient: u32, widened: u32) -> Self {
        Self {
            wide,
            patient,
            widened,
        }
    }
}
