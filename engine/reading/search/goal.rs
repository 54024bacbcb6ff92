// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a search is about.

use katachi_rules::{Board, Color, Point, PointSet};

use super::Position;
use crate::reading::candidates::Candidates;
use crate::reading::level::{DefenseLevel, Level};

/// Candidates in a row with the same move penalty, where a goal says nothing else; 1 to 5.
const EQUAL_CANDIDATES: u32 = 3;
/// The levels of a goal that has no other ones. Plies, 3 to 8.
const PLAIN_LEVELS: [Level; 1] = [Level::new(5, 5, 0)];

/// What an attacker wants and a defender wants to stop.
pub(in crate::reading) trait ReadingGoal {
    /// The side that wants it.
    fn attacker(&self) -> Color;
    /// A key of the goal, so that results of different goals are not confused.
    fn key(&self) -> u64;
    /// Static evaluation: has the attacker reached the goal (true) or failed (false)? None if it is open. Unless `patient`,
    /// the attacker fails sooner.
    fn decided(&self, position: &Position, to_move: Color, patient: bool) -> Option<bool>;
    /// Moves for the side to move, best first; `wide`: also roundabout ones. Of the defender's roundabout moves at most
    /// `roundabout`, if the goal has levels of the defense.
    fn candidates(&self, position: &Position, to_move: Color, wide: bool, roundabout: u32) -> Candidates;
    /// Initial proof and disproof number of an open position. At least 1 each.
    fn estimate(&self, position: &Position, to_move: Color) -> (u32, u32);
    /// A fast proof that the attacker, to move, reaches the goal: his first move. Adds the moves that it plays to `nodes`
    /// and stops at `limit` of them. If it succeeds, adds the points that it depends on to `zone`.
    fn shortcut(
        &self,
        position: &mut Position,
        nodes: &mut u32,
        limit: u32,
        zone: &mut PointSet,
    ) -> Option<Point>;
    /// A move by which the defender, to move, may have stopped the attacker at once.
    fn way_out(&self, _position: &Position) -> Option<Point> {
        None
    }
    /// May the defender pass here?
    fn may_pass(&self, position: &Position) -> bool;
    /// Factor by which the budget of nodes is multiplied for this goal.
    fn effort(&self) -> u32 {
        1
    }
    /// Number of candidates that get the same move penalty; each following group of that number gets 1 more.
    fn equals(&self) -> u32 {
        EQUAL_CANDIDATES
    }
    /// Are candidates ordered well enough to play each only when the search comes to it? If not, all are played when a node is
    /// expanded.
    fn is_well_ordered(&self) -> bool {
        false
    }
    /// Levels of the search, from narrow to wide.
    fn levels(&self) -> &'static [Level] {
        &PLAIN_LEVELS
    }
    /// Levels of the defender, from few moves to all.
    fn defense_levels(&self) -> &'static [DefenseLevel] {
        &[DefenseLevel::COMPLETE]
    }
    /// May a question for the defender assume that the attacker would succeed if he moved first?
    fn is_threatened(&self) -> bool {
        false
    }
    /// Points whose state belongs to the question, whatever the search does: for a string its stones and its
    /// liberties. By default all points: then an answer holds for that one position only.
    fn core(&self, board: &Board) -> PointSet {
        board.size().points().collect()
    }
    /// Adds the points that the result of this position itself depends on, without those of its moves and of the positions
    /// after them; `mv` is the winning move, if there is one. Goals whose candidates are complete add none.
    fn add_zone(&self, _position: &Position, _success: bool, _mv: Option<Point>, _zone: &mut PointSet) {}
    /// More moves for the side to move, best first, after all candidates have failed: roundabout ones, more if `wide`, and for
    /// the attacker if `far` those within `zone`, the relevance zone of the failure; for the defender these anyway.
    fn further_candidates(
        &self,
        _position: &Position,
        _to_move: Color,
        _wide: bool,
        _far: bool,
        _zone: &PointSet,
    ) -> Candidates {
        Candidates::default()
    }
}
