// SPDX-License-Identifier: MIT OR Apache-2.0

//! Coordinates: points of the board in a padded square array, and the rings around an anchor.

use katachi_rules::Point;
use mkpat::Offset;

/// From one row of the array to the next: 25 columns, a margin on either side, and a power of two.
pub(super) const STRIDE: usize = 32;
/// The widest ring reaches this far over the edge of the board.
pub(super) const MARGIN: usize = RINGS as usize;
/// Rows of 25 and both margins, rounded up to a power of two, so that a masked index needs no check.
pub(super) const CELLS: usize = 1024;

/// Rings around an anchor whose cells the index knows: at distance 1, 2 and 3 (the greater of columns and
/// rows).
pub(super) const RINGS: i8 = 3;
/// Cells of these rings.
pub(super) const RING_CELLS: usize = 48;
/// Cells that are looked up together.
pub(super) const GROUP: usize = 4;
/// Groups of them: 6 for both inner rings, 6 for the outer one.
pub(super) const GROUPS: usize = RING_CELLS / GROUP;
/// Groups of the two inner rings.
pub(super) const INNER: usize = 6;
/// States of a group: each cell is empty, a friend's or an enemy's.
pub(super) const STATES: usize = 3usize.pow(GROUP as u32);

#[inline]
pub(super) fn place(point: Point) -> usize {
    (point.y() as usize + MARGIN) * STRIDE + point.x() as usize + MARGIN
}

#[inline]
pub(super) fn point(place: usize) -> Point {
    Point::new((place % STRIDE - MARGIN) as u8, (place / STRIDE - MARGIN) as u8)
}

/// The step from a place to the place at `offset` from it.
#[inline]
pub(super) const fn step(offset: Offset) -> isize {
    offset.dy as isize * STRIDE as isize + offset.dx as isize
}

/// Adds a step to a place. The mask changes nothing within the margin, and saves bounds checks.
#[inline]
pub(super) const fn add_step(place: usize, step: isize) -> usize {
    place.wrapping_add_signed(step) % CELLS
}

/// The cells of the rings: both inner ones row by row, then the top and the bottom of the outer one and its
/// sides, each from the right. So they are cut out of the words of rows, and cells of one group are
/// neighbours: a shape that tests one of them often tests the next.
pub(super) const RING: [Offset; RING_CELLS] = {
    let mut cells = [Offset::ZERO; RING_CELLS];
    let mut at = 0;
    let (inner, outer) = (RINGS - 1, RINGS);
    let mut dy = -inner;
    while dy <= inner {
        at = add_row(&mut cells, at, dy, inner, 1);
        dy += 1;
    }
    at = add_row(&mut cells, at, -outer, outer, 1);
    at = add_row(&mut cells, at, outer, outer, 1);
    dy = -inner;
    while dy <= inner {
        at = add_row(&mut cells, at, dy, outer, 2 * outer);
        dy += 1;
    }
    assert!(at == RING_CELLS);
    cells
};

/// Adds cells of a row from the column `reach` to the right to the one as far to the left, but no anchor.
const fn add_row(cells: &mut [Offset; RING_CELLS], mut at: usize, dy: i8, reach: i8, step: i8) -> usize {
    let mut dx = reach;
    while dx >= -reach {
        if dx != 0 || dy != 0 {
            cells[at] = Offset::new(dx, dy);
            at += 1;
        }
        dx -= step;
    }
    at
}

/// The number of a cell in [`RING`], or `None` for the anchor and for cells farther out.
pub(super) fn ring_cell(offset: Offset) -> Option<usize> {
    const NUMBERS: [[u8; 7]; 7] = {
        let mut numbers = [[u8::MAX; 7]; 7];
        let mut i = 0;
        while i < RING_CELLS {
            numbers[(RING[i].dy + RINGS) as usize][(RING[i].dx + RINGS) as usize] = i as u8;
            i += 1;
        }
        numbers
    };
    let row = NUMBERS.get(usize::try_from(offset.dy + RINGS).ok()?)?;
    let number = *row.get(usize::try_from(offset.dx + RINGS).ok()?)?;
    (number != u8::MAX).then_some(number.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rings_have_each_cell_once_and_the_inner_ones_first() {
        for (i, &cell) in RING.iter().enumerate() {
            assert_eq!(ring_cell(cell), Some(i));
            let distance = cell.dx.abs().max(cell.dy.abs());
            assert_eq!(distance == RINGS, i >= GROUP * INNER);
        }
        assert_eq!(ring_cell(Offset::ZERO), None);
        assert_eq!(ring_cell(Offset::new(-4, 0)), None);
        assert_eq!(ring_cell(Offset::new(0, 25)), None);
    }
}
