// SPDX-License-Identifier: MIT OR Apache-2.0

//! The moves of a node, and the static evaluation of the positions after them.

use katachi_rules::{Color, Point, Undo};

use super::Searcher;
use super::graph::{Child, Dependence, GoalNode, NOWHERE, NodeIndex};
use super::tree::{Frame, GoalTree, GoalVisit};
use crate::ladder::LadderWork;
use crate::local::ProofNumbers;

pub(super) enum Made {
    Stone(Undo),
    Pass(Option<(Point, Color)>),
}

impl Searcher {
    /// Whether it is a node at which the defender does not try all moves.
    fn leaves_out_moves(&self, node: &GoalNode) -> bool {
        !node.is_or && !self.step.defense.complete && self.depth > 1
    }

    /// Restores a node that the search has left open. False if it has not been there.
    pub(super) fn come_back(&self, place: NodeIndex, node: &mut GoalNode) -> bool {
        let Some(children) = self.graph.children(place) else {
            return false;
        };
        let vertex = self.graph.at(place);
        (node.widened, node.lost_to_ko) = (vertex.widened, vertex.lost_to_ko);
        node.lost.limited = node.widened && self.leaves_out_moves(node);
        node.lost.ko = node.lost_to_ko;
        for mut child in children {
            if child.to != NOWHERE {
                self.note(&mut child, node);
            }
            node.children.push(child);
        }
        true
    }

    /// Notes the state of the position after a move in the node. A position that repeats one of the path
    /// counts as a failure of the attacker: an endless ko captures nothing.
    fn note(&self, child: &mut Child, node: &mut GoalNode) {
        let mut dependence = *self.graph.dependence(child.to);
        if !child.numbers.is_decided() && self.path.iter().any(|p| p.0 == self.graph.at(child.to).situation) {
            child.numbers = ProofNumbers::DISPROVED;
            dependence.ko = true;
        }
        dependence.ko |= child.depends_on_ko;
        node.note(child.point, child.numbers, &dependence);
    }
}

impl GoalTree<'_> {
    /// Adds moves within the relevance zone of the failure of all moves so far.
    pub(super) fn add_further_moves(&mut self, frame: &mut Frame) {
        let node = &mut frame.node;
        node.widened = true;
        if self.searcher.leaves_out_moves(node) {
            node.lost.limited |= node.must_move || self.goal.may_pass(self.position);
            return;
        }
        let mut zone = *node.refutation_zone();
        for point in node.children.iter().filter_map(|child| child.point) {
            zone.remove(point);
        }
        let (depth, level) = (self.searcher.depth, self.searcher.step.level);
        let (wide, far) = (depth <= level.wide, depth <= level.widened);
        let to_move = frame.visit.to_move;
        let goal = self.goal;
        let more = goal.further_candidates(self.position, to_move, wide, far, &zone);
        self.add_moves(more.iter().map(Some), node);
    }

    /// Adds the natural moves of a node, which is one ply above the current depth; only the shortcut if there
    /// is one. First comes the move that decided the same position in an earlier step.
    pub(super) fn add_children(&mut self, frame: &mut Frame) {
        self.add_shortcut(frame);
        let GoalVisit { place, to_move, .. } = frame.visit;
        let node = &mut frame.node;
        if !node.children.is_empty() {
            return;
        }
        let (goal, searcher) = (self.goal, &*self.searcher);
        let first = searcher.graph.at(place).earlier;
        let first = first.and_then(|earlier| searcher.graph.at(earlier).best);
        let wide = searcher.depth <= searcher.step.level.wide;
        let indirect = searcher.step.defense.indirect_at(searcher.depth - 1);
        let candidates = goal.candidates(self.position, to_move, wide, indirect);
        let may_pass = if node.is_or {
            // The attacker has nothing to wait for but a ko that is closed to him.
            searcher.depth > 1 && searcher.looks_for_kos() && self.position.is_ko_closed_to(to_move)
        } else {
            !node.must_move && goal.may_pass(self.position)
        };
        let pass = may_pass.then_some(None);
        // A pass comes before the indirect moves: most of them fail in the same way.
        let direct = match pass {
            Some(_) if indirect > 0 && !node.is_or => goal.candidates(self.position, to_move, wide, 0),
            _ => candidates.clone(),
        };
        let asked = goal.asked(to_move);
        let proposed =
            asked.map(|(aim, strings)| self.patterns.about_strings(aim, &self.position.board, strings));
        let proposed = proposed.iter().flatten().map(|proposal| proposal.1);
        let before_pass = first.into_iter().chain(proposed).chain(direct.iter()).map(Some);
        let moves = before_pass.chain(pass).chain(candidates.iter().map(Some));
        self.add_moves(moves, node);
        let mut index = 0;
        while !goal.style().is_well_ordered && index < frame.node.children.len() {
            let left = frame.node.children.len();
            self.try_out(frame, index);
            if frame.node.won.is_some() {
                break;
            }
            // An illegal move has been dropped.
            index += usize::from(frame.node.children.len() == left);
        }
    }

    pub(super) fn add_shortcut(&mut self, frame: &mut Frame) {
        if frame.visit.to_move != self.goal.attacker() {
            return;
        }
        let mut work = LadderWork::new(self.searcher.nodes, self.searcher.budget);
        self.position.ko_mattered.set(false);
        let shortcut = self.goal.shortcut(self.position, &mut work);
        self.searcher.nodes = work.nodes;
        if shortcut.is_some() {
            let dependence = Dependence {
                zone: work.zone,
                ko: self.position.ko_mattered.get(),
                limited: false,
            };
            let child = Child::new(shortcut, ProofNumbers::PROVED);
            frame.node.children.push(child);
            frame.node.note(shortcut, ProofNumbers::PROVED, &dependence);
        }
    }

    pub(super) fn add_moves(&mut self, moves: impl Iterator<Item = Option<Point>>, node: &mut GoalNode) {
        let equals = self.goal.style().equals;
        for (rank, point) in moves.enumerate() {
            let is_refused =
                self.searcher.depth == 1 && point.is_some_and(|p| self.searcher.refused.contains(p));
            if is_refused || node.children.is_full() || node.children.iter().any(|c| c.point == point) {
                continue;
            }
            let numbers = node.first.penalized(node.is_or, rank as u32 / equals);
            node.children.push(Child::new(point, numbers));
        }
    }

    /// Plays a move for the first time and stores the static evaluation after it. An illegal move is dropped.
    pub(super) fn try_out(&mut self, frame: &mut Frame, index: usize) {
        let (node, to_move) = (&mut frame.node, frame.visit.to_move);
        let point = node.children[index].point;
        self.position.ko_mattered.set(false);
        let is_allowed = point.is_none_or(|p| self.position.is_allowed(to_move, p));
        let because_of_ko = self.position.ko_mattered.get();
        if !is_allowed {
            node.lost_to_ko |= because_of_ko;
            node.lost.ko |= because_of_ko;
            node.children.remove(index);
            return;
        }
        let next = to_move.opposite();
        let made = self.make(to_move, point);
        let penalty = index as u32 / self.goal.style().equals;
        let is_retaken = self.position.would_be_retaken(to_move);
        let to = if is_retaken {
            node.lost_to_ko = true;
            node.lost.ko = true;
            self.unmake(made);
            // The defender may as well pass.
            let is_vain = !node.is_or
                || !self.searcher.looks_for_kos()
                || point.is_none_or(|p| self.position.ends_ko(next, p));
            if is_vain {
                node.children.remove(index);
                return;
            }
            self.after_retaking(next, penalty)
        } else {
            let key = self.key(next);
            let known = self.searcher.graph.find(key);
            let to = known.unwrap_or_else(|| self.add_or_take_over(next, key, penalty));
            self.unmake(made);
            to
        };
        let mut child = Child {
            point,
            to,
            numbers: self.searcher.graph.at(to).numbers,
            depends_on_ko: because_of_ko || is_retaken,
            is_retaken,
        };
        self.searcher.note(&mut child, node);
        if node.is_won(child.numbers) && point.is_none() && self.searcher.depth == 1 {
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
    fn after_retaking(&mut self, to_move: Color, penalty: u32) -> NodeIndex {
        let made = self.make(to_move, None);
        let key = self.key(to_move) ^ 1 << 40;
        let to = self.searcher.graph.find(key).unwrap_or_else(|| {
            let place = self.add_position(to_move, key, penalty);
            self.searcher.graph.forbid_pass(place);
            place
        });
        self.unmake(made);
        to
    }

    /// Adds a new position with the result of an earlier step that holds here, or with its static evaluation.
    fn add_or_take_over(&mut self, to_move: Color, key: u64, penalty: u32) -> NodeIndex {
        let earlier = self.earlier(to_move);
        let place = match earlier {
            Some((known, true)) => {
                let graph = &mut self.searcher.graph;
                let (numbers, best) = (graph.at(known).numbers, graph.at(known).best);
                let dependence = *graph.dependence(known);
                let situation = self.position.board.situation_key(to_move);
                let place = graph.add(key, situation, numbers, &dependence);
                graph.at_mut(place).best = best;
                place
            }
            _ => self.add_position(to_move, key, penalty),
        };
        self.searcher.graph.at_mut(place).earlier = earlier.map(|(known, _)| known);
        place
    }

    /// Adds a new position with its static evaluation. `penalty` is that of the move that led there.
    fn add_position(&mut self, to_move: Color, key: u64, penalty: u32) -> NodeIndex {
        let mut dependence = Dependence::NOTHING;
        self.position.ko_mattered.set(false);
        let is_or = to_move == self.goal.attacker();
        let is_patient = self.searcher.depth < self.searcher.step.level.patient;
        let numbers = match self.goal.decided(self.position, to_move, is_patient) {
            Some(success) => {
                self.goal
                    .add_zone(self.position, success, None, &mut dependence.zone);
                dependence.ko = self.position.ko_mattered.get();
                ProofNumbers::decided(success)
            }
            None => self.estimate(to_move).penalized(!is_or, penalty),
        };
        let situation = self.position.board.situation_key(to_move);
        self.searcher.graph.add(key, situation, numbers, &dependence)
    }

    pub(super) fn make(&mut self, color: Color, point: Option<Point>) -> Made {
        self.searcher.nodes += 1;
        match point {
            Some(point) => Made::Stone(self.position.play(color, point)),
            None => Made::Pass(self.position.board.clear_ko()),
        }
    }

    pub(super) fn unmake(&mut self, made: Made) {
        match made {
            Made::Stone(undo) => self.position.board.undo(undo),
            Made::Pass(ko) => self.position.board.set_ko(ko),
        }
    }
}
