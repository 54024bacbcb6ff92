// SPDX-License-Identifier: MIT OR Apache-2.0

//! False and half eyes, by the diagonals of a point.
//!
//! The key of a half eye is a marginal point beside it, so that one local game covers both.
//!
//! Whether a stone of the attacker on the border of an eye space, or beside it, is captured.
//!
//! The question is asked of many points, and its answer is mostly obvious. Strings of at most
//! `BORDER_STRING_LIBERTIES` liberties are read, with `EYE_BORDER_NODES` nodes each; others are not read.

use arrayvec::ArrayVec;
use katachi_rules::{Color, Point, PointSet};

use crate::analysis::Worms;
use crate::analysis::orientation::map_back;
use crate::reading::{Reader, Verdict};

/// A string with more liberties at the border is not captured at once; 2 or 3. Experiments.
const BORDER_STRING_LIBERTIES: u32 = 2;

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

map_back!(Diagonals: point, attack, defense);

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
                let is_own = worm.color == owner;
                // A string that forms the eye falls with it, not before it.
                if is_own && point.neighbours().iter().any(|&n| worm.stones.contains(n)) {
                    continue;
                }
                let can_be_lost = worm.attack.is_possible();
                if can_be_lost && worm.defense != Verdict::No {
                    let (takes, keeps) = (&worm.attack_points, &worm.defense_points);
                    let (attacks, defends) = if is_own { (takes, keeps) } else { (keeps, takes) };
                    attack.extend(attacks);
                    defense.extend(defends);
                    1
                } else {
                    2 * u8::from(can_be_lost == is_own)
                }
            }
        };
    }
    if usize::from(sum) + empty.len() >= 3 {
        for diagonal in empty {
            if is_safe(reader, enemy, diagonal) {
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

/// Whether the attacker can enter an eye space at an open point: a stone there is legal, and not captured
/// from outside at once. A capture from inside does not count: it may cost the owner the eye.
pub(super) fn can_enter(reader: &mut Reader, points: &PointSet, attacker: Color, at: Point) -> bool {
    let is_captured = reader.with_move(attacker, at, |reader| {
        let liberties = reader.board().liberty_set(at);
        let mut outside = liberties.iter().filter(|&p| !points.contains(p));
        is_captured(reader, at) && outside.any(|p| reader.tactics().does_attack(p, at).is_yes())
    });
    is_captured == Some(false)
}

/// Whether a stone of the attacker is captured. That of many liberties is not.
fn is_captured(reader: &mut Reader, stone: Point) -> bool {
    reader.board().liberties(stone) <= BORDER_STRING_LIBERTIES
        && reader.tactics().attack(stone).verdict.is_yes()
}

/// Whether the attacker can play there without being captured at once. A capture by a ko does not count.
fn is_safe(reader: &mut Reader, attacker: Color, at: Point) -> bool {
    let is_safe = reader.with_move(attacker, at, |reader| {
        reader.board().cell(at).is(attacker) && !is_captured(reader, at)
    });
    is_safe.unwrap_or(false)
}
