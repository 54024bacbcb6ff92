// SPDX-License-Identifier: MIT OR Apache-2.0

//! Distance between two strings, or from a string to an area: the number of stones that would join them if
//! the other side passed.
//!
//! Lengths are counted in half stones. A stone on an empty point is 2, or 4 where it would stand in atari.
//! Own strings cost nothing. A string of the other side with few liberties costs the stones that capture it.

use katachi_rules::{Board, Cell, Color, Point, PointMap, PointSet};

/// A stone: the unit is half of it, by definition.
pub(super) const STONE: u8 = 2;
/// A stone that would be in atari; STONE to 3 x STONE.
const STONE_IN_ATARI: u8 = 2 * STONE;
/// Strings of the other side with more liberties cannot be crossed; 2 to 4.
const MAX_LIBERTIES_CROSSED: u32 = 3;
/// Cost of the last step out of captured stones, as the other side may play in again; 0 to 2.
const RECUT_COST: u8 = 1;
/// Cost of a link that takes two moves to cut; 0 to 1.
const LINK_COST: u8 = 1;

/// Longer than any path that is measured.
pub(super) const FAR: u8 = 40;

/// An end of a connection, where ways begin.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// The string of that stone.
    String(Point),
    /// Any point of an area. Its empty points are one stone away from outside, own stones in it cost nothing.
    Area(PointSet),
}

/// Extent of a measurement, in half stones.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    /// Distance to the string of that stone, if it is within the limit. Other points get no distance.
    To(Point, u8),
    /// Distances to all points within the limit.
    All(u8),
    /// Distances to all points within the distance of the string of that stone plus a detour (the last
    /// number), if that distance is within the limit.
    Beyond(Point, u8, u8),
}

/// Distances from an end to every point within reach; the cost of the point is included.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    to: PointMap<u8>,
    /// Cost of a stone at points where it was asked for in this position; 0 elsewhere.
    costs: PointMap<u8>,
    /// For heads of own strings that were reached from an empty point: that point.
    first: PointMap<Option<Point>>,
    /// Empty points and heads of strings by distance, still to be looked at; of one distance the last first.
    queue: [Vec<Point>; FAR as usize],
    /// Liberties of the string that is to be reached.
    liberties: PointSet,
}

/// A position with the extent of the measurement.
#[derive(Clone, Copy)]
struct Ground<'a> {
    board: &'a Board,
    color: Color,
    limit: u8,
}

impl Distances {
    pub(super) fn new() -> Self {
        Self {
            to: PointMap::filled(FAR),
            costs: PointMap::filled(0),
            first: PointMap::filled(None),
            queue: std::array::from_fn(|_| Vec::new()),
            liberties: PointSet::EMPTY,
        }
    }

    /// Distance of a point; [`FAR`] if it was not reached.
    pub(super) fn to(&self, point: Point) -> u8 {
        self.to[point]
    }

    /// Cost of a stone of the measured side at an empty point that was reached.
    pub(super) fn cost(&self, point: Point) -> u8 {
        self.costs[point]
    }

    /// Measures the ways of a colour; returns the distance of the string to be reached, [`FAR`] for none.
    pub(super) fn measure(&mut self, board: &Board, color: Color, start: &End, extent: Extent) -> u8 {
        let (goal, mut last, beyond) = match extent {
            Extent::To(goal, limit) => (Some(goal), limit, 0),
            Extent::All(limit) => (None, limit, 0),
            Extent::Beyond(goal, limit, beyond) => (Some(goal), limit, beyond),
        };
        let limit = (last + beyond).min(FAR - 1);
        let ground = Ground { board, color, limit };
        self.begin(&ground, start);
        if let Some(goal) = goal {
            self.liberties = board.liberty_set(goal);
        }
        let (mut distance, mut shortest) = (0, FAR);
        while distance <= last.min(limit) {
            if let Some(goal) = goal.filter(|_| shortest == FAR)
                && let Some(found) = self.arrival(goal, distance)
            {
                shortest = found;
                if let Extent::To(..) = extent {
                    break;
                }
                last = shortest + beyond;
                continue;
            }
            let mut next = distance + 1;
            while let Some(point) = self.queue[usize::from(distance)].pop() {
                if self.to[point] == distance {
                    next = self.step(&ground, point, distance).unwrap_or(next).min(next);
                }
            }
            distance = next;
        }
        shortest
    }

    fn begin(&mut self, ground: &Ground, start: &End) {
        self.to = PointMap::filled(FAR);
        self.costs = PointMap::filled(0);
        self.queue.iter_mut().for_each(Vec::clear);
        match start {
            End::String(stone) => self.reach_string(ground.board, *stone, 0),
            End::Area(area) => {
                for point in area.iter() {
                    if ground.board.is_empty(point) {
                        self.reach_point(ground, point, 0);
                    } else if ground.board.cell(point).is(ground.color) && self.to[point] > 0 {
                        self.reach_string(ground.board, point, 0);
                    }
                }
            }
        }
    }

    /// Returns the distance of the string to be reached, if it is known once all points nearer than
    /// `distance` are done: it is reached from the points of that distance through its liberties among them.
    fn arrival(&self, goal: Point, distance: u8) -> Option<u8> {
        if self.to[goal] <= distance {
            return Some(self.to[goal]);
        }
        let here = self.liberties.iter().filter(|&p| self.to[p] == distance);
        match here.count() {
            0 => None,
            1 => Some(distance),
            _ => Some(nearer_by_link(distance).unwrap_or(distance)),
        }
    }

    /// Continues from a point or a string; returns the next distance if something nearer was reached.
    fn step(&mut self, ground: &Ground, from: Point, distance: u8) -> Option<u8> {
        let board = ground.board;
        if !board.is_empty(from) {
            self.leave_string(ground, from, distance);
            return None;
        }
        let mut nearer = None;
        for to in from.neighbours() {
            match board.cell(to) {
                Cell::Off => {}
                Cell::Empty => self.reach_point(ground, to, distance),
                cell if cell.is(ground.color) => {
                    nearer = self.reach_own(board, to, from, distance).or(nearer)
                }
                // The stone there took a liberty already.
                _ => self.reach_foe(ground, to, distance, 1),
            }
        }
        nearer
    }

    fn leave_string(&mut self, ground: &Ground, head: Point, distance: u8) {
        let board = ground.board;
        let is_own = board.cell(head).is(ground.color);
        for to in board.string(head).flat_map(Point::neighbours) {
            match board.cell(to) {
                Cell::Off => {}
                Cell::Empty => self.reach_point(ground, to, distance),
                cell if cell.is(ground.color) => {
                    let distance = distance + RECUT_COST;
                    if !is_own && distance <= ground.limit && distance < self.to[to] {
                        self.reach_string(board, to, distance);
                    }
                }
                _ if is_own => self.reach_foe(ground, to, distance, 0),
                _ => {}
            }
        }
    }

    #[inline(always)]
    fn reach_point(&mut self, ground: &Ground, point: Point, distance: u8) {
        if distance + LINK_COST < self.to[point] && distance + LINK_COST <= ground.limit {
            self.reach_nearer(ground, point, distance);
        }
    }

    /// Reaches an empty point that may be nearer from here than it was.
    fn reach_nearer(&mut self, ground: &Ground, point: Point, distance: u8) {
        let cost = &mut self.costs[point];
        if *cost == 0 {
            *cost = stone_cost(ground.board, ground.color, point);
        }
        let distance = distance + *cost;
        if distance < self.to[point] && distance <= ground.limit {
            self.to[point] = distance;
            self.queue[usize::from(distance)].push(point);
        }
    }

    /// Reaches an own string from an empty point; returns its distance if that is nearer than the point.
    fn reach_own(&mut self, board: &Board, stone: Point, from: Point, distance: u8) -> Option<u8> {
        let (head, known) = (board.head(stone), self.to[stone]);
        if distance < known {
            self.reach_string(board, head, distance);
            self.first[head] = Some(from);
        } else if distance == known && self.first[head].is_some_and(|first| first != from) {
            // Two points lead there: the other side can take one of them only.
            let nearer = nearer_by_link(distance)?;
            self.reach_string(board, head, nearer);
            return Some(nearer);
        }
        None
    }

    /// Reaches a string of the other side with `taken` liberties taken, if it can be captured soon.
    fn reach_foe(&mut self, ground: &Ground, stone: Point, distance: u8, taken: u8) {
        let liberties = ground.board.liberties(stone);
        if liberties <= MAX_LIBERTIES_CROSSED {
            let distance = distance + STONE * (liberties as u8 - taken);
            if distance <= ground.limit && distance < self.to[stone] {
                self.reach_string(ground.board, stone, distance);
            }
        }
    }

    fn reach_string(&mut self, board: &Board, stone: Point, distance: u8) {
        let head = board.head(stone);
        self.first[head] = None;
        for s in board.string(head) {
            self.to[s] = distance;
        }
        self.queue[usize::from(distance)].push(head);
    }
}

/// The distance of a string if two points of a distance lead to it.
fn nearer_by_link(distance: u8) -> Option<u8> {
    (distance >= STONE).then_some(distance - (STONE - LINK_COST))
}

fn stone_cost(board: &Board, color: Color, point: Point) -> u8 {
    let empty = board.empty_beside(point);
    if empty >= 2 {
        STONE
    } else if liberties_after(board, color, point) < 2 {
        STONE_IN_ATARI
    } else if empty == 0 && board.is_suicide(color.opposite(), point) {
        LINK_COST
    } else {
        STONE
    }
}

/// Estimates the liberties of a stone there with the friends that it joins; more than 3 are not told apart.
pub(super) fn liberties_after(board: &Board, color: Color, point: Point) -> u32 {
    let mut liberties = board.empty_beside(point);
    for friend in board.strings_beside(point, color) {
        liberties += board.liberties(friend) - 1;
    }
    for enemy in board.strings_beside(point, color.opposite()) {
        if board.liberties(enemy) == 1 {
            liberties += 1;
        }
    }
    liberties
}

#[cfg(test)]
mod tests;
