// SPDX-License-Identifier: MIT OR Apache-2.0

//! Whether an eye space can be split into two eyes, solved as a game on its points: the owner plays stones
//! until the space falls apart, the attacker takes points away. The owner's stones are never captured and no
//! eye is false, so an owner who fails here also fails on the board.

use arrayvec::ArrayVec;

use super::bits::{self, Bits, each, parts, singles};
use super::role::Role;

/// Larger eye spaces count as two eyes.
const MAX_POINTS: usize = 7;

#[derive(Clone, Copy)]
struct Space {
    near: [u8; MAX_POINTS],
}

/// Returns whether the owner can get two eyes in this connected eye space, or keep the attacker, who has
/// stones in it, from filling it with the shape of one eye. `near` are the neighbours of each point. True if
/// the space has more than [`MAX_POINTS`] points.
pub(crate) fn may_be_two<B: Bits>(near: &[B], space: B, attackers: B, to_move: Role) -> bool {
    let n = space.len();
    if n > MAX_POINTS {
        return true;
    }
    if n <= 2 {
        return false;
    }
    let points: ArrayVec<u8, MAX_POINTS> = each(space).collect();
    let small = |set: B| {
        let holds = |i: usize| u8::from(set & B::from_point(points[i]) != B::EMPTY);
        (0..n).fold(0u8, |sum, i| sum | holds(i) << i)
    };
    let mut shape = Space {
        near: [0; MAX_POINTS],
    };
    for (beside, &point) in shape.near.iter_mut().zip(&points) {
        *beside = small(near[usize::from(point)]);
    }
    let all = ((1u32 << n) - 1) as u8;
    let taken = small(attackers);
    if shape.splits(all & !taken, taken, to_move) {
        return true;
    }
    taken != 0 && n > 3 && !shape.can_be_filled(all, taken)
}

impl Space {
    fn pieces(&self, set: u8) -> usize {
        parts(&self.near, set).count()
    }

    /// The attacker's stones with a liberty.
    fn with_liberty(&self, empty: u8, taken: u8) -> u8 {
        bits::flood(&self.near, bits::around(&self.near, empty) & taken, taken)
    }

    /// Whether the owner can split the points that are empty or the attacker's.
    fn splits(&self, empty: u8, taken: u8, to_move: Role) -> bool {
        if self.pieces(empty | taken) >= 2 {
            return true;
        }
        let mut can_move = to_move.is_owner();
        for point in singles(empty) {
            let rest = empty & !point;
            if to_move.is_owner() {
                let alive = self.with_liberty(rest, taken);
                if self.splits(rest | (taken & !alive), alive, Role::Attacker) {
                    return true;
                }
            } else if self.with_liberty(rest, taken | point) & point != 0 {
                can_move = true;
                if !self.splits(rest, taken | point, Role::Owner) {
                    return false;
                }
            }
        }
        // An attacker who cannot move passes.
        to_move.is_attacker() && (can_move || self.splits(empty, taken, Role::Owner))
    }

    /// Whether the attacker can fill all but one point so that the captured stones leave the shape of one
    /// eye.
    fn can_be_filled(&self, all: u8, taken: u8) -> bool {
        for point in singles(all & !taken) {
            let shape = all & !point;
            if self.pieces(shape) == 1 && !self.splits(shape, 0, Role::Attacker) {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Role, Space};

    /// An eye space drawn as rows of `.` (empty), `o` (the attacker's stones) and blanks.
    fn space(rows: &[&str]) -> (Space, u8, u8) {
        let cells: Vec<(usize, usize, char)> = rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x, y, c)))
            .filter(|&(_, _, c)| c != ' ')
            .collect();
        let mut shape = Space { near: [0; 7] };
        let (mut empty, mut taken) = (0, 0);
        for (i, a) in cells.iter().enumerate() {
            for (j, b) in cells.iter().enumerate() {
                if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1 {
                    shape.near[i] |= 1 << j;
                }
            }
            *(if a.2 == 'o' { &mut taken } else { &mut empty }) |= 1 << i;
        }
        (shape, empty, taken)
    }

    fn splits(rows: &[&str], to_move: Role) -> bool {
        let (shape, empty, taken) = space(rows);
        shape.splits(empty, taken, to_move)
    }

    #[test]
    fn the_shapes_of_one_eye_are_those_of_the_books() {
        for dead in [
            &["..."][..],
            &["..", ". "],
            &["..", ".."],
            &["...", " . "],
            &[" . ", "...", " . "],
            &["..", "..", ". "],
            &[" . ", "...", ".. "],
        ] {
            assert!(
                !splits(dead, Role::Attacker),
                "{dead:?} with the attacker to move"
            );
        }
        for alive in [
            &["...."][..],
            &["...", "  ."],
            &["....."],
            &["...", "..."],
            &["......."],
        ] {
            assert!(
                splits(alive, Role::Attacker),
                "{alive:?} with the attacker to move"
            );
        }
        assert!(
            !splits(&["..", ".."], Role::Owner),
            "a square is one eye whoever moves"
        );
        assert!(splits(&["..."], Role::Owner));
    }

    #[test]
    fn captured_stones_leave_eye_space() {
        assert!(
            splits(&["o.", "o.", "o."], Role::Owner),
            "three in the middle of six are taken"
        );
        assert!(
            !splits(&[".oo."], Role::Owner),
            "both middle points of four are taken for good"
        );
        let (five, empty, taken) = space(&[".ooo."]);
        assert!(!five.splits(empty, taken, Role::Owner));
        assert!(
            !five.can_be_filled(empty | taken, taken),
            "four in a row would be given away: seki"
        );
    }
}
