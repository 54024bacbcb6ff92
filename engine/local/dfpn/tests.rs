// SPDX-License-Identifier: MIT OR Apache-2.0

//! Nim with two heaps, whose outcome is known: the side to move wins unless the heaps are equal. Who takes
//! the last piece wins. Each move also sets a mark that changes nothing, so that there are similar positions
//! with the same proof.

use rustc_hash::FxHashMap;

use super::*;
use crate::local::INFINITE;

/// The heaps and the mark.
type Heaps = [u8; 3];

/// A node with its position and whether the attacker is to move.
type Visit = (u32, Heaps, bool);

struct Node {
    numbers: ProofNumbers,
    /// Pieces taken from either heap and the mark, and the node after that.
    moves: Vec<(Heaps, u32)>,
}

#[derive(Default)]
struct Nim {
    nodes: Vec<Node>,
    by_key: FxHashMap<(Heaps, bool), u32>,
    /// Number of nodes that a simulation has decided.
    simulated: u32,
}

struct Simulation {
    visit: Visit,
    similar: u32,
    /// Index of the move that has to win; None if all have to lose.
    winner: Option<usize>,
}

impl Nim {
    fn node_of(&mut self, heaps: Heaps, is_or: bool) -> u32 {
        let open = ProofNumbers {
            proof: 1,
            disproof: 1,
        };
        let nodes = &mut self.nodes;
        *self.by_key.entry((heaps, is_or)).or_insert_with(|| {
            let is_over = heaps[..2] == [0, 0];
            let numbers = if is_over {
                ProofNumbers::decided(!is_or)
            } else {
                open
            };
            nodes.push(Node {
                numbers,
                moves: Vec::new(),
            });
            nodes.len() as u32 - 1
        })
    }

    fn add_moves(&mut self, (node, heaps, is_or): Visit) {
        if !self.nodes[node as usize].moves.is_empty() {
            return;
        }
        for (heap, mark) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            for taken in 1..=heaps[heap] {
                let (mut played, mut left) = ([0, 0, mark], heaps);
                played[heap] = taken;
                left[heap] -= taken;
                left[2] = mark;
                let next = self.node_of(left, !is_or);
                self.nodes[node as usize].moves.push((played, next));
            }
        }
    }

    fn after(&self, (node, heaps, is_or): Visit, index: usize) -> Visit {
        let ([a, b, mark], next) = self.nodes[node as usize].moves[index];
        (next, [heaps[0] - a, heaps[1] - b, mark], !is_or)
    }

    /// Returns a node after a move with that outcome, if possible after the `wanted` move.
    fn decided(&self, node: u32, success: bool, wanted: Option<Heaps>) -> Option<(Heaps, u32)> {
        let moves = self.nodes[node as usize].moves.iter();
        let mut fits = moves.filter(|(_, next)| self.outcome(*next) == Some(success));
        let first = fits.clone().next();
        fits.find(|(taken, _)| wanted == Some(*taken)).or(first).copied()
    }

    fn outcome(&self, node: u32) -> Option<bool> {
        self.nodes[node as usize].numbers.outcome()
    }
}

impl Tree for Nim {
    type Visit = Visit;
    type Node = u32;
    type Frame = Visit;
    type Simulation = Simulation;
    type Outcome = ();

    fn frame(&self, visit: Visit) -> Visit {
        visit
    }

    fn enter(&mut self, visit: &mut Visit, thresholds: ProofNumbers) -> Option<()> {
        self.add_moves(*visit);
        self.nodes[visit.0 as usize]
            .numbers
            .reach(thresholds)
            .then_some(())
    }

    fn select(&mut self, visit: &mut Visit) -> Selection {
        let moves = self.nodes[visit.0 as usize].moves.iter();
        let numbers = moves.map(|(_, next)| self.nodes[*next as usize].numbers);
        let selection = Selection::new(numbers, visit.2, 1);
        self.nodes[visit.0 as usize].numbers = selection.numbers;
        selection
    }

    fn is_exhausted(&self) -> bool {
        false
    }

    fn resolve(&mut self, visit: &mut Visit, index: usize) -> bool {
        let sibling = self.decided(visit.0, !visit.2, None);
        let below = self.after(*visit, index);
        sibling.is_some_and(|(_, similar)| simulate(self, below, similar))
    }

    fn numbers_of(&self, visit: &Visit, index: usize) -> (ProofNumbers, u32) {
        let (_, next) = self.nodes[visit.0 as usize].moves[index];
        (self.nodes[next as usize].numbers, 0)
    }

    fn follow(&mut self, visit: &mut Visit, index: usize, thresholds: ProofNumbers) {
        let below = self.after(*visit, index);
        expand(self, below, thresholds);
    }

    fn leave(&mut self, _: &mut Visit, _: &Selection) {}

    fn is_proved(&self, node: u32) -> bool {
        self.outcome(node) == Some(true)
    }

    fn simulation(&self, visit: Visit, similar: u32) -> Simulation {
        Simulation {
            visit,
            similar,
            winner: None,
        }
    }

    fn is_or(&self, simulation: &Simulation) -> bool {
        simulation.visit.2
    }

    fn enter_simulation(&mut self, simulation: &mut Simulation, success: bool) -> Option<bool> {
        let visit = simulation.visit;
        if let Some(outcome) = self.outcome(visit.0) {
            return Some(outcome == success);
        }
        self.add_moves(visit);
        if success == visit.2 {
            let Some((taken, _)) = self.decided(simulation.similar, success, None) else {
                return Some(false);
            };
            let moves = &self.nodes[visit.0 as usize].moves;
            simulation.winner = moves.iter().position(|(played, _)| *played == taken);
            if simulation.winner.is_none() {
                return Some(false);
            }
        }
        None
    }

    fn reply(&mut self, simulation: &mut Simulation, index: usize, _: bool) -> Reply {
        let index = match simulation.winner {
            Some(_) if index > 0 => return Reply::None,
            Some(winner) => winner,
            None => index,
        };
        let Some(&(_, next)) = self.nodes[simulation.visit.0 as usize].moves.get(index) else {
            return Reply::None;
        };
        match self.outcome(next) {
            None => Reply::Open,
            Some(outcome) if outcome == simulation.visit.2 => Reply::Wins,
            Some(_) => Reply::Loses,
        }
    }

    fn simulate_reply(&mut self, simulation: &mut Simulation, index: usize, success: bool) -> bool {
        let index = simulation.winner.unwrap_or(index);
        let (taken, _) = self.nodes[simulation.visit.0 as usize].moves[index];
        let below = self.after(simulation.visit, index);
        let known = self.decided(simulation.similar, success, Some(taken));
        known.is_some_and(|(_, known)| simulate(self, below, known))
    }

    fn leave_simulation(&mut self, simulation: &mut Simulation, _: usize, success: bool, same: bool) {
        if same {
            self.simulated += 1;
            self.nodes[simulation.visit.0 as usize].numbers = ProofNumbers::decided(success);
        }
    }
}

#[test]
fn searches_of_nim_find_its_outcomes() {
    let endless = ProofNumbers {
        proof: INFINITE,
        disproof: INFINITE,
    };
    let mut simulated = 0;
    for (a, b, is_or) in (0..49).flat_map(|i| [(i / 7, i % 7, true), (i / 7, i % 7, false)]) {
        let mut nim = Nim::default();
        let root = nim.node_of([a, b, 0], is_or);
        expand(&mut nim, (root, [a, b, 0], is_or), endless);
        assert!(nim.outcome(root).is_some(), "{a} {b} is decided");
        for (&([a, b, _], is_or), &node) in &nim.by_key {
            let wins = a != b;
            let outcome = nim.outcome(node);
            assert!(
                outcome.is_none_or(|outcome| outcome == (wins == is_or)),
                "{a} {b}"
            );
        }
        simulated += nim.simulated;
    }
    assert!(simulated > 0, "proofs of siblings are tried");
}

#[test]
fn a_search_ends_at_its_thresholds() {
    let mut nim = Nim::default();
    let root = nim.node_of([6, 6, 0], true);
    let thresholds = ProofNumbers {
        proof: 3,
        disproof: INFINITE,
    };
    expand(&mut nim, (root, [6, 6, 0], true), thresholds);
    let numbers = nim.nodes[root as usize].numbers;
    assert!(numbers.outcome().is_none() && numbers.proof >= 3, "{numbers:?}");
}
