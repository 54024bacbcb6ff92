// SPDX-License-Identifier: MIT OR Apache-2.0

//! The goals of searches, the widths of a search, and its first proof numbers.
//!
//! An attack is first searched with natural moves and given up at four liberties, then given up later, then
//! with indirect moves near the root, then with moves in the relevance zones of failures (`levels` of a
//! goal). A success holds on any level. A failure is that of the last level that was finished. Each later
//! level gets a part of the budget (`FURTHER_LEVEL_PART`) and is given up when the proof number gets too high
//! (`HOPELESS_PROOF_NUMBER`).
//!
//! The defender has levels too, as the proof that nothing saves a string grows with each of his moves at each
//! depth. A success is first searched against a few of his moves (`defense_levels` of a goal), and then
//! against more. A success in which no move of the defender was left out holds on all levels.

use katachi_rules::{Board, Color, Point, PointSet};
use mkpat::Aim;

use super::SearchPosition;
use crate::ladder::LadderWork;
use crate::reading::candidates::Candidates;

/// Base from which the numbers are counted; 2 to 8.
const RACE_NUMBER_BASE: i32 = 4;
/// Number of liberties that add 1; 1 to 4.
const RACE_LIBERTIES_PER_NUMBER: i32 = 2;
/// Taken off for each liberty of lead; 1 to 4.
const RACE_NUMBER_PER_LEAD: i32 = 2;
/// Upper bound of the numbers; 20 to 60.
const RACE_MAX_NUMBER: u32 = 40;
/// Limit of the liberties and of the lead that count; 8 to 16.
pub(crate) const RACE_MAX_LIBERTIES: i32 = 12;

/// Width of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Level {
    /// Plies from the root up to which indirect moves are candidates.
    pub(crate) wide: u32,
    /// Plies from the root up to which the attacker is given up later (`patient` in `ReadingGoal::decided`).
    pub(crate) patient: u32,
    /// Plies from the root up to which the attacker tries moves in the relevance zone of his failure.
    pub(crate) widened: u32,
}

impl Level {
    /// A level from its plies: wide, patient, widened.
    pub(crate) const fn new(wide: u32, patient: u32, widened: u32) -> Self {
        Self {
            wide,
            patient,
            widened,
        }
    }
}

/// Number of the defender's moves that are tried.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DefenseLevel {
    /// Limit of the indirect moves at a node.
    pub(crate) indirect: u32,
    /// Plies from the root up to which `indirect` indirect moves are tried; deeper it is one.
    pub(crate) many: u32,
    /// Plies from the root up to which one indirect move is tried; deeper there is none.
    pub(crate) one: u32,
    /// All other moves are tried after these have failed, with moves in the relevance zone of that failure.
    /// At the root they are on every level.
    pub(crate) complete: bool,
}

impl DefenseLevel {
    pub(crate) const COMPLETE: Self = Self::new(0, EVERYWHERE, EVERYWHERE, true);

    /// A level from its fields, in their order.
    pub(crate) const fn new(indirect: u32, many: u32, one: u32, complete: bool) -> Self {
        Self {
            indirect,
            many,
            one,
            complete,
        }
    }

    /// Number of indirect moves that are tried at a depth.
    pub(crate) fn indirect_at(self, depth: u32) -> u32 {
        match depth {
            _ if depth < self.many => self.indirect,
            _ if depth < self.one => self.indirect.min(1),
            _ => 0,
        }
    }
}

/// A number of plies that stands for every depth.
pub(crate) const EVERYWHERE: u32 = 64;

#[derive(Debug)]
pub(crate) struct SearchStyle {
    pub(crate) budgets: u32,
    /// Levels of the attack, from narrow to wide.
    pub(crate) levels: &'static [Level],
    /// Levels of the defense, from few moves to all.
    pub(crate) defense_levels: &'static [DefenseLevel],
    /// Number of candidates in a row with one move penalty, which is 1 more for each further group.
    pub(crate) equals: u32,
    /// Candidates are ordered well enough to play each only when the search selects it. If not, all are
    /// played when a node is expanded.
    pub(crate) is_well_ordered: bool,
    /// A question for the defender may assume that the attacker would succeed if he moved first.
    pub(crate) is_threatened: bool,
}

impl SearchStyle {
    /// The style of goals without one of their own. Plies of the level 3 to 8, equal candidates 1 to 5.
    pub(crate) const PLAIN: Self = Self {
        budgets: 1,
        levels: &[Level::new(5, 5, 0)],
        defense_levels: &[DefenseLevel::COMPLETE],
        equals: 3,
        is_well_ordered: false,
        is_threatened: false,
    };
}

/// A goal that an attacker pursues and a defender stops.
pub(crate) trait ReadingGoal {
    fn attacker(&self) -> Color;
    /// What reading patterns are asked about when a side moves: the strings, twice the same if it is one.
    fn asked(&self, _to_move: Color) -> Option<(Aim, [Point; 2])> {
        None
    }
    /// Key of the goal; different goals have different keys.
    fn key(&self) -> u64;
    /// Static evaluation: whether the attacker has reached the goal (true) or failed (false). `None` if it is
    /// open. Unless `patient`, the attacker fails sooner.
    fn decided(&self, position: &SearchPosition, to_move: Color, patient: bool) -> Option<bool>;
    /// Returns moves for the side to move, best first; with `wide` also indirect ones. At most `indirect` of
    /// them are the defender's indirect moves, if the goal has levels of the defense.
    fn candidates(&self, position: &SearchPosition, to_move: Color, wide: bool, indirect: u32) -> Candidates;
    /// Initial proof and disproof number of an open position. At least 1 each.
    fn estimate(&self, position: &SearchPosition, to_move: Color) -> (u32, u32);
    /// Looks for a fast proof that the attacker, to move, reaches the goal, and returns his first move.
    fn shortcut(&self, position: &mut SearchPosition, work: &mut LadderWork) -> Option<Point>;
    fn may_pass(&self, position: &SearchPosition) -> bool;
    fn style(&self) -> &'static SearchStyle {
        &SearchStyle::PLAIN
    }
    /// Points whose state belongs to the question, whatever the search does: for a string its stones and its
    /// liberties. By default all points: then an answer holds for that one position only.
    fn core(&self, board: &Board) -> PointSet {
        board.size().points().collect()
    }
    /// Adds the points that the result of this position itself depends on, without those of its moves and of
    /// the positions after them; `mv` is the winning move, if there is one. Goals whose candidates are
    /// complete add none.
    fn add_zone(&self, _position: &SearchPosition, _success: bool, _mv: Option<Point>, _zone: &mut PointSet) {
    }
    /// Returns more moves after all candidates have failed, best first: indirect ones, more with `wide`.
    /// `zone` is the relevance zone of the failure; its points are tried for the defender, and with `far` for
    /// the attacker.
    fn further_candidates(
        &self,
        _position: &SearchPosition,
        _to_move: Color,
        _wide: bool,
        _far: bool,
        _zone: &PointSet,
    ) -> Candidates {
        Candidates::default()
    }
}

/// A point as a number, for the keys of goals.
pub(crate) fn point_key(point: Point) -> u64 {
    u64::from(point.x()) << 8 | u64::from(point.y())
}

/// Looks up the first proof and disproof number by a count; counts beyond the table get its last entry.
pub(crate) fn numbers_of(table: &[(u32, u32)], count: u32) -> (u32, u32) {
    table[(count as usize).min(table.len() - 1)]
}

/// First number of the capture of a string in a race, by its liberties and the captor's lead.
pub(crate) fn race_number(liberties: i32, lead: i32) -> u32 {
    let work = RACE_NUMBER_BASE + liberties.min(RACE_MAX_LIBERTIES) / RACE_LIBERTIES_PER_NUMBER
        - RACE_NUMBER_PER_LEAD * lead;
    work.clamp(1, RACE_MAX_NUMBER as i32) as u32
}
