// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proof-number search over the moves around a goal: a string, a connection, a race.
//!
//! Depth-first proof-number search (`local::dfpn`) with a table of positions. The attacker is the OR side;
//! the defender may pass, the attacker has to move. What is special is in `tree`, moves in `moves`, the
//! widths of a search in `goal`.
//!
//! A search goes in steps, by levels of the attack and of the defense, from narrow to wide. A failure is
//! searched again on the next level of the attack, a success on the next level of the defense. A position
//! that an earlier step decided is not searched again if the result holds in this step too: a success if the
//! attacker has no fewer moves now and the defender no more, a failure the other way round. Results of
//! earlier searches for the same question, with other ko threats, are used likewise if no ko matters.

mod goal;
mod graph;
mod moves;
mod tree;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use katachi_rules::{Board, Color, Point, PointSet};

use super::{Reading, ReadingPatterns, Verdict};
use crate::ladder::LadderWork;
pub(super) use crate::ladder::SearchPosition;
use crate::local::{self, INFINITE, KoThreats, ProofNumbers};
pub(super) use goal::{DefenseLevel, EVERYWHERE, Level, RACE_MAX_LIBERTIES, ReadingGoal};
pub(super) use goal::{SearchStyle, numbers_of, point_key, race_number};
use graph::{Dependence, Graph, NodeIndex};
use tree::{GoalTree, GoalVisit};

/// Each level after the first may take the budget divided by this; 1 to 4.
const FURTHER_LEVEL_PART: u32 = 2;
/// A level after the first is given up when the proof number of the root reaches this, the estimate for a
/// string that gets five liberties; 20 to 80. reading.md: levels that end at a high proof number take less
/// time.
const HOPELESS_PROOF_NUMBER: u32 = 40;
/// A level is not given up before it has taken the budget divided by this; 32 to 256.
const MIN_LEVEL_PART: u32 = 128;
/// Number of the defender's levels after which a success stands if the nodes run out; 1 to 3. tactics.md.
const DEFENSE_LEVELS_ENOUGH: usize = 2;
/// On the last of the defender's levels a success may take the budget divided by this; 1 to 8. tactics.md.
const LAST_DEFENSE_LEVEL_PART: u32 = 3;
/// The attacker looks for kos that the defender cannot end within this number of times the patient plies of
/// the level; 1 to 3. reading.md: at every depth the nodes run out.
const KO_PLIES_PER_PATIENT_PLY: u32 = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Whether the attacker reaches the goal. None if the nodes ran out.
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
        self.roots = 0;
    }

    /// Searches a goal from a position, the moves of patterns first, playing at most `budget` moves, and none
    /// of the `refused` first.
    pub(super) fn search(
        &mut self,
        goal: &dyn ReadingGoal,
        position: &mut SearchPosition,
        patterns: &ReadingPatterns,
        to_move: Color,
        refused: &[Point],
        budget: u32,
    ) -> Found {
        (self.nodes, self.budget, self.enough, self.depth) = (0, budget, 0, 0);
        self.refused = refused.iter().copied().collect();
        if self.graph.is_large() {
            self.begin(&position.board);
        }
        position.ko_mattered.set(false);
        let decided = goal.decided(position, to_move, true);
        let attacks = to_move == goal.attacker();
        let is_asked_for = |&success: &bool| success || attacks || !goal.style().is_threatened;
        let Some(success) = decided.filter(is_asked_for) else {
            let searcher = self;
            let mut tree = GoalTree {
                searcher,
                goal,
                position,
                patterns,
            };
            return tree.search_steps(to_move, budget);
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

#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Numbers of the levels of the attack and of the defense among those of the goal.
    numbers: (usize, usize),
    level: Level,
    defense: DefenseLevel,
    threats: KoThreats,
}

impl Step {
    /// Distinguishes the results of this step at a depth from others.
    fn key(&self, depth: u32) -> u64 {
        let left = |plies| match plies {
            EVERYWHERE.. => EVERYWHERE.into(),
            _ => u64::from(plies.saturating_sub(depth)),
        };
        let indirect = self.defense.indirect_at(depth);
        // The depth matters only while some plies are left.
        let many = if indirect > 1 { left(self.defense.many) } else { 0 };
        let one = if indirect > 0 { left(self.defense.one) } else { 0 };
        let threats = self.threats.map_or(0, |role| 1 + role as u64);
        let mut key = u64::from(self.defense.complete) << 2 | threats;
        for part in [
            left(self.level.wide),
            left(self.level.patient),
            left(self.level.widened),
            u64::from(indirect),
            many,
            one,
        ] {
            key = key << 7 | part;
        }
        (key + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl GoalTree<'_> {
    /// Searches in steps until the widest one is done or the nodes run out. Then a success stands if it has
    /// been found on enough levels of the defense; otherwise the last failure stands, from any level of the
    /// attack.
    pub(super) fn search_steps(&mut self, to_move: Color, budget: u32) -> Found {
        let (levels, defenses) = (self.goal.style().levels, self.goal.style().defense_levels);
        let (mut attack, mut defense) = (0, 0);
        let mut failure = None;
        let mut earlier = None;
        let mut found = Found::default();
        loop {
            self.searcher.step = Step {
                numbers: (attack, defense),
                level: levels[attack],
                defense: defenses[defense],
                threats: self.position.threats,
            };
            let failed = found.success == Some(false);
            let is_last_defense = found.success == Some(true) && defense + 1 == defenses.len();
            let thresholds = self.searcher.limit_step(budget, failed, is_last_defense);
            self.searcher.path.clear();
            let root = self.root(to_move, earlier);
            earlier = Some(root);
            let frame = self.frame(GoalVisit::new(root, to_move));
            let (numbers, best) = local::expand(self, frame, thresholds);
            found.nodes = self.searcher.nodes;
            let Some(success) = numbers.outcome() else {
                let stands = failed || defense >= DEFENSE_LEVELS_ENOUGH;
                let last = Some(found).filter(|_| stands).or(failure).unwrap_or_default();
                return Found {
                    nodes: found.nodes,
                    ..last
                };
            };
            let step = self.searcher.step;
            let is_like = |other: &Step| (other.numbers, other.threats) == (step.numbers, step.threats);
            self.searcher.steps.retain(|other| !is_like(other));
            self.searcher.steps.push(step);
            let dependence = self.searcher.graph.dependence(root);
            found.success = Some(success);
            found.depends_on_ko = dependence.ko || !success && found.depends_on_ko;
            found.point = best.filter(|_| success == (to_move == self.goal.attacker()));
            if success {
                defense += 1;
                if defense == defenses.len() || !dependence.limited {
                    return found;
                }
            } else {
                failure = Some(found);
                attack += 1;
                if attack == levels.len() {
                    return found;
                }
            }
        }
    }

    /// The key of a position in this step.
    pub(super) fn key(&self, to_move: Color) -> u64 {
        self.key_of_all_steps(to_move) ^ self.searcher.step.key(self.searcher.depth)
    }

    fn key_of_all_steps(&self, to_move: Color) -> u64 {
        self.position.board.situation_key(to_move) ^ self.goal.key() ^ self.searcher.root
    }

    pub(super) fn estimate(&self, to_move: Color) -> ProofNumbers {
        let (proof, disproof) = self.goal.estimate(self.position, to_move);
        ProofNumbers { proof, disproof }
    }

    /// The same position in an earlier step, in which it was decided, and whether the result holds in this
    /// step, too. Even if it does not, its best move may be the best here.
    pub(super) fn earlier(&self, to_move: Color) -> Option<(NodeIndex, bool)> {
        let Searcher { graph, depth, .. } = &*self.searcher;
        let key = self.key_of_all_steps(to_move);
        let (attack, defense) = self.searcher.step.numbers;
        let mut guide = None;
        for step in self.searcher.steps.iter().rev() {
            let Some(place) = graph.find(key ^ step.key(*depth)) else {
                continue;
            };
            let Some(success) = graph.at(place).numbers.outcome() else {
                continue;
            };
            let dependence = graph.dependence(place);
            let holds = if success {
                step.numbers.0 <= attack && (step.numbers.1 >= defense || !dependence.limited)
            } else {
                step.numbers.0 >= attack && step.numbers.1 <= defense
            };
            if holds && (step.threats == self.position.threats || !dependence.ko) {
                return Some((place, true));
            }
            guide = guide.or(Some((place, false)));
        }
        guide
    }

    /// The root of a step, with a key of its own, so that results of other steps do not hold for it.
    fn root(&mut self, to_move: Color, earlier: Option<NodeIndex>) -> NodeIndex {
        let open = self.estimate(to_move);
        self.searcher.roots += 1;
        let key = self.key(to_move) ^ self.searcher.roots << 32;
        let situation = self.position.board.situation_key(to_move);
        let graph = &mut self.searcher.graph;
        let place = graph.add(key, situation, open, &Dependence::NOTHING);
        graph.at_mut(place).earlier = earlier;
        place
    }
}

impl Searcher {
    /// Sets the nodes that the next step may take, and returns the numbers at which it is given up.
    fn limit_step(&mut self, budget: u32, failed: bool, is_last_defense: bool) -> ProofNumbers {
        let part = match (failed, is_last_defense) {
            (true, _) => FURTHER_LEVEL_PART,
            (_, true) => LAST_DEFENSE_LEVEL_PART,
            _ => 1,
        };
        self.budget = budget.min(self.nodes + budget / part);
        self.enough = if failed {
            self.nodes + budget / MIN_LEVEL_PART
        } else {
            0
        };
        let proof = if failed { HOPELESS_PROOF_NUMBER } else { INFINITE };
        ProofNumbers::new(proof, INFINITE)
    }
}
