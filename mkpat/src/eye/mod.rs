// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eye shapes: eye spaces as small graphs, compared up to isomorphism.
//!
//! The points of an eye space are the vertices of a graph. Two of them are adjacent if they are neighbours on
//! the board, or if one is a half eye and the other its key point. A database has the number of eyes of each
//! shape for either side to play first. Two graphs are isomorphic if and only if their *canonical* forms are
//! equal, so a lookup is a binary search.

mod canonical;

use serde::{Deserialize, Serialize};

/// The state of a point of an eye space on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum EyePoint {
    /// Empty, and closed off from the outside.
    Proper,
    /// Empty, at the border of the eye space.
    Marginal,
    /// A dead stone of the attacker.
    Stone,
}

/// A cell of an eye shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum EyeCell {
    /// `.`: empty.
    Proper,
    /// `!`: empty and marginal.
    Marginal,
    /// `*`: empty, and the point of the first move of either side.
    Key,
    /// `@`: marginal, and the point of the first move of either side.
    MarginalKey,
    /// `X`: a dead stone of the attacker.
    Stone,
    /// `x`: `.` or `X`.
    ProperOrStone,
}

impl EyeCell {
    /// Each cell with its character, in the order of its code.
    pub const ALL: [(char, Self); 6] = [
        ('.', Self::Proper),
        ('!', Self::Marginal),
        ('*', Self::Key),
        ('@', Self::MarginalKey),
        ('X', Self::Stone),
        ('x', Self::ProperOrStone),
    ];

    /// The cell of a character.
    pub fn from_char(c: char) -> Option<Self> {
        Self::ALL.iter().find(|cell| cell.0 == c).map(|cell| cell.1)
    }

    /// The character of the cell.
    pub const fn to_char(self) -> char {
        Self::ALL[self as usize].0
    }

    /// Returns whether it is the point of a first move.
    pub const fn is_key(self) -> bool {
        matches!(self, Self::Key | Self::MarginalKey)
    }

    /// The states of a point on the board that match the cell.
    pub const fn points(self) -> &'static [EyePoint] {
        match self {
            Self::Proper | Self::Key => &[EyePoint::Proper],
            Self::Marginal | Self::MarginalKey => &[EyePoint::Marginal],
            Self::Stone => &[EyePoint::Stone],
            Self::ProperOrStone => &[EyePoint::Proper, EyePoint::Stone],
        }
    }
}

/// An entry of a database of eyes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EyeShape {
    /// Unique within its file.
    pub name: String,
    /// Index in [`Database::files`](crate::Database::files).
    pub file: u16,
    /// Line of `Pattern NAME`, counted from 1.
    pub line: u32,
    /// Number of eyes if the owner plays first: 0..=2.
    pub max: u8,
    /// Number of eyes if the attacker plays first: 0..=`max`.
    pub min: u8,
    /// The cells, row by row, with column and row in the picture.
    pub cells: Vec<(u8, u8, EyeCell)>,
}

impl EyeShape {
    /// Maximum number of `x` cells in a shape: each doubles the number of its forms.
    pub const MAX_OPEN: usize = 8;

    /// The graphs of the shape, one for each assignment of its `x` cells. Points are in the order of the
    /// cells.
    pub fn graphs(&self) -> Vec<EyeGraph> {
        let mut graph = EyeGraph::default();
        for &(_, _, cell) in self.cells.iter().take(EyeGraph::MAX_POINTS) {
            graph.push(cell.points()[0]);
        }
        for (i, a) in self.cells.iter().enumerate().take(graph.len()) {
            for (j, b) in self.cells.iter().enumerate().take(i) {
                if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1 {
                    graph.connect(i, j);
                }
            }
        }
        let mut graphs = vec![graph];
        let open = (0..graphs[0].len()).filter(|&i| self.cells[i].2 == EyeCell::ProperOrStone);
        for index in open.take(Self::MAX_OPEN) {
            let mut with_stone = graphs.clone();
            with_stone
                .iter_mut()
                .for_each(|g| g.points[index] = EyePoint::Stone);
            graphs.extend(with_stone);
        }
        graphs
    }
}

/// An eye space as a graph of up to [`EyeGraph::MAX_POINTS`] points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct EyeGraph {
    pub(crate) points: Vec<EyePoint>,
    /// For each point its neighbours as bits.
    pub(crate) neighbours: Vec<u16>,
}

impl EyeGraph {
    /// Maximum number of points. Larger eye spaces have two eyes whatever their shape.
    pub const MAX_POINTS: usize = 16;

    /// Adds a point and returns its index; none if the graph is full.
    pub fn push(&mut self, point: EyePoint) -> Option<usize> {
        let index = self.points.len();
        (index < Self::MAX_POINTS).then(|| {
            self.points.push(point);
            self.neighbours.push(0);
            index
        })
    }

    /// Makes two points adjacent. Ignores equal points and invalid indices.
    pub fn connect(&mut self, a: usize, b: usize) {
        if a != b && a.max(b) < self.points.len() {
            self.neighbours[a] |= 1 << b;
            self.neighbours[b] |= 1 << a;
        }
    }

    /// Returns whether it is a graph of a possible size, in which every neighbour of a point has it as a
    /// neighbour.
    pub(crate) fn is_sound(&self) -> bool {
        let has = |a: usize, b: usize| self.neighbours(a) >> b & 1 == 1;
        let all = || 0..Self::MAX_POINTS;
        let is_mutual = |a: usize| !has(a, a) && all().all(|b| has(a, b) == has(b, a));
        self.len() <= Self::MAX_POINTS && self.neighbours.len() == self.len() && all().all(is_mutual)
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether it has no points.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// The states of the points.
    pub fn points(&self) -> &[EyePoint] {
        &self.points
    }

    /// The neighbours of a point, as bits.
    pub fn neighbours(&self, index: usize) -> u16 {
        self.neighbours.get(index).copied().unwrap_or(0)
    }

    /// Returns whether every point can be reached from every other. A graph without points is not connected.
    pub fn is_connected(&self) -> bool {
        let all = ((1_u32 << self.len()) - 1) as u16;
        let mut reached = all & 1;
        loop {
            let mut next = reached;
            for (index, &neighbours) in self.neighbours.iter().enumerate() {
                if reached >> index & 1 == 1 {
                    next |= neighbours;
                }
            }
            if next == reached {
                return all != 0 && reached == all;
            }
            reached = next;
        }
    }
}

/// A shape with a state for every cell, in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EyeForm {
    /// Index in [`Database::eyes`](crate::Database::eyes).
    pub shape: u32,
    /// The canonical graph.
    pub graph: EyeGraph,
    /// For each point of the graph the index of its cell in [`EyeShape::cells`].
    pub cells: Vec<u8>,
}

/// The result of a lookup of an eye space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeMatch<'d> {
    /// The entry.
    pub shape: &'d EyeShape,
    /// The cell of the entry for each point of the given graph.
    pub cells: Vec<EyeCell>,
}
