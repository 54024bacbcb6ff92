//! Proof-number search for life and death.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) over a graph of positions
//! kept in memory. Every move is looked at once when a node is opened, later moves with more doubt. The owner of
//! the group may pass, the attacker has to move: where no attack works the group lives, be it in seki.

use katachi_rules::Point;
use rustc_hash::FxHashMap;

use super::goal::View;
use super::ground::{Bits, Ground, NOWHERE, bit};
use super::moves::{self, History};
use super::position::{Local, Played};
use super::sketch::Sketch;
use crate::reading::search::KoThreats;

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
    /// [`NOWHERE`] is a pass.
    point: u8,
    /// Of its own, until it has been looked at; afterwards those of the node it leads to, unless decided here.
    numbers: Numbers,
    node: Option<u32>,
    /// How unlikely the move looks to the side that makes it.
    doubt: u32,
    /// Moves played behind it.
    effort: u32,
    /// What a decision rests on, apart from what the node it leads to rests on.
    zone: Bits,
}

#[derive(Debug)]
struct Node {
    numbers: Numbers,
    /// Points that a decision rests on: it is the same however the others are occupied.
    zone: Bits,
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

pub(super) fn par(i: usize, default: u32) -> u32 {
    static P: std::sync::OnceLock<Vec<Option<u32>>> = std::sync::OnceLock::new();
    P.get_or_init(|| (0..12).map(|i| std::env::var(format!("P{i}")).ok().map(|s| s.parse().unwrap())).collect())[i].unwrap_or(default)
}

/// Longer lines are taken as lives.
const MAX_DEPTH: u32 = 80;
/// Numbers that a place in the order of moves adds.
const DOUBT: u32 = 1;

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
        if std::env::var("DBG").is_ok() {
            self.dump(root, 0, local);
        }
        let node = &self.nodes[root as usize];
        let best = self.best_edge(&node.edges, !local.owner_moves);
        let point = best.map(|i| node.edges[i].point).filter(|&p| p != NOWHERE);
        Found {
            dies: node.numbers.is_decided().then_some(node.numbers.proof == 0),
            point: point.map(|p| self.ground.points[usize::from(p)]),
            nodes: self.played,
            ko_mattered: node.ko_mattered,
        }
    }

    fn proof_size(&self, at: u32, seen: &mut rustc_hash::FxHashSet<u32>) -> usize {
        if !seen.insert(at) { return 0; }
        let node = &self.nodes[at as usize];
        if !node.numbers.is_decided() { return 0; }
        let dies = node.numbers.proof == 0;
        let kids: Vec<u32> = node.edges.iter().filter(|e| { let n = self.edge_numbers(e); n.is_decided() && (n.proof == 0) == dies }).filter_map(|e| e.node).collect();
        let all = node.edges.iter().all(|e| { let n = self.edge_numbers(e); n.is_decided() && (n.proof == 0) == dies });
        if all { 1 + kids.iter().map(|&k| self.proof_size(k, seen)).sum::<usize>() }
        else { 1 + kids.first().map_or(0, |&k| self.proof_size(k, seen)) }
    }

    fn dump(&self, at: u32, depth: usize, local: &Local) {
        let name = |p: u8| if p == NOWHERE { "pass".to_string() } else { katachi_rules::BoardSize::square(19).vertex(self.ground.points[p as usize]).to_string() };
        let attacks = !local.owner_moves;
        let node = &self.nodes[at as usize];
        if depth == 0 { eprintln!("proof {} expanded {}", self.proof_size(at, &mut rustc_hash::FxHashSet::default()), self.nodes.iter().filter(|n| n.expanded).count()); }
        if depth == 0 {
            let names = |s: Bits| super::ground::each(s).map(name).collect::<Vec<_>>().join(" ");
            eprintln!("area {} open {} solid {} nodes {} played {}", names(self.ground.area), names(self.ground.open), names(self.ground.solid), self.nodes.len(), self.played);
            eprintln!("wall {} friend {} leaks {} own {} att {}", names(self.ground.wall_beside), names(self.ground.friend_beside), names(self.ground.leaks), names(self.ground.own), names(self.ground.attackers));
        }
        let mut order: Vec<usize> = (0..node.edges.len()).collect();
        order.sort_by_key(|&i| { let n = self.doubted(&node.edges[i], attacks); if attacks { n.proof } else { n.disproof } });
        for &i in order.iter().take(if depth == 0 { 80 } else { 3 }) {
            let e = node.edges[i];
            let n = self.edge_numbers(&e);
            eprintln!("{}{} {} pn {} dn {} rank {i} effort {} doubt {}", "  ".repeat(depth), if attacks {"A"} else {"D"}, name(e.point), n.proof, n.disproof, e.effort, e.doubt);
            let max: usize = std::env::var("DBG").unwrap().parse().unwrap();
            if depth < max && !(n.is_decided() && std::env::var("ALL").is_err()) {
                if let Some(c) = e.node {
                    if e.point == NOWHERE { self.dump(c, depth + 1, &local.pass()); }
                    else if let Played::To(l) = local.play(self.ground, e.point, self.threats, &mut false) { self.dump(c, depth + 1, &l); }
                }
            }
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
            zone: view.zone,
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
        let View { proof, disproof, .. } = View::of(self.ground, local, &sketch);
        let numbers = Numbers { proof, disproof };
        let moves = moves::candidates(self.ground, &sketch, local, &self.history);
        let node = &mut self.nodes[index as usize];
        node.expanded = true;
        node.edges.reserve_exact(moves.len() + 1);
        let pass = (NOWHERE, par(8, 4));
        let most = if local.owner_moves { par(3, 64) } else { par(2, 64) } as usize;
        let ranked = moves.iter().take(most).enumerate().map(|(rank, &p)| (p, rank as u32 * par(1, 4) / 4));
        for (point, doubt) in local.owner_moves.then_some(pass).into_iter().chain(ranked) {
            node.edges.push(Edge {
                point,
                numbers,
                node: None,
                doubt,
                zone: 0,
                effort: 0,
            });
        }
    }

    /// Looks at each move for once, until one of them wins.
    fn glance(&mut self, index: u32, local: &Local) {
        let at = index as usize;
        let attacks = !local.owner_moves;
        let mut kept = 0;
        let all = self.nodes[at].edges.len();
        let first = par(9, 3) as usize;
        for i in 0..all {
            if i >= first {
                let edge = self.nodes[at].edges[i];
                self.nodes[at].edges[kept] = edge;
                kept += 1;
                continue;
            }
            let Some(edge) = self.follow(index, self.nodes[at].edges[i], local, 0, 0) else {
                continue;
            };
            self.nodes[at].edges[kept] = edge;
            kept += 1;
            let numbers = self.edge_numbers(&edge);
            if numbers.is_decided() && (numbers.proof == 0) == attacks {
                break;
            }
        }
        self.nodes[at].edges.truncate(kept);
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
        let pass_first = par(10, 0);
        if !attacks && pass_first > 0 {
            if let Some(i) = self.nodes[at].edges.iter().position(|e| e.point == NOWHERE) {
                let edge = self.nodes[at].edges[i];
                if !self.edge_numbers(&edge).is_decided() {
                    let (numbers, _, _) = self.combine(&self.nodes[at].edges, attacks);
                    if !numbers.is_decided() {
                        let cap = proof_limit.min(numbers.proof * pass_first);
                        if let Some(edge) = self.follow(index, edge, local, cap, disproof_limit) {
                            self.nodes[at].edges[i] = edge;
                            self.leave_out(at, i, attacks);
                        }
                    }
                }
            }
        }
        loop {
            let (numbers, best, second) = self.combine(&self.nodes[at].edges, attacks);
            self.nodes[at].numbers = numbers;
            if numbers.is_decided()
                || numbers.proof >= proof_limit
                || numbers.disproof >= disproof_limit
                || self.played >= self.budget
            {
                if numbers.is_decided() {
                    self.nodes[at].zone = self.zone_of(at, best, local);
                }
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
                        .min(second + second * par(7, 1) / 4 + 1)
                        .saturating_sub(edge.doubt),
                    disproof_limit.saturating_sub(numbers.disproof.saturating_sub(own.disproof)),
                )
            } else {
                (
                    proof_limit.saturating_sub(numbers.proof.saturating_sub(own.proof)),
                    disproof_limit
                        .min(second + second * par(7, 1) / 4 + 1)
                        .saturating_sub(edge.doubt),
                )
            };
            match self.follow(index, edge, local, child_proof, child_disproof) {
                Some(edge) => {
                    self.nodes[at].edges[best] = edge;
                    self.leave_out(at, best, attacks);
                }
                None => {
                    self.nodes[at].edges.remove(best);
                }
            }
        }
        self.depth -= 1;
        self.nodes[at].on_path = false;
    }

    /// When a move has failed for reasons that it does not touch, so do all others that do not touch them.
    fn leave_out(&mut self, at: usize, failed: usize, attacks: bool) {
        let edge = self.nodes[at].edges[failed];
        let numbers = self.edge_numbers(&edge);
        if !numbers.is_decided() || (numbers.proof == 0) == attacks {
            return;
        }
        let zone = self.edge_zone(&edge);
        if edge.point != NOWHERE {
            return;
        }
        let mut edges = std::mem::take(&mut self.nodes[at].edges);
        edges.retain(|e| {
            e.point == edge.point
                || e.point == NOWHERE
                || zone & bit(e.point) != 0
                || self.edge_numbers(e).is_decided()
        });
        self.nodes[at].edges = edges;
    }

    /// What the outcome of a move rests on, where it is decided.
    fn edge_zone(&self, edge: &Edge) -> Bits {
        edge.node
            .map_or(edge.zone, |n| edge.zone | self.nodes[n as usize].zone)
    }

    /// What a decided node rests on.
    fn zone_of(&self, at: usize, best: usize, local: &Local) -> Bits {
        let node = &self.nodes[at];
        let dies = node.numbers.proof == 0;
        let stone = |edge: &Edge| if edge.point == NOWHERE { 0 } else { bit(edge.point) };
        let zone = if dies == !local.owner_moves {
            let edge = &node.edges[best];
            self.edge_zone(edge) | stone(edge)
        } else {
            // Those that fail without mattering are nothing to rest on.
            let pass_like = node.edges.iter().find(|e| e.point == NOWHERE);
            match pass_like {
                Some(first) => {
                    let zone = self.edge_zone(first);
                    let within = |e: &&Edge| stone(e) & zone != 0;
                    node.edges.iter().filter(within).fold(zone, |sum, e| sum | self.edge_zone(e) | stone(e))
                }
                None => node.edges.iter().fold(0, |sum, e| sum | self.edge_zone(e) | stone(e)),
            }
        };
        // The winner's stones that it rests on must not be captured from outside.
        let stones = if dies {
            let walls = self.ground.wall_beside | self.ground.leaks;
            local.attackers & !self.ground.flood(local.attackers & walls, local.attackers)
        } else {
            local.own
        };
        let held = self.ground.flood(stones & zone, stones);
        zone | (self.ground.around(held) & local.empty(self.ground)) | held
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
        edge.zone = Bits::MAX;
        match next {
            // As if the move did not exist.
            None => edge.numbers = Numbers::decided(local.owner_moves),
            Some(_) if self.depth >= MAX_DEPTH => edge.numbers = DISPROVED,
            Some(next) => {
                let gone = (local.own & !next.own) | (local.attackers & !next.attackers);
                let child = self.node_of(&next);
                if self.nodes[child as usize].on_path {
                    // Going round in circles does not capture anything.
                    ko_mattered = true;
                    edge.numbers = DISPROVED;
                } else {
                    edge.node = Some(child);
                    edge.zone = gone | self.ground.around(gone);
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
        edge.node
            .map_or(edge.numbers, |n| self.nodes[n as usize].numbers)
    }

    /// With the doubt about the move.
    fn doubted(&self, edge: &Edge, attacks: bool) -> Numbers {
        let mut numbers = self.edge_numbers(edge);
        if !numbers.is_decided() {
            let own = if attacks { &mut numbers.proof } else { &mut numbers.disproof };
            *own += edge.doubt;
        }
        numbers
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

    /// Numbers of a node from its moves, the best move, and the deciding number of the second best. The side that has to
    /// answer every move is charged for the hardest, and one for each other open one (weak proof numbers, T. Ueda and
    /// others, 2008).
    fn combine(&self, edges: &[Edge], attacks: bool) -> (Numbers, usize, u32) {
        let (mut least, mut second, mut hardest, mut open, mut best) = (INFINITE, INFINITE, 0u32, 0u32, 0);
        for (i, edge) in edges.iter().enumerate() {
            let numbers = self.doubted(edge, attacks);
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
            (hardest + open.saturating_sub(1) * par(0, 4) / 4).min(INFINITE)
        };
        // Without a move left the side to move has lost.
        let sum = if least == INFINITE { 0 } else { sum };
        let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
        (Numbers { proof, disproof }, best, second)
    }
}
