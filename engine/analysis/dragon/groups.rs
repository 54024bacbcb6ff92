// SPDX-License-Identifier: MIT OR Apache-2.0

//! Sets of strings that are taken to live or die together.

use katachi_rules::{Board, Point, PointMap};

use super::super::Worms;

/// Sets of strings. A string is given by any of its stones.
#[derive(Clone, Debug)]
pub(super) struct Groups<'a> {
    pub(super) worms: &'a Worms,
    /// For the origin of a string: another origin of its group, or itself.
    parent: PointMap<Point>,
    /// The pairs of strings by which groups were joined, each once, in the order of joining. They form a tree
    /// for each group.
    links: Vec<(Point, Point)>,
}

impl<'a> Groups<'a> {
    pub(super) fn new(board: &Board, worms: &'a Worms) -> Self {
        let mut parent = PointMap::filled(Point::new(0, 0));
        for p in board.size().points() {
            parent[p] = p;
        }
        Self {
            worms,
            parent,
            links: Vec::new(),
        }
    }

    /// The origin of the string that represents the group of a stone.
    pub(super) fn root(&self, stone: Point) -> Point {
        let mut at = self.worms.get(stone).expect("groups are of stones").origin;
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    /// Are they two groups whose strings are not captured?
    pub(super) fn may_join(&self, a: Point, b: Point) -> bool {
        self.root(a) != self.root(b) && self.stands(a) && self.stands(b)
    }

    /// Is a string safe from capture?
    pub(super) fn stands(&self, stone: Point) -> bool {
        let worm = self.worms.get(stone).expect("groups are of stones");
        !worm.is_captured()
    }

    /// Joins the groups of two stones that are not of one group yet.
    pub(super) fn join(&mut self, a: Point, b: Point) {
        self.links.push((a, b));
        self.unite(a, b);
    }

    pub(super) fn links(&self) -> &[(Point, Point)] {
        &self.links
    }

    /// Removes a link: its group becomes two.
    pub(super) fn part_link(&mut self, link: (Point, Point)) {
        self.links.retain(|&l| l != link);
        for worm in self.worms.iter() {
            self.parent[worm.origin] = worm.origin;
        }
        for (a, b) in self.links.clone() {
            self.unite(a, b);
        }
    }

    fn unite(&mut self, a: Point, b: Point) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }
}
