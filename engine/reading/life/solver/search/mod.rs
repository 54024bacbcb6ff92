// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proof-number search for life and death.
//!
//! Depth-first proof-number search (`local::dfpn`, `tree`) over a graph of positions in memory. The proof
//! number says how much is left to show that the group dies. When a node is expanded, its first moves are
//! evaluated at once. Less likely moves carry a larger penalty. The owner of the group may pass; the attacker
//! has to move: if no attack works, the group lives, possibly in seki. If eyes are in question, both may
//! pass.
//!
//! Proof numbers begin with fitted odds (`initial`), and penalties of moves come from the policy.

mod review;
mod tree;
mod zone;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use katachi_rules::Point;
use rustc_hash::FxHashMap;

use crate::local::{self, INFINITE, KoThreats, ProofNumbers, Role};
use crate::reading::life::board::{Aim, Bits, Dependence, LocalBoard, LocalPosition, NOWHERE, Played};
use crate::reading::life::evaluation::StaticEval;
use crate::reading::life::policy::{self, History};
pub use review::{DecidedPosition, decided_positions};
use tree::{LifeVisit, Simulation, Winner};
use zone::{ALL, Patterns};

/// Depth at which the group counts as alive, in plies; 60 to 120.
const LIFE_MAX_PLIES: usize = 80;
/// Move penalty for each nat by which a move's logit is below that of the best one; 1 to 4.
/// life-and-death.md: half as large 297, one and a half times 290; more is proved than
/// with 1.
const PENALTY_PER_NAT: i32 = 2;
/// The largest move penalty; 20 to 60.
const MAX_PENALTY: i32 = 40;
/// The move penalty of a pass; 2 to 14. life-and-death.md: with 2 301, with 8 292, with 14 292.
const PASS_PENALTY: u32 = 4;
/// Number of moves that are evaluated when a node is expanded; others when the search selects them; 1 to 5.
/// life-and-death.md: with 1 295, with 2 294, with 5 291.
const FIRST_MOVES: usize = 3;

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// [`NOWHERE`] is a pass.
    point: u8,
    /// Numbers of a move that is not evaluated, or decided itself; otherwise those of `node` count.
    numbers: ProofNumbers,
    node: Option<u32>,
    /// Added to the number that the side to move minimises; larger for less likely moves.
    penalty: u32,
    effort: u32,
    /// The node whose proof was simulated last below this move.
    simulated: Option<u32>,
    dependence: Dependence,
    /// Use of the proof that it loses.
    cover: Cover,
}

/// The use of a proof for moves outside its relevance zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cover {
    None,
    /// The proof that this move loses is used for others.
    Covers,
    /// It loses as another move does.
    Covered,
}

#[derive(Debug)]
struct LifeNode {
    numbers: ProofNumbers,
    edges: Vec<Edge>,
    /// It lies on the path from the root to the current node.
    on_path: bool,
    expanded: bool,
    dependence: Dependence,
    /// The relevance zone: the result is the same in all positions with the same contents there.
    zone: Bits,
}

impl LifeNode {
    /// Whether it is decided, and the result also holds with ko threats that are better for the asking side.
    fn holds_with_other_threats(&self, asker: Role) -> bool {
        let is_success = self.numbers.outcome().map(|dies| dies != asker.is_owner());
        is_success.is_some_and(|is_success| is_success || !self.dependence.ko)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Whether the group dies. None if the budget ran out.
    pub(crate) dies: Option<bool>,
    /// The move that works, or the likeliest one if nothing is decided.
    pub(crate) point: Option<Point>,
    pub(crate) nodes: u32,
    pub(crate) dependence: Dependence,
}

/// A search on one local board. Its nodes stay for later questions about other positions on that board.
pub(crate) struct Search<'a> {
    board: &'a LocalBoard,
    threats: KoThreats,
    nodes: Vec<LifeNode>,
    by_position: FxHashMap<LocalPosition, u32>,
    history: History,
    patterns: Patterns,
    /// Relevance zones are used: always, except in a comparison.
    uses_zones: bool,
    played: u32,
    budget: u32,
    path: Vec<u32>,
    /// The point of the last move; [`NOWHERE`] for a pass or no move.
    last: u8,
    /// Abort flag: while it is set, the search ends as if its budget were used up.
    pub(crate) interrupt: Arc<AtomicBool>,
}

/// Penalty of a move whose logit is `deficit` hundredths below that of the best move.
fn penalty(deficit: i32) -> u32 {
    ((PENALTY_PER_NAT * deficit + 50) / 100).clamp(0, MAX_PENALTY) as u32
}

impl<'a> Search<'a> {
    pub(crate) fn new(board: &'a LocalBoard, threats: KoThreats) -> Self {
        Self {
            board,
            threats,
            nodes: Vec::new(),
            by_position: FxHashMap::default(),
            history: History::new(),
            patterns: Patterns::default(),
            uses_zones: board.enemy.is_none() && board.aim == Aim::Life,
            played: 0,
            budget: 0,
            path: Vec::new(),
            last: NOWHERE,
            interrupt: Arc::default(),
        }
    }

    /// Asks again with ko threats that are better for the asking side. Results that hold with these stay.
    pub(crate) fn again(&mut self, threats: KoThreats, asker: Role) {
        self.threats = threats;
        let nodes = &self.nodes;
        self.by_position
            .retain(|_, &mut index| nodes[index as usize].holds_with_other_threats(asker));
    }

    pub(crate) fn run(&mut self, position: &LocalPosition, budget: u32) -> Found {
        (self.played, self.budget, self.last) = (0, budget, NOWHERE);
        let root = self.node_of(position, true);
        let endless = ProofNumbers::new(INFINITE, INFINITE);
        let position = *position;
        local::expand(self, LifeVisit { node: root, position }, endless);
        let node = &self.nodes[root as usize];
        let dies = node.numbers.outcome();
        // A group that is dead as it stands dies even if no move on the local board is of use.
        let eval = StaticEval::with_numbers(self.board, &position).0;
        let is_dead = eval.dies == Some(true);
        let best = self.best_edge(&node.edges, position.to_move.is_attacker());
        let point = best.map(|i| node.edges[i].point);
        let point = point.filter(|&p| p != NOWHERE && (!is_dead || dies == Some(true)));
        let as_it_stands = Dependence {
            false_eye: eval.by_false_eye,
            ..Dependence::default()
        };
        let (dies, dependence) = match is_dead {
            true => (Some(true), as_it_stands),
            false => (dies, node.dependence),
        };
        Found {
            dies,
            point: point.map(|p| self.board.points[usize::from(p)]),
            nodes: self.played,
            dependence,
        }
    }

    /// Returns the move from a position that took the most effort to refute.
    pub(crate) fn hardest(&self, position: &LocalPosition) -> Option<Point> {
        let node = &self.nodes[*self.by_position.get(position)? as usize];
        let moves = node.edges.iter().filter(|e| e.point != NOWHERE);
        let hardest = moves.max_by_key(|e| (e.effort, std::cmp::Reverse(e.penalty)))?;
        Some(self.board.points[usize::from(hardest.point)])
    }

    /// The node of a position; a new one gets its initial proof and disproof numbers. A group that is
    /// statically dead at the root is searched all the same, to find a move.
    fn node_of(&mut self, position: &LocalPosition, is_root: bool) -> u32 {
        if let Some(&known) = self.by_position.get(position) {
            return known;
        }
        let (eval, numbers) = StaticEval::with_numbers(self.board, position);
        let dies = eval.dies.filter(|dies| !is_root || !dies);
        let mut node = LifeNode {
            numbers: dies.map_or(numbers, ProofNumbers::decided),
            edges: Vec::new(),
            on_path: false,
            expanded: false,
            dependence: Dependence::default(),
            zone: if is_root { ALL } else { eval.zone },
        };
        node.dependence.border = eval.by_border;
        node.dependence.false_eye = eval.by_false_eye;
        if !is_root
            && dies.is_none()
            && let Some(pattern) = self.patterns.find(position)
        {
            node.numbers = ProofNumbers::decided(pattern.dies);
            (node.dependence, node.zone) = (pattern.dependence, pattern.zone);
        }
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        self.by_position.insert(*position, index);
        index
    }

    fn add_edges(&mut self, index: u32, position: &LocalPosition) {
        let (eval, numbers) = StaticEval::with_numbers(self.board, position);
        let moves = policy::candidates(self.last, self.board, &eval, position, &self.history);
        let best = moves.first().map_or(0, |c| c.sum);
        let node = &mut self.nodes[index as usize];
        node.expanded = true;
        node.edges.reserve_exact(moves.len() + 1);
        let pass = (NOWHERE, PASS_PENALTY);
        let penalized = moves.iter().map(|c| (c.point, penalty(best - c.sum)));
        // In a question about eyes the attacker may pass too: then false eyes do not count.
        let can_pass = position.to_move.is_owner() || self.board.aim != Aim::Life;
        let pass = can_pass.then_some(pass);
        for (point, penalty) in pass.into_iter().chain(penalized) {
            node.edges.push(Edge {
                point,
                numbers,
                node: None,
                penalty,
                effort: 0,
                simulated: None,
                dependence: Dependence::default(),
                cover: Cover::None,
            });
        }
    }

    /// Evaluates the first moves of a node statically, until one of them wins.
    fn try_first_moves(&mut self, index: u32, position: &LocalPosition) {
        let at = index as usize;
        let mut i = 0;
        while i < FIRST_MOVES.min(self.nodes[at].edges.len()) {
            let mut edge = self.nodes[at].edges[i];
            let before = self.played;
            if self.step(&mut edge, position).is_none() {
                self.nodes[at].edges.remove(i);
                continue;
            }
            edge.effort += self.played - before;
            self.nodes[at].edges[i] = edge;
            if self.edge_numbers(&edge).outcome() == Some(position.to_move.is_attacker()) {
                break;
            }
            self.cover(index, position, i);
            i += 1;
        }
    }

    /// Marks a node as decided. Its dependence is what all winning moves share, or that of any if all lose.
    fn conclude(&mut self, index: u32, position: &LocalPosition, dies: bool) {
        let wins = dies != position.to_move.is_owner();
        let is_same = |e: &&Edge| self.edge_numbers(e).outcome() == Some(dies);
        let by = |e: &Edge| match e.node {
            Some(node) => e.dependence.with(self.nodes[node as usize].dependence),
            None => e.dependence,
        };
        let matters = |what: fn(&Dependence) -> bool| {
            let edges = self.nodes[index as usize].edges.iter();
            let mut dependences = edges.filter(is_same).map(by);
            if wins {
                dependences.all(|d| what(&d))
            } else {
                dependences.any(|d| what(&d))
            }
        };
        let dependence = Dependence {
            ko: matters(|d| d.ko),
            // An attacker who has nothing to play here may take liberties beyond the border.
            border: !dies && (matters(|d| d.border) || !wins && position.is_short_at_border(self.board)),
            false_eye: dies && matters(|d| d.false_eye),
        };
        let zone = self.zone_of(index, position, dies, dependence);
        let node = &mut self.nodes[index as usize];
        node.numbers = ProofNumbers::decided(dies);
        node.dependence = dependence;
        node.zone = zone;
    }

    fn go_down(&mut self, index: u32) {
        self.nodes[index as usize].on_path = true;
        self.path.push(index);
    }

    fn go_up(&mut self) {
        let index = self.path.pop().expect("entered before");
        self.nodes[index as usize].on_path = false;
    }

    /// Plays the move of an edge and returns the node and the position after it, or `Some(None)` if the edge
    /// itself is then decided. None if the move is illegal.
    fn step(&mut self, edge: &mut Edge, position: &LocalPosition) -> Option<Option<LifeVisit>> {
        edge.dependence = Dependence::default();
        let next = if edge.point == NOWHERE {
            if position.may_end() {
                let eyes = StaticEval::settled_eyes(self.board, position);
                edge.numbers = ProofNumbers::decided(eyes < self.board.aim.eyes());
                edge.node = None;
                return Some(None);
            }
            Some(match position.to_move {
                Role::Owner => position.pass(),
                Role::Attacker => position.pass_to_end(),
            })
        } else {
            match position.play(self.board, edge.point, self.threats, &mut edge.dependence) {
                Played::To(next) => Some(next),
                Played::StoppedByKo => None,
                Played::Illegal => return None,
            }
        };
        self.played += 1;
        self.last = edge.point;
        edge.node = None;
        edge.numbers = match next {
            // The move counts as lost, as if it did not exist.
            None => ProofNumbers::decided(position.to_move.is_owner()),
            Some(_) if self.path.len() >= LIFE_MAX_PLIES => ProofNumbers::DISPROVED,
            Some(position) => {
                let node = self.node_of(&position, false);
                if !self.nodes[node as usize].on_path {
                    edge.node = Some(node);
                    return Some(Some(LifeVisit { node, position }));
                }
                // A cycle captures nothing: the group lives.
                edge.dependence.ko = true;
                ProofNumbers::DISPROVED
            }
        };
        Some(None)
    }

    /// Tries to refute a move by simulating the refutation of a sibling, or of the move two plies earlier.
    fn simulate_move(&mut self, index: u32, position: &LocalPosition, at: usize) -> bool {
        let mut edge = self.nodes[index as usize].edges[at];
        if self.edge_numbers(&edge).is_decided() {
            return false;
        }
        let dies = position.to_move.is_owner();
        let sibling = self.refuted(index, dies, |e| e.point != edge.point);
        let earlier = self.path.len().checked_sub(3).map(|i| self.path[i]);
        let earlier = earlier.and_then(|node| self.refuted(node, dies, |e| e.point == edge.point));
        let similar = sibling.or(earlier);
        let Some(similar) = similar.filter(|_| edge.simulated != similar) else {
            return false;
        };
        let before = self.played;
        edge.simulated = Some(similar);
        let is_refuted = match self.step(&mut edge, position) {
            Some(Some(visit)) => local::simulate(self, Simulation::new(visit, similar), dies),
            _ => false,
        };
        edge.effort += self.played - before;
        self.nodes[index as usize].edges[at] = edge;
        if is_refuted {
            self.cover(index, position, at);
        }
        is_refuted
    }

    /// The node after a move that fails for the side to move and that satisfies `is_it`.
    fn refuted(&self, index: u32, dies: bool, is_it: impl Fn(&Edge) -> bool) -> Option<u32> {
        let node = &self.nodes[index as usize];
        let fits = |e: &&Edge| self.edge_numbers(e).outcome() == Some(dies) && e.node.is_some() && is_it(e);
        node.edges.iter().find(fits).and_then(|e| e.node)
    }

    /// The move that has to win in a simulation: that of the similar node.
    fn winner_of(&mut self, similar: u32, dies: bool) -> Option<Edge> {
        let edges = &self.nodes[similar as usize].edges;
        let wins = |e: &&Edge| self.edge_numbers(e).outcome() == Some(dies);
        let mut edge = *edges.iter().find(wins)?;
        (edge.effort, edge.simulated) = (0, None);
        edge.node.is_some().then_some(edge)
    }

    /// Plays the move that has to win, and tries the proof below it.
    fn simulate_winner(&mut self, simulation: &mut Simulation, mut edge: Edge, dies: bool) -> bool {
        let known = edge.node;
        let same = match self.step(&mut edge, &simulation.visit.position) {
            None => false,
            Some(None) => true,
            Some(Some(visit)) => {
                known.is_some_and(|known| local::simulate(self, Simulation::new(visit, known), dies))
            }
        };
        simulation.winner = Winner::Played(edge);
        same
    }

    /// Plays one of the moves that all have to lose, and tries the proof below it. Drops an illegal move.
    fn simulate_loser(&mut self, simulation: &Simulation, index: usize, dies: bool) -> bool {
        let at = simulation.visit.node as usize;
        let mut edge = self.nodes[at].edges[index];
        match self.step(&mut edge, &simulation.visit.position) {
            None => {
                self.nodes[at].edges.remove(index);
                return true;
            }
            Some(None) => {}
            Some(Some(visit)) => {
                let known = self.refuted(simulation.similar, dies, |e| e.point == edge.point);
                let known = known.or(simulation.any_reply);
                let is_same = |known| local::simulate(self, Simulation::new(visit, known), dies);
                if !known.is_some_and(is_same) {
                    return false;
                }
            }
        }
        self.nodes[at].edges[index] = edge;
        self.cover(simulation.visit.node, &simulation.visit.position, index);
        true
    }

    /// Stores the move that has won in a simulation.
    fn add_winner(&mut self, index: u32, edge: Edge) {
        let node = &mut self.nodes[index as usize];
        if !node.expanded {
            node.expanded = true;
            node.edges.push(edge);
        } else if let Some(own) = node.edges.iter_mut().find(|e| e.point == edge.point) {
            *own = edge;
        }
    }

    fn edge_numbers(&self, edge: &Edge) -> ProofNumbers {
        edge.node.map_or(edge.numbers, |n| self.nodes[n as usize].numbers)
    }

    fn with_penalty(&self, edge: &Edge, attacks: bool) -> ProofNumbers {
        let numbers = self.edge_numbers(edge);
        if numbers.is_decided() {
            numbers
        } else {
            numbers.penalized(attacks, edge.penalty)
        }
    }

    /// The move that decides, or the one with the most effort.
    fn best_edge(&self, edges: &[Edge], attacks: bool) -> Option<usize> {
        (0..edges.len()).min_by_key(|&i| {
            let numbers = self.with_penalty(&edges[i], attacks);
            let own = if attacks { numbers.proof } else { numbers.disproof };
            let is_pass = edges[i].point == NOWHERE;
            match own {
                0 => (0, 0, is_pass),
                INFINITE => (2, 0, is_pass),
                _ => (1, INFINITE - edges[i].effort, is_pass),
            }
        })
    }
}
