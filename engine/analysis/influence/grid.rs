//! Rounds of dilation and erosion over a whole board at once: plain loops over flat rows that compilers turn into
//! vector instructions.

use katachi_rules::{BoardSize, MAX_SIDE, Point};

use super::Rounds;

/// Values of a row and one point off the board, which is always 0 and parts it from the next.
const ROW: usize = MAX_SIDE as usize + 1;
/// All rows, with one off the board above and below.
const CELLS: usize = ROW * (MAX_SIDE as usize + 2);

/// A number for each point.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    values: [i16; CELLS],
    /// Neighbours on the board; -1 off the board.
    degree: [i16; CELLS],
    /// The rows in use end here.
    end: usize,
}

fn at(point: Point) -> usize {
    (usize::from(point.y()) + 1) * ROW + usize::from(point.x())
}

impl Grid {
    pub(super) fn new(size: BoardSize) -> Self {
        let mut degree = [-1; CELLS];
        for p in size.points() {
            degree[at(p)] = p.neighbours().into_iter().filter(|&n| size.contains(n)).count() as i16;
        }
        Self {
            values: [0; CELLS],
            degree,
            end: ROW * (usize::from(size.height()) + 1),
        }
    }

    pub(super) fn get(&self, point: Point) -> i16 {
        self.values[at(point)]
    }

    pub(super) fn set(&mut self, point: Point, value: i16) {
        self.values[at(point)] = value;
    }

    /// Dilates and erodes. Each round reads the values of the round before.
    pub(super) fn transform(&mut self, rounds: Rounds) {
        for _ in 0..rounds.dilate {
            self.round(|value, _, positive, negative| {
                let up = i16::from(value >= 0) & i16::from(negative == 0);
                let down = i16::from(value <= 0) & i16::from(positive == 0);
                value + up * positive - down * negative
            });
        }
        for _ in 0..rounds.erode {
            self.round(|value, degree, positive, negative| {
                let black = (value - (degree - positive)).max(0);
                let white = (value + (degree - negative)).min(0);
                i16::from(value > 0) * black + i16::from(value < 0) * white
            });
        }
    }

    /// Replaces each value by a function of it, the number of neighbours, and those of them above and below 0.
    fn round(&mut self, step: impl Fn(i16, i16, i16, i16) -> i16) {
        let before = self.values;
        let sign = |v: i16| (i16::from(v > 0), i16::from(v < 0));
        let area = ROW..self.end;
        let (left, right) = (&before[ROW - 1..self.end - 1], &before[ROW + 1..self.end + 1]);
        let (above, below) = (&before[..self.end - ROW], &before[2 * ROW..self.end + ROW]);
        let here = &before[area.clone()];
        let degrees = &self.degree[area.clone()];
        let values = &mut self.values[area];
        let length = values.len();
        let (left, right, above, below) = (
            &left[..length],
            &right[..length],
            &above[..length],
            &below[..length],
        );
        let (here, degrees) = (&here[..length], &degrees[..length]);
        for i in 0..length {
            let [l, r, a, b] = [sign(left[i]), sign(right[i]), sign(above[i]), sign(below[i])];
            let positive = l.0 + r.0 + a.0 + b.0;
            let negative = l.1 + r.1 + a.1 + b.1;
            let on_board = i16::from(degrees[i] >= 0);
            values[i] = on_board * step(here[i], degrees[i], positive, negative);
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
