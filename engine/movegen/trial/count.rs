//! The count of a game in thought, as a whole and around a move.

use katachi_rules::{BoardSize, Point};

/// Boards with no side longer than this are looked at as a whole; on others the points so many lines around a move.
const SMALL: u8 = 11;
const REACH: u8 = 6;

/// Is the whole board what matters of every move?
pub(in crate::movegen) fn is_small(size: BoardSize) -> bool {
    size.width().max(size.height()) <= SMALL
}

/// The points of a game that is over, summed up from the top left: points of the side less those of the other.
pub(super) struct Count {
    size: BoardSize,
    komi: f32,
    /// Row by row, with a row and a column of noughts before the first.
    sums: [[i32; 26]; 26],
    /// The result as a whole, once all points are there.
    all: f64,
}

impl Count {
    pub(super) fn new(size: BoardSize, komi: f32) -> Self {
        Self {
            size,
            komi,
            sums: [[0; 26]; 26],
            all: 0.0,
        }
    }

    /// Adds a point: all in their order, before the count is `finish`ed.
    pub(super) fn add(&mut self, point: Point, owner: i32) {
        let (x, y) = (usize::from(point.x()) + 1, usize::from(point.y()) + 1);
        self.sums[y][x] = owner + self.sums[y - 1][x] + self.sums[y][x - 1] - self.sums[y - 1][x - 1];
    }

    /// The result around a point, in units of value: the points so near that a move there can matter to them; on a small
    /// board all.
    pub(super) fn around(&self, point: Point) -> f64 {
        if is_small(self.size) {
            return self.all;
        }
        let span = |at: u8, side: u8| {
            let low = usize::from(at.saturating_sub(REACH));
            (low, usize::from((at + REACH + 1).min(side)))
        };
        let (left, right) = span(point.x(), self.size.width());
        let (top, bottom) = span(point.y(), self.size.height());
        let sum = |y: usize, x: usize| f64::from(self.sums[y][x]);
        5.0 * (sum(bottom, right) - sum(top, right) - sum(bottom, left) + sum(top, left))
    }

    /// The result as a whole. A lead counts less the larger it is.
    pub(super) fn all(&self) -> f64 {
        self.all
    }

    pub(super) fn finish(&mut self) {
        let (width, height) = (self.size.width(), self.size.height());
        let lead = f64::from(self.sums[usize::from(height)][usize::from(width)]) + f64::from(self.komi);
        let scale = 1.5 * f64::from(width.max(height));
        self.all = 5.0 * scale * (lead / scale).tanh();
    }
}
