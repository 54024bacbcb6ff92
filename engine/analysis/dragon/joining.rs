// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which strings are taken to live or die together.
//!
//! Strings are joined, in this order, by common cavities, by captives beside them, by two common liberties or
//! one that is safe, by class `C` of `conn.db` where no cutting point of class `B` lies, and where reading
//! finds no move that cuts them apart (`CUT_APART_NODES` a pair). A string that reading captures stays alone.
//!
//! Each of these tests sees two strings only. One move may threaten to cut two such links, and one reply
//! mends one of them. So two links with a common threat are read together. If they do not both hold, the link
//! between smaller strings is taken away again, and the cut is kept.

use std::cmp::Reverse;

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::{CUT_APART_NODES, Connections};
use crate::analysis::Worms;
use crate::analysis::orientation::map_back;
use crate::analysis::worm::component;
use crate::patterns::Patterns;
use crate::reading::{Link, Reader, Verdict};

/// Points of a cavity whose strings are joined, at most: around a larger one they can be cut; 10 to 30.
const MAX_CAVITY_POINTS: usize = 20;

/// Nodes for one question whether two connections hold both; 50 to 300. Experiments.
const CHAIN_NODES: u32 = 150;
/// Pairs of connections that are read in a position, at most: a bound for positions made by hand; 20 to 200.
const MAX_CHAINS_READ: usize = 60;

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

    /// Returns whether they are two groups whose strings are not captured.
    pub(super) fn may_join(&self, a: Point, b: Point) -> bool {
        self.root(a) != self.root(b) && self.stands(a) && self.stands(b)
    }

    /// Returns whether a string is safe from capture.
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

    pub(super) fn joined(
        board: &Board,
        worms: &'a Worms,
        reader: &mut Reader,
        patterns: &Patterns,
        connections: &Connections,
    ) -> Self {
        let mut groups = Self::new(board, worms);
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
            let cavity = component(board, p, belongs);
            seen.extend_with(&cavity);
            if cavity.len() > MAX_CAVITY_POINTS {
                continue;
            }
            let is_around = |n: &Point| board.cell(*n).is_stone() && !cavity.contains(*n);
            let beside = cavity.iter().flat_map(Point::neighbours);
            let around: PointSet = beside.filter(is_around).collect();
            let Some(first) = around.iter().next() else {
                continue;
            };
            if around.iter().all(|n| board.cell(n) == board.cell(first)) {
                for stone in around.iter() {
                    if self.may_join(first, stone) {
                        self.join(first, stone);
                    }
                }
            }
        }
    }

    /// The strings beside one that reading captures are joined by its capture.
    fn join_around_captives(&mut self, board: &Board) {
        for captive in self.worms.iter().filter(|worm| worm.is_captured()) {
            let mut beside = board.adjacent_strings(captive.origin);
            let Some(first) = beside.find(|&s| self.stands(s)) else {
                continue;
            };
            for string in beside {
                if self.may_join(first, string) {
                    self.join(first, string);
                }
            }
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

/// Links of one side that both might be cut by the same first move.
fn crossings(board: &Board, links: &[Link]) -> Vec<[(Point, Point); 2]> {
    let mut crossings = Vec::new();
    for (i, first) in links.iter().enumerate() {
        for second in &links[i + 1..] {
            let one_side = board.cell(first.pair.0) == board.cell(second.pair.0);
            if one_side && first.threats.intersects(&second.threats) {
                crossings.push([first.pair, second.pair]);
            }
        }
    }
    crossings
}

/// Two connections of one side. Each holds if the other side moves first, but not both.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The side.
    pub color: Color,
    /// The pairs of strings, each by a stone. The second pair was taken apart.
    pub pairs: [(Point, Point); 2],
    /// The move of the other side that cuts one of them.
    pub cut: Point,
    /// A move that keeps both, if reading found one.
    pub mend: Option<Point>,
}

map_back!(Chain: color, pairs, cut, mend);

impl Groups<'_> {
    /// Takes links away until all that are left hold two by two. Returns the pairs that do not both hold, and
    /// the links that are left.
    pub(super) fn part_chains(&mut self, board: &Board, reader: &mut Reader) -> (Vec<Chain>, Vec<Link>) {
        let of_pair = |&pair: &(Point, Point)| Link {
            pair,
            threats: reader.connections().cut_threats(pair.0, pair.1),
        };
        let mut links: Vec<Link> = self.links().iter().map(of_pair).collect();
        let crossings = crossings(board, &links);
        let crossings = crossings.into_iter().take(MAX_CHAINS_READ);
        let chains = crossings
            .filter_map(|links| self.part(board, reader, links))
            .collect();
        links.retain(|link| self.links().contains(&link.pair));
        (chains, links)
    }

    /// Reads two links. If they do not both hold, takes away the link that loses less.
    fn part(&mut self, board: &Board, reader: &mut Reader, links: [(Point, Point); 2]) -> Option<Chain> {
        let color = board.cell(links[0].0).color()?;
        if !links.iter().all(|link| self.links().contains(link)) {
            return None;
        }
        let budget = reader.budget();
        let holds = |&(a, b): &(Point, Point)| {
            // The test that joined them (`joining`) had this budget, so the answer is cached.
            let alone = |reader: &mut Reader| reader.connections().disconnect(a, b);
            reader.with_budget(CUT_APART_NODES.min(budget), alone).verdict == Verdict::No
        };
        if !links.iter().all(holds) {
            return None;
        }
        let nodes = CHAIN_NODES.min(budget);
        let any = reader.with_budget(nodes, |reader| reader.connections().both(links, false));
        let cut = any.point.filter(|_| any.verdict.is_yes())?;
        let mend = reader.with_budget(nodes, |reader| reader.connections().both(links, true));
        let [first, second] = links;
        let [of_first, of_second] = links.map(|link| self.lost_without(link));
        let pairs = if of_second <= of_first {
            [first, second]
        } else {
            [second, first]
        };
        self.part_link(pairs[1]);
        Some(Chain {
            color,
            pairs,
            cut,
            mend: mend.point.filter(|_| mend.verdict.is_yes()),
        })
    }

    /// Stones of the smaller part into which a group falls without one of its links.
    fn lost_without(&self, link: (Point, Point)) -> (u32, Reverse<(Point, Point)>) {
        let mut parted = self.clone();
        parted.part_link(link);
        let stones = [link.0, link.1].map(|end| {
            let root = parted.root(end);
            let of_part = self.worms.iter().filter(|w| parted.root(w.origin) == root);
            of_part.map(|w| w.size).sum::<u32>()
        });
        (stones[0].min(stones[1]), Reverse(link))
    }
}
