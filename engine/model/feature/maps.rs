// SPDX-License-Identifier: MIT OR Apache-2.0

//! Values of all points of a position: steps from stones and moves, where a step goes from a point to one
//! beside it, and empty regions, whose points are connected along the lines.

use katachi_rules::{Board, Color, Point, PointMap};

/// Maximum number of steps from the last move that are told apart.
pub(super) const MAX_STEPS: u8 = 8;
/// Maximum number of steps from the nearest stone that are told apart.
const MAX_NEAR: u8 = 7;
/// Number of values of [`super::Template::Near`].
pub(super) const NEAR_VALUES: usize = (MAX_NEAR as usize + 1) * (MAX_NEAR as usize + 1);
/// Numbers of points at which the classes of sizes of regions begin, after the first one.
const SIZES: [usize; 6] = [2, 3, 5, 8, 13, 25];
/// Number of values of [`super::Template::Region`]: for each class of sizes and each set of colours around.
pub(super) const REGION_VALUES: usize = 4 * (SIZES.len() + 1);

/// Value of [`super::Template::Near`] for each point: 8 x the steps from the nearest own stone + those from
/// the nearest enemy stone, each at most seven.
pub(super) fn near(board: &Board, color: Color) -> PointMap<u8> {
    let from_stones = |color| {
        let stones = board.size().points().filter(|&point| board.cell(point).is(color));
        steps(board, stones, MAX_NEAR, false)
    };
    let (own, enemy) = (from_stones(color), from_stones(color.opposite()));
    let mut values = PointMap::filled(0);
    for point in board.size().points() {
        values[point] = (MAX_NEAR + 1) * own[point] + enemy[point];
    }
    values
}

/// Steps from a point to all points, where a string is one step (common fate graph: T. Graepel, M. Goutrie,
/// M. Krüger, R. Herbrich, "Learning on graphs in the game of Go", 2001).
pub(super) fn string_steps(board: &Board, from: Point) -> PointMap<u8> {
    steps(board, [from].into_iter(), MAX_STEPS, true)
}

/// Steps from the nearest of some points to all points; `most` for all that is farther. O(points).
#[inline]
fn steps(board: &Board, from: impl Iterator<Item = Point>, most: u8, by_strings: bool) -> PointMap<u8> {
    let mut steps = PointMap::filled(most);
    let mut open: Vec<Point> = Vec::with_capacity(board.size().area());
    let reach = |steps: &mut PointMap<u8>, open: &mut Vec<Point>, point: Point, step: u8| {
        if by_strings && board.cell(point).is_stone() {
            for stone in board.string(point) {
                steps[stone] = step;
                open.push(stone);
            }
        } else {
            steps[point] = step;
            open.push(point);
        }
    };
    from.for_each(|point| reach(&mut steps, &mut open, point, 0));
    let mut next = 0;
    while let Some(&point) = open.get(next) {
        next += 1;
        let step = steps[point] + 1;
        if step == most {
            break;
        }
        for side in point.neighbours() {
            if steps[side] == most && board.size().contains(side) {
                reach(&mut steps, &mut open, side, step);
            }
        }
    }
    steps
}

/// Value of [`super::Template::Region`] for each empty point: 4 x the class of the number of points of its
/// region + 1 if own stones are beside it + 2 if enemy stones are. O(points).
pub(super) fn regions(board: &Board, color: Color) -> PointMap<u8> {
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
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_from_the_nearest_stones_are_counted_for_each_colour() {
        let board = Board::from_diagram(
            "
            . . . . . . . . . .
            X . . . O . . . . .
            . . . . . . . . . .",
        );
        let values = near(&board, Color::Black);
        let at = |x, y| values[Point::new(x, y)];
        assert_eq!([at(1, 1), at(1, 0), at(4, 1)], [8 + 3, 16 + 4, 32]);
        assert_eq!(at(9, 1), 56 + 5, "seven steps and more are the same");
        assert_eq!(
            near(&Board::new(board.size()), Color::Black)[Point::new(0, 0)],
            63
        );
    }

    #[test]
    fn a_string_is_one_step_from_the_last_move() {
        let board = Board::from_diagram(
            "
            . . . . . . . . .
            . X X X X . . . .
            . . . . . . . . .",
        );
        let steps = string_steps(&board, Point::new(1, 2));
        let at = |x, y| steps[Point::new(x, y)];
        assert_eq!([at(1, 2), at(1, 1), at(4, 1)], [0, 1, 1]);
        assert_eq!([at(5, 1), at(4, 0), at(4, 2), at(8, 1)], [2, 2, 2, 5]);
    }

    #[test]
    fn a_region_is_known_by_its_size_and_the_stones_around_it() {
        let board = Board::from_diagram(
            "
            . X . . .
            X X O O O
            . . O . O
            X X O O O",
        );
        let regions = regions(&board, Color::Black);
        let at = |x, y| regions[Point::new(x, y)];
        assert_eq!(at(0, 0), 1, "one point, own stones");
        assert_eq!(at(3, 2), 2, "one point, enemy stones");
        assert_eq!(at(1, 2), 4 + 3, "two points, both");
        assert_eq!(at(4, 0), 8 + 3, "three points, both");
        let empty = Board::from_diagram(". . .\n. . .\n. . .");
        assert_eq!(super::regions(&empty, Color::Black)[Point::new(1, 1)], 16);
    }
}
