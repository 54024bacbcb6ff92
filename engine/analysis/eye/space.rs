// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which points belong to the eye space of a side, and where it is open.
//!
//! A *lively* stone is one that is not taken to be dead. What the lively stones of a side cut off from those
//! of the other is its eye space altogether, dead stones inside included. Where both can come, a point
//! belongs to the side that is nearer and encloses it: from the point, at least three of the four directions
//! end at one of its lively stones or at a near edge. A point that both reach at the same time counts for
//! both.
//!
//! A point is open only where an enemy stone would not be captured from outside (`half`). A point where class
//! `B` of `conn.db` inhibits eye space is marginal, too, if the strings there are of several dragons. The
//! local game and the exact solver assume that the wall is one string; walls that can be cut are left to the
//! reading of life and death.

use katachi_rules::{Board, ByColor, Cell, Color, Point, PointMap, PointSet};

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
    pub(super) fn by_color(board: &Board, dead: &PointSet) -> ByColor<Self> {
        let mut lively = board.clone();
        lively.remove_stones(dead);
        let distances = ByColor::from_fn(|color| distances(&lively, color));
        ByColor::from_fn(|color| {
            let (own, other) = (&distances[color], &distances[color.opposite()]);
            let is_free = |p: Point| lively.is_empty(p) && !board.cell(p).is(color);
            let is_inside = |&p: &Point| {
                is_free(p)
                    && own[p] != FAR
                    && own[p] <= other[p]
                    && (other[p] == FAR
                        || is_enclosed(&lively, color, p)
                        || own[p] < other[p] && is_in_a_corridor(&lively, color, p))
            };
            let mut points: PointSet = board.size().points().filter(is_inside).collect();
            close_holes(&lively, color, is_free, &mut points);
            let is_outside = |n: Point| {
                let cell = lively.cell(n);
                cell != Cell::Off && !cell.is(color) && !points.contains(n)
            };
            let is_open = |p: &Point| p.neighbours().into_iter().any(is_outside);
            let open = points.iter().filter(is_open).collect();
            Self { points, open }
        })
    }
}

/// Number of moves that the side needs to reach each point without a stone.
fn distances(lively: &Board, color: Color) -> PointMap<u16> {
    let mut distance = PointMap::filled(FAR);
    let stones = lively.size().points().filter(|&p| lively.cell(p).is(color));
    let mut frontier: Vec<Point> = stones.collect();
    let mut steps = 0;
    while !frontier.is_empty() {
        steps += 1;
        let mut next = Vec::new();
        for p in frontier.iter().flat_map(|p| p.neighbours()) {
            if lively.is_empty(p) && distance[p] == FAR {
                distance[p] = steps;
                next.push(p);
            }
        }
        frontier = next;
    }
    distance
}

/// Whether a point is between two stones of that side, or between one and the edge.
fn is_in_a_corridor(lively: &Board, color: Color, point: Point) -> bool {
    let [above, left, right, below] = point.neighbours().map(|n| lively.cell(n));
    let is_wall = |cell: Cell| cell == Cell::Off || cell.is(color);
    let is_between = |a, b| is_wall(a) && is_wall(b) && (a != Cell::Off || b != Cell::Off);
    is_between(above, below) || is_between(left, right)
}

/// Adds the free points that can be reached only over points of the space.
fn close_holes(lively: &Board, color: Color, is_free: impl Fn(Point) -> bool, points: &mut PointSet) {
    loop {
        let is_closed = |n: Point| {
            let cell = lively.cell(n);
            points.contains(n) || cell == Cell::Off || cell.is(color)
        };
        let is_hole =
            |&p: &Point| is_free(p) && !points.contains(p) && p.neighbours().into_iter().all(is_closed);
        let holes: PointSet = lively.size().points().filter(is_hole).collect();
        if holes.is_empty() {
            break;
        }
        points.extend_with(&holes);
    }
}

/// Whether at least three of the four directions end at a stone of that side, or at a near edge.
fn is_enclosed(lively: &Board, color: Color, from: Point) -> bool {
    let is_closed = |direction: &usize| {
        let mut at = from;
        for step in 0..STONE_CLOSES_STEPS {
            at = at.neighbours()[*direction];
            match lively.cell(at) {
                Cell::Off => return step <= EDGE_CLOSES_STEPS,
                Cell::Empty => {}
                cell => return cell.is(color),
            }
        }
        false
    };
    (0..4).filter(is_closed).count() >= 3
}
