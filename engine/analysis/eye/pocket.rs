// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pockets: the eye space around a point by the stones alone, which one side surrounds, or would with one
//! stone more.
//!
//! The domains of `space` are all that a side holds. They may be large, or end at stones that are not known
//! to be dead. A question about one point is about the eye there.

use katachi_rules::{Board, Color, Point, PointSet};

/// Points of the space that stones shut in around a point, at most; 8 to 14.
const POCKET_POINTS: usize = 12;
/// Stones around a pocket whose owner has it even if they are all dead, at least; 3 to 6.
const DEAD_WALL_STONES: u32 = 4;

/// A space that stones of one side surround.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pocket {
    pub(super) owner: Color,
    /// Empty points, the gate among them, and stones of the other side.
    pub(super) points: PointSet,
    /// The point where it is open, if there is one.
    pub(super) gate: Option<Point>,
}

impl Pocket {
    /// Returns the smaller of the pockets of the two sides around a point, black's if they are alike. A side
    /// with few stones around the point that are all `dead` has no pocket, nor one with too many points.
    pub(super) fn around(board: &Board, dead: &PointSet, point: Point) -> Option<Self> {
        let has_wall = |pocket: &Self| {
            let beside = pocket.points.iter().flat_map(Point::neighbours);
            let stones = beside.filter(|&n| board.cell(n).is(pocket.owner));
            let heads: PointSet = stones.map(|stone| board.head(stone)).collect();
            let size: u32 = heads.iter().map(|head| board.string_size(head)).sum();
            size >= DEAD_WALL_STONES || heads.iter().any(|head| !dead.contains(head))
        };
        let pockets = Color::BOTH
            .into_iter()
            .filter_map(|owner| Self::new(board, owner, point));
        pockets.filter(has_wall).min_by_key(|pocket| pocket.points.len())
    }

    /// A closed space, or else the largest one with a gate.
    fn new(board: &Board, owner: Color, point: Point) -> Option<Self> {
        if !board.size().contains(point) || board.cell(point).is(owner) {
            return None;
        }
        if let Some(points) = surrounded(board, owner, point, None) {
            return Some(Self {
                owner,
                points,
                gate: None,
            });
        }
        let is_near = |gate: &Point| *gate != point && gate.distance(point) < POCKET_POINTS as u32;
        let gates = board.empty_points().filter(is_near);
        let behind = gates.filter_map(|gate| Some((gate, behind(board, owner, point, gate)?)));
        let (gate, points) = behind.max_by_key(|(gate, points)| (points.len(), std::cmp::Reverse(*gate)))?;
        Some(Self {
            owner,
            points,
            gate: Some(gate),
        })
    }
}

/// Returns the points around one that a stone on the gate would surround, with the gate and the other points
/// that this stone would surround. None if there are too many.
fn behind(board: &Board, owner: Color, point: Point, gate: Point) -> Option<PointSet> {
    let mut points = surrounded(board, owner, point, Some(gate))?;
    let beside = gate.neighbours().into_iter();
    let beside = beside.filter(|&n| is_free(board, owner, n));
    for room in beside.filter_map(|n| surrounded(board, owner, n, Some(gate))) {
        points.extend_with(&room);
    }
    points.insert(gate);
    (points.len() <= POCKET_POINTS).then_some(points)
}

/// Returns the points that can be reached without crossing stones of that side or the gate. None if there are
/// too many.
fn surrounded(board: &Board, owner: Color, from: Point, gate: Option<Point>) -> Option<PointSet> {
    let mut points = PointSet::from_iter([from]);
    let mut open = vec![from];
    while let Some(point) = open.pop() {
        let beside = point.neighbours().into_iter();
        let is_inside = |&n: &Point| is_free(board, owner, n) && Some(n) != gate;
        open.extend(beside.filter(is_inside).filter(|&n| points.insert(n)));
        if points.len() > POCKET_POINTS {
            return None;
        }
    }
    Some(points)
}

/// Whether it is a point of the board without a stone of that side.
fn is_free(board: &Board, owner: Color, point: Point) -> bool {
    board.is_empty(point) || board.cell(point).is(owner.opposite())
}
