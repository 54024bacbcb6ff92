//! Which strings are taken to live or die together.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::super::Worms;
use super::super::worm::component;
use super::Connections;
use crate::reading::{Reader, Verdict};

/// Nodes for one question whether two strings can be cut apart.
const READING_NODES: u32 = 150;
/// Points of a cave at most: around a larger one the strings can be cut.
const LARGEST_CAVE: usize = 20;

/// Strings in sets, each string by any of its stones.
#[derive(Clone, Debug)]
pub(super) struct Groups<'a> {
    worms: &'a Worms,
    /// For the origin of a string: another origin of its group, or itself.
    parent: PointMap<Point>,
}

impl<'a> Groups<'a> {
    fn new(board: &Board, worms: &'a Worms) -> Self {
        let mut parent = PointMap::filled(Point::new(0, 0));
        for p in board.size().points() {
            parent[p] = p;
        }
        Self { worms, parent }
    }

    /// Joins strings: by caves, by common liberties, by connection patterns, and by reading that they cannot be
    /// cut apart. Strings that reading captures stay alone.
    pub(super) fn of(
        board: &Board,
        worms: &'a Worms,
        reader: &mut Reader,
        connections: &Connections,
    ) -> Self {
        let mut groups = Self::new(board, worms);
        groups.join_around_caves(board);
        groups.join_around_captives(board);
        groups.join_by_liberties(board, reader, connections);
        connections.join(board, worms, reader, &mut groups);
        groups.join_by_reading(board, reader);
        groups
    }

    /// The origin of the string that stands for the group of a stone.
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

    fn stands(&self, stone: Point) -> bool {
        let worm = self.worms.get(stone).expect("groups are of stones");
        !worm.is_captured()
    }

    /// Joins the groups of two stones.
    pub(super) fn join(&mut self, a: Point, b: Point) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b);
    }

    /// A cave is a cavity, joined with those behind inessential and captured strings, that only one colour surrounds.
    fn join_around_caves(&mut self, board: &Board) {
        let mut seen = PointSet::EMPTY;
        for p in board.size().points().filter(|&p| board.is_empty(p)) {
            if seen.contains(p) {
                continue;
            }
            let belongs = |q| match self.worms.get(q) {
                None => board.is_empty(q),
                Some(worm) => worm.inessential || worm.is_captured(),
            };
            let cave = component(board, p, belongs);
            seen.extend_with(&cave);
            if cave.len() > LARGEST_CAVE {
                continue;
            }
            let around: PointSet = cave
                .iter()
                .flat_map(Point::neighbours)
                .filter(|&n| board.cell(n).is_stone() && !cave.contains(n))
                .collect();
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

    /// Two common liberties, or one where the enemy's stone would be captured.
    fn join_by_liberties(&mut self, board: &Board, reader: &mut Reader, connections: &Connections) {
        for (a, b) in pairs(board, self.worms, false) {
            if !self.may_join(a, b) {
                continue;
            }
            let color = board.cell(a).color().expect("pairs are of stones");
            let mut common = board.liberty_set(a);
            let other = board.liberty_set(b);
            common.retain(|p| other.contains(p) && !connections.cuts[color].contains(p));
            let is_joined =
                common.len() >= 2 || common.iter().any(|p| !reader.is_safe_move(color.opposite(), p));
            if is_joined {
                self.join(a, b);
            }
        }
    }

    fn join_by_reading(&mut self, board: &Board, reader: &mut Reader) {
        let budget = reader.budget();
        reader.set_budget(READING_NODES.min(budget));
        for (a, b) in pairs(board, self.worms, true) {
            if self.may_join(a, b) && reader.disconnect(a, b).verdict == Verdict::No {
                self.join(a, b);
            }
        }
        reader.set_budget(budget);
    }
}

/// Pairs of strings of one colour, by their origins, that have a liberty in common, or, if `wide`, that have liberties
/// beside each other. In the order of the board.
fn pairs(board: &Board, worms: &Worms, wide: bool) -> Vec<(Point, Point)> {
    let mut pairs = Vec::new();
    let origins = |p: Point, color: Color| {
        board
            .strings_beside(p, color)
            .into_iter()
            .map(|head| worms.get(head).expect("a string is a worm").origin)
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
