// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eye spaces solved.
//!
//! Each shape is solved when it is first met, for all arrangements of the attacker's stones in it. The stones
//! of the group are connected and have no other liberties; the attacker wins by capturing them. Repetition
//! (ko, seki) is no win, so that the won positions are the least fixed point of the moves. Outside liberties
//! only delay a capture and are left out.

use std::sync::{LazyLock, OnceLock};

use arrayvec::ArrayVec;
use katachi_rules::Point;
use rustc_hash::FxHashMap;

use crate::local::{Graph, Played, SmallBoard};

pub(super) const MAX_POINTS: usize = 6;

/// Vital points of a space with stones of the attacker in it, as sets with a bit for each point, numbered in
/// rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VitalPoints {
    /// Moves of the attacker that win, if the defender to move could save the group.
    pub(super) kills: u8,
    /// Moves of the defender that save the group then.
    pub(super) saves: u8,
    /// Moves of the defender that let the attacker kill, if it could not before.
    pub(super) spoils: u8,
}

/// Vital points of one shape, by the set of the attacker's stones.
pub(super) type ShapeSolution = Box<[VitalPoints]>;

/// All shapes with their solutions, solved on demand.
pub(super) struct ShapeTable(FxHashMap<u64, OnceLock<ShapeSolution>>);

pub(super) static SHAPES: LazyLock<ShapeTable> = LazyLock::new(ShapeTable::new);

/// The side of the square into which all shapes fit.
const SIDE: u8 = MAX_POINTS as u8;

impl ShapeTable {
    fn new() -> Self {
        let mut all: FxHashMap<u64, OnceLock<ShapeSolution>> = FxHashMap::default();
        let mut shapes: Vec<Vec<(u8, u8)>> = vec![vec![(0, 0)]];
        for _ in 1..MAX_POINTS {
            let larger: Vec<Vec<(u8, u8)>> = shapes.iter().flat_map(|shape| one_larger(shape)).collect();
            shapes = Vec::new();
            for shape in larger {
                if all.insert(key(&shape), OnceLock::new()).is_none() {
                    shapes.push(shape);
                }
            }
        }
        Self(all)
    }

    /// Vital points of a space by the set of the attacker's stones. The points are in rows.
    pub(super) fn vital_points(&self, points: &[Point]) -> &ShapeSolution {
        let (left, top) = (
            points.iter().map(|p| p.x()).min().unwrap_or(0),
            points.iter().map(|p| p.y()).min().unwrap_or(0),
        );
        let places: ArrayVec<(u8, u8), MAX_POINTS> =
            points.iter().map(|p| (p.x() - left, p.y() - top)).collect();
        self.0[&key(&places)].get_or_init(|| solve(&places))
    }
}

/// Shapes with one point more, in the corner of the square.
fn one_larger(shape: &[(u8, u8)]) -> Vec<Vec<(u8, u8)>> {
    let mut larger = Vec::new();
    // One empty line and column before the shape.
    let moved: Vec<(u8, u8)> = shape.iter().map(|&(x, y)| (x + 1, y + 1)).collect();
    for &(x, y) in &moved {
        for new in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            if moved.contains(&new) {
                continue;
            }
            let with_it = moved.iter().copied().chain([new]);
            let left = with_it.clone().map(|p| p.0).min().unwrap_or(0);
            let top = with_it.clone().map(|p| p.1).min().unwrap_or(0);
            larger.push(with_it.map(|(x, y)| (x - left, y - top)).collect());
        }
    }
    larger
}

/// A bit for each point of a shape in the corner of the square.
fn key(shape: &[(u8, u8)]) -> u64 {
    shape.iter().map(|&(x, y)| 1u64 << (y * SIDE + x)).sum()
}

/// The game in a space of one shape. A position is the set of the attacker's stones and the set of the
/// defender's stones in the space; the group around it is one more point, beside all of them.
struct Solver {
    points: usize,
    beside: Beside,
    /// Whether the group is captured by force, with the attacker and with the defender to move.
    attacker_wins: [Vec<bool>; 2],
}

/// The neighbours of every set of the points of a space and of the group around it.
struct Beside(ArrayVec<u8, { 1 << (MAX_POINTS + 1) }>);

impl Beside {
    /// Adds up the neighbours of the points of each set.
    fn new(near: &[u8]) -> Self {
        let mut sets = ArrayVec::from_iter([0]);
        for set in 1..1usize << near.len() {
            let lowest = set.trailing_zeros() as usize;
            sets.push(sets[set & (set - 1)] | near[lowest]);
        }
        Self(sets)
    }
}

impl Graph<u8> for Beside {
    fn around(&self, set: u8) -> u8 {
        self.0[usize::from(set)]
    }
}

/// Vital points of all positions without stones of the defender in the space.
fn solve(places: &[(u8, u8)]) -> ShapeSolution {
    let mut solver = Solver::new(places);
    while solver.improve() {}
    (0..1 << solver.points)
        .map(|stones| solver.vital_points_of(stones))
        .collect()
}

impl Solver {
    fn new(places: &[(u8, u8)]) -> Self {
        let is_beside = |a: (u8, u8), b: (u8, u8)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let points = places.len();
        let group = 1u8 << points;
        let neighbours = |&a: &(u8, u8)| {
            let beside = (0..points).filter(|&b| is_beside(a, places[b]));
            beside.fold(group, |set, b| set | 1 << b)
        };
        let near: Vec<u8> = places.iter().map(neighbours).chain([group - 1]).collect();
        Self {
            points,
            beside: Beside::new(&near),
            attacker_wins: [vec![false; 1 << (2 * points)], vec![false; 1 << (2 * points)]],
        }
    }

    fn at(&self, attacker: u8, defender: u8) -> usize {
        usize::from(attacker) | usize::from(defender) << self.points
    }

    fn all(&self) -> u8 {
        self.group() - 1
    }

    fn group(&self) -> u8 {
        1 << self.points
    }

    /// A stone of `own`; `None` if it is illegal.
    fn play(&self, own: u8, other: u8, place: usize) -> Option<Played<u8>> {
        let board = SmallBoard {
            graph: &self.beside,
            area: self.all(),
            lasting: [0; 2],
        };
        let played = board.play(own, other, 1 << place, |_| {});
        (!played.is_suicide).then_some(played)
    }

    /// Whether the attacker wins with a move. `None` if it is illegal.
    fn attack(&self, attacker: u8, defender: u8, place: usize) -> Option<bool> {
        let played = self.play(attacker, defender | self.group(), place)?;
        Some(played.captured != 0 || self.attacker_wins[1][self.at(played.own, defender)])
    }

    /// Whether a move of the defender saves the group. `None` if it is illegal.
    fn defends(&self, attacker: u8, defender: u8, place: usize) -> Option<bool> {
        let played = self.play(defender | self.group(), attacker, place)?;
        let defender = played.own & !self.group();
        Some(!self.attacker_wins[0][self.at(played.other, defender)])
    }

    fn empty(&self, stones: u8) -> impl Iterator<Item = usize> + use<> {
        (0..self.points).filter(move |p| stones >> p & 1 == 0)
    }

    /// Finds more positions that the attacker wins. Returns whether there were any.
    fn improve(&mut self) -> bool {
        let mut has_changed = false;
        // Moves mostly lead to larger sets, which have larger numbers: these come first.
        for attacker in (0..=self.all()).rev() {
            for defender in (0..=self.all()).rev().filter(|defender| defender & attacker == 0) {
                let stones = attacker | defender;
                let at = self.at(attacker, defender);
                let passed = self.attacker_wins.each_ref().map(|wins| wins[at]);
                let attacks = passed[1]
                    || self
                        .empty(stones)
                        .any(|p| self.attack(attacker, defender, p) == Some(true));
                let is_lost = passed[0]
                    && self
                        .empty(stones)
                        .all(|p| self.defends(attacker, defender, p) != Some(true));
                has_changed |= [attacks, is_lost] != passed;
                self.attacker_wins[0][at] = attacks;
                self.attacker_wins[1][at] = is_lost;
            }
        }
        has_changed
    }

    fn vital_points_of(&self, attacker: u8) -> VitalPoints {
        let wins = self.attacker_wins.each_ref();
        let [can_kill, is_lost] = wins.map(|wins| wins[self.at(attacker, 0)]);
        let set = |is_in: &dyn Fn(usize) -> bool| {
            let found = self.empty(attacker).filter(|&p| is_in(p));
            found.map(|p| 1 << p).sum()
        };
        match (can_kill, is_lost) {
            (true, false) => VitalPoints {
                kills: set(&|p| self.attack(attacker, 0, p) == Some(true)),
                saves: set(&|p| self.defends(attacker, 0, p) == Some(true)),
                spoils: 0,
            },
            (false, _) => VitalPoints {
                spoils: set(&|p| self.defends(attacker, 0, p) == Some(false)),
                ..VitalPoints::default()
            },
            (true, true) => VitalPoints::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::is_nakade;
    use super::*;

    /// All shapes of three to six points.
    fn shapes() -> Vec<Vec<Point>> {
        let point = |bit: u8| Point::new(bit % SIDE, bit / SIDE);
        let points = |key: &u64| (0..36).filter(|bit| key >> bit & 1 != 0).map(point).collect();
        let all = SHAPES.0.keys().map(points);
        all.filter(|points: &Vec<Point>| points.len() >= 3).collect()
    }

    #[test]
    fn the_shapes_of_nakade_are_those_that_the_attacker_kills() {
        let shapes = shapes();
        assert_eq!(
            shapes.len(),
            6 + 19 + 63 + 216,
            "as fixed polyominoes are counted"
        );
        for points in shapes {
            let empty = SHAPES.vital_points(&points)[0];
            let is_square = points.len() == 4 && empty == VitalPoints::default() && is_nakade(&points);
            assert_eq!(is_square || empty.kills != 0, is_nakade(&points), "{points:?}");
        }
    }

    #[test]
    fn who_kills_a_space_saves_it_for_the_other_side_too() {
        for points in shapes() {
            for vital in SHAPES.vital_points(&points) {
                assert_eq!(vital.kills != 0, vital.saves != 0, "{points:?}: {vital:?}");
                assert!(vital.kills == 0 || vital.spoils == 0, "{points:?}: {vital:?}");
            }
        }
    }
}
