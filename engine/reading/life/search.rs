//! Proof-number search for life and death.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) over a graph of positions
//! kept in memory. Every move is looked at once when a node is opened, later moves with more doubt. The owner of
//! the group may pass, the attacker has to move: where no attack works the group lives, be it in seki.

use katachi_rules::Point;
use rustc_hash::FxHashMap;

use super::glance::View;
use super::ground::{Bits, Ground, NOWHERE};
use super::moves::{self, History};
use super::position::{Local, Played};
use super::sketch::Sketch;
use crate::reading::search::{INFINITE, KoThreats, Numbers, combine};

/// A move of a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// [`NOWHERE`] is a pass.
    point: u8,
    /// Of its own, until it has been looked at; afterwards those of the node it leads to, unless decided here.
    numbers: Numbers,
    node: Option<u32>,
    /// How unlikely the move looks to the side that makes it.
    doubt: u32,
    /// Moves played behind it.
    effort: u32,
}

#[derive(Debug)]
struct Node {
    numbers: Numbers,
    edges: Vec<Edge>,
    /// A position on the way to the one looked at.
    on_path: bool,
    expanded: bool,
    ko_mattered: bool,
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Does the group die? None if the nodes ran out.
    pub(super) dies: Option<bool>,
    /// The move of the side to move: the one that works, or the likeliest if nothing is decided.
    pub(super) point: Option<Point>,
    /// Moves played.
    pub(super) nodes: u32,
    /// The outcome may depend on who wins a ko.
    pub(super) ko_mattered: bool,
}

/// One question; what it has found stays for questions about later positions.
pub(super) struct Search<'a> {
    ground: &'a Ground,
    threats: KoThreats,
    nodes: Vec<Node>,
    by_key: FxHashMap<(Bits, Bits, u8, bool), u32>,
    history: History,
    played: u32,
    budget: u32,
    depth: u32,
}

/// Longer lines are taken as lives.
const MAX_DEPTH: u32 = 80;
/// A move is doubted by its place in the order of moves, a pass by this.
const PASS_DOUBT: u32 = 4;
/// So many moves are looked at when a node is opened, the others when it is their turn.
const FIRST_MOVES: usize = 3;

impl<'a> Search<'a> {
    pub(super) fn new(ground: &'a Ground, threats: KoThreats) -> Self {
        Self {
            ground,
            threats,
            nodes: Vec::new(),
            by_key: FxHashMap::default(),
            history: History::new(),
            played: 0,
            budget: 0,
            depth: 0,
        }
    }

    /// Searches from a position, playing at most so many moves.
    pub(super) fn run(&mut self, local: &Local, budget: u32) -> Found {
        (self.played, self.budget) = (0, budget);
        let root = self.node_of(local);
        self.expand(root, local, INFINITE, INFINITE);
        let node = &self.nodes[root as usize];
        let dies = node.numbers.is_decided().then_some(node.numbers.proof == 0);
        // What is dead as it stands dies, even where no move on the ground is of use.
        let is_dead = View::new(self.ground, local).dies == Some(true);
        let best = self.best_edge(&node.edges, !local.owner_moves);
        let point = best.map(|i| node.edges[i].point);
        let point = point.filter(|&p| p != NOWHERE && (!is_dead || dies == Some(true)));
        Found {
            dies: if is_dead { Some(true) } else { dies },
            point: point.map(|p| self.ground.points[usize::from(p)]),
            nodes: self.played,
            ko_mattered: node.ko_mattered && !is_dead,
        }
    }

    /// The node of a position; a new one is judged at a glance.
    fn node_of(&mut self, local: &Local) -> u32 {
        let key = local.key();
        if let Some(&known) = self.by_key.get(&key) {
            return known;
        }
        let is_root = self.nodes.is_empty();
        let view = View::new(self.ground, local);
        let numbers = match view.dies.filter(|&dies| !is_root || !dies) {
            Some(dies) => Numbers::decided(dies),
            None => Numbers {
                proof: view.proof,
                disproof: view.disproof,
            },
        };
        let index = self.nodes.len() as u32;
        self.nodes.push(Node {
            numbers,
            edges: Vec::new(),
            on_path: false,
            expanded: false,
            ko_mattered: false,
        });
        self.by_key.insert(key, index);
        index
    }

    /// Finds the moves of a node.
    fn add_edges(&mut self, index: u32, local: &Local) {
        let sketch = Sketch::new(self.ground, local);
        let View { proof, disproof, .. } = View::of(local, &sketch);
        let numbers = Numbers { proof, disproof };
        let moves = moves::candidates(self.ground, &sketch, local, &self.history);
        let node = &mut self.nodes[index as usize];
        node.expanded = true;
        node.edges.reserve_exact(moves.len() + 1);
        let pass = (NOWHERE, PASS_DOUBT);
        let ranked = moves.iter().enumerate().map(|(rank, &p)| (p, rank as u32));
        for (point, doubt) in local.owner_moves.then_some(pass).into_iter().chain(ranked) {
            node.edges.push(Edge {
                point,
                numbers,
                node: None,
                doubt,
                effort: 0,
            });
        }
    }

    /// Looks at the first moves for once, until one of them wins.
    fn glance(&mut self, index: u32, local: &Local) {
        let at = index as usize;
        let mut i = 0;
        while i < FIRST_MOVES.min(self.nodes[at].edges.len()) {
            let Some(edge) = self.follow(index, self.nodes[at].edges[i], local, 0, 0) else {
                self.nodes[at].edges.remove(i);
                continue;
            };
            self.nodes[at].edges[i] = edge;
            let numbers = self.edge_numbers(&edge);
            if numbers.is_decided() && (numbers.proof == 0) != local.owner_moves {
                break;
            }
            i += 1;
        }
    }

    /// Works on a node until its numbers reach a limit.
    fn expand(&mut self, index: u32, local: &Local, proof_limit: u32, disproof_limit: u32) {
        let at = index as usize;
        let known = self.nodes[at].numbers;
        if known.is_decided() || known.proof >= proof_limit || known.disproof >= disproof_limit {
            return;
        }
        let attacks = !local.owner_moves;
        if !self.nodes[at].expanded {
            self.add_edges(index, local);
            self.glance(index, local);
        }
        self.nodes[at].on_path = true;
        self.depth += 1;
        loop {
            let (numbers, best, second) = combine(
                self.nodes[at].edges.iter().map(|e| self.doubted(e, attacks)),
                attacks,
            );
            self.nodes[at].numbers = numbers;
            if numbers.is_decided()
                || numbers.proof >= proof_limit
                || numbers.disproof >= disproof_limit
                || self.played >= self.budget
            {
                if numbers.is_decided() && (numbers.proof == 0) == attacks {
                    let point = self.nodes[at].edges[best].point;
                    if point != NOWHERE {
                        self.history.note(local.owner_moves, point);
                    }
                }
                break;
            }
            let edge = self.nodes[at].edges[best];
            let own = self.edge_numbers(&edge);
            let (child_proof, child_disproof) = if attacks {
                (
                    proof_limit
                        .min(second + second / 4 + 1)
                        .saturating_sub(edge.doubt),
                    disproof_limit.saturating_sub(numbers.disproof.saturating_sub(own.disproof)),
                )
            } else {
                (
                    proof_limit.saturating_sub(numbers.proof.saturating_sub(own.proof)),
                    disproof_limit
                        .min(second + second / 4 + 1)
                        .saturating_sub(edge.doubt),
                )
            };
            match self.follow(index, edge, local, child_proof, child_disproof) {
                Some(edge) => self.nodes[at].edges[best] = edge,
                None => {
                    self.nodes[at].edges.remove(best);
                }
            }
        }
        self.depth -= 1;
        self.nodes[at].on_path = false;
    }

    /// Plays the move of an edge and works on the node behind it. None if the move is not possible.
    fn follow(
        &mut self,
        from: u32,
        mut edge: Edge,
        local: &Local,
        proof_limit: u32,
        disproof_limit: u32,
    ) -> Option<Edge> {
        let before = self.played;
        let mut ko_mattered = false;
        let next = if edge.point == NOWHERE {
            Some(local.pass())
        } else {
            match local.play(self.ground, edge.point, self.threats, &mut ko_mattered) {
                Played::To(next) => Some(next),
                Played::StoppedByKo => None,
                Played::Illegal => return None,
            }
        };
        self.played += 1;
        edge.node = None;
        match next {
            // As if the move did not exist.
            None => edge.numbers = Numbers::decided(local.owner_moves),
            Some(_) if self.depth >= MAX_DEPTH => edge.numbers = Numbers::DISPROVED,
            Some(next) => {
                let child = self.node_of(&next);
                if self.nodes[child as usize].on_path {
                    // Going round in circles does not capture anything.
                    ko_mattered = true;
                    edge.numbers = Numbers::DISPROVED;
                } else {
                    edge.node = Some(child);
                    self.expand(child, &next, proof_limit, disproof_limit);
                    ko_mattered |= self.nodes[child as usize].ko_mattered;
                }
            }
        }
        edge.effort += self.played - before;
        self.nodes[from as usize].ko_mattered |= ko_mattered;
        Some(edge)
    }

    fn edge_numbers(&self, edge: &Edge) -> Numbers {
        edge.node.map_or(edge.numbers, |n| self.nodes[n as usize].numbers)
    }

    /// With the doubt about the move. The proof number is how much is left to show that the group dies.
    fn doubted(&self, edge: &Edge, attacks: bool) -> Numbers {
        let numbers = self.edge_numbers(edge);
        if numbers.is_decided() {
            numbers
        } else {
            numbers.doubted(attacks, edge.doubt)
        }
    }

    /// The move that decides, or the one that most of the work went into.
    fn best_edge(&self, edges: &[Edge], attacks: bool) -> Option<usize> {
        (0..edges.len()).min_by_key(|&i| {
            let numbers = self.doubted(&edges[i], attacks);
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
