// SPDX-License-Identifier: MIT OR Apache-2.0

//! Empty regions: empty points that are connected along the lines.

use katachi_rules::{Board, Color, Point, PointMap};

/// Numbers of points at which the classes of sizes begin, after the first one.
const SIZES: [usize; 6] = [2, 3, 5, 8, 13, 25];
/// Number of values: one for each class of sizes and each set of colours around.
pub(super) const VALUES: usize = 4 * (SIZES.len() + 1);

/// Value of [`super::Template::Region`] for each empty point.
pub(super) struct Regions(PointMap<u8>);

impl Regions {
    /// Finds the regions. O(points).
    pub(super) fn new(board: &Board, color: Color) -> Self {
        const UNKNOWN: u8 = u8::MAX;
        let mut values = PointMap::filled(UNKNOWN);
        let mut region: Vec<Point> = Vec::with_capacity(board.size().area());
        for start in board.size().points().filter(|&p| board.is_empty(p)) {
            if values[start] != UNKNOWN {
                continue;
            }
            region.clear();
            region.push(start);
            values[start] = 0;
            let (mut next, mut colors) = (0, 0);
            while let Some(&point) = region.get(next) {
                next += 1;
                for side in point.neighbours() {
                    if let Some(stone) = board.cell(side).color() {
                        colors |= if stone == color { 1 } else { 2 };
                    } else if board.is_empty(side) && values[side] == UNKNOWN {
                        values[side] = 0;
                        region.push(side);
                    }
                }
            }
            let class = SIZES.iter().filter(|&&size| region.len() >= size).count();
            for &point in &region {
                values[point] = (4 * class + colors) as u8;
            }
        }
        Self(values)
    }

    /// Value for an empty point: 4 x the class of the number of its points + 1 if own stones are beside it +
    /// 2 if enemy stones are.
    pub(super) fn value(&self, point: Point) -> usize {
        usize::from(self.0[point])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_region_is_known_by_its_size_and_the_stones_around_it() {
        let board = Board::from_diagram(
            "
            . X . . .
            X X O O O
            . . O . O
            X X O O O",
        );
        let regions = Regions::new(&board, Color::Black);
        let at = |x, y| regions.value(Point::new(x, y));
        assert_eq!(at(0, 0), 1, "one point, own stones");
        assert_eq!(at(3, 2), 2, "one point, enemy stones");
        assert_eq!(at(1, 2), 4 + 3, "two points, both");
        assert_eq!(at(4, 0), 8 + 3, "three points, both");
        let empty = Board::from_diagram(". . .\n. . .\n. . .");
        assert_eq!(Regions::new(&empty, Color::Black).value(Point::new(1, 1)), 16);
    }
}
