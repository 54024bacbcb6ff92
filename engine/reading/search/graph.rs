// SPDX-License-Identifier: MIT OR Apache-2.0

//! The positions of one search and the moves between them, the node that is expanded, and what a decided
//! result depends on.
//!
//! A search stores all its positions with their moves in memory, and deletes them at the end.
//!
//! Every decided position carries its relevance zone, the points that its proof depends on, and whether it
//! depends on a ko. Both sides get candidates from the zone that the generators do not have. If the attacker
//! succeeds after a pass of the defender, only a move within the zone of that success can change it. When all
//! natural moves of the attacker have failed, he tries moves within the zone of these failures
//! (`further_candidates`). Such a relevance zone is in T. Thomsen, "Lambda-search in game trees", 2000.

use arrayvec::ArrayVec;
use katachi_rules::{Point, PointSet};
use rustc_hash::FxHashMap;

use crate::local::ProofNumbers;

const MAX_CHILDREN: usize = 48;

/// Dependence of a decided result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependence {
    /// Its relevance zone: the points that the proof depends on.
    pub(super) zone: PointSet,
    /// It depends on who wins a ko.
    pub(super) ko: bool,
    /// Moves of the defender were left out that are tried on a higher level of the defense.
    pub(super) limited: bool,
}

impl Dependence {
    pub(super) const NOTHING: Self = Self {
        zone: PointSet::EMPTY,
        ko: false,
        limited: false,
    };

    pub(super) fn extend_with(&mut self, other: &Self) {
        self.zone.extend_with(&other.zone);
        self.ko |= other.ko;
        self.limited |= other.limited;
    }
}

pub(super) type NodeIndex = u32;

#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    /// Key of stones, ko and side to move, without the goal and the level of the search.
    pub(super) situation: u64,
    pub(super) numbers: ProofNumbers,
    /// Index into `dependences`; [`NOWHERE`] while the position is open.
    dependence: u32,
    /// First of its edges and their number, if the search has expanded and left it.
    edges: Option<(u32, u32)>,
    pub(super) widened: bool,
    pub(super) lost_to_ko: bool,
    /// The move that decided it.
    pub(super) best: Option<Point>,
    /// The proof of a similar position has been simulated here.
    simulated: bool,
    /// The same position, decided in an earlier step of the search.
    pub(super) earlier: Option<NodeIndex>,
    /// The defender must not pass there.
    pub(super) must_move: bool,
}

/// A move of a node, with the state of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// None is a pass.
    pub(super) point: Option<Point>,
    pub(super) to: NodeIndex,
    /// Initial numbers until the move has been played.
    pub(super) numbers: ProofNumbers,
    /// The result of the move depends on the ko threats.
    pub(super) depends_on_ko: bool,
    /// It takes a ko that is retaken at once: see `Searcher::after_retaking`.
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

/// No position yet; no stored dependence.
pub(super) const NOWHERE: NodeIndex = u32::MAX;
/// Number of positions for which the memory stays allocated between questions.
const RETAINED: usize = 1 << 16;
/// Number of positions from which on a graph is cleared before another search.
const LARGE: usize = 1 << 20;

/// The graph of the searches for one question: at most one position for each move played.
#[derive(Debug, Default)]
pub(super) struct Graph {
    vertices: Vec<Vertex>,
    edges: Vec<Child>,
    dependences: Vec<Dependence>,
    /// By key.
    places: FxHashMap<u64, NodeIndex>,
}

impl Graph {
    pub(super) fn clear(&mut self) {
        if self.vertices.len() > RETAINED {
            *self = Self::default();
        }
        self.vertices.clear();
        self.edges.clear();
        self.dependences.clear();
        self.places.clear();
    }

    pub(super) fn is_large(&self) -> bool {
        self.vertices.len() > LARGE
    }

    pub(super) fn find(&self, key: u64) -> Option<NodeIndex> {
        self.places.get(&key).copied()
    }

    pub(super) fn add(
        &mut self,
        key: u64,
        situation: u64,
        numbers: ProofNumbers,
        dependence: &Dependence,
    ) -> NodeIndex {
        let place = self.vertices.len() as NodeIndex;
        self.vertices.push(Vertex {
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
        self.places.insert(key, place);
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

    /// The moves of a position that was left, as they were then.
    fn edges(&self, place: NodeIndex) -> Option<&[Child]> {
        let (first, count) = self.at(place).edges?;
        Some(&self.edges[first as usize..][..count as usize])
    }

    /// The position after a move there, if the move was played.
    pub(super) fn after(&self, place: NodeIndex, point: Option<Point>) -> Option<NodeIndex> {
        let edge = self.edges(place)?.iter().find(|e| e.point == point)?;
        Some(edge.to).filter(|&to| to != NOWHERE)
    }

    /// Notes a simulation at this position, and returns whether it is the first. Only one is tried for each
    /// position.
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
    pub(super) fn leave(&mut self, place: NodeIndex, node: &GoalNode) {
        let vertex = &mut self.vertices[place as usize];
        let count = node.children.len();
        let first = match vertex.edges {
            Some((first, capacity)) if capacity as usize >= count => {
                self.edges[first as usize..][..count].copy_from_slice(&node.children);
                first
            }
            _ => {
                let first = self.edges.len() as u32;
                self.edges.extend_from_slice(&node.children);
                first
            }
        };
        vertex.edges = Some((first, count as u32));
        (vertex.widened, vertex.lost_to_ko) = (node.widened, node.lost_to_ko);
    }

    /// Returns the moves of a position that was left, with their present state.
    pub(super) fn children(&self, place: NodeIndex) -> Option<impl Iterator<Item = Child> + '_> {
        let numbers = |edge: &Child| match edge.to {
            NOWHERE => edge.numbers,
            to => self.at(to).numbers,
        };
        let edges = self.edges(place)?.iter();
        Some(edges.map(move |edge| Child {
            numbers: numbers(edge),
            ..*edge
        }))
    }
}

/// A node while it is expanded.
pub(super) struct GoalNode {
    pub(super) is_or: bool,
    /// Its numbers before it was expanded.
    pub(super) first: ProofNumbers,
    pub(super) children: ArrayVec<Child, MAX_CHILDREN>,
    /// The position after the last move that failed: others may fail in the same way.
    pub(super) reply: Option<NodeIndex>,
    /// The position after a pass that failed: most moves fail in the same way.
    pub(super) pass_reply: Option<NodeIndex>,
    /// Further candidates have been added.
    pub(super) widened: bool,
    /// Dependence of the proof of a winning move.
    pub(super) won: Option<Dependence>,
    /// Dependence of the refutations of all failed moves.
    pub(super) lost: Dependence,
    /// The relevance zone of the refutation after a pass.
    pub(super) pass_refutation_zone: PointSet,
    /// A move was not possible because of a ko.
    pub(super) lost_to_ko: bool,
    /// The defender must not pass: that would only repeat the position with one ko threat less.
    pub(super) must_move: bool,
    /// At the root: no move is needed. A move that works too is a better answer.
    pub(super) pass_works: bool,
}

impl GoalNode {
    pub(super) fn new(is_or: bool) -> Self {
        Self {
            is_or,
            first: ProofNumbers::new(1, 1),
            children: ArrayVec::new(),
            reply: None,
            pass_reply: None,
            widened: false,
            won: None,
            lost: Dependence::NOTHING,
            pass_refutation_zone: PointSet::EMPTY,
            lost_to_ko: false,
            must_move: false,
            pass_works: false,
        }
    }

    pub(super) fn is_won(&self, numbers: ProofNumbers) -> bool {
        numbers.outcome() == Some(self.is_or)
    }

    pub(super) fn is_lost(&self, numbers: ProofNumbers) -> bool {
        numbers.outcome() == Some(!self.is_or)
    }

    /// Stores what the result of a decided move depends on.
    pub(super) fn note(&mut self, point: Option<Point>, numbers: ProofNumbers, dependence: &Dependence) {
        if !numbers.is_decided() {
            return;
        }
        let mut dependence = *dependence;
        if let Some(point) = point {
            dependence.zone.insert(point);
        }
        if self.is_won(numbers) {
            self.won = Some(dependence);
        } else {
            self.lost.extend_with(&dependence);
            if point.is_none() {
                self.pass_refutation_zone = dependence.zone;
            }
        }
    }

    /// The points at which a further move may refute the failure of all moves so far. For a defender who may
    /// pass it is the relevance zone of the refutation after his pass: only a move within it can change that
    /// result. Otherwise it is the union of the zones of all failed moves.
    pub(super) fn refutation_zone(&self) -> &PointSet {
        if self.is_or || self.pass_works || self.must_move {
            &self.lost.zone
        } else {
            &self.pass_refutation_zone
        }
    }

    pub(super) fn dependence(&self) -> &Dependence {
        self.won.as_ref().unwrap_or(&self.lost)
    }
}
