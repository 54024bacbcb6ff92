//! Proof-number search for life and death.
//!
//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees", 2002) over a graph of positions
//! kept in memory. The first moves are looked at once when a node is opened; the less likely a move, the more it is doubted. The owner of
//! the group may pass, the attacker has to move: where no attack works the group lives, be it in seki.

mod review;

use katachi_rules::Point;
use rustc_hash::FxHashMap;

use super::glance::View;
use super::ground::{Bits, Ground, NOWHERE};
use super::moves::{self, History};
use super::position::{Local, Played};
use super::sketch::Sketch;
use crate::reading::search::{INFINITE, KoThreats, ProofNumbers, combine};
pub(super) use review::{Choice, Decided};

/// A move of a node.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// [`NOWHERE`] is a pass.
    point: u8,
    /// Of its own, until it has been looked at; afterwards those of the node it leads to, unless decided here.
    numbers: ProofNumbers,
    node: Option<u32>,
    /// How unlikely the move looks to the side that makes it.
    doubt: u32,
    /// Moves played behind it.
    effort: u32,
    /// The node whose way was tried behind it.
    tried: Option<u32>,
    /// Whether it can be played is a matter of ko threats.
    ko: bool,
}

#[derive(Debug)]
struct Node {
    numbers: ProofNumbers,
    edges: Vec<Edge>,
    /// A position on the way to the one looked at.
    on_path: bool,
    expanded: bool,
    /// What decided it may depend on who wins a ko.
    ko_mattered: bool,
}

impl Node {
    /// Is it decided, and also where ko threats suit the one who asks better?
    fn holds_with_other_threats(&self, owner_asks: bool) -> bool {
        let is_success = (self.numbers.proof == 0) != owner_asks;
        self.numbers.is_decided() && (is_success || !self.ko_mattered)
    }
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
    /// The nodes on the way to the one looked at.
    path: Vec<u32>,
    /// The move played last, a pass or none.
    last: u8,
}

/// Longer lines are taken as lives.
const MAX_DEPTH: usize = 80;
/// A move is doubted by so much for each factor of 2.7 by which it is less likely than the first, at most by so much; a pass
/// by this.
const DOUBT: i32 = 2;
const MOST_DOUBT: i32 = 40;
const PASS_DOUBT: u32 = 4;
/// So many open moves are charged like one of its own: most of them are refuted as another was.
const OPEN_MOVES: u32 = 3;
/// So many moves are looked at when a node is opened, the others when it is their turn.
const FIRST_MOVES: usize = 3;

/// The doubt of a move whose weights are by so many hundredths less than those of the first.
fn doubt(less: i32) -> u32 {
    ((DOUBT * less + 50) / 100).clamp(0, MOST_DOUBT) as u32
}

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
            path: Vec::new(),
            last: NOWHERE,
        }
    }

    /// The same question with other ko threats, which suit who asks better: what has been found already and holds for them, too, is
    /// kept.
    pub(super) fn again(&mut self, threats: KoThreats, owner_asks: bool) {
        self.threats = threats;
        let nodes = &self.nodes;
        self.by_key
            .retain(|_, &mut index| nodes[index as usize].holds_with_other_threats(owner_asks));
    }

    /// Searches from a position, playing at most so many moves.
    pub(super) fn run(&mut self, local: &Local, budget: u32) -> Found {
        (self.played, self.budget, self.last) = (0, budget, NOWHERE);
        let root = self.first_node(local);
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

    /// The move from a position that took the most to refute.
    pub(super) fn hardest(&self, local: &Local) -> Option<Point> {
        let node = &self.nodes[*self.by_key.get(&local.key())? as usize];
        let moves = node.edges.iter().filter(|e| e.point != NOWHERE);
        let hardest = moves.max_by_key(|e| (e.effort, std::cmp::Reverse(e.doubt)))?;
        Some(self.ground.points[usize::from(hardest.point)])
    }

    /// What is known of a position that was met: does the group die there, whoever wins a ko, or at least with threats that suit the
    /// one who loses?
    pub(super) fn knows(&self, local: &Local, owner_asks: bool) -> Option<bool> {
        let node = &self.nodes[*self.by_key.get(&local.key())? as usize];
        node.holds_with_other_threats(owner_asks)
            .then_some(node.numbers.proof == 0)
    }

    /// The node of a position; a new one is judged at a glance.
    fn node_of(&mut self, local: &Local) -> u32 {
        let key = local.key();
        if let Some(&known) = self.by_key.get(&key) {
            return known;
        }
        let view = View::new(self.ground, local);
        let numbers = match view.dies {
            Some(dies) => ProofNumbers::decided(dies),
            None => ProofNumbers {
                proof: view.proof,
                disproof: view.disproof,
            },
        };
        self.add_node(key, numbers)
    }

    /// The node of the position that is asked about: what looks dead is searched for moves all the same.
    fn first_node(&mut self, local: &Local) -> u32 {
        if let Some(&known) = self.by_key.get(&local.key()) {
            return known;
        }
        let View {
            dies,
            proof,
            disproof,
        } = View::new(self.ground, local);
        let numbers = match dies {
            Some(false) => ProofNumbers::DISPROVED,
            _ => ProofNumbers { proof, disproof },
        };
        self.add_node(local.key(), numbers)
    }

    fn add_node(&mut self, key: (Bits, Bits, u8, bool), numbers: ProofNumbers) -> u32 {
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
        let View { proof, disproof, .. } = View::of(self.ground, local, &sketch);
        let numbers = ProofNumbers { proof, disproof };
        let moves = moves::candidates(self.last, self.ground, &sketch, local, &self.history);
        let best = moves.first().map_or(0, |c| c.sum);
        let node = &mut self.nodes[index as usize];
        node.expanded = true;
        node.edges.reserve_exact(moves.len() + 1);
        let pass = (NOWHERE, PASS_DOUBT);
        let doubted = moves.iter().map(|c| (c.point, doubt(best - c.sum)));
        for (point, doubt) in local.owner_moves.then_some(pass).into_iter().chain(doubted) {
            node.edges.push(Edge {
                point,
                numbers,
                node: None,
                doubt,
                effort: 0,
                tried: None,
                ko: false,
            });
        }
    }

    /// Looks at the first moves for once, until one of them wins.
    fn glance(&mut self, index: u32, local: &Local) {
        let at = index as usize;
        let mut i = 0;
        while i < FIRST_MOVES.min(self.nodes[at].edges.len()) {
            let Some(edge) = self.follow(self.nodes[at].edges[i], local, 0, 0) else {
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
        self.enter(index);
        loop {
            let (numbers, best, second) = combine(
                self.nodes[at].edges.iter().map(|e| self.doubted(e, attacks)),
                attacks,
                OPEN_MOVES,
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
                if numbers.is_decided() {
                    self.conclude(index, local, numbers.proof == 0);
                }
                break;
            }
            if self.retrace_move(index, local, best) {
                continue;
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
            match self.follow(edge, local, child_proof, child_disproof) {
                Some(edge) => self.nodes[at].edges[best] = edge,
                None => {
                    self.nodes[at].edges.remove(best);
                }
            }
        }
        self.leave();
    }

    /// Notes that a node is decided. Ko mattered if it did for all moves that win, or for one of those that all lose.
    fn conclude(&mut self, index: u32, local: &Local, dies: bool) {
        let wins = dies != local.owner_moves;
        let is_same = |e: &&Edge| {
            let numbers = self.edge_numbers(e);
            numbers.is_decided() && (numbers.proof == 0) == dies
        };
        let by_ko = |e: &Edge| e.ko || e.node.is_some_and(|n| self.nodes[n as usize].ko_mattered);
        let mut edges = self.nodes[index as usize].edges.iter().filter(is_same);
        let ko_mattered = if wins { edges.all(by_ko) } else { edges.any(by_ko) };
        let node = &mut self.nodes[index as usize];
        node.numbers = ProofNumbers::decided(dies);
        node.ko_mattered = ko_mattered;
    }

    fn enter(&mut self, index: u32) {
        self.nodes[index as usize].on_path = true;
        self.path.push(index);
    }

    fn leave(&mut self) {
        let index = self.path.pop().expect("entered before");
        self.nodes[index as usize].on_path = false;
    }

    /// Plays the move of an edge and works on the node behind it. None if the move is not possible.
    fn follow(
        &mut self,
        mut edge: Edge,
        local: &Local,
        proof_limit: u32,
        disproof_limit: u32,
    ) -> Option<Edge> {
        let before = self.played;
        if let Some((child, next)) = self.step(&mut edge, local)? {
            self.expand(child, &next, proof_limit, disproof_limit);
        }
        edge.effort += self.played - before;
        Some(edge)
    }

    /// Plays the move of an edge: the node and the position behind it, or nothing behind it, as the edge itself is
    /// decided. None if the move is not possible.
    fn step(&mut self, edge: &mut Edge, local: &Local) -> Option<Option<(u32, Local)>> {
        edge.ko = false;
        let next = if edge.point == NOWHERE {
            Some(local.pass())
        } else {
            match local.play(self.ground, edge.point, self.threats, &mut edge.ko) {
                Played::To(next) => Some(next),
                Played::StoppedByKo => None,
                Played::Illegal => return None,
            }
        };
        self.played += 1;
        self.last = edge.point;
        edge.node = None;
        let mut behind = None;
        match next {
            // As if the move did not exist.
            None => edge.numbers = ProofNumbers::decided(local.owner_moves),
            Some(_) if self.path.len() >= MAX_DEPTH => edge.numbers = ProofNumbers::DISPROVED,
            Some(next) => {
                let child = self.node_of(&next);
                if self.nodes[child as usize].on_path {
                    // Going round in circles does not capture anything.
                    edge.ko = true;
                    edge.numbers = ProofNumbers::DISPROVED;
                } else {
                    edge.node = Some(child);
                    behind = Some((child, next));
                }
            }
        }
        Some(behind)
    }

    /// Is a move refuted as another one of its node was, or as the same move was two moves before?
    fn retrace_move(&mut self, index: u32, local: &Local, at: usize) -> bool {
        let edge = self.nodes[index as usize].edges[at];
        if self.edge_numbers(&edge).is_decided() {
            return false;
        }
        let dies = local.owner_moves;
        let sibling = self.refuted(index, dies, |e| e.point != edge.point);
        let earlier = self.path.len().checked_sub(3).map(|i| self.path[i]);
        let earlier = earlier.and_then(|node| self.refuted(node, dies, |e| e.point == edge.point));
        let Some(way) = sibling.or(earlier).filter(|&way| edge.tried != Some(way)) else {
            return false;
        };
        let before = self.played;
        let mut edge = edge;
        edge.tried = Some(way);
        let is_refuted = match self.step(&mut edge, local) {
            Some(Some((child, next))) => self.retrace(child, &next, way),
            _ => false,
        };
        edge.effort += self.played - before;
        self.nodes[index as usize].edges[at] = edge;
        is_refuted
    }

    /// The node behind a move that is known to fail for the side that made it.
    fn refuted(&self, index: u32, dies: bool, is_it: impl Fn(&Edge) -> bool) -> Option<u32> {
        let node = &self.nodes[index as usize];
        let fits = |e: &&Edge| {
            let numbers = self.edge_numbers(e);
            numbers.is_decided() && (numbers.proof == 0) == dies && e.node.is_some() && is_it(e)
        };
        node.edges.iter().find(fits).and_then(|e| e.node)
    }

    /// Is a position decided by the way in which another was, for the same side? Moves of the loser that were not
    /// answered there are answered as others of his were (K. Kawano, "Using similar positions to search game trees", 1996).
    /// If so, notes that.
    fn retrace(&mut self, index: u32, local: &Local, way: u32) -> bool {
        let at = index as usize;
        let dies = self.nodes[way as usize].numbers.proof == 0;
        let known = self.nodes[at].numbers;
        if known.is_decided() {
            return (known.proof == 0) == dies;
        }
        if self.played >= self.budget || self.path.len() >= MAX_DEPTH {
            return false;
        }
        self.enter(index);
        let same = if dies == local.owner_moves {
            self.retrace_loser(index, local, way, dies)
        } else {
            self.retrace_winner(index, local, way, dies)
        };
        self.leave();
        if same {
            self.conclude(index, local, dies);
        }
        same
    }

    fn retrace_winner(&mut self, index: u32, local: &Local, way: u32, dies: bool) -> bool {
        let at = index as usize;
        let edges = &self.nodes[way as usize].edges;
        let wins = |e: &&Edge| {
            let numbers = self.edge_numbers(e);
            numbers.is_decided() && (numbers.proof == 0) == dies
        };
        let Some(&(mut edge)) = edges.iter().find(wins) else {
            return false;
        };
        let Some(known) = edge.node else { return false };
        edge.effort = 0;
        edge.tried = None;
        let same = match self.step(&mut edge, local) {
            None => false,
            Some(None) => (edge.numbers.proof == 0) == dies,
            Some(Some((child, next))) => self.retrace(child, &next, known),
        };
        if same && !self.nodes[at].expanded {
            self.nodes[at].expanded = true;
            self.nodes[at].edges.push(edge);
        } else if same && let Some(own) = self.nodes[at].edges.iter_mut().find(|e| e.point == edge.point) {
            *own = edge;
        }
        same
    }

    fn retrace_loser(&mut self, index: u32, local: &Local, way: u32, dies: bool) -> bool {
        let at = index as usize;
        if !self.nodes[way as usize].expanded {
            return false;
        }
        if !self.nodes[at].expanded {
            self.add_edges(index, local);
        }
        let any = self.refuted(way, dies, |_| true);
        let mut i = 0;
        while i < self.nodes[at].edges.len() {
            let mut edge = self.nodes[at].edges[i];
            let mut numbers = self.edge_numbers(&edge);
            if !numbers.is_decided() {
                match self.step(&mut edge, local) {
                    None => {
                        self.nodes[at].edges.remove(i);
                        continue;
                    }
                    Some(None) => {}
                    Some(Some((child, next))) => {
                        let known = self.refuted(way, dies, |e| e.point == edge.point).or(any);
                        if !known.is_some_and(|known| self.retrace(child, &next, known)) {
                            return false;
                        }
                    }
                }
                self.nodes[at].edges[i] = edge;
                numbers = self.edge_numbers(&edge);
            }
            if !numbers.is_decided() || (numbers.proof == 0) != dies {
                return false;
            }
            i += 1;
        }
        true
    }

    fn edge_numbers(&self, edge: &Edge) -> ProofNumbers {
        edge.node.map_or(edge.numbers, |n| self.nodes[n as usize].numbers)
    }

    /// With the doubt about the move. The proof number is how much is left to show that the group dies.
    fn doubted(&self, edge: &Edge, attacks: bool) -> ProofNumbers {
        let numbers = self.edge_numbers(edge);
        if numbers.is_decided() {
            numbers
        } else {
            numbers.penalized(attacks, edge.doubt)
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
