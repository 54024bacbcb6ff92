//! How many eyes a dragon has, by the size of what it surrounds.

use katachi_rules::{Board, Color, Point, PointSet};

use super::super::Worms;
use super::super::worm::component;

/// DragonEyes of a dragon, 2 at most: more makes no difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DragonEyes {
    /// If its side moves first.
    pub max: u32,
    /// If the other side does.
    pub min: u32,
    /// Points that are eyes if they are defended: half eyes.
    pub halves: Vec<Point>,
}

/// In more space there is room for an invasion; what becomes of it is for influence to say.
const LARGEST_SPACE: usize = 20;

/// Counts the eyes of the stones of a dragon.
///
/// An estimate: empty points and captured stones that only this side surrounds are an eye if they are one point, by
/// the rule of the diagonals; else one eye, or two from three points on if the owner moves first, and from seven on anyway.
pub(super) fn eyes_of(board: &Board, worms: &Worms, stones: &PointSet, color: Color) -> DragonEyes {
    let belongs = |p: Point| board.is_empty(p) || is_captive(worms, p, color);
    let mut seen = PointSet::EMPTY;
    let mut eyes = DragonEyes::default();
    for p in stones.iter().flat_map(Point::neighbours) {
        if !board.size().contains(p) || !belongs(p) || seen.contains(p) {
            continue;
        }
        let space = component(board, p, belongs);
        seen.extend_with(&space);
        let is_closed = space
            .iter()
            .flat_map(Point::neighbours)
            .all(|n| space.contains(n) || board.cell(n).is(color) || !board.size().contains(n));
        if !is_closed || space.len() > LARGEST_SPACE {
            continue;
        }
        let (max, min) = match space.len() {
            1 => match diagonals(board, worms, p, color) {
                0..=2 => (1, 1),
                3 => {
                    eyes.halves.push(p);
                    (1, 0)
                }
                _ => (0, 0),
            },
            2 => (1, 1),
            3..=6 => (2, 1),
            _ => (2, 2),
        };
        eyes.max += max;
        eyes.min += min;
    }
    eyes.max = eyes.max.min(2);
    eyes.min = eyes.min.min(2);
    eyes
}

fn is_captive(worms: &Worms, point: Point, owner: Color) -> bool {
    worms
        .get(point)
        .is_some_and(|worm| worm.color != owner && worm.is_captured())
}

/// What the diagonals of an eye of one point come to: 2 for a stone that cannot be captured, 1 for one that
/// hangs, for an empty point, and for a point off the edge. 4 make it false, 3 half.
fn diagonals(board: &Board, worms: &Worms, eye: Point, color: Color) -> u32 {
    let size = board.size();
    let mut sum = 0;
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let Some(p) = size.offset(eye, dx, dy) else {
            let off_column = size.offset(eye, dx, 0).is_none();
            let off_row = size.offset(eye, 0, dy).is_none();
            sum += u32::from(off_column != off_row);
            continue;
        };
        sum += match worms.get(p) {
            None => u32::from(!board.is_eye(color, p) && !board.is_suicide(color.opposite(), p)),
            Some(worm) if worm.color == color || worm.is_captured() => 0,
            Some(worm) if worm.attack.is_possible() => 1,
            Some(_) => 2,
        };
    }
    sum
}
