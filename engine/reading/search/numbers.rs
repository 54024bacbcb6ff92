// SPDX-License-Identifier: MIT OR Apache-2.0

//! First proof numbers, and what a decided result depends on.
//!
//! Every decided position carries its relevance zone, the points that its proof depends on, and whether it
//! depends on a ko. Both sides get candidates from the zone that the generators do not have. If the attacker
//! succeeds after a pass of the defender, only a move within the zone of that success can change it. When all
//! natural moves of the attacker have failed, he tries moves within the zone of these failures
//! (`further_candidates`). Such a relevance zone is in T. Thomsen, "Lambda-search in game trees", 2000.

use katachi_rules::PointSet;

/// Base from which the numbers are counted; 2 to 8.
const RACE_NUMBER_BASE: i32 = 4;
/// Number of liberties that add 1; 1 to 4.
const RACE_LIBERTIES_PER_NUMBER: i32 = 2;
/// Taken off for each liberty of lead; 1 to 4.
const RACE_NUMBER_PER_LEAD: i32 = 2;
/// Upper bound of the numbers; 20 to 60.
const RACE_MAX_NUMBER: u32 = 40;
/// Limit of the liberties and of the lead that count; 8 to 16.
pub(in crate::reading) const RACE_MAX_LIBERTIES: i32 = 12;

/// Dependence of a decided result.
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

/// Looks up the first proof and disproof number by a count; counts beyond the table get its last entry.
pub(in crate::reading) fn numbers_of(table: &[(u32, u32)], count: u32) -> (u32, u32) {
    table[(count as usize).min(table.len() - 1)]
}

/// First number of the capture of a string in a race, by its liberties and by the lead in liberties of the
/// capturing side.
pub(in crate::reading) fn race_number(liberties: i32, lead: i32) -> u32 {
    let work = RACE_NUMBER_BASE + liberties.min(RACE_MAX_LIBERTIES) / RACE_LIBERTIES_PER_NUMBER
        - RACE_NUMBER_PER_LEAD * lead;
    work.clamp(1, RACE_MAX_NUMBER as i32) as u32
}
