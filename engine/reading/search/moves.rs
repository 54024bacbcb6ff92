// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of a node, and the static evaluation of the positions after them.

use katachi_rules::{Color, Point};

use super::graph::{Child, Left, NOWHERE, NodeIndex};
use super::node::GoalNode;
use super::numbers::Dependence;
use super::steps::Earlier;
use super::{ReadingGoal, SearchPosition, Searcher, unmake};
use crate::local::ProofNumbers;

impl Searcher {
    /// Adds moves within the relevance zone of the failure of all moves so far.
    pub(super) fn widen(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &SearchPosition,
        to_move: Color,
        node: &mut GoalNode,
    ) {
        node.widened = true;
        if self.leaves_out_moves(node) {
            node.lost.limited |= node.must_move || goal.may_pass(position);
            return;
        }
        let mut zone = *node.refutation_zone();
        for child in &node.children {
            if let Some(point) = child.point {
                zone.remove(point);
            }
        }
        let wide = self.depth <= self.step.level.wide;
        let far = self.depth <= self.step.level.widened;
        let more = goal.further_candidates(position, to_move, wide, far, &zone);
        self.add_moves(goal, more.iter().map(Some), node);
    }

    /// Is it a node at which the defender does not try all moves?
    fn leaves_out_moves(&self, node: &GoalNode) -> bool {
        !node.is_or && !self.step.defense.complete && self.depth > 1
    }

    /// Restores a node that the search has left open.
    pub(super) fn come_back(&self, left: &Left, node: &mut GoalNode) {
        (node.widened, node.lost_to_ko) = (left.widened, left.lost_to_ko);
        node.lost.limited = node.widened && self.leaves_out_moves(node);
        node.lost.ko = left.lost_to_ko;
        for mut child in self.graph.children(left) {
            if child.to == NOWHERE {
                node.children.push(child);
                continue;
            }
            let mut dependence = *self.graph.dependence(child.to);
            self.disprove_repetition(&mut child, &mut dependence);
            dependence.ko |= child.depends_on_ko;
            node.note(child.point, child.numbers, &dependence);
            node.children.push(child);
        }
    }

    /// A position that repeats one of the path counts as a failure of the attacker: an endless ko captures
    /// nothing.
    fn disprove_repetition(&self, child: &mut Child, dependence: &mut Dependence) {
        if !child.numbers.is_decided() && self.path.iter().any(|p| p.0 == self.graph.situation(child.to)) {
            child.numbers = ProofNumbers::DISPROVED;
            dependence.ko = true;
        }
    }

    /// Adds the natural moves of a node, which is one ply above the current depth; only the shortcut if there
    /// is one. First comes the move that decided the same position in an earlier step.
    pub(super) fn add_children(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
        to_move: Color,
        place: NodeIndex,
        node: &mut GoalNode,
    ) {
        self.add_shortcut(goal, position, to_move, node);
        if !node.children.is_empty() {
            return;
        }
        let first = self.graph.earlier(place).and_then(|e| self.graph.best(e));
        let (wide, indirect) = (
            self.depth <= self.step.level.wide,
            self.step.defense.indirect_at(self.depth - 1),
        );
        let candidates = goal.candidates(position, to_move, wide, indirect);
        let may_pass = if node.is_or {
            // The attacker has nothing to wait for but a ko that is closed to him.
            self.depth > 1 && self.looks_for_kos() && position.is_ko_closed_to(to_move)
        } else {
            !node.must_move && goal.may_pass(position)
        };
        let pass = may_pass.then_some(None);
        // A pass comes before the indirect moves: most of them fail in the same way.
        let direct = match pass {
            Some(_) if indirect > 0 && !node.is_or => goal.candidates(position, to_move, wide, 0),
            _ => candidates.clone(),
        };
        let before_pass = first.into_iter().chain(direct.iter()).map(Some);
        let moves = before_pass.chain(pass).chain(candidates.iter().map(Some));
        self.add_moves(goal, moves, node);
        let mut index = 0;
        while !goal.style().is_well_ordered && index < node.children.len() {
            let left = node.children.len();
            self.try_out(goal, position, to_move, index, node);
            if node.won.is_some() {
                break;
            }
            // An illegal move has been dropped.
            index += usize::from(node.children.len() == left);
        }
    }

    pub(super) fn add_shortcut(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
        to_move: Color,
        node: &mut GoalNode,
    ) {
        if to_move != goal.attacker() {
            return;
        }
        let mut dependence = Dependence::NOTHING;
        position.ko_mattered.set(false);
        let shortcut = goal.shortcut(position, &mut self.nodes, self.budget, &mut dependence.zone);
        if let Some(point) = shortcut {
            dependence.ko = position.ko_mattered.get();
            node.children.push(Child {
                point: Some(point),
                to: NOWHERE,
                numbers: ProofNumbers::PROVED,
                depends_on_ko: false,
                is_retaken: false,
            });
            node.note(Some(point), ProofNumbers::PROVED, &dependence);
        }
    }

    pub(super) fn add_moves(
        &mut self,
        goal: &dyn ReadingGoal,
        moves: impl Iterator<Item = Option<Point>>,
        node: &mut GoalNode,
    ) {
        for (rank, point) in moves.enumerate() {
            if node.children.is_full() || node.children.iter().any(|c| c.point == point) {
                continue;
            }
            if self.depth == 1 && point.is_some_and(|p| self.refused.contains(p)) {
                continue;
            }
            let numbers = node
                .first
                .penalized(node.is_or, rank as u32 / goal.style().equals);
            node.children.push(Child {
                point,
                to: NOWHERE,
                numbers,
                depends_on_ko: false,
                is_retaken: false,
            });
        }
    }

    /// Plays a move for the first time and stores the static evaluation after it. An illegal move is dropped.
    pub(super) fn try_out(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
        to_move: Color,
        index: usize,
        node: &mut GoalNode,
    ) {
        let point = node.children[index].point;
        position.ko_mattered.set(false);
        let is_allowed = point.is_none_or(|p| position.is_allowed(to_move, p));
        let because_of_ko = position.ko_mattered.get();
        if !is_allowed {
            node.lost_to_ko |= because_of_ko;
            node.lost.ko |= because_of_ko;
            node.children.remove(index);
            return;
        }
        let next = to_move.opposite();
        let undo = self.make(position, to_move, point);
        let penalty = index as u32 / goal.style().equals;
        let is_retaken = position.would_be_retaken(to_move);
        let to = if is_retaken {
            node.lost_to_ko = true;
            node.lost.ko = true;
            unmake(position, undo);
            // The defender may as well pass.
            let is_vain =
                !node.is_or || !self.looks_for_kos() || point.is_none_or(|p| position.ends_ko(next, p));
            if is_vain {
                node.children.remove(index);
                return;
            }
            self.after_retaking(goal, position, next, penalty)
        } else {
            let key = self.key(goal, position, next);
            let to = match self.graph.find(key) {
                Some(place) => place,
                None => self.add_or_take_over(goal, position, next, key, penalty),
            };
            unmake(position, undo);
            to
        };
        let mut child = Child {
            point,
            to,
            numbers: self.graph.numbers(to),
            depends_on_ko: because_of_ko || is_retaken,
            is_retaken,
        };
        let mut dependence = *self.graph.dependence(to);
        self.disprove_repetition(&mut child, &mut dependence);
        dependence.ko |= child.depends_on_ko;
        node.note(point, child.numbers, &dependence);
        if node.is_won(child.numbers) && point.is_none() && self.depth == 1 {
            node.pass_works = true;
            node.children.remove(index);
            return;
        }
        node.children[index] = child;
    }

    /// The position in which the attacker has taken a ko and the defender, who has unlimited threats, has
    /// retaken it. The stones are the same as before, and the defender has one threat less. The attacker can
    /// repeat this until the defender has no threats left, unless the defender ends the ko. So the defender
    /// is to move and must not pass.
    fn after_retaking(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
        to_move: Color,
        penalty: u32,
    ) -> NodeIndex {
        let undo = self.make(position, to_move, None);
        let key = self.key(goal, position, to_move) ^ 1 << 40;
        let to = match self.graph.find(key) {
            Some(place) => place,
            None => {
                let place = self.add_position(goal, position, to_move, key, penalty);
                self.graph.forbid_pass(place);
                place
            }
        };
        unmake(position, undo);
        to
    }

    /// Adds a new position with the result that an earlier step has found and that holds here, too, or else
    /// with its static evaluation.
    fn add_or_take_over(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
        to_move: Color,
        key: u64,
        penalty: u32,
    ) -> NodeIndex {
        let earlier = self.earlier(goal, position, to_move);
        let place = match earlier {
            Some(Earlier::Holds(known)) => {
                let (numbers, best) = (self.graph.numbers(known), self.graph.best(known));
                let dependence = *self.graph.dependence(known);
                let situation = position.board.situation_key(to_move);
                let place = self.graph.add(key, situation, numbers, &dependence);
                self.graph.set_best(place, best);
                place
            }
            _ => self.add_position(goal, position, to_move, key, penalty),
        };
        self.graph.set_earlier(place, earlier.map(Earlier::place));
        place
    }

    /// Adds a new position with its static evaluation. `penalty` is that of the move that led there.
    fn add_position(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
        to_move: Color,
        key: u64,
        penalty: u32,
    ) -> NodeIndex {
        let mut dependence = Dependence::NOTHING;
        position.ko_mattered.set(false);
        let numbers = match goal.decided(position, to_move, self.is_patient()) {
            Some(success) => {
                goal.add_zone(position, success, None, &mut dependence.zone);
                dependence.ko = position.ko_mattered.get();
                ProofNumbers::decided(success)
            }
            None if to_move != goal.attacker() && self.gets_out(goal, position, to_move, &mut dependence) => {
                ProofNumbers::DISPROVED
            }
            None => {
                let (proof, disproof) = goal.estimate(position, to_move);
                ProofNumbers { proof, disproof }.penalized(to_move != goal.attacker(), penalty)
            }
        };
        let situation = position.board.situation_key(to_move);
        self.graph.add(key, situation, numbers, &dependence)
    }

    /// Does the defender stop the attacker by a move that needs no search?
    fn gets_out(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
        to_move: Color,
        dependence: &mut Dependence,
    ) -> bool {
        let Some(point) = goal
            .way_out(position)
            .filter(|&p| position.is_allowed(to_move, p))
        else {
            return false;
        };
        let patient = self.depth + 1 < self.step.level.patient;
        let undo = self.make(position, to_move, Some(point));
        let out = goal.decided(position, to_move.opposite(), patient) == Some(false)
            && !position.would_be_retaken(to_move);
        if out {
            goal.add_zone(position, false, None, &mut dependence.zone);
        }
        unmake(position, undo);
        if out {
            dependence.zone.insert(point);
            dependence.ko = position.ko_mattered.get();
            goal.add_zone(position, false, Some(point), &mut dependence.zone);
        }
        out
    }
}
