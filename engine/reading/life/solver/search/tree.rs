// SPDX-License-Identifier: MIT OR Apache-2.0

//! The graph of positions of a group, for depth-first proof-number search.
//!
//! Before the selected move is searched, the refutation of a sibling is simulated, or that of the same move
//! two plies before. Moves of the loser without an answer there get the answer to another of his moves.

use std::sync::atomic::Ordering::Relaxed;

use super::{Edge, LIFE_MAX_PLIES, Search};
use crate::local::{self, ProofNumbers, Reply, Selection, Tree};
use crate::reading::life::board::{LocalPosition, NOWHERE};

/// Number of undecided moves that add 1 to the number of the hardest, as most are refuted in the same way as
/// another; 1 to 5. Weak proof numbers (Ueda and others 2008); life-and-death.md: with 2 291, with 5 298.
const OPEN_MOVES_PER_NUMBER: u32 = 3;

#[derive(Clone, Copy)]
pub(crate) struct LifeVisit {
    pub(super) node: u32,
    pub(super) position: LocalPosition,
}

impl LifeVisit {
    fn at(&self) -> usize {
        self.node as usize
    }

    fn attacks(&self) -> bool {
        self.position.to_move.is_attacker()
    }
}

/// A node where the proof of a similar one is tried.
pub(crate) struct Simulation {
    pub(super) visit: LifeVisit,
    pub(super) similar: u32,
    pub(super) winner: Winner,
    /// The node after one of the loser's moves in the similar node.
    pub(super) any_reply: Option<u32>,
}

impl Simulation {
    pub(super) fn new(visit: LifeVisit, similar: u32) -> Self {
        Self {
            visit,
            similar,
            winner: Winner::None,
            any_reply: None,
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Winner {
    /// None: all moves have to lose.
    None,
    Open(Edge),
    Played(Edge),
}

impl Tree for Search<'_> {
    type Frame = LifeVisit;
    type Simulation = Simulation;
    type Outcome = ();

    fn enter(&mut self, visit: &mut LifeVisit, thresholds: ProofNumbers) -> Option<()> {
        let node = &self.nodes[visit.at()];
        if node.numbers.reach(thresholds) {
            return Some(());
        }
        if !node.expanded {
            self.add_edges(visit.node, &visit.position);
            self.try_first_moves(visit.node, &visit.position);
        }
        self.go_down(visit.node);
        None
    }

    #[inline]
    fn select(&mut self, visit: &mut LifeVisit) -> Selection {
        let attacks = visit.attacks();
        let edges = self.nodes[visit.at()].edges.iter();
        let numbers = edges.map(|e| self.with_penalty(e, attacks));
        let selection = Selection::new(numbers, attacks, OPEN_MOVES_PER_NUMBER);
        self.nodes[visit.at()].numbers = selection.numbers;
        selection
    }

    #[inline]
    fn is_exhausted(&self) -> bool {
        self.played >= self.budget || self.interrupt.load(Relaxed)
    }

    #[inline]
    fn resolve(&mut self, visit: &mut LifeVisit, index: usize) -> bool {
        self.simulate_move(visit.node, &visit.position, index)
    }

    #[inline]
    fn numbers_of(&self, visit: &LifeVisit, index: usize) -> (ProofNumbers, u32) {
        let edge = &self.nodes[visit.at()].edges[index];
        (self.edge_numbers(edge), edge.penalty)
    }

    fn follow(&mut self, visit: &mut LifeVisit, index: usize, thresholds: ProofNumbers) {
        let mut edge = self.nodes[visit.at()].edges[index];
        let before = self.played;
        let Some(below) = self.step(&mut edge, &visit.position) else {
            self.nodes[visit.at()].edges.remove(index);
            return;
        };
        if let Some(below) = below {
            local::expand(self, below, thresholds);
        }
        edge.effort += self.played - before;
        self.nodes[visit.at()].edges[index] = edge;
        self.cover(visit.node, &visit.position, index);
    }

    fn leave(&mut self, visit: &mut LifeVisit, selection: &Selection) {
        if let Some(dies) = selection.numbers.outcome() {
            let point = self.nodes[visit.at()].edges.get(selection.best).map(|e| e.point);
            if dies == visit.attacks()
                && let Some(point) = point.filter(|&p| p != NOWHERE)
            {
                self.history.note(visit.position.to_move, point);
            }
            self.conclude(visit.node, &visit.position, dies);
        }
        self.go_up();
    }

    fn is_or(&self, simulation: &Simulation) -> bool {
        simulation.visit.attacks()
    }

    fn enter_simulation(&mut self, simulation: &mut Simulation, dies: bool) -> Option<bool> {
        let visit = simulation.visit;
        if let Some(known) = self.nodes[visit.at()].numbers.outcome() {
            return Some(known == dies);
        }
        if self.played >= self.budget || self.path.len() >= LIFE_MAX_PLIES {
            return Some(false);
        }
        if dies == visit.attacks() {
            let Some(edge) = self.winner_of(simulation.similar, dies) else {
                return Some(false);
            };
            simulation.winner = Winner::Open(edge);
        } else {
            if !self.nodes[simulation.similar as usize].expanded {
                return Some(false);
            }
            if !self.nodes[visit.at()].expanded {
                self.add_edges(visit.node, &visit.position);
            }
            simulation.any_reply = self.refuted(simulation.similar, dies, |_| true);
        }
        self.go_down(visit.node);
        None
    }

    fn reply(&mut self, simulation: &mut Simulation, index: usize, _: bool) -> Reply {
        let edge = match simulation.winner {
            Winner::None => self.nodes[simulation.visit.at()].edges.get(index),
            Winner::Open(_) => return Reply::Open,
            Winner::Played(ref edge) => Some(edge).filter(|_| index == 0),
        };
        let Some(numbers) = edge.map(|edge| self.edge_numbers(edge)) else {
            return Reply::None;
        };
        match numbers.outcome() {
            None => Reply::Open,
            Some(outcome) if outcome == simulation.visit.attacks() => Reply::Wins,
            Some(_) => Reply::Loses,
        }
    }

    fn simulate_reply(&mut self, simulation: &mut Simulation, index: usize, dies: bool) -> bool {
        match simulation.winner {
            Winner::Open(edge) => self.simulate_winner(simulation, edge, dies),
            _ => self.simulate_loser(simulation, index, dies),
        }
    }

    fn leave_simulation(&mut self, simulation: &mut Simulation, _: usize, dies: bool, same: bool) {
        let visit = simulation.visit;
        if let Winner::Played(edge) = simulation.winner
            && same
        {
            self.add_winner(visit.node, edge);
        }
        self.go_up();
        if same {
            self.conclude(visit.node, &visit.position, dies);
        }
    }
}
