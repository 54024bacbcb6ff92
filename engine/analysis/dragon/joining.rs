// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which strings are taken to live or die together.
//!
//! Strings are joined, in this order, by common cavities, by captives beside them, by two common liberties or
//! one that is safe, by class `C` of `conn.db` where no cutting point of class `B` lies, and where reading
//! finds no move that cuts them apart (`CUT_APART_NODES` a pair). A string that reading captures stays alone.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::{CUT_APART_NODES, Connections};
use crate::analysis::Worms;
use crate::local::component;
use crate::patterns::Patterns;
use crate::reading::{Reader, Verdict};

/// Points of a cavity whose strings are joined, at most: around a larger one they can be cut; 10 to 30.
const MAX_CAVITY_POINTS: usize = 20;

/// Sets of strings. A string is given by any of its stones.
#[derive(Clone, Debug)]
pub(super) struct Groups<'a> {
    pub(super) worms: &'a Worms,
    /// For the origin of a string: another origin of its group, or itself.
    parent: PointMap<Point>,
}

impl<'a> Groups<'a> {
    /// The origin of the string that represents the group of a stone.
    pub(super) fn root(&self, stone: Point) -> Point {
        let mut at = self.worms.get(stone).expect("groups are of stones").origin;
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    /// Returns whether they are two groups whose strings are not captured.
    pub(super) fn may_join(&self, a: Point, b: Point) -> bool {
        self.root(a) != self.root(b) && self.stands(a) && self.stands(b)
    }

    /// Returns whether a string is safe from capture.
    pub(super) fn stands(&self, stone: Point) -> bool {
        let worm = self.worms.get(stone).expect("groups are of stones");
        !worm.is_captured()
    }

    /// Joins the groups of two stones.
    pub(super) fn join(&mut self, a: Point, b: Point) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// Joins the groups of the stones whose strings are not captured.
    fn join_all(&mut self, stones: impl Iterator<Item = Point>) {
        let mut first = None;
        for stone in stones {
            if self.stands(stone) {
                self.join(*first.get_or_insert(stone), stone);
            }
        }
    }

    pub(super) fn joined(
        board: &Board,
        worms: &'a Worms,
        reader: &mut Reader,
        patterns: &Patterns,
        connections: &Connections,
    ) -> Self {
        let mut parent = PointMap::filled(Point::new(0, 0));
        worms.iter().for_each(|worm| parent[worm.origin] = worm.origin);
        let mut groups = Self { worms, parent };
        groups.join_around_cavities(board);
        groups.join_around_captives(board);
        groups.join_by_liberties(board, reader, connections);
        connections.join(board, worms, patterns, reader, &mut groups);
        groups.join_by_reading(board, reader);
        groups
    }

    /// Joins the strings around a cavity that only one colour surrounds. Captured strings count as empty.
    fn join_around_cavities(&mut self, board: &Board) {
        let mut seen = PointSet::EMPTY;
        for p in board.size().points().filter(|&p| board.is_empty(p)) {
            if seen.contains(p) {
                continue;
            }
            let belongs = |q| match self.worms.get(q) {
                None => board.is_empty(q),
                Some(worm) => worm.is_captured(),
            };
            let cavity = component(board.size(), p, belongs);
            seen.extend_with(&cavity);
            if cavity.len() > MAX_CAVITY_POINTS {
                continue;
            }
            let is_around = |n: &Point| board.cell(*n).is_stone() && !cavity.contains(*n);
            let beside = cavity.iter().flat_map(Point::neighbours);
            let around: PointSet = beside.filter(is_around).collect();
            let mut colors = around.iter().map(|n| board.cell(n));
            let first = colors.next();
            if colors.all(|color| Some(color) == first) {
                self.join_all(around.iter());
            }
        }
    }

    /// The strings beside one that reading captures are joined by its capture.
    fn join_around_captives(&mut self, board: &Board) {
        for captive in self.worms.iter().filter(|worm| worm.is_captured()) {
            self.join_all(board.adjacent_strings(captive.origin));
        }
    }

    /// Joins strings with two common liberties, or one where an enemy stone would be captured.
    fn join_by_liberties(&mut self, board: &Board, reader: &mut Reader, connections: &Connections) {
        for (a, b) in pairs(board, self.worms, false) {
            if !self.may_join(a, b) {
                continue;
            }
            let color = board.cell(a).color().expect("pairs are of stones");
            let mut common = board.liberty_set(a);
            let other = board.liberty_set(b);
            common.retain(|p| other.contains(p) && !connections.cuts[color].contains(p));
            let is_joined = common.len() >= 2
                || common
                    .iter()
                    .any(|p| !reader.tactics().is_safe_move(color.opposite(), p));
            if is_joined {
                self.join(a, b);
            }
        }
    }

    fn join_by_reading(&mut self, board: &Board, reader: &mut Reader) {
        let nodes = CUT_APART_NODES.min(reader.budget());
        reader.with_budget(nodes, |reader| {
            for (a, b) in pairs(board, self.worms, true) {
                if self.may_join(a, b) && reader.connections().disconnect(a, b).verdict == Verdict::No {
                    self.join(a, b);
                }
            }
        });
    }
}

/// Pairs of strings of one colour with a common liberty or, if `wide`, with neighbouring liberties. By their
/// origins, in the order of the board.
fn pairs(board: &Board, worms: &Worms, wide: bool) -> Vec<(Point, Point)> {
    let mut pairs = Vec::new();
    let origins = |p: Point, color: Color| {
        let heads = board.strings_beside(p, color).into_iter();
        heads.map(|head| worms.get(head).expect("a string is a worm").origin)
    };
    for p in board.size().points().filter(|&p| board.is_empty(p)) {
        for color in Color::BOTH {
            let beside = p.neighbours().into_iter().filter(|&n| board.is_empty(n));
            let near = [p].into_iter().chain(beside.take(if wide { 4 } else { 0 }));
            for q in near {
                for a in origins(p, color) {
                    pairs.extend(origins(q, color).filter(|&b| a < b).map(|b| (a, b)));
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
