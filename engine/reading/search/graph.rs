// SPDX-License-Identifier: MIT OR Apache-2.0

//! The positions of one search and the moves between them.
//!
//! A search stores all its positions with their moves in memory, and deletes them at the end. A move is
//! played only when the search comes to it, if the goal orders its candidates well
//! (`SearchStyle::is_well_ordered`).

use katachi_rules::Point;

use super::numbers::Dependence;
use crate::local::ProofNumbers;

/// A position of the graph, as an index.
pub(super) type NodeIndex = u32;

/// State of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    key: u64,
    /// Key of stones, ko and side to move, without the goal and the level of the search.
    pub(super) situation: u64,
    pub(super) numbers: ProofNumbers,
    /// Index into `dependences`; [`NOWHERE`] while the position is open.
    dependence: u32,
    /// First of its edges and their number, if it has been left open.
    edges: Option<(u32, u32)>,
    widened: bool,
    lost_to_ko: bool,
    /// The move that decided it.
    pub(super) best: Option<Point>,
    /// The proof of a similar position has been simulated here.
    simulated: bool,
    /// The same position, decided in an earlier step of the search.
    pub(super) earlier: Option<NodeIndex>,
    /// The defender must not pass there.
    pub(super) must_move: bool,
}

/// A move to another position.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// None is a pass.
    point: Option<Point>,
    to: NodeIndex,
    /// Initial numbers, used until the move has been played.
    guess: ProofNumbers,
    depends_on_ko: bool,
    is_retaken: bool,
}

/// A move of a node, with the state of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// None is a pass.
    pub(super) point: Option<Point>,
    pub(super) to: NodeIndex,
    pub(super) numbers: ProofNumbers,
    /// The result of the move depends on the ko threats.
    pub(super) depends_on_ko: bool,
    /// It takes a ko that is retaken at once: see
    /// [`Searcher::after_retaking`](super::Searcher::after_retaking).
    pub(super) is_retaken: bool,
}

impl Child {
    /// A move that has not been played.
    pub(super) fn new(point: Option<Point>, numbers: ProofNumbers) -> Self {
        Self {
            point,
            to: NOWHERE,
            numbers,
            depends_on_ko: false,
            is_retaken: false,
        }
    }

    /// The stone that the move leaves on the board; none for a pass and for a ko stone that is retaken.
    pub(super) fn played(&self) -> Option<Point> {
        self.point.filter(|_| !self.is_retaken)
    }
}

/// Record from which a node that was left open is rebuilt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Left {
    pub(super) widened: bool,
    /// A move was not possible because of a ko.
    pub(super) lost_to_ko: bool,
    first: u32,
    edges: u32,
}

/// No position yet; no stored dependence.
pub(super) const NOWHERE: NodeIndex = u32::MAX;
const FEWEST_SLOTS: usize = 1 << 12;
/// Number of positions for which the table stays allocated between searches.
const RETAINED: usize = 1 << 16;
/// Number of positions from which on a graph is cleared before another search.
const LARGE: usize = 1 << 20;

/// The graph of the searches for one question. It holds every position that was visited: at most one for each
/// move played.
#[derive(Debug)]
pub(super) struct Graph {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    dependences: Vec<Dependence>,
    /// By key, with linear probing: the search that wrote the slot, and a place.
    slots: Vec<(u32, NodeIndex)>,
    search: u32,
}

impl Graph {
    pub(super) fn new() -> Self {
        Self {
            vertices: Vec::new(),
            edges: Vec::new(),
            dependences: Vec::new(),
            slots: vec![(0, 0); FEWEST_SLOTS],
            search: 1,
        }
    }

    pub(super) fn clear(&mut self) {
        self.vertices.clear();
        self.edges.clear();
        self.dependences.clear();
        if self.slots.len() > 2 * RETAINED || self.search == u32::MAX {
            *self = Self::new();
        }
        self.search += 1;
    }

    /// Should it be cleared before another search?
    pub(super) fn is_large(&self) -> bool {
        self.vertices.len() > LARGE
    }

    pub(super) fn find(&self, key: u64) -> Option<NodeIndex> {
        let (search, place) = self.slots[self.slot(key)];
        (search == self.search).then_some(place)
    }

    /// The slot of a key, or the free one where it belongs.
    fn slot(&self, key: u64) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = key as usize & last;
        loop {
            let (search, place) = self.slots[slot];
            if search != self.search || self.vertices[place as usize].key == key {
                return slot;
            }
            slot = (slot + 1) & last;
        }
    }

    pub(super) fn add(
        &mut self,
        key: u64,
        situation: u64,
        numbers: ProofNumbers,
        dependence: &Dependence,
    ) -> NodeIndex {
        if self.vertices.len() * 2 >= self.slots.len() {
            self.slots = vec![(0, 0); self.slots.len() * 4];
            for place in 0..self.vertices.len() {
                let slot = self.slot(self.vertices[place].key);
                self.slots[slot] = (self.search, place as NodeIndex);
            }
        }
        let place = self.vertices.len() as NodeIndex;
        let slot = self.slot(key);
        self.vertices.push(Vertex {
            key,
            situation,
            numbers,
            dependence: NOWHERE,
            edges: None,
            widened: false,
            lost_to_ko: false,
            best: None,
            simulated: false,
            earlier: None,
            must_move: false,
        });
        self.slots[slot] = (self.search, place);
        self.set(place, numbers, dependence);
        place
    }

    pub(super) fn at(&self, place: NodeIndex) -> &Vertex {
        &self.vertices[place as usize]
    }

    pub(super) fn at_mut(&mut self, place: NodeIndex) -> &mut Vertex {
        &mut self.vertices[place as usize]
    }

    /// Returns what the result of a decided position depends on.
    pub(super) fn dependence(&self, place: NodeIndex) -> &Dependence {
        match self.at(place).dependence {
            NOWHERE => &Dependence::NOTHING,
            i => &self.dependences[i as usize],
        }
    }

    /// Forbids the defender to pass there, and makes its situation differ from the one in which he may.
    pub(super) fn forbid_pass(&mut self, place: NodeIndex) {
        let vertex = self.at_mut(place);
        vertex.must_move = true;
        vertex.situation = !vertex.situation;
    }

    /// The position after a move there, if the move was played.
    pub(super) fn after(&self, place: NodeIndex, point: Option<Point>) -> Option<NodeIndex> {
        let (first, count) = self.at(place).edges?;
        let edges = &self.edges[first as usize..][..count as usize];
        edges
            .iter()
            .find(|e| e.point == point)
            .map(|e| e.to)
            .filter(|&to| to != NOWHERE)
    }

    /// Notes a simulation at this position. Is it the first? Only one is tried for each position.
    pub(super) fn is_first_simulation(&mut self, place: NodeIndex) -> bool {
        !std::mem::replace(&mut self.at_mut(place).simulated, true)
    }

    /// Stores numbers, and the dependence of a decided result.
    pub(super) fn set(&mut self, place: NodeIndex, numbers: ProofNumbers, dependence: &Dependence) {
        let vertex = &mut self.vertices[place as usize];
        vertex.numbers = numbers;
        if !numbers.is_decided() {
            return;
        }
        if vertex.dependence == NOWHERE {
            vertex.dependence = self.dependences.len() as u32;
            self.dependences.push(*dependence);
        } else {
            self.dependences[vertex.dependence as usize] = *dependence;
        }
    }

    /// Stores the moves of a position that the search leaves.
    pub(super) fn leave(&mut self, place: NodeIndex, children: &[Child], widened: bool, lost_to_ko: bool) {
        let edges = children.iter().map(|child| Edge {
            point: child.point,
            to: child.to,
            guess: child.numbers,
            depends_on_ko: child.depends_on_ko,
            is_retaken: child.is_retaken,
        });
        let vertex = &mut self.vertices[place as usize];
        let first = match vertex.edges {
            Some((first, capacity)) if capacity as usize >= children.len() => {
                let places = &mut self.edges[first as usize..][..children.len()];
                places.iter_mut().zip(edges).for_each(|(old, new)| *old = new);
                first
            }
            _ => {
                let first = self.edges.len() as u32;
                self.edges.extend(edges);
                first
            }
        };
        vertex.edges = Some((first, children.len() as u32));
        (vertex.widened, vertex.lost_to_ko) = (widened, lost_to_ko);
    }

    /// The stored state of a position, if the search has expanded and left it.
    pub(super) fn left(&self, place: NodeIndex) -> Option<Left> {
        let vertex = &self.vertices[place as usize];
        vertex.edges.map(|(first, edges)| Left {
            widened: vertex.widened,
            lost_to_ko: vertex.lost_to_ko,
            first,
            edges,
        })
    }

    /// Returns the moves of a position that was left, with their present state.
    pub(super) fn children(&self, left: &Left) -> impl Iterator<Item = Child> + '_ {
        let (first, count) = (left.first as usize, left.edges as usize);
        self.edges[first..first + count].iter().map(|edge| Child {
            point: edge.point,
            to: edge.to,
            numbers: if edge.to == NOWHERE {
                edge.guess
            } else {
                self.at(edge.to).numbers
            },
            depends_on_ko: edge.depends_on_ko,
            is_retaken: edge.is_retaken,
        })
    }
}
