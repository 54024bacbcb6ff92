// SPDX-License-Identifier: MIT OR Apache-2.0

//! The tree of a search for a goal, for depth-first proof-number search.
//!
//! A simulation is tried once for each position before it is expanded: with the proof of a sibling, or of the
//! position after the same move two plies before. A move of the loser that was not searched there is answered
//! like the loser's previous move.

use std::sync::atomic::Ordering::Relaxed;

use katachi_rules::{Color, Point};

use super::graph::{Dependence, GoalNode, NOWHERE, NodeIndex};
use super::{ReadingGoal, ReadingPatterns, SearchPosition, Searcher};
use crate::local::{self, ProofNumbers, Reply, Selection, Tree};

/// Lines of more plies count as failures of the attacker; 80 to 200.
const STRING_MAX_PLIES: u32 = 120;
/// While a level may not be given up, the proof threshold of the root is its proof number times this; 2 to 4.
const ROOT_THRESHOLD_GROWTH: u32 = 2;

pub(super) struct GoalTree<'a> {
    pub(super) searcher: &'a mut Searcher,
    pub(super) patterns: &'a ReadingPatterns,
    pub(super) goal: &'a dyn ReadingGoal,
    pub(super) position: &'a mut SearchPosition,
}

/// A position that is on the board now.
pub(super) struct GoalVisit {
    pub(super) place: NodeIndex,
    pub(super) to_move: Color,
    /// A similar position, which may have the same replies; in a simulation the one whose proof is tried.
    like: Option<NodeIndex>,
}

pub(super) struct Frame {
    pub(super) visit: GoalVisit,
    pub(super) node: GoalNode,
}

impl GoalVisit {
    pub(super) fn new(place: NodeIndex, to_move: Color) -> Self {
        Self {
            place,
            to_move,
            like: None,
        }
    }
}

impl GoalTree<'_> {
    /// Stores the numbers of a node that the search leaves, and the dependence of a decided result.
    fn conclude(&mut self, frame: &Frame, (numbers, point): (ProofNumbers, Option<Point>)) {
        self.searcher.go_up();
        let (place, node) = (frame.visit.place, &frame.node);
        let graph = &mut self.searcher.graph;
        graph.leave(place, node);
        let mut dependence = Dependence::NOTHING;
        if let Some(success) = numbers.outcome() {
            dependence = *node.dependence();
            let mv = point.filter(|_| node.is_won(numbers));
            self.goal
                .add_zone(self.position, success, mv, &mut dependence.zone);
            graph.at_mut(place).best = mv;
        }
        graph.set(place, numbers, &dependence);
    }

    /// The frame of a visit, whose moves are not known yet.
    #[inline]
    pub(super) fn frame(&self, visit: GoalVisit) -> Frame {
        Frame {
            node: GoalNode::new(visit.to_move == self.goal.attacker()),
            visit,
        }
    }

    /// The frame of a position where the proof of a similar one is tried.
    #[inline]
    fn simulation(&self, place: NodeIndex, to_move: Color, similar: NodeIndex) -> Frame {
        let like = Some(similar);
        self.frame(GoalVisit { place, to_move, like })
    }

    /// Searches the position after a move, unless simulation decides it, and returns its numbers.
    fn search_below(&mut self, frame: &mut Frame, index: usize, thresholds: ProofNumbers) -> ProofNumbers {
        let Frame { visit, node } = frame;
        let child = &node.children[index];
        let (point, to) = (child.point, child.to);
        let graph = &mut self.searcher.graph;
        let seen = visit.like.and_then(|like| graph.after(like, point));
        let seen = seen.filter(|&s| s != to);
        let similar = seen
            .filter(|&s| node.is_lost(graph.at(s).numbers))
            .or(node.pass_reply)
            .or(node.reply)
            .filter(|_| graph.is_first_simulation(to));
        let to_move = visit.to_move.opposite();
        if let Some(similar) = similar
            && local::simulate(self, self.simulation(to, to_move, similar), !node.is_or)
        {
            return self.searcher.graph.at(to).numbers;
        }
        let before = self.searcher.path.iter().nth_back(1);
        let visit = GoalVisit {
            like: seen.or(before.map(|&(_, place)| place)),
            ..GoalVisit::new(to, to_move)
        };
        let frame = self.frame(visit);
        local::expand(self, frame, thresholds).0
    }
}

impl Tree for GoalTree<'_> {
    type Frame = Frame;
    type Simulation = Frame;
    type Outcome = (ProofNumbers, Option<Point>);

    fn enter(&mut self, frame: &mut Frame, _: ProofNumbers) -> Option<Self::Outcome> {
        if self.searcher.depth >= STRING_MAX_PLIES {
            return Some((ProofNumbers::DISPROVED, None));
        }
        let place = frame.visit.place;
        self.searcher.go_down(place);
        frame.node.must_move = self.searcher.graph.at(place).must_move;
        if !self.searcher.come_back(place, &mut frame.node) {
            frame.node.first = self.searcher.graph.at(place).numbers;
            self.add_children(frame);
        }
        None
    }

    #[inline]
    fn select(&mut self, frame: &mut Frame) -> Selection {
        let moves = frame.node.children.iter().map(|c| c.numbers);
        Selection::new(moves, frame.node.is_or, 1)
    }

    #[inline]
    fn widen(&mut self, frame: &mut Frame, selection: &Selection) -> bool {
        let widens = frame.node.is_lost(selection.numbers) && !frame.node.widened;
        if widens {
            self.add_further_moves(frame);
        }
        widens
    }

    #[inline]
    fn raise(&self, selection: &Selection, thresholds: &mut ProofNumbers) {
        if self.searcher.depth == 1 && self.searcher.nodes < self.searcher.enough {
            let raised = selection.numbers.proof.saturating_mul(ROOT_THRESHOLD_GROWTH);
            thresholds.proof = thresholds.proof.max(raised);
        }
    }

    #[inline]
    fn is_exhausted(&self) -> bool {
        self.searcher.nodes >= self.searcher.budget || self.searcher.interrupt.load(Relaxed)
    }

    #[inline]
    fn resolve(&mut self, frame: &mut Frame, index: usize) -> bool {
        let is_new = frame.node.children[index].to == NOWHERE;
        if is_new {
            self.try_out(frame, index);
        }
        is_new
    }

    #[inline]
    fn numbers_of(&self, frame: &Frame, index: usize) -> (ProofNumbers, u32) {
        // The penalty is in the first numbers of the position after the move.
        (frame.node.children[index].numbers, 0)
    }

    fn follow(&mut self, frame: &mut Frame, index: usize, thresholds: ProofNumbers) {
        let GoalVisit { place, to_move, .. } = frame.visit;
        let child = &frame.node.children[index];
        let (point, to) = (child.point, child.to);
        let played = child.played();
        self.searcher.graph.leave(place, &frame.node);
        let made = self.make(to_move, played);
        let numbers = self.search_below(frame, index, thresholds);
        let node = &mut frame.node;
        let mut after = *self.searcher.graph.dependence(to);
        after.ko |= node.children[index].depends_on_ko;
        self.unmake(made);
        if node.is_won(numbers) && point.is_none() && self.searcher.depth == 1 {
            node.pass_works = true;
            node.note(point, numbers, &after);
            node.children.remove(index);
            return;
        }
        node.children[index].numbers = numbers;
        node.note(point, numbers, &after);
        if node.is_lost(numbers) {
            node.reply = Some(to);
            if point.is_none() {
                node.pass_reply = Some(to);
            }
        }
    }

    fn leave(&mut self, frame: &mut Frame, selection: &Selection) -> Self::Outcome {
        let node = &frame.node;
        let result = if node.pass_works && node.is_lost(selection.numbers) {
            (ProofNumbers::DISPROVED, None)
        } else {
            let point = node.children.get(selection.best).and_then(|c| c.point);
            (selection.numbers, point)
        };
        self.conclude(frame, result);
        result
    }

    fn is_or(&self, frame: &Frame) -> bool {
        frame.node.is_or
    }

    fn enter_simulation(&mut self, frame: &mut Frame, success: bool) -> Option<bool> {
        if self.searcher.depth >= STRING_MAX_PLIES {
            return Some(false);
        }
        let GoalVisit { place, like, .. } = frame.visit;
        self.searcher.go_down(place);
        frame.node.must_move = self.searcher.graph.at(place).must_move;
        if success != frame.node.is_or {
            self.add_children(frame);
            return None;
        }
        self.add_shortcut(frame);
        if frame.node.children.is_empty() {
            let best = like.and_then(|similar| self.searcher.graph.at(similar).best);
            self.add_moves(best.map(Some).into_iter(), &mut frame.node);
        }
        None
    }

    fn reply(&mut self, frame: &mut Frame, index: usize, success: bool) -> Reply {
        if self.searcher.nodes >= self.searcher.budget {
            return Reply::Exhausted;
        }
        let node = &frame.node;
        match node.children.get(index) {
            None if success == node.is_or || node.widened => Reply::None,
            None => {
                self.add_further_moves(frame);
                Reply::Changed
            }
            Some(child) if node.is_won(child.numbers) => Reply::Wins,
            Some(child) if child.numbers.is_decided() => Reply::Loses,
            Some(child) if child.to == NOWHERE => {
                self.try_out(frame, index);
                Reply::Changed
            }
            Some(_) => Reply::Open,
        }
    }

    fn simulate_reply(&mut self, frame: &mut Frame, index: usize, success: bool) -> bool {
        let GoalVisit { to_move, like, .. } = frame.visit;
        let child = &frame.node.children[index];
        let (point, to) = (child.point, child.to);
        let graph = &self.searcher.graph;
        let known = like.and_then(|similar| graph.after(similar, point));
        let known = known.filter(|&known| graph.at(known).numbers.outcome() == Some(success));
        let Some(known) = known.or(frame.node.reply) else {
            return false;
        };
        let played = child.played();
        let made = self.make(to_move, played);
        let simulation = self.simulation(to, to_move.opposite(), known);
        let same = local::simulate(self, simulation, success);
        self.unmake(made);
        if !same {
            return false;
        }
        let node = &mut frame.node;
        let mut after = *self.searcher.graph.dependence(to);
        after.ko |= node.children[index].depends_on_ko;
        let numbers = ProofNumbers::decided(success);
        node.children[index].numbers = numbers;
        node.note(point, numbers, &after);
        node.reply = Some(to);
        true
    }

    fn leave_simulation(&mut self, frame: &mut Frame, index: usize, success: bool, same: bool) {
        if !same {
            // The position stays as it was.
            self.searcher.go_up();
            return;
        }
        let point = frame.node.children.get(index).and_then(|c| c.point);
        self.conclude(frame, (ProofNumbers::decided(success), point));
    }
}
