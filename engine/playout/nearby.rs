// SPDX-License-Identifier: MIT OR Apache-2.0

//! Sums of values over the points near a point, in constant time (summed-area table: F. Crow, 1984).

use katachi_rules::{BoardSize, Point};

/// Sums of the values of points over squares.
#[derive(Debug)]
pub struct Nearby {
    width: usize,
    height: usize,
    /// Points to each side of the middle of a square.
    radius: usize,
    /// Sum over the rectangle from the corner to each point, after a row and a column of zeros.
    sums: Vec<f32>,
}

impl Nearby {
    /// Begins with values of 0.
    pub fn new(size: BoardSize, radius: usize) -> Self {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        Self {
            width,
            height,
            radius,
            sums: vec![0.0; (width + 1) * (height + 1)],
        }
    }

    /// Sets all values, row by row. O(board).
    #[inline]
    pub fn set(&mut self, values: impl IntoIterator<Item = f32>) {
        let mut values = values.into_iter();
        let columns = self.width + 1;
        for y in 0..self.height {
            let (above, below) = self.sums[y * columns..].split_at_mut(columns);
            let mut row = 0.0;
            for ((sum, above), value) in below[1..columns]
                .iter_mut()
                .zip(&above[1..])
                .zip(values.by_ref().take(columns - 1))
            {
                row += value;
                *sum = above + row;
            }
        }
    }

    /// Sum over the square around a point.
    #[inline]
    pub fn around(&self, point: Point) -> f32 {
        let (x, y) = (usize::from(point.x()), usize::from(point.y()));
        let span = |at: usize, end: usize| (at.saturating_sub(self.radius), (at + self.radius + 1).min(end));
        let (left, right) = span(x, self.width);
        let (top, bottom) = span(y, self.height);
        let to = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        to(right, bottom) - to(left, bottom) - to(right, top) + to(left, top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_has_all_points_of_the_square() {
        let size = BoardSize::new(5, 4).expect("a size");
        let value = |p: Point| f32::from(p.x() * 10 + p.y());
        let mut nearby = Nearby::new(size, 1);
        nearby.set(size.points().map(value));
        for middle in size.points() {
            let is_near = |p: &Point| p.x().abs_diff(middle.x()) <= 1 && p.y().abs_diff(middle.y()) <= 1;
            let plain: f32 = size.points().filter(is_near).map(value).sum();
            assert_eq!(nearby.around(middle), plain, "{middle:?}");
        }
    }
}
