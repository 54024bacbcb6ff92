// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proof-number search over the moves around a goal: a string, a connection, a race.
//!
//! Depth-first proof-number search (`local::dfpn`) with a table of positions. The attacker is the OR side;
//! the defender may pass, the attacker has to move. What is special is in `tree`, moves in `moves`, the
//! widths of a search in `goal` and `steps`.

mod goal;
mod graph;
mod moves;
mod steps;
mod tree;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use katachi_rules::{Board, Color, Point, PointSet};

use super::{Reading, Verdict};
use crate::ladder::LadderWork;
pub(super) use crate::ladder::SearchPosition;
pub(super) use goal::{DefenseLevel, EVERYWHERE, Level, RACE_MAX_LIBERTIES, ReadingGoal};
pub(super) use goal::{SearchStyle, numbers_of, race_number};
use graph::{Graph, NodeIndex};
use steps::Step;
use tree::GoalTree;

/// The attacker looks for kos that the defender cannot end within this number of times the patient plies of
/// the level; 1 to 3. reading.md: at every depth the nodes run out.
const KO_PLIES_PER_PATIENT_PLY: u32 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Does the attacker reach the goal? None if the nodes ran out.
    pub(super) success: Option<bool>,
    /// The winner's move at the root. None if no move is needed, or the winner does not move first.
    pub(super) point: Option<Point>,
    pub(super) nodes: u32,
    /// The result depends on who wins a ko.
    pub(super) depends_on_ko: bool,
    /// The root was decided statically, without any move.
    pub(super) at_once: bool,
}

impl Found {
    pub(super) fn reading(&self, verdict: Verdict) -> Reading {
        Reading::new(verdict, self.point)
    }
}

/// Searches one question after another. Results are kept between the searches for one question, but not from
/// question to question, so that an answer does not depend on earlier questions, and the points that it
/// depends on are known.
#[derive(Debug, Default)]
pub(super) struct Searcher {
    graph: Graph,
    /// Positions from the root to here.
    path: Vec<(u64, NodeIndex)>,
    /// Moves that are not tried at the root.
    refused: PointSet,
    /// Key of the goal of the searches so far.
    goal: u64,
    /// Key of the board of the question. Table keys are relative to it, so that stones elsewhere on the board
    /// do not change the order of the search.
    root: u64,
    nodes: u32,
    budget: u32,
    /// Number of nodes up to which a level is not given up as hopeless.
    enough: u32,
    depth: u32,
    step: Step,
    /// Steps of this and of earlier searches for the question that were searched to the end.
    steps: Vec<Step>,
    /// Roots of steps so far.
    roots: u64,
    /// Abort flag: while it is set, a search ends as if its budget were used up.
    pub(super) interrupt: Arc<AtomicBool>,
}

impl Searcher {
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
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
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
        let attacks = to_move == goal.attacker();
        let is_asked_for = |&success: &bool| success || attacks || !goal.style().is_threatened;
        let Some(success) = decided.filter(is_asked_for) else {
            return GoalTree::new(self, goal, position).search_steps(to_move, budget);
        };
        // An attack that works at once still has its move.
        let mut work = LadderWork::new(self.nodes, budget);
        let shortcut = (success && attacks).then(|| goal.shortcut(position, &mut work));
        Found {
            success: Some(success),
            point: shortcut.flatten(),
            nodes: work.nodes,
            depends_on_ko: position.ko_mattered.get(),
            at_once: true,
        }
    }

    /// The position `plies` plies above the one that is expanded.
    fn before(&self, plies: usize) -> Option<NodeIndex> {
        Some(self.path.get(self.path.len().checked_sub(plies)?)?.1)
    }

    /// Near the root the attacker looks for kos that the defender cannot end.
    fn looks_for_kos(&self) -> bool {
        self.depth <= KO_PLIES_PER_PATIENT_PLY * self.step.level.patient
    }

    fn go_down(&mut self, place: NodeIndex) {
        self.depth += 1;
        self.path.push((self.graph.at(place).situation, place));
    }

    fn go_up(&mut self) {
        self.depth -= 1;
        self.path.pop();
    }
}
