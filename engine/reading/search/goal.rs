//! What a search is about.

use katachi_rules::{Board, Color, Point, PointSet};

use super::Position;
use crate::reading::candidates::Candidates;

/// What an attacker wants and a defender wants to stop.
pub(in crate::reading) trait Goal {
    /// The side that wants it.
    fn attacker(&self) -> Color;
    /// Names the goal, so that results of different goals are not confused.
    fn key(&self) -> u64;
    /// Has the attacker reached it (true), or has he failed (false)? None if it is open. Unless `patient`, the
    /// attacker is given up sooner.
    fn decided(&self, position: &Position, to_move: Color, patient: bool) -> Option<bool>;
    /// Moves for the side to move, best first; `wide`: also roundabout ones.
    fn candidates(&self, position: &Position, to_move: Color, wide: bool) -> Candidates;
    /// Guesses proof and disproof number of an open position. At least 1 each.
    fn estimate(&self, position: &Position, to_move: Color) -> (u32, u32);
    /// A quick way to see that the attacker, to move, reaches the goal. Adds the moves that it plays to `nodes`
    /// and stops when there are `limit`. If it works, the points that this depends on are added to `zone`.
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
    /// How many times the usual nodes such a goal may take.
    fn effort(&self) -> u32 {
        1
    }
    /// So many candidates are as good as each other; those after them look less promising, and so on.
    fn equals(&self) -> u32 {
        3
    }
    /// Are candidates ordered so well that each needs to be played only when it is its turn? If not, all are played when
    /// a position is opened.
    fn is_well_ordered(&self) -> bool {
        false
    }
    /// How widely to look, one after the other.
    fn levels(&self) -> &'static [Level] {
        &[Level {
            wide: 5,
            patient: 5,
            widened: 0,
        }]
    }
    /// Does who asks for the defender know already that the attacker, to move, would get his way?
    fn is_threatened(&self) -> bool {
        false
    }
    /// Points whose state belongs to the question, wherever the search goes: for a string its stones and its
    /// liberties. Without them an answer holds for the whole position only.
    fn core(&self, board: &Board) -> PointSet {
        board.size().points().collect()
    }
    /// Adds the points that the outcome of this very position depends on, apart from moves in it and what
    /// comes after them; `mv` is the move that wins it, if there is one. None are added by goals whose
    /// candidates are complete.
    fn add_zone(&self, _position: &Position, _success: bool, _mv: Option<Point>, _zone: &mut PointSet) {}
    /// More moves for the side to move, best first, after all candidates have failed: out of the `zone` of
    /// points on which the failure rests.
    fn further_candidates(
        &self,
        _position: &Position,
        _to_move: Color,
        _wide: bool,
        _zone: &PointSet,
    ) -> Candidates {
        Candidates::default()
    }
}

/// How much is looked at. An attack that fails is tried again on the next level. If the nodes run out there, it has
/// failed as far as the levels before have looked.
#[derive(Clone, Copy, Debug)]
pub(in crate::reading) struct Level {
    /// Plies from the root down to which roundabout moves are candidates.
    pub(in crate::reading) wide: u32,
    /// Plies from the root down to which the attacker is not given up soon.
    pub(in crate::reading) patient: u32,
    /// Plies from the root down to which the attacker looks for moves that spoil what he failed by.
    pub(in crate::reading) widened: u32,
}
