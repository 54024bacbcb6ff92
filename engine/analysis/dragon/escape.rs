// SPDX-License-Identifier: MIT OR Apache-2.0

//! The ways out of a dragon.

use katachi_rules::{Board, Color, Point, PointSet};

use super::super::Influence;

/// Steps that a way out has; 3 to 5.
const WAY_OUT_STEPS: usize = 4;
/// The worth of a way out to a point of the own moyo or area; 2 to 6.
const WAY_OUT_WORTH_OWN: u32 = 4;
/// The worth of a way out to a point of nobody's; 1 to 3.
const WAY_OUT_WORTH_NEUTRAL: u32 = 2;
/// The worth of a way out to a point of the enemy's area; 0 to 2.
const WAY_OUT_WORTH_ENEMY_AREA: u32 = 1;
/// The worth of a way out to a point of the enemy's moyo; 0 or 1.
const WAY_OUT_WORTH_ENEMY_MOYO: u32 = 0;

/// Returns the points at a distance of exactly four steps that touch no enemy stone after the first step.
pub(crate) fn ways(board: &Board, from: &PointSet, color: Color) -> Vec<Point> {
    let enemy = color.opposite();
    let is_way = |p: Point| {
        !from.contains(p)
            && (board.is_empty(p) || board.cell(p).is(color))
            && !p.neighbours().iter().any(|&n| board.cell(n).is(enemy))
    };
    let mut seen = *from;
    let mut front: Vec<Point> = from
        .iter()
        .flat_map(Point::neighbours)
        .filter(|&p| board.is_empty(p) && seen.insert(p))
        .collect();
    for _ in 1..WAY_OUT_STEPS {
        front = front
            .iter()
            .flat_map(|p| p.neighbours())
            .filter(|&p| board.size().contains(p) && is_way(p) && seen.insert(p))
            .collect();
    }
    front
}

/// Returns the sum of a dragon's ways out, each weighed by the influence at its end.
pub(super) fn escape_value(board: &Board, influence: &Influence, stones: &PointSet, color: Color) -> u32 {
    let enemy = color.opposite();
    let weight = |p: Point| {
        if influence.moyo.owner(p) == Some(color) || influence.area.owner(p) == Some(color) {
            WAY_OUT_WORTH_OWN
        } else if influence.moyo.owner(p) == Some(enemy) {
            WAY_OUT_WORTH_ENEMY_MOYO
        } else if influence.area.owner(p) == Some(enemy) {
            WAY_OUT_WORTH_ENEMY_AREA
        } else {
            WAY_OUT_WORTH_NEUTRAL
        }
    };
    ways(board, stones, color).into_iter().map(weight).sum()
}
