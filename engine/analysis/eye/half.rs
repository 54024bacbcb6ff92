//! False and half eyes, by the diagonals of a point.

use katachi_rules::{Color, Point, PointSet};

use crate::analysis::Worms;
use crate::reading::{Reader, Verdict};

/// What the diagonals make of an eye point with at most one neighbour in its eye space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topology {
    /// Nothing to fear: the sum is below 3.
    Proper,
    /// The sum is 3: whoever moves first at one of the deciding points has it his way.
    Half {
        /// Moves that make it false.
        attack: Vec<Point>,
        /// Moves that make it proper.
        defence: Vec<Point>,
    },
    /// The sum is 4 or more: in the end its owner has to fill it.
    False,
}

/// Judges one point. `own` are the points of its owner's eye space that are not open.
pub(super) fn topology(
    reader: &mut Reader,
    worms: &Worms,
    owner: Color,
    own: &PointSet,
    point: Point,
) -> Topology {
    let enemy = owner.opposite();
    let (mut sum, mut attack, mut defence) = (0, Vec::new(), Vec::new());
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        let size = reader.board().size();
        let Some(diagonal) = size.offset(point, dx, dy) else {
            let off_one_edge = size.offset(point, dx, 0).is_some() || size.offset(point, 0, dy).is_some();
            sum += i32::from(off_one_edge);
            continue;
        };
        if own.contains(diagonal) {
            continue;
        }
        sum += match worms.get(diagonal) {
            None if reader.is_safe_move(enemy, diagonal) => {
                attack.push(diagonal);
                defence.push(diagonal);
                1
            }
            None => 0,
            Some(worm) => {
                let can_be_lost = worm.attack.is_possible();
                let can_be_saved = worm.defense != Verdict::No;
                // What the worm's own side needs to keep it, and the other to take it.
                let (keep, take) = (&worm.defense_points, &worm.attack_points);
                if worm.color == owner {
                    match (can_be_lost, can_be_saved) {
                        (true, false) => 2,
                        (true, true) => {
                            attack.extend(take);
                            defence.extend(keep);
                            1
                        }
                        (false, _) => 0,
                    }
                } else {
                    match (can_be_lost, can_be_saved) {
                        (true, false) => 0,
                        (true, true) => {
                            attack.extend(keep);
                            defence.extend(take);
                            1
                        }
                        (false, _) => 2,
                    }
                }
            }
        };
    }
    match sum {
        ..=2 => Topology::Proper,
        3 if !attack.is_empty() && !defence.is_empty() => Topology::Half { attack, defence },
        // An off-board diagonal or two, and one that is not decided by a move here.
        3 => Topology::Proper,
        _ => Topology::False,
    }
}
