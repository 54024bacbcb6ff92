// SPDX-License-Identifier: MIT OR Apache-2.0

//! The area of a group: all points that its owner can reach as long as the walls stand.

use katachi_rules::{Board, Color, Point, PointSet, pass_alive};

use crate::tactics::space::{flood, walls};

const MAX_EMPTY: usize = 9;
/// Points of an area at most, stones included: bits of a set.
const MAX_POINTS: usize = u128::BITS as usize;
/// The liberties outside of a wall with fewer are points of the search; of others only the owner's moves
/// outside are counted.
const MANY_LIBERTIES: usize = 5;
/// Liberties of weak walls outside at most, all together: each doubles the positions.
const MAX_OUTSIDE: usize = 6;

/// Assumption about the attackers around an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walls {
    /// They are never captured.
    Safe,
    /// They are captured if the owner has filled their liberties outside, and the attacker cannot gain
    /// others: unless they are pass-alive. Those with few liberties are parts of the area; of the others each
    /// move outside fills a liberty of all.
    Weak,
}

/// A set of points of an area, by their numbers in it.
pub(super) type Set = u128;

/// A group with the points around it, numbered.
#[derive(Default)]
pub(super) struct Area {
    pub(super) points: Vec<Point>,
    pub(super) beside: Vec<Set>,
    /// Points beside a wall that is never captured.
    pub(super) at_wall: Set,
    /// Points beside stones of the owner that are never captured.
    pub(super) at_ally: Set,
    pub(super) weak: Set,
    /// Liberties of weak walls outside, where only the owner plays, and is never captured.
    pub(super) outside: Set,
    pub(super) closed_to_owner: Set,
    /// Number of moves outside, with passes, that the owner can make without capturing a wall.
    pub(super) moves_outside: usize,
    pub(super) owner: Set,
    pub(super) attacker: Set,
    /// The point that the side to move may not retake, by the colour for which it is closed.
    pub(super) ko: Option<(u8, bool)>,
    pub(super) stone: Set,
}

impl Area {
    /// The area of the group of a stone. `None` if it is too large.
    pub(super) fn new(board: &Board, stone: Point, walls: Walls) -> Option<Self> {
        let owner = board.cell(stone).color()?;
        let inside = inside(board, stone)?;
        let mut weak = PointSet::default();
        let mut outside = PointSet::default();
        let mut moves_outside = usize::MAX;
        let alive = pass_alive(board, false).stones[owner.opposite()];
        let around = walls_of(board, owner, &inside).into_iter();
        for wall in around.filter(|&wall| walls == Walls::Weak && !alive.contains(wall)) {
            let liberties = board.liberty_set(wall);
            let liberties: Vec<Point> = liberties.iter().filter(|&p| !inside.contains(p)).collect();
            if liberties.len() < MANY_LIBERTIES {
                weak.extend(board.string(wall));
                outside.extend(liberties);
            } else {
                moves_outside = moves_outside.min(liberties.len() - 1);
            }
        }
        if outside.len() > MAX_OUTSIDE {
            return None;
        }
        let points = inside.iter().chain(weak.iter()).chain(outside.iter());
        let mut area = Self::of_points(board, points.collect(), stone)?;
        let is_wall = |p: Point| board.cell(p).is(owner.opposite()) && area.number(p).is_none();
        area.at_wall = area.set(|p| inside.contains(p) && p.neighbours().into_iter().any(is_wall));
        area.weak = area.set(|p| weak.contains(p));
        area.outside = area.set(|p| outside.contains(p));
        area.moves_outside = moves_outside;
        Some(area)
    }

    /// An area of these points without walls around it. None if they are too many.
    pub(super) fn of_points(board: &Board, points: Vec<Point>, stone: Point) -> Option<Self> {
        let owner = board.cell(stone).color()?;
        if points.len() > MAX_POINTS {
            return None;
        }
        let mut area = Self {
            points,
            moves_outside: usize::MAX,
            ..Self::default()
        };
        let beside = area
            .points
            .iter()
            .map(|p| area.set(|q| p.neighbours().contains(&q)));
        area.beside = beside.collect();
        area.owner = area.set(|p| board.cell(p).is(owner));
        area.attacker = area.set(|p| board.cell(p).is(owner.opposite()));
        area.stone = area.set(|p| p == stone);
        if let Some((point, closed_to)) = board.ko() {
            area.ko = area
                .number(point)
                .map(|number| (number as u8, closed_to == owner));
        }
        Some(area)
    }

    pub(super) fn number(&self, point: Point) -> Option<usize> {
        self.points.iter().position(|&p| p == point)
    }

    pub(super) fn set(&self, is: impl Fn(Point) -> bool) -> Set {
        let among = self.points.iter().enumerate().filter(|&(_, &p)| is(p));
        among.fold(0, |set, (number, _)| set | 1 << number)
    }

    pub(super) fn link(&mut self, a: usize, b: usize) {
        self.beside[a] |= 1 << b;
        self.beside[b] |= 1 << a;
    }

    /// The points of a set that are inside.
    pub(super) fn points_of(&self, set: Set) -> Vec<Point> {
        let is_inside = |&number: &usize| (set & !self.outside) >> number & 1 == 1;
        let numbers = (0..self.points.len()).filter(is_inside);
        numbers.map(|number| self.points[number]).collect()
    }
}

/// The points that the owner of a stone reaches over empty points, own stones, and attackers all of whose
/// liberties it reaches. None if too many of them are empty.
fn inside(board: &Board, stone: Point) -> Option<PointSet> {
    let owner = board.cell(stone).color()?;
    let mut taken = PointSet::EMPTY;
    loop {
        let is_free = |p: Point| board.is_empty(p) || board.cell(p).is(owner) || taken.contains(p);
        let inside = flood(stone, is_free);
        if inside.iter().filter(|&p| board.is_empty(p)).count() > MAX_EMPTY {
            return None;
        }
        match surrounded(board, owner, &inside) {
            Some(wall) => taken.extend(board.string(wall)),
            None => return Some(inside),
        }
    }
}

/// An attackers' string beside a set of points with no liberty elsewhere.
pub(super) fn surrounded(board: &Board, owner: Color, points: &PointSet) -> Option<Point> {
    let is_surrounded = |wall: &Point| board.liberty_set(*wall).iter().all(|p| points.contains(p));
    walls_of(board, owner, points).into_iter().find(is_surrounded)
}

/// The attackers beside a set of points, by a stone of each string.
pub(super) fn walls_of(board: &Board, owner: Color, inside: &PointSet) -> Vec<Point> {
    let mut walls = walls(board, owner.opposite(), inside);
    walls.retain(|&wall| !inside.contains(wall));
    walls
}
