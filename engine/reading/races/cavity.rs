// SPDX-License-Identifier: MIT OR Apache-2.0

//! Cavities: points that one colour encloses, as races count them.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point};

use crate::local::{EyePoint, MAX_EYE, Shapes, Terms};

/// Limit of the points of a cavity; larger ones are not counted.
pub(super) const MAX_POINTS: usize = 12;
/// Limit of the strings around a cavity.
const MAX_STRINGS: usize = 6;

/// Number of moves to capture stones whose only liberties are in one eye, by the points of the eye: the enemy
/// fills all points but one, his stones are taken, and he begins again in an eye that is one point smaller.
const EYE_LIBERTIES: [i32; 8] = [0, 1, 2, 3, 5, 8, 12, 17];

/// Connected points without stones of a colour, with stones of that colour all around.
#[derive(Clone, Debug, Default)]
pub(super) struct Cavity {
    pub(super) points: ArrayVec<Point, MAX_POINTS>,
    /// Stones in it, all of the other colour.
    pub(super) captives: usize,
    /// Heads of the strings around it.
    pub(super) border: ArrayVec<Point, MAX_STRINGS>,
    /// The point where a stone that joins the border makes two eyes of it.
    pub(super) split: Option<Point>,
    has_corner: bool,
}

impl Cavity {
    /// Finds the cavity of a colour around a point. `None` if it is large, or holds the stone `outsider`.
    pub(super) fn around(board: &Board, color: Color, start: Point, outsider: Option<Point>) -> Option<Self> {
        let mut cavity = Self::default();
        let size = board.size();
        let outsider = outsider.map(|stone| board.head(stone));
        cavity.points.push(start);
        let mut next = 0;
        while let Some(&point) = cavity.points.get(next) {
            next += 1;
            if board.cell(point).is_stone() {
                if Some(board.head(point)) == outsider {
                    return None;
                }
                cavity.captives += 1;
            }
            let mut edges = 0;
            for n in point.neighbours() {
                if !size.contains(n) {
                    edges += 1;
                } else if board.cell(n).is(color) {
                    let head = board.head(n);
                    if !cavity.border.contains(&head) {
                        cavity.border.try_push(head).ok()?;
                    }
                } else if !cavity.points.contains(&n) {
                    cavity.points.try_push(n).ok()?;
                }
            }
            cavity.has_corner |= edges >= 2;
        }
        cavity.split = cavity.find_split(board, color);
        Some(cavity)
    }

    pub(super) fn degree(&self, point: Point) -> usize {
        let beside = point.neighbours();
        beside.iter().filter(|n| self.points.contains(n)).count()
    }

    pub(super) fn is_solid(&self) -> bool {
        self.border.len() == 1
    }

    /// Number of moves that the enemy needs to fill it as one eye. None if that is unknown.
    pub(super) fn liberties(&self) -> Option<i32> {
        let of_eye = *EYE_LIBERTIES.get(self.points.len())?;
        (self.points.len() <= 3 || !self.has_corner).then_some(of_eye - self.captives as i32)
    }

    /// Does it remain one eye, which can be filled? None if that is unknown, as in corners.
    pub(super) fn is_one_eye(&self, board: &Board, shapes: &mut Shapes, terms: Terms) -> Option<bool> {
        if terms.owner_moves && self.split.is_some() {
            return Some(false);
        }
        shapes
            .is_one_eye(&self.contents(board)?, terms)
            .filter(|&is_one| is_one || !self.has_corner || self.points.len() <= 3)
    }

    fn contents(&self, board: &Board) -> Option<ArrayVec<EyePoint, MAX_EYE>> {
        let color = board.cell(*self.border.first()?);
        let point = |&at: &Point| EyePoint {
            at,
            is_captive: board.cell(at).is_stone(),
            is_anchored: at.neighbours().iter().any(|&n| board.cell(n) == color),
        };
        (self.points.len() <= MAX_EYE).then(|| self.points.iter().map(point).collect())
    }

    /// Rank of the eye. Eyes of four points or more are better than smaller ones: they are eyes still once
    /// the stones in them are taken.
    pub(super) fn rank(&self) -> i32 {
        match self.points.len() as i32 {
            ..=3 => 1,
            n => n,
        }
    }

    fn find_split(&self, board: &Board, color: Color) -> Option<Point> {
        if self.points.len() < 3 {
            return None;
        }
        self.points.iter().copied().find(|&p| {
            board.is_empty(p)
                && p.neighbours().iter().any(|&n| board.cell(n).is(color))
                && !self.is_connected_without(p)
        })
    }

    fn is_connected_without(&self, point: Point) -> bool {
        let mut reached = ArrayVec::<Point, MAX_POINTS>::new();
        reached.extend(self.points.iter().copied().find(|&p| p != point));
        let mut next = 0;
        while let Some(&p) = reached.get(next) {
            next += 1;
            for n in p.neighbours() {
                if n != point && self.points.contains(&n) && !reached.contains(&n) {
                    reached.push(n);
                }
            }
        }
        reached.len() + 1 == self.points.len()
    }
}
