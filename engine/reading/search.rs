// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proof-number search over the moves around a goal.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) with a
//! table of positions. The attacker is the OR side. A node's proof number estimates how many open positions have to be
//! decided to show that the attacker reaches the goal, its disproof number how many to show that the defender stops it;
//! the search always expands a node that is cheapest to decide. The defender may pass, the attacker has to move.

mod goal;
mod graph;
mod moves;
mod node;
mod numbers;
mod position;
mod simulation;
mod steps;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use katachi_rules::{Board, Color, Point, PointSet, Undo};

pub(super) use goal::Goal;
use graph::{Graph, NOWHERE, Place};
use node::Node;
use numbers::Dependence;
pub(super) use numbers::{numbers_of, race_number};
pub(super) use position::Position;

use super::constants::{KO_PLIES_PER_PATIENT_PLY, ROOT_THRESHOLD_GROWTH, STRING_MAX_PLIES};
use super::{Reading, Verdict};
use crate::local::{ProofNumbers, combine, raised_threshold};
use steps::Step;

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Does the attacker reach the goal? None if the nodes ran out.
    pub(super) success: Option<bool>,
    /// The winner's move at the root; none if no move is needed, or the winner does not move first.
    pub(super) point: Option<Point>,
    /// Moves played.
    pub(super) nodes: u32,
    /// The result depends on who wins a ko.
    pub(super) depends_on_ko: bool,
    /// The root was decided statically, without any move.
    pub(super) at_once: bool,
}

impl Found {
    /// Nothing.
    const OPEN: Self = Self {
        success: None,
        point: None,
        nodes: 0,
        depends_on_ko: false,
        at_once: false,
    };

    /// What it says, with its move.
    pub(super) fn reading(&self, verdict: Verdict) -> Reading {
        Reading {
            verdict,
            point: self.point,
        }
    }
}

/// Searches one question after the other. What the searches for one question find is kept from one to the next; from question to
/// question nothing is carried over, so that an answer does not depend on the questions before it, and the points that it depends
/// on are known.
#[derive(Debug)]
pub(super) struct Searcher {
    graph: Graph,
    /// Positions from the root to here.
    path: Vec<(u64, Place)>,
    /// Moves that are not tried at the root.
    refused: PointSet,
    /// The goal of the searches so far.
    goal: u64,
    /// Key of the board of the question. Table keys are relative to it, so that stones elsewhere on the board do not change the
    /// order of the search.
    root: u64,
    nodes: u32,
    budget: u32,
    /// Nodes before which a level is not given up as hopeless.
    enough: u32,
    depth: u32,
    /// The step that is searched.
    step: Step,
    /// Steps of this and of earlier searches for the question that were searched to the end.
    steps: Vec<Step>,
    /// Roots of steps so far.
    roots: u64,
    /// While it is set a search ends as if its budget were used up.
    pub(super) interrupt: Arc<AtomicBool>,
}

impl Searcher {
    pub(super) fn new() -> Self {
        Self {
            graph: Graph::new(),
            path: Vec::new(),
            refused: PointSet::EMPTY,
            goal: 0,
            root: 0,
            nodes: 0,
            budget: 0,
            enough: 0,
            depth: 0,
            step: Step::NONE,
            steps: Vec::new(),
            roots: 0,
            interrupt: Arc::default(),
        }
    }

    /// Forgets everything: the next searches are for a question about this board.
    pub(super) fn begin(&mut self, board: &Board) {
        self.root = board.key();
        self.graph.clear();
        self.steps.clear();
        (self.goal, self.roots) = (0, 0);
    }

    /// Searches a goal from a position, playing at most `budget` moves, and none of the `refused` first.
    pub(super) fn search(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        refused: &[Point],
        budget: u32,
    ) -> Found {
        (self.nodes, self.budget, self.enough, self.depth) = (0, budget, 0, 0);
        self.refused = refused.iter().copied().collect();
        if self.goal != goal.key() || self.graph.is_large() {
            self.begin(&position.board);
            self.goal = goal.key();
        }
        position.ko_mattered.set(false);
        let decided = goal.decided(position, to_move, true);
        let is_asked_for = |&success: &bool| success || to_move == goal.attacker() || !goal.is_threatened();
        if let Some(success) = decided.filter(is_asked_for) {
            // An attack that works at once still has its move.
            let attacks = success && to_move == goal.attacker();
            let point = if attacks {
                goal.shortcut(position, &mut self.nodes, budget, &mut PointSet::EMPTY.clone())
            } else {
                None
            };
            let (nodes, depends_on_ko) = (self.nodes, position.ko_mattered.get());
            return Found {
                success: Some(success),
                point,
                nodes,
                depends_on_ko,
                at_once: true,
            };
        }
        self.search_steps(goal, position, to_move, budget)
    }

    /// The position `plies` plies above the one that is expanded.
    fn before(&self, plies: usize) -> Option<Place> {
        Some(self.path.get(self.path.len().checked_sub(plies)?)?.1)
    }

    fn is_patient(&self) -> bool {
        self.depth < self.step.level.patient
    }

    /// Near the root the attacker looks for kos that the defender cannot end.
    fn looks_for_kos(&self) -> bool {
        self.depth <= KO_PLIES_PER_PATIENT_PLY * self.step.level.patient
    }

    /// Expands a node until its proof or disproof number reaches its threshold; returns both with the best move. `like` is a
    /// similar position, in which the same moves may have the same replies.
    fn expand(
        &mut self,
        goal: &dyn Goal,
        position: &mut Position,
        to_move: Color,
        place: Place,
        like: Option<Place>,
        mut thresholds: ProofNumbers,
    ) -> (ProofNumbers, Option<Point>) {
        let is_or = to_move == goal.attacker();
        if self.depth >= STRING_MAX_PLIES {
            return (ProofNumbers::DISPROVED, None);
        }
        self.depth += 1;
        self.path.push((self.graph.situation(place), place));
        let mut node = Node::new(is_or);
        node.must_move = self.graph.must_move(place);
        match self.graph.left(place) {
            Some(left) => self.come_back(&left, &mut node),
            None => {
                node.first = self.graph.numbers(place);
                self.add_children(goal, position, to_move, place, &mut node);
            }
        }
        let result = loop {
            let (numbers, best, second) = combine(node.children.iter().map(|c| c.numbers), is_or, 1);
            if node.is_lost(numbers) && !node.widened {
                self.widen(goal, position, to_move, &mut node);
                continue;
            }
            if self.depth == 1 && self.nodes < self.enough {
                thresholds.proof = thresholds
                    .proof
                    .max(numbers.proof.saturating_mul(ROOT_THRESHOLD_GROWTH));
            }
            if numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || numbers.is_decided()
                || self.nodes >= self.budget
                || self.interrupt.load(Relaxed)
            {
                if node.pass_works && node.is_lost(numbers) {
                    break (ProofNumbers::DISPROVED, None);
                }
                let point = node.children.get(best).and_then(|c| c.point);
                break (numbers, point);
            }
            let child = &node.children[best];
            if child.to == NOWHERE {
                self.try_out(goal, position, to_move, best, &mut node);
                continue;
            }
            // The thresholds up to which this child stays the best one.
            let raised = raised_threshold(second);
            let child_thresholds = if is_or {
                let others = numbers.disproof.saturating_sub(child.numbers.disproof);
                ProofNumbers {
                    proof: thresholds.proof.min(raised),
                    disproof: thresholds.disproof.saturating_sub(others),
                }
            } else {
                let others = numbers.proof.saturating_sub(child.numbers.proof);
                ProofNumbers {
                    proof: thresholds.proof.saturating_sub(others),
                    disproof: thresholds.disproof.min(raised),
                }
            };
            let (point, played, to) = (child.point, child.played(), child.to);
            self.graph
                .leave(place, &node.children, node.widened, node.lost_to_ko);
            let undo = self.make(position, to_move, played);
            let next = to_move.opposite();
            let seen = like
                .and_then(|like| self.graph.after(like, point))
                .filter(|&s| s != to);
            let similar = seen
                .filter(|&s| node.is_lost(self.graph.numbers(s)))
                .or(node.pass_reply)
                .or(node.reply)
                .filter(|_| self.graph.is_first_simulation(to));
            let numbers = if similar.is_some_and(|similar| self.simulate(goal, position, next, to, similar)) {
                self.graph.numbers(to)
            } else {
                let like = seen.or(self.before(2));
                self.expand(goal, position, next, to, like, child_thresholds).0
            };
            let mut after = *self.graph.dependence(to);
            after.ko |= node.children[best].depends_on_ko;
            unmake(position, undo);
            if node.is_won(numbers) && point.is_none() && self.depth == 1 {
                node.pass_works = true;
                node.note(point, numbers, &after);
                node.children.remove(best);
                continue;
            }
            node.children[best].numbers = numbers;
            node.note(point, numbers, &after);
            if node.is_lost(numbers) {
                node.reply = Some(to);
                if point.is_none() {
                    node.pass_reply = Some(to);
                }
            }
        };
        self.conclude(goal, position, place, &node, result);
        result
    }

    /// Stores the numbers of a node that the search leaves, and if it is decided, what the result depends on.
    fn conclude(
        &mut self,
        goal: &dyn Goal,
        position: &Position,
        place: Place,
        node: &Node,
        (numbers, point): (ProofNumbers, Option<Point>),
    ) {
        self.depth -= 1;
        self.path.pop();
        self.graph
            .leave(place, &node.children, node.widened, node.lost_to_ko);
        let mut dependence = Dependence::NOTHING;
        if numbers.is_decided() {
            dependence = *node.dependence();
            let mv = point.filter(|_| node.is_won(numbers));
            goal.add_zone(position, numbers.proof == 0, mv, &mut dependence.zone);
            self.graph.set_best(place, mv);
        }
        self.graph.set(place, numbers, &dependence);
    }

    fn make(&mut self, position: &mut Position, color: Color, point: Option<Point>) -> Made {
        self.nodes += 1;
        match point {
            Some(point) => Made::Stone(position.play(color, point)),
            None => Made::Pass(position.board.clear_ko()),
        }
    }
}

enum Made {
    Stone(Undo),
    Pass(Option<(Point, Color)>),
}

fn unmake(position: &mut Position, made: Made) {
    match made {
        Made::Stone(undo) => position.board.undo(undo),
        Made::Pass(ko) => position.board.set_ko(ko),
    }
}
