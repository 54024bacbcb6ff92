// SPDX-License-Identifier: MIT OR Apache-2.0

//! Steps from stones and moves: a step goes from a point to one beside it.

use katachi_rules::{Board, Cell, Color, Point, PointMap};

/// Maximum number of steps from the last move that are told apart.
pub(super) const MAX_STEPS: u8 = 8;
/// Maximum number of steps from the nearest stone that are told apart.
const MAX_NEAR: u8 = 7;
/// Number of values of [`super::Template::Near`].
pub(super) const NEAR_VALUES: usize = (MAX_NEAR as usize + 1) * (MAX_NEAR as usize + 1);

/// Value of [`super::Template::Near`] for each point: 8 x the steps from the nearest own stone + those from
/// the nearest enemy stone, each at most seven.
pub(super) fn near(board: &Board, color: Color) -> PointMap<u8> {
    let (own, enemy) = (stone_steps(board, color), stone_steps(board, color.opposite()));
    let mut values = PointMap::filled(0);
    for point in board.size().points() {
        values[point] = (MAX_NEAR + 1) * own[point] + enemy[point];
    }
    values
}

/// Steps from the nearest stone of a colour to all points; [`MAX_NEAR`] for all that is farther. O(points).
fn stone_steps(board: &Board, color: Color) -> PointMap<u8> {
    let mut steps = PointMap::filled(MAX_NEAR);
    let stone = Cell::from(color);
    let mut open: Vec<Point> = Vec::with_capacity(board.size().area());
    open.extend(board.size().points().filter(|&point| board.cell(point) == stone));
    for &point in &open {
        steps[point] = 0;
    }
    let mut next = 0;
    while let Some(&point) = open.get(next) {
        next += 1;
        let step = steps[point] + 1;
        if step == MAX_NEAR {
            break;
        }
        for side in point.neighbours() {
            if steps[side] == MAX_NEAR && board.size().contains(side) {
                steps[side] = step;
                open.push(side);
            }
        }
    }
    steps
}

/// Steps from a point to all points, where a string is one step (common fate graph: T. Graepel, M. Goutrie,
/// M. Krüger, R. Herbrich, "Learning on graphs in the game of Go", 2001).
pub(super) fn string_steps(board: &Board, from: Point) -> PointMap<u8> {
    let mut distances = PointMap::filled(MAX_STEPS);
    let mut open: Vec<Point> = Vec::with_capacity(board.size().area());
    let reach = |distances: &mut PointMap<u8>, open: &mut Vec<Point>, point: Point, distance: u8| {
        if board.cell(point).is_stone() {
            for stone in board.string(point) {
                distances[stone] = distance;
                open.push(stone);
            }
        } else {
            distances[point] = distance;
            open.push(point);
        }
    };
    reach(&mut distances, &mut open, from, 0);
    let mut next = 0;
    while let Some(&point) = open.get(next) {
        let distance = distances[point] + 1;
        if distance == MAX_STEPS {
            break;
        }
        for side in point.neighbours() {
            if board.size().contains(side) && distances[side] == MAX_STEPS {
                reach(&mut distances, &mut open, side, distance);
            }
        }
        next += 1;
    }
    distances
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
}
