// SPDX-License-Identifier: MIT OR Apache-2.0

//! A node of the search: the state of its moves, and its own.

use arrayvec::ArrayVec;
use katachi_rules::{Point, PointSet};

use super::graph::{Child, NodeIndex};
use super::numbers::Dependence;
use crate::local::ProofNumbers;

const MAX_CHILDREN: usize = 48;

/// A node while it is expanded.
pub(super) struct GoalNode {
    pub(super) is_or: bool,
    /// Its numbers before it was expanded.
    pub(super) first: ProofNumbers,
    pub(super) children: ArrayVec<Child, MAX_CHILDREN>,
    /// The position after the last move that failed: others may fail in the same way.
    pub(super) reply: Option<NodeIndex>,
    /// The position after a pass that failed: most moves fail in the same way.
    pub(super) pass_reply: Option<NodeIndex>,
    /// Further candidates have been added.
    pub(super) widened: bool,
    /// Dependence of the proof of a winning move.
    pub(super) won: Option<Dependence>,
    /// Dependence of the refutations of all failed moves.
    pub(super) lost: Dependence,
    /// The relevance zone of the refutation after a pass.
    pub(super) pass_refutation_zone: PointSet,
    /// A move was not possible because of a ko.
    pub(super) lost_to_ko: bool,
    /// The defender must not pass: that would only repeat the position with one ko threat less.
    pub(super) must_move: bool,
    /// At the root: no move is needed. A move that works too is a better answer.
    pub(super) pass_works: bool,
}

impl GoalNode {
    pub(super) fn new(is_or: bool) -> Self {
        Self {
            is_or,
            first: ProofNumbers::new(1, 1),
            children: ArrayVec::new(),
            reply: None,
            pass_reply: None,
            widened: false,
            won: None,
            lost: Dependence::NOTHING,
            pass_refutation_zone: PointSet::EMPTY,
            lost_to_ko: false,
            must_move: false,
            pass_works: false,
        }
    }

    /// Do these numbers decide for the side to move?
    pub(super) fn is_won(&self, numbers: ProofNumbers) -> bool {
        numbers.outcome() == Some(self.is_or)
    }

    /// Do these numbers decide against the side to move?
    pub(super) fn is_lost(&self, numbers: ProofNumbers) -> bool {
        numbers.outcome() == Some(!self.is_or)
    }

    /// Stores what the result of a decided move depends on.
    pub(super) fn note(&mut self, point: Option<Point>, numbers: ProofNumbers, dependence: &Dependence) {
        if !numbers.is_decided() {
            return;
        }
        let mut dependence = *dependence;
        if let Some(point) = point {
            dependence.zone.insert(point);
        }
        if self.is_won(numbers) {
            self.won = Some(dependence);
        } else {
            self.lost.extend_with(&dependence);
            if point.is_none() {
                self.pass_refutation_zone = dependence.zone;
            }
        }
    }

    /// The points at which a further move may refute the failure of all moves so far. For a defender who may
    /// pass it is the relevance zone of the refutation after his pass: only a move within it can change that
    /// result. Otherwise it is the union of the zones of all failed moves.
    pub(super) fn refutation_zone(&self) -> &PointSet {
        if self.is_or || self.pass_works || self.must_move {
            &self.lost.zone
        } else {
            &self.pass_refutation_zone
        }
    }

    pub(super) fn dependence(&self) -> &Dependence {
        self.won.as_ref().unwrap_or(&self.lost)
    }
}
