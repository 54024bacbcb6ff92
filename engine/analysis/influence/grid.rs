// SPDX-License-Identifier: MIT OR Apache-2.0

//! Rounds of dilation and erosion over a whole board at once: plain loops over flat rows that compilers turn
//! into vector instructions.

use katachi_rules::{BoardSize, MAX_SIDE, Point};

use super::Rounds;

/// Rows of the largest board with one point off the board after each, and a row off the board above and
/// below.
const CELLS: usize = (MAX_SIDE as usize + 1) * (MAX_SIDE as usize + 2);

#[derive(Clone, Debug)]
pub(super) struct Grid {
    values: [i16; CELLS],
    /// Neighbours on the board; -1 off the board.
    degree: [i16; CELLS],
    /// Points from one row to the next: the board's and one off it, which is always 0.
    row: usize,
    /// The rows in use end here.
    end: usize,
}

impl Grid {
    pub(super) fn new(size: BoardSize) -> Self {
        let row = usize::from(size.width()) + 1;
        let mut grid = Self {
            values: [0; CELLS],
            degree: [-1; CELLS],
            row,
            end: row * (usize::from(size.height()) + 1),
        };
        for p in size.points() {
            let neighbours = p.neighbours().into_iter().filter(|&n| size.contains(n)).count();
            grid.degree[grid.at(p)] = neighbours as i16;
        }
        grid
    }

    fn at(&self, point: Point) -> usize {
        (usize::from(point.y()) + 1) * self.row + usize::from(point.x())
    }

    pub(super) fn get(&self, point: Point) -> i16 {
        self.values[self.at(point)]
    }

    pub(super) fn set(&mut self, point: Point, value: i16) {
        self.values[self.at(point)] = value;
    }

    /// Dilates and erodes. Each round reads the values of the round before.
    pub(super) fn transform(&mut self, rounds: Rounds) {
        let mut other = [0; CELLS];
        for round in 0..rounds.dilate + rounds.erode {
            if round < rounds.dilate {
                self.round(&mut other, |value, _, positive, negative| {
                    let up = i16::from((value >= 0) & (negative == 0));
                    let down = i16::from((value <= 0) & (positive == 0));
                    value + up * positive - down * negative
                });
            } else {
                // A point of one side is not eroded to the other: one of the two is 0.
                self.round(&mut other, |value, degree, positive, negative| {
                    (value - (degree - positive)).max(0) + (value + (degree - negative)).min(0)
                });
            }
            std::mem::swap(&mut self.values, &mut other);
        }
    }

    /// Replaces each value by a function of it, of the number of its neighbours, and of their numbers above
    /// and below 0.
    fn round(&self, to: &mut [i16; CELLS], step: impl Fn(i16, i16, i16, i16) -> i16) {
        let (row, end, before) = (self.row, self.end, &self.values);
        let here = &before[row..end];
        let length = here.len();
        let (left, right) = (&before[row - 1..][..length], &before[row + 1..][..length]);
        let (above, below) = (&before[..length], &before[2 * row..][..length]);
        let degrees = &self.degree[row..][..length];
        let values = &mut to[row..][..length];
        for i in 0..length {
            let (l, r, a, b) = (left[i], right[i], above[i], below[i]);
            let positive = i16::from(l > 0) + i16::from(r > 0) + i16::from(a > 0) + i16::from(b > 0);
            let negative = i16::from(l < 0) + i16::from(r < 0) + i16::from(a < 0) + i16::from(b < 0);
            let value = step(here[i], degrees[i], positive, negative);
            values[i] = if degrees[i] >= 0 { value } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, point by point.
    fn plain(size: BoardSize, start: &Grid, rounds: Rounds) -> Grid {
        let mut grid = start.clone();
        for round in 0..rounds.dilate + rounds.erode {
            let before = grid.clone();
            for p in size.points() {
                let value = before.get(p);
                let around: Vec<i16> = p
                    .neighbours()
                    .into_iter()
                    .filter(|&n| size.contains(n))
                    .map(|n| before.get(n))
                    .collect();
                let count = |is: fn(&i16) -> bool| around.iter().filter(|v| is(v)).count() as i16;
                let next = if round < rounds.dilate {
                    if value >= 0 && count(|&v| v < 0) == 0 {
                        value + count(|&v| v > 0)
                    } else if value <= 0 && count(|&v| v > 0) == 0 {
                        value - count(|&v| v < 0)
                    } else {
                        value
                    }
                } else if value > 0 {
                    (value - count(|&v| v <= 0)).max(0)
                } else {
                    (value + count(|&v| v >= 0)).min(0)
                };
                grid.set(p, next);
            }
        }
        grid
    }

    #[test]
    fn rounds_over_rows_are_those_of_the_definition() {
        for (width, height) in [(1, 1), (2, 5), (9, 9), (19, 19), (25, 25), (25, 3)] {
            let size = BoardSize::new(width, height).unwrap();
            for seed in 0..5u32 {
                let mut grid = Grid::new(size);
                let mut state = seed + 1;
                for p in size.points() {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    grid.set(p, [0, 0, 0, 0, 0, 0, 128, -128][(state >> 24) as usize % 8]);
                }
                for rounds in [super::super::TERRITORY, super::super::MOYO, super::super::AREA] {
                    let expected = plain(size, &grid, rounds);
                    let mut found = grid.clone();
                    found.transform(rounds);
                    assert!(
                        size.points().all(|p| found.get(p) == expected.get(p)),
                        "{width}x{height}, {rounds:?}"
                    );
                }
            }
        }
    }
}
