// SPDX-License-Identifier: MIT OR Apache-2.0

//! How far is a string from another, or from an area: how many stones would join them, if the other side did nothing?
//!
//! Lengths are counted in half stones. A stone on an empty point is 2, twice that where it would stand in atari;
//! own strings are crossed for nothing; a string of the other side with few liberties is crossed for the stones that capture it.

use katachi_rules::{Board, Cell, Color, Point, PointMap, PointSet};

use super::constants::{LINK_COST, MOST_LIBERTIES_CROSSED, RECUT_COST, STONE, STONE_IN_ATARI};

/// Longer than any path that is measured.
pub(super) const FAR: u8 = 40;

/// Distances from one string, or from an area, to every point within reach; the point's own cost included.
#[derive(Clone, Debug)]
pub(super) struct Distances {
    to: PointMap<u8>,
    /// The points with a distance.
    reached: PointSet,
    /// What a stone costs at points where that has been asked in this position; 0 elsewhere.
    costs: PointMap<u8>,
    /// For heads of strings that were reached from an empty point: that point.
    first: PointMap<Option<Point>>,
    queue: Queue,
}

/// Points by distance, still to be looked at; of one distance the last first. One list for all distances, so that a new one costs
/// little.
#[derive(Clone, Debug)]
struct Queue {
    /// Of each distance the last entry.
    last: [u16; FAR as usize],
    /// Points, each with the entry before it of the same distance.
    entries: Vec<(Point, u16)>,
}

impl Queue {
    const NONE: u16 = u16::MAX;

    const EMPTY: Self = Self {
        last: [Self::NONE; FAR as usize],
        entries: Vec::new(),
    };

    fn push(&mut self, distance: u8, point: Point) {
        let last = &mut self.last[usize::from(distance)];
        self.entries.push((point, *last));
        *last = self.entries.len() as u16 - 1;
    }

    fn pop(&mut self, distance: u8) -> Option<Point> {
        let last = &mut self.last[usize::from(distance)];
        let &(point, before) = self.entries.get(usize::from(*last))?;
        *last = before;
        Some(point)
    }

    fn clear(&mut self) {
        self.last = [Self::NONE; FAR as usize];
        self.entries.clear();
    }
}

impl Distances {
    pub(super) fn new() -> Self {
        Self {
            to: PointMap::filled(FAR),
            reached: PointSet::EMPTY,
            costs: PointMap::filled(0),
            first: PointMap::filled(None),
            queue: Queue::EMPTY,
        }
    }

    pub(super) fn to(&self, point: Point) -> u8 {
        self.to[point]
    }

    /// The points with a distance.
    pub(super) fn reached(&self) -> &PointSet {
        &self.reached
    }

    /// What a stone of the side whose ways were measured costs at an empty point of that position.
    pub(super) fn cost(&mut self, board: &Board, color: Color, point: Point) -> u8 {
        let known = &mut self.costs[point];
        if *known == 0 {
            *known = stone_cost(board, color, point);
        }
        *known
    }

    fn begin(&mut self) {
        self.to = PointMap::filled(FAR);
        self.costs = PointMap::filled(0);
        self.reached = PointSet::EMPTY;
    }

    /// Measures from the string of a stone, up to a limit, or until `goal` is reached.
    pub(super) fn measure_string(&mut self, board: &Board, stone: Point, limit: u8, goal: Option<Point>) {
        self.begin();
        self.reach_string(board, stone, 0);
        let color = board.cell(stone).color().expect("a string has a colour");
        self.spread(board, color, limit, goal);
    }

    /// Measures from outside an area: its empty points are one stone away, own stones in it nothing.
    pub(super) fn measure_area(
        &mut self,
        board: &Board,
        area: &PointSet,
        color: Color,
        limit: u8,
        goal: Option<Point>,
    ) {
        self.begin();
        for point in area.iter() {
            if board.is_empty(point) {
                let cost = self.cost(board, color, point);
                self.reach(point, cost);
            } else if board.cell(point).is(color) {
                self.reach_string(board, point, 0);
            }
        }
        self.spread(board, color, limit, goal);
    }

    fn reach(&mut self, point: Point, distance: u8) {
        if distance < self.to[point] {
            self.to[point] = distance;
            self.reached.insert(point);
            self.queue.push(distance, point);
        }
    }

    fn reach_string(&mut self, board: &Board, stone: Point, distance: u8) {
        if distance < self.to[stone] {
            self.first[board.head(stone)] = None;
            for s in board.string(stone) {
                self.reach(s, distance);
            }
        }
    }

    fn spread(&mut self, board: &Board, color: Color, limit: u8, goal: Option<Point>) {
        let limit = limit.min(FAR - 1);
        let mut distance = 0;
        while distance <= limit && goal.is_none_or(|goal| self.to[goal] > distance) {
            let mut next = distance + 1;
            while let Some(point) = self.queue.pop(distance) {
                if self.to[point] == distance {
                    next = next.min(self.step(board, color, point, distance, limit));
                }
            }
            distance = next;
        }
        self.queue.clear();
    }

    /// Updates the neighbours; returns the distance at which to continue if one is nearer than this point.
    fn step(&mut self, board: &Board, color: Color, from: Point, distance: u8, limit: u8) -> u8 {
        let mut next_distance = FAR;
        let enemy = color.opposite();
        let in_enemy = board.cell(from).is(enemy);
        let out = if in_enemy { RECUT_COST } else { 0 };
        for to in from.neighbours() {
            let at_most = self.to[to].min(limit + 1);
            match board.cell(to) {
                Cell::Off => {}
                Cell::Empty => {
                    if distance + LINK_COST < at_most {
                        let next = distance + self.cost(board, color, to);
                        if next < at_most {
                            self.reach(to, next);
                        }
                    }
                }
                cell if cell.is(color) => {
                    if distance + out < at_most {
                        self.reach_string(board, to, distance + out);
                        self.first[board.head(to)] = board.is_empty(from).then_some(from);
                    } else if distance == self.to[to]
                        && distance >= STONE
                        && self.first[board.head(to)].is_some_and(|first| first != from)
                        && board.is_empty(from)
                    {
                        // Two points lead there: the other side can take one of them only.
                        next_distance = distance - STONE + LINK_COST;
                        self.reach_string(board, to, next_distance);
                    }
                }
                _ if in_enemy || board.liberties(to) > MOST_LIBERTIES_CROSSED => {}
                _ => {
                    // A stone beside it took a liberty already.
                    let left = board.liberties(to) as u8 - u8::from(board.is_empty(from));
                    if distance + STONE * left < at_most {
                        self.reach_string(board, to, distance + STONE * left);
                    }
                }
            }
        }
        next_distance
    }
}

/// What a stone of that colour costs at an empty point.
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

/// About how many liberties a stone would have there with the friends that it joins, not counting any twice that it
/// can see from there; more than 3 are not told apart.
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
