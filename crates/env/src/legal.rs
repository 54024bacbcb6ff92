// SPDX-License-Identifier: MIT OR Apache-2.0

//! The mask of legal actions.
//!
//! A point beside an empty one is always legal. A few operations on words find these points by rows; only the
//! other empty points are checked one by one.

use katachi_rules::{Board, Color, MAX_SIDE, Point};

use super::unpack;

/// The empty points: bit `x` of row `y + 1`, between two rows that stay zero.
pub(super) type EmptyRows = [u32; MAX_SIDE as usize + 2];

pub(super) fn all_empty(size: usize) -> EmptyRows {
    let mut rows = [0; MAX_SIDE as usize + 2];
    rows[1..=size].fill((1 << size) - 1);
    rows
}

/// Removes the point from the empty points, or adds it.
#[inline]
pub(super) fn toggle(empty: &mut EmptyRows, point: Point) {
    empty[usize::from(point.y()) + 1] ^= 1 << point.x();
}

/// Writes the mask for the side to move. Simple ko and suicide are illegal; the pass is legal.
pub(super) fn write_mask(board: &Board, color: Color, empty: &EmptyRows, mask: &mut [bool]) {
    let size = usize::from(board.size().width());
    let Some((pass, points)) = mask.split_last_mut() else {
        return;
    };
    *pass = true;
    for (y, cells) in points.chunks_exact_mut(size).enumerate() {
        let [above, row, below] = [empty[y], empty[y + 1], empty[y + 2]];
        let mut legal = row & (row << 1 | row >> 1 | above | below);
        let mut closed = row & !legal;
        while closed != 0 {
            let x = closed.trailing_zeros() as u8;
            closed &= closed - 1;
            if !board.is_suicide(color, Point::new(x, y as u8)) {
                legal |= 1 << x;
            }
        }
        unpack::bits(u64::from(legal), cells);
    }
    if let Some((point, closed_to)) = board.ko()
        && closed_to == color
    {
        points[index(point, size)] = false;
    }
}

#[inline]
pub(super) fn index(point: Point, size: usize) -> usize {
    usize::from(point.y()) * size + usize::from(point.x())
}
