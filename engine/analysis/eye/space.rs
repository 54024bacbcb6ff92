// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which points belong to the eye space of a side, and where it is open.
//!
//! A *lively* stone is one that is not taken to be dead. What the lively stones of a side cut off from those
//! of the other is its eye space altogether, dead stones inside included. Where both can come, a point
//! belongs to the side that is nearer and encloses it: from the point, at least three of the four directions
//! end at one of its lively stones or at a near edge. A point that both reach at the same time counts for
//! both.
//!
//! A point is open only where an enemy stone would not be captured from outside (`entry`). If a move beside
//! it captures that stone, the attacker can play there first, and the point is a marginal point of the space.
//! So is a point where class `B` of `conn.db` inhibits eye space, if the strings there are of several
//! dragons. The local game and the exact solver assume that the wall is one string; walls that can be cut are
//! left to the reading of life and death.

use katachi_rules::{Board, Cell, Color, Point, PointMap, PointSet};

/// From how far an edge closes a direction off, in steps from the point to the last line; 2 to 4.
const EDGE_CLOSES_STEPS: usize = 3;
/// From how far a stone closes a direction off, in steps; 4 to 6.
const STONE_CLOSES_STEPS: usize = 5;

const FAR: u16 = u16::MAX;

/// The eye space of one side, all parts together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Domain {
    /// Empty points and dead stones of the other side.
    pub(super) points: PointSet,
    /// Those of them where the other side can come in from outside.
    pub(super) open: PointSet,
}

impl Domain {
    /// The domains of black and of white.
    pub(super) fn by_color(board: &Board, dead: &PointSet) -> [Self; 2] {
        let distances = [Color::Black, Color::White].map(|color| distances(board, dead, color));
        [Color::Black, Color::White].map(|color| {
            let (own, other) = match color {
                Color::Black => (&distances[0], &distances[1]),
                Color::White => (&distances[1], &distances[0]),
            };
            let is_own = |p: Point| board.cell(p).is(color) && !dead.contains(p);
            let is_inside = |p: Point| {
                let holds = match board.cell(p) {
                    Cell::Empty => true,
                    cell => cell.is(color.opposite()) && dead.contains(p),
                };
                holds
                    && own[p] != FAR
                    && own[p] <= other[p]
                    && (other[p] == FAR
                        || is_enclosed(board, dead, color, p)
                        || own[p] < other[p] && is_in_a_corridor(board, dead, color, p))
            };
            let mut points: PointSet = board.size().points().filter(|&p| is_inside(p)).collect();
            close_holes(board, dead, color, &mut points);
            let is_open = |p: &Point| {
                let is_outside = |&n: &Point| board.cell(n) != Cell::Off && !points.contains(n) && !is_own(n);
                p.neighbours().iter().any(is_outside)
            };
            let open = points.iter().filter(is_open).collect();
            Self { points, open }
        })
    }
}

/// Number of moves that the side needs to reach each point without a lively stone.
fn distances(board: &Board, dead: &PointSet, color: Color) -> PointMap<u16> {
    let mut distance = PointMap::filled(FAR);
    let is_lively = |p: Point| board.cell(p).is_stone() && !dead.contains(p);
    let mut frontier: Vec<Point> = board
        .size()
        .points()
        .filter(|&p| is_lively(p) && board.cell(p).is(color))
        .collect();
    let mut steps = 0;
    while !frontier.is_empty() {
        steps += 1;
        let mut next = Vec::new();
        for p in frontier.iter().flat_map(|p| p.neighbours()) {
            if board.cell(p) != Cell::Off && !is_lively(p) && distance[p] == FAR {
                distance[p] = steps;
                next.push(p);
            }
        }
        frontier = next;
    }
    distance
}

/// Is a point between two lively stones of that side, or between one and the edge?
fn is_in_a_corridor(board: &Board, dead: &PointSet, color: Color, point: Point) -> bool {
    let [above, left, right, below] = point.neighbours();
    let is_edge = |n: Point| board.cell(n) == Cell::Off;
    let is_wall = |n: Point| is_edge(n) || board.cell(n).is(color) && !dead.contains(n);
    let is_between = |a, b| is_wall(a) && is_wall(b) && !(is_edge(a) && is_edge(b));
    is_between(above, below) || is_between(left, right)
}

/// Adds the points that can be reached only over points of the space.
fn close_holes(board: &Board, dead: &PointSet, color: Color, points: &mut PointSet) {
    let is_lively = |p: Point| board.cell(p).is_stone() && !dead.contains(p);
    loop {
        let is_hole = |&p: &Point| {
            let is_closed = |&n: &Point| {
                points.contains(n) || board.cell(n) == Cell::Off || board.cell(n).is(color) && is_lively(n)
            };
            let is_free = board.is_empty(p) || board.cell(p).is(color.opposite()) && !is_lively(p);
            is_free && !points.contains(p) && p.neighbours().iter().all(is_closed)
        };
        let holes: PointSet = board.size().points().filter(is_hole).collect();
        if holes.is_empty() {
            break;
        }
        points.extend_with(&holes);
    }
}

/// Do at least three of the four directions end at a lively stone of that side, or at a near edge?
fn is_enclosed(board: &Board, dead: &PointSet, color: Color, from: Point) -> bool {
    let is_closed = |direction: &usize| {
        let mut at = from;
        for step in 0..STONE_CLOSES_STEPS {
            at = at.neighbours()[*direction];
            match board.cell(at) {
                Cell::Off => return step <= EDGE_CLOSES_STEPS,
                Cell::Empty => {}
                _ if dead.contains(at) => {}
                cell => return cell.is(color),
            }
        }
        false
    };
    (0..4).filter(is_closed).count() >= 3
}
