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
/// Groups of them: 2, 4 and 6 for the three rings.
pub(super) const GROUPS: usize = RING_CELLS / GROUP;
/// Groups of the two inner rings.
pub(super) const INNER: usize = 6;
/// States of a group: each cell is empty, a friend's or an enemy's.
pub(super) const STATES: usize = 3usize.pow(GROUP as u32);

/// The place of a point in the array.
#[inline]
pub(super) fn place(point: Point) -> usize {
    (point.y() as usize + MARGIN) * STRIDE + point.x() as usize + MARGIN
}

/// The point at a place of the board.
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

/// The cells of the rings, from the inside, each ring clockwise from its upper left corner. Cells of one
/// group are neighbours: a shape that tests one of them often tests the next.
pub(super) const RING: [Offset; RING_CELLS] = {
    let mut cells = [Offset::ZERO; RING_CELLS];
    let mut at = 0;
    let mut d = 1;
    while d <= RINGS {
        let mut i = 0;
        while i < 8 * d {
            let along = i % (2 * d);
            cells[at] = match i / (2 * d) {
                0 => Offset::new(along - d, -d),
                1 => Offset::new(d, along - d),
                2 => Offset::new(d - along, d),
                _ => Offset::new(-d, d - along),
            };
            at += 1;
            i += 1;
        }
        d += 1;
    }
    cells
};

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
    fn the_rings_have_each_cell_once_and_nearer_ones_first() {
        for (i, &cell) in RING.iter().enumerate() {
            assert_eq!(ring_cell(cell), Some(i));
            let distance = cell.dx.abs().max(cell.dy.abs());
            assert_eq!(distance, if i < 8 { 1 } else { 2 + i8::from(i >= 24) });
        }
        assert_eq!(ring_cell(Offset::ZERO), None);
        assert_eq!(ring_cell(Offset::new(-4, 0)), None);
        assert_eq!(ring_cell(Offset::new(0, 25)), None);
    }
}
