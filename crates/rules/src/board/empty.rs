// SPDX-License-Identifier: MIT OR Apache-2.0

//! The list of the empty points of a board. Adding and removing a point is O(1).

use super::MAX_AREA;
use crate::point::{CELLS, Point};

/// The empty points, in an order that depends on the moves played.
#[derive(Clone, Debug)]
pub(crate) struct EmptyPoints {
    points: [Point; MAX_AREA],
    /// Index of each point in `points`.
    at: [u16; CELLS],
    count: u16,
}

impl EmptyPoints {
    /// No points.
    pub(crate) fn new() -> Self {
        Self {
            points: [Point::from_index(0); MAX_AREA],
            at: [0; CELLS],
            count: 0,
        }
    }

    #[inline]
    pub(crate) fn points(&self) -> &[Point] {
        &self.points[..self.count as usize]
    }

    #[inline]
    pub(crate) fn push(&mut self, point: Point) {
        self.points[self.count as usize] = point;
        self.at[point.index()] = self.count;
        self.count += 1;
    }

    /// Forgets the points that were added last.
    #[inline]
    pub(super) fn pop(&mut self, count: u16) {
        self.count -= count;
    }

    /// Removes a point and returns its index. The last point takes its place.
    #[inline]
    pub(crate) fn take(&mut self, point: Point) -> u16 {
        let at = self.at[point.index()];
        self.count -= 1;
        let last = self.points[self.count as usize];
        self.points[at as usize] = last;
        self.at[last.index()] = at;
        at
    }

    /// Undoes [`EmptyPoints::take`], which returned that index.
    #[inline]
    pub(super) fn put_back(&mut self, point: Point, at: u16) {
        // If the point was the last of the list, no other point replaced it.
        let moved = self.points[at as usize];
        if at != self.count {
            self.points[self.count as usize] = moved;
            self.at[moved.index()] = self.count;
        }
        self.points[at as usize] = point;
        self.at[point.index()] = at;
        self.count += 1;
    }
}
