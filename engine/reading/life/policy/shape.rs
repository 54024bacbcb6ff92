// SPDX-License-Identifier: MIT OR Apache-2.0

//! The 3x3 shape around a point: its contents in two bits each, its turns and reflections, and its picture.

use crate::local::Role;

/// Contents of a neighbouring point, in two bits; 0 is an empty point.
pub(crate) const OWN: u16 = 1;
pub(crate) const ATTACKER: u16 = 2;
pub(crate) const OFF: u16 = 3;

/// Number of shapes around a point: two bits for each of eight points.
pub(super) const SHAPES: usize = 1 << 16;

/// The points around a point after a quarter turn, and mirrored.
const TURNED: [usize; 8] = [2, 4, 7, 1, 6, 0, 3, 5];
const MIRRORED: [usize; 8] = [2, 1, 0, 4, 3, 7, 6, 5];

/// The eight contents around a point in all turns and reflections.
pub(super) fn symmetric(ring: [u8; 8]) -> [[u8; 8]; 8] {
    let mut all = [ring; 8];
    for i in 0..4 {
        if i > 0 {
            all[i] = TURNED.map(|from| all[i - 1][from]);
        }
        all[i + 4] = MIRRORED.map(|from| all[i][from]);
    }
    all
}

/// Eight contents as a shape (`LocalBoard::shape`).
pub(super) fn pack(ring: [u8; 8]) -> u16 {
    let bits = ring.iter().enumerate();
    bits.fold(0, |shape, (slot, &holds)| shape | u16::from(holds) << (2 * slot))
}

/// Standard form of a shape: the first of its rotations and reflections.
pub(crate) fn canonical(shape: u16) -> u16 {
    let all = symmetric(unpack(shape)).map(pack);
    all.into_iter().min().unwrap_or(shape)
}

fn unpack(shape: u16) -> [u8; 8] {
    std::array::from_fn(|slot| (shape >> (2 * slot) & 3) as u8)
}

/// The content for a character of a picture: `X` is a stone of the side to move.
fn code(c: u8, to_move: Role) -> Option<u8> {
    Some(match c {
        b'.' => 0,
        b'#' => OFF as u8,
        b'X' if to_move.is_owner() => OWN as u8,
        b'O' if to_move.is_attacker() => OWN as u8,
        b'X' | b'O' => ATTACKER as u8,
        _ => return None,
    })
}

/// A shape as three rows of characters with `*` in the middle.
pub(super) fn picture(shape: u16, to_move: Role) -> String {
    let mut text = String::new();
    for (slot, holds) in unpack(shape).into_iter().enumerate() {
        let drawn = b".#XO".iter().find(|&&c| code(c, to_move) == Some(holds));
        text.push(char::from(*drawn.expect("all contents have a character")));
        text.push_str(match slot {
            2 | 4 => "/",
            3 => "*",
            _ => "",
        });
    }
    text
}

/// The contents around the middle of a picture. `None` if it is no picture of a shape.
pub(super) fn read_picture(text: &str, to_move: Role) -> Option<[u8; 8]> {
    let cells: Vec<u8> = text.bytes().filter(|&c| c != b'/').collect();
    if cells.len() != 9 || cells[4] != b'*' {
        return None;
    }
    let ring: Option<Vec<u8>> = cells
        .iter()
        .enumerate()
        .filter(|&(i, _)| i != 4)
        .map(|(_, &c)| code(c, to_move))
        .collect();
    ring?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_show_shapes_from_the_side_to_move() {
        for shape in (0..SHAPES as u32).step_by(97) {
            for to_move in Role::BOTH {
                let drawn = picture(shape as u16, to_move);
                assert_eq!(
                    read_picture(&drawn, to_move).map(pack),
                    Some(shape as u16),
                    "{drawn}"
                );
            }
        }
        let own = pack([OWN as u8, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(picture(own, Role::Owner), "X../.*./...");
        assert_eq!(picture(own, Role::Attacker), "O../.*./...");
    }
}
