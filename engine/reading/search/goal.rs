// SPDX-License-Identifier: MIT OR Apache-2.0

//! The goals of searches.

use katachi_rules::{Board, Color, Point, PointSet};

use super::SearchPosition;
use crate::ladder::LadderWork;
use crate::reading::candidates::Candidates;
use crate::reading::level::{DefenseLevel, Level};

/// Settings of the search for a kind of goal.
#[derive(Debug)]
pub(in crate::reading) struct SearchStyle {
    /// Factor of the budget of nodes.
    pub(in crate::reading) budgets: u32,
    /// Levels of the attack, from narrow to wide.
    pub(in crate::reading) levels: &'static [Level],
    /// Levels of the defense, from few moves to all.
    pub(in crate::reading) defense_levels: &'static [DefenseLevel],
    /// Number of candidates in a row with the same move penalty; each following group of that size gets 1
    /// more.
    pub(in crate::reading) equals: u32,
    /// Candidates are ordered well enough to play each only when the search selects it. If not, all are
    /// played when a node is expanded.
    pub(in crate::reading) is_well_ordered: bool,
    /// A question for the defender may assume that the attacker would succeed if he moved first.
    pub(in crate::reading) is_threatened: bool,
}

impl SearchStyle {
    /// The style of goals without one of their own. Plies of the level 3 to 8, equal candidates 1 to 5.
    pub(in crate::reading) const PLAIN: Self = Self {
        budgets: 1,
        levels: &[Level::new(5, 5, 0)],
        defense_levels: &[DefenseLevel::COMPLETE],
        equals: 3,
        is_well_ordered: false,
        is_threatened: false,
    };
}

/// A goal that an attacker pursues and a defender stops.
pub(in crate::reading) trait ReadingGoal {
    fn attacker(&self) -> Color;
    /// Key of the goal; different goals have different keys.
    fn key(&self) -> u64;
    /// Static evaluation: has the attacker reached the goal (true) or failed (false)? `None` if it is open.
    /// Unless `patient`, the attacker fails sooner.
    fn decided(&self, position: &SearchPosition, to_move: Color, patient: bool) -> Option<bool>;
    /// Returns moves for the side to move, best first; with `wide` also indirect ones. Of the defender's
    /// indirect moves at most `indirect`, if the goal has levels of the defense.
    fn candidates(&self, position: &SearchPosition, to_move: Color, wide: bool, indirect: u32) -> Candidates;
    /// Initial proof and disproof number of an open position. At least 1 each.
    fn estimate(&self, position: &SearchPosition, to_move: Color) -> (u32, u32);
    /// Looks for a fast proof that the attacker, to move, reaches the goal, and returns his first move.
    fn shortcut(&self, position: &mut SearchPosition, work: &mut LadderWork) -> Option<Point>;
    /// Returns a move by which the defender, to move, may have stopped the attacker at once.
    fn way_out(&self, _position: &SearchPosition) -> Option<Point> {
        None
    }
    /// May the defender pass here?
    fn may_pass(&self, position: &SearchPosition) -> bool;
    /// Settings of the search for this goal.
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
