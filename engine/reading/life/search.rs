//! Proof-number search for life and death.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) over a graph of positions
//! kept in memory. Every move is looked at once when a node is opened, later moves with more doubt. The owner of
//! the group may pass, the attacker has to move: where no attack works the group lives, be it in seki.

use arrayvec::ArrayVec;
use katachi_rules::{Color, Point};
use rustc_hash::FxHashMap;

use super::goal::{Kill, View};
use crate::reading::search::Position;

/// Proof number: how much is left to show that the group dies; disproof number: that it lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

const INFINITE: u32 = 1 << 28;
const PROVED: Numbers = Numbers {
    proof: 0,
    disproof: INFINITE,
};
const DISPROVED: Numbers = Numbers {
    proof: INFINITE,
    disproof: 0,
};

impl Numbers {
    fn decided(dies: bool) -> Self {
        if dies { PROVED } else { DISPROVED }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A move of a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// None is a pass.
    point: Option<Point>,
    /// Of its own, until it has been looked at; afterwards those of the node it leads to, unless decided here.
    numbers: Numbers,
    node: Option<u32>,
    /// How unlikely the move looks to the side that makes it.
    doubt: u32,
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
    pub(super) nodes: u32,
    /// The outcome may depend on who wins a ko.
    pub(super) ko_mattered: bool,
}

pub(super) struct Search<'a> {
    goal: &'a Kill,
    nodes: Vec<Node>,
    by_key: FxHashMap<u64, u32>,
    played: u32,
    budget: u32,
    depth: u32,
}

/// Longer lines are taken as lives.
const MAX_DEPTH: u32 = 80;
/// Numbers that a place in the order of moves adds.
const DOUBT: u32 = 1;

impl<'a> Search<'a> {
    pub(super) fn new(goal: &'a Kill, budget: u32) -> Self {
        Self {
            goal,
            nodes: Vec::new(),
            by_key: FxHashMap::default(),
            played: 0,
            budget,
            depth: 0,
        }
    }

    /// Searches from a position.
    pub(super) fn run(&mut self, position: &mut Position, to_move: Color) -> Found {
        position.ko_mattered.set(false);
        let root = self.node_of(position, to_move);
        self.expand(root, position, to_move, INFINITE, INFINITE);
        let node = &self.nodes[root as usize];
        let attacks = to_move == self.goal.attacker();
        let best = best_edge(&self.nodes, &node.edges, attacks);
        Found {
            dies: node.numbers.is_decided().then_some(node.numbers.proof == 0),
            point: best.and_then(|i| node.edges[i].point),
            nodes: self.played,
            ko_mattered: node.ko_mattered,
        }
    }

    /// The node of a position; a new one is judged at a glance.
    fn node_of(&mut self, position: &Position, to_move: Color) -> u32 {
        let key = position.board.situation_key(to_move);
        if let Some(&known) = self.by_key.get(&key) {
            return known;
        }
        let is_root = self.nodes.is_empty();
        let view = self.goal.view(&position.board, to_move);
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
    fn add_edges(&mut self, index: u32, position: &Position, to_move: Color) {
        let attacks = to_move == self.goal.attacker();
        let View { proof, disproof, .. } = self.goal.view(&position.board, to_move);
        let moves = self.goal.moves(&position.board, to_move);
        let node = &mut self.nodes[index as usize];
        node.expanded = true;
        node.edges.reserve_exact(moves.len() + 1);
        let pass = Edge {
            point: None,
            numbers: Numbers { proof, disproof },
            node: None,
            doubt: 4,
        };
        if !attacks {
            node.edges.push(pass);
        }
        for (rank, point) in moves.iter().copied().enumerate() {
            if !position.is_allowed(to_move, point) {
                continue;
            }
            let doubt = rank as u32 * DOUBT;
            let numbers = Numbers { proof, disproof };
            node.edges.push(Edge {
                point: Some(point),
                numbers,
                node: None,
                doubt,
            });
        }
        node.ko_mattered |= position.ko_mattered.get();
    }

    /// Looks at each move for once, until one of them wins.
    fn glance(&mut self, index: u32, position: &mut Position, to_move: Color) {
        let at = index as usize;
        let attacks = to_move == self.goal.attacker();
        let mut i = 0;
        while i < self.nodes[at].edges.len() {
            let edge = self.follow(index, self.nodes[at].edges[i], position, to_move, 0, 0);
            self.nodes[at].edges[i] = edge;
            let numbers = edge_numbers(&self.nodes, &edge);
            if numbers.is_decided() && (numbers.proof == 0) == attacks {
                break;
            }
            i += 1;
        }
    }

    /// Works on a node until its numbers reach a limit.
    fn expand(
        &mut self,
        index: u32,
        position: &mut Position,
        to_move: Color,
        proof_limit: u32,
        disproof_limit: u32,
    ) {
        let at = index as usize;
        let known = self.nodes[at].numbers;
        if known.is_decided() || known.proof >= proof_limit || known.disproof >= disproof_limit {
            return;
        }
        let attacks = to_move == self.goal.attacker();
        if !self.nodes[at].expanded {
            let elsewhere = position.ko_mattered.replace(false);
            self.add_edges(index, position, to_move);
            self.glance(index, position, to_move);
            position.ko_mattered.set(elsewhere);
        }
        self.nodes[at].on_path = true;
        self.depth += 1;
        loop {
            let (numbers, best, second) = combine(&self.nodes, &self.nodes[at].edges, attacks);
            self.nodes[at].numbers = numbers;
            if numbers.is_decided()
                || numbers.proof >= proof_limit
                || numbers.disproof >= disproof_limit
                || self.played >= self.budget
            {
                break;
            }
            let edge = self.nodes[at].edges[best];
            let own = edge_numbers(&self.nodes, &edge);
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
            let edge = self.follow(index, edge, position, to_move, child_proof, child_disproof);
            self.nodes[at].edges[best] = edge;
        }
        self.depth -= 1;
        self.nodes[at].on_path = false;
    }

    /// Plays the move of an edge, works on the node behind it, and takes the move back.
    fn follow(
        &mut self,
        from: u32,
        mut edge: Edge,
        position: &mut Position,
        to_move: Color,
        proof_limit: u32,
        disproof_limit: u32,
    ) -> Edge {
        self.played += 1;
        let made = match edge.point {
            Some(point) => Ok(position.play(to_move, point)),
            None => Err(position.board.clear_ko()),
        };
        let next = to_move.opposite();
        let elsewhere = position.ko_mattered.replace(false);
        let retaken = position.would_be_retaken(to_move);
        if retaken || self.depth >= MAX_DEPTH {
            // The two moves change nothing: as if the move did not exist.
            edge.numbers = Numbers::decided(to_move != self.goal.attacker());
            edge.node = None;
            if !retaken {
                edge.numbers = DISPROVED;
            }
        } else {
            let child = self.node_of(position, next);
            if self.nodes[child as usize].on_path {
                // Going round in circles does not capture anything.
                position.ko_mattered.set(true);
                edge.numbers = DISPROVED;
                edge.node = None;
            } else {
                edge.node = Some(child);
                self.expand(child, position, next, proof_limit, disproof_limit);
                if self.nodes[child as usize].ko_mattered {
                    position.ko_mattered.set(true);
                }
            }
        }
        self.nodes[from as usize].ko_mattered |= position.ko_mattered.get();
        position.ko_mattered.set(elsewhere);
        match made {
            Ok(undo) => position.board.undo(undo),
            Err(ko) => position.board.set_ko(ko),
        }
        edge
    }
}

fn edge_numbers(nodes: &[Node], edge: &Edge) -> Numbers {
    edge.node.map_or(edge.numbers, |n| nodes[n as usize].numbers)
}

/// With the doubt about the move.
fn doubted(nodes: &[Node], edge: &Edge, attacks: bool) -> Numbers {
    let Numbers { proof, disproof } = edge_numbers(nodes, edge);
    if proof == 0 || disproof == 0 {
        Numbers { proof, disproof }
    } else if attacks {
        Numbers {
            proof: proof + edge.doubt,
            disproof,
        }
    } else {
        Numbers {
            proof,
            disproof: disproof + edge.doubt,
        }
    }
}

fn best_edge(nodes: &[Node], edges: &[Edge], attacks: bool) -> Option<usize> {
    (0..edges.len()).min_by_key(|&i| {
        let numbers = edge_numbers(nodes, &edges[i]);
        let own = if attacks { numbers.proof } else { numbers.disproof };
        (own, edges[i].point.is_none(), i)
    })
}

/// Numbers of a node from its moves, the best move, and the deciding number of the second best. The side that has to
/// answer every move is charged for the hardest, and one for each other open one (weak proof numbers, T. Ueda and
/// others, 2008).
fn combine(nodes: &[Node], edges: &[Edge], attacks: bool) -> (Numbers, usize, u32) {
    let (mut least, mut second, mut hardest, mut open, mut best) = (INFINITE, INFINITE, 0u32, 0u32, 0);
    for (i, edge) in edges.iter().enumerate() {
        let numbers = doubted(nodes, edge, attacks);
        let (own, other) = if attacks {
            (numbers.proof, numbers.disproof)
        } else {
            (numbers.disproof, numbers.proof)
        };
        if own < least {
            (second, least, best) = (least, own, i);
        } else {
            second = second.min(own);
        }
        hardest = hardest.max(other);
        open += u32::from(other > 0);
    }
    let sum = if least == 0 {
        INFINITE
    } else {
        (hardest + open.saturating_sub(1)).min(INFINITE)
    };
    // Without a move left the side to move has lost.
    let sum = if least == INFINITE { 0 } else { sum };
    let numbers = if attacks {
        Numbers {
            proof: least,
            disproof: sum,
        }
    } else {
        Numbers {
            proof: sum,
            disproof: least,
        }
    };
    (numbers, best, second)
}

/// Moves in the order in which they are tried.
pub(super) type Moves = ArrayVec<Point, 64>;
