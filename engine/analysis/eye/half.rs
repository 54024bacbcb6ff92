// SPDX-License-Identifier: MIT OR Apache-2.0

//! False and half eyes, by the diagonals of a point.
//!
//! The key of a half eye is a marginal point beside it, so that one local game covers both.

use arrayvec::ArrayVec;
use katachi_rules::{Color, Point, PointSet};

use super::entry;
use crate::analysis::Worms;
use crate::reading::{Reader, Verdict};

/// The diagonals of an eye point with at most one neighbour in its eye space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagonals {
    /// The eye point.
    pub point: Point,
    /// Sum over the diagonal neighbours outside the eye space, 0..=8: 2 for an enemy stone that cannot be
    /// captured, 1 for a point or stone that either side can take, 1 for a point off the board across one
    /// edge. Where 3 cannot be reached, empty points are not read and count nothing.
    pub sum: u8,
    /// Moves of the attacker that decide a diagonal which either side can take.
    pub attack: Vec<Point>,
    /// Moves of the owner that decide one.
    pub defense: Vec<Point>,
}

impl Diagonals {
    /// A false eye: in the end its owner has to fill it.
    pub fn is_false(&self) -> bool {
        self.sum >= 4
    }

    /// Half an eye: whoever moves first makes it proper or false.
    pub fn is_half(&self) -> bool {
        self.sum == 3 && !self.attack.is_empty() && !self.defense.is_empty()
    }
}

/// Judges one point. `own` are the points of its owner's eye space that are not open.
pub(super) fn diagonals(
    reader: &mut Reader,
    worms: &Worms,
    dead: &PointSet,
    owner: Color,
    own: &PointSet,
    point: Point,
) -> Diagonals {
    let enemy = owner.opposite();
    let (mut sum, mut attack, mut defense) = (0, Vec::new(), Vec::new());
    let mut empty = ArrayVec::<Point, 4>::new();
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let size = reader.board().size();
        let Some(diagonal) = size.offset(point, dx, dy) else {
            let off_one_edge = size.offset(point, dx, 0).is_some() || size.offset(point, 0, dy).is_some();
            sum += u8::from(off_one_edge);
            continue;
        };
        if own.contains(diagonal) {
            continue;
        }
        sum += match worms.get(diagonal) {
            None => {
                empty.push(diagonal);
                0
            }
            Some(worm) if dead.contains(diagonal) && worm.color != owner => 0,
            Some(worm) => {
                let can_be_lost = worm.attack.is_possible();
                let can_be_saved = worm.defense != Verdict::No;
                // Moves that keep the worm, and moves that take it.
                let (keep, take) = (&worm.defense_points, &worm.attack_points);
                if worm.color == owner {
                    // A string that forms the eye falls with it, not before it.
                    if point.neighbours().iter().any(|&n| worm.stones.contains(n)) {
                        continue;
                    }
                    match (can_be_lost, can_be_saved) {
                        (true, false) => 2,
                        (true, true) => {
                            attack.extend(take);
                            defense.extend(keep);
                            1
                        }
                        (false, _) => 0,
                    }
                } else {
                    match (can_be_lost, can_be_saved) {
                        (true, false) => 0,
                        (true, true) => {
                            attack.extend(keep);
                            defense.extend(take);
                            1
                        }
                        (false, _) => 2,
                    }
                }
            }
        };
    }
    if usize::from(sum) + empty.len() >= 3 {
        for diagonal in empty {
            if entry::is_safe(reader, enemy, diagonal) {
                attack.push(diagonal);
                defense.push(diagonal);
                sum += 1;
            }
        }
    }
    Diagonals {
        point,
        sum,
        attack,
        defense,
    }
}
