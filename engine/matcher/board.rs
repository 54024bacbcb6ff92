// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board as the matcher sees it: points in a padded square array, and the rings around an anchor.

use katachi_rules::{Board, BoardSize, Cell, Color, Point};
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

/// The cells of the rings in their order, two bits each, the first cell lowest: empty 0, friend 1, enemy 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rings(u128);

const _: () = assert!(2 * RING_CELLS <= 128 && GROUP == 4);

impl Rings {
    /// The state of each group as a number to base 3.
    #[inline]
    pub(super) fn states(self) -> [u8; GROUPS] {
        const PAIRS: u128 = u128::MAX / 15 * 3;
        const NIBBLES: u128 = u128::MAX / 255 * 15;
        // 4a + b becomes 3a + b, then 16a + b becomes 9a + b; nothing is carried.
        let pairs = self.0 - (self.0 >> 2 & PAIRS);
        let high = pairs >> 4 & NIBBLES;
        let bytes = (pairs + high - (high << 3)).to_le_bytes();
        std::array::from_fn(|group| bytes[group])
    }
}

const ROWS: usize = CELLS / STRIDE;
/// Lines beside the board whose windows have points of the board.
const WINDOW_MARGIN: usize = 2;

/// Two bits for each place, row by row, as Black sees them; the rightmost column of a row is lowest.
type Words = [u64; ROWS];

const _: () = assert!(2 * STRIDE == u64::BITS as usize);

/// A position in the form that the tests of patterns ask for: the rings around each point, and the windows of
/// 4x4 points.
///
/// Off-board cells count as empty in the rings. They are never used: the tables of edges exclude every shape
/// that reaches over an edge. In the windows they are 11.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    size: BoardSize,
    /// The stones. Rings are cut out of them at the anchors alone.
    stones: Words,
    /// As Black sees them. Most are asked for several times.
    windows: Box<[u32; CELLS]>,
    /// Places of each state, a bit for each column of a row of the array.
    rows: [[u32; ROWS]; 3],
}

impl PatternBoard {
    /// Converts a position. O(points).
    pub fn new(board: &Board) -> Self {
        let mut cells: Words = [u64::MAX; ROWS];
        let mut stones: Words = [0; ROWS];
        let mut rows = [[0; ROWS]; 3];
        for p in board.size().points() {
            let (row, column) = (place(p) / STRIDE, place(p) % STRIDE);
            let cell = board.cell(p);
            cells[row] ^= (Cell::Off as u64 ^ cell as u64) << shift(column);
            stones[row] |= (cell as u64) << shift(column);
            rows[cell as usize][row] |= 1 << column;
        }
        Self {
            size: board.size(),
            stones,
            windows: windows(&cells, board.size()),
            rows,
        }
    }

    /// The rings around a place, as a side sees them.
    #[inline]
    pub(super) fn rings(&self, side: Color, place: usize) -> Rings {
        const LOW: u128 = u128::MAX / 3;
        let Rings(word) = self.black_rings(place);
        match side {
            Color::Black => Rings(word),
            Color::White => Rings((word & LOW) << 1 | word >> 1 & LOW),
        }
    }

    /// The rings around a place in the order of [`RING`], as Black sees them.
    #[inline]
    fn black_rings(&self, place: usize) -> Rings {
        let (row, column) = (place / STRIDE, place % STRIDE);
        // The columns of both rings, seven cells from the right.
        let cells = |dy: usize| self.stones[(row + dy - MARGIN) % ROWS] >> shift(column + MARGIN) & 0x3FFF;
        let [top, second, third, middle, fifth, sixth, bottom] = std::array::from_fn(cells);
        let five = |cells: u64| cells >> 2 & 0x3FF;
        let four = middle >> 2 & 0xF | (middle >> 8 & 0xF) << 4;
        let inner = five(second) | five(third) << 10 | four << 20 | five(fifth) << 28 | five(sixth) << 38;
        let two = |cells: u64| cells & 3 | cells >> 10 & 12;
        let sides = two(second) | two(third) << 4 | two(middle) << 8 | two(fifth) << 12 | two(sixth) << 16;
        let outer = top | bottom << 14 | sides << 28;
        Rings(u128::from(outer) << 48 | u128::from(inner))
    }

    #[inline]
    pub(super) fn window(&self, side: Color, place: usize) -> u32 {
        let word = self.windows[place % CELLS];
        match side {
            Color::Black => word,
            Color::White => (word & 0x5555_5555) << 1 | (word >> 1) & 0x5555_5555,
        }
    }

    /// The places of a state, a bit for each column, row by row of the array.
    #[inline]
    pub(super) fn rows(&self, cell: Cell) -> &[u32; ROWS] {
        &self.rows[cell as usize]
    }

    /// Lines from a place of the board to the edges: left, top, right, bottom.
    #[inline]
    pub(super) fn lines(&self, place: usize) -> [usize; 4] {
        let p = point(place);
        [
            p.x(),
            p.y(),
            self.size.width() - 1 - p.x(),
            self.size.height() - 1 - p.y(),
        ]
        .map(usize::from)
    }
}

/// The place of a column in the words of rows.
#[inline]
const fn shift(column: usize) -> usize {
    (2 * (STRIDE - 1)).wrapping_sub(2 * column) % 64
}

/// All windows that have points of the board.
fn windows(cells: &Words, size: BoardSize) -> Box<[u32; CELLS]> {
    let mut windows = Box::new([u32::MAX; CELLS]);
    let reach = |lines: u8| MARGIN - WINDOW_MARGIN..MARGIN + usize::from(lines) + 1;
    for row in reach(size.height()) {
        for column in reach(size.width()) {
            let word = |word: u32, cells: &u64| word << 8 | (cells >> shift(column + 2)) as u32 & 0xFF;
            windows[row * STRIDE + column] = cells[row - 1..][..4].iter().fold(0, word);
        }
    }
    windows
}

#[cfg(test)]
mod tests {
    use mkpat::Window;

    use super::*;

    /// The state of a cell for a side: empty 0, friend 1, enemy 2, off the board 3.
    fn seen(board: &Board, p: Point, offset: Offset, side: Color) -> u32 {
        match board.size().offset(p, offset.dx.into(), offset.dy.into()) {
            None => 3,
            Some(p) => board.cell(p).color().map_or(0, |c| 1 + u32::from(c != side)),
        }
    }

    #[track_caller]
    fn check(board: &Board) {
        let pattern_board = PatternBoard::new(board);
        for side in Color::BOTH {
            for p in board.size().points() {
                let word = pattern_board.window(side, place(p));
                for (dx, dy) in (-1..=2).flat_map(|dy| (-1..=2).map(move |dx| (dx, dy))) {
                    let offset = Offset::new(dx, dy);
                    let shift = Window::shift(offset).unwrap();
                    assert_eq!(
                        word >> shift & 3,
                        seen(board, p, offset, side),
                        "{p:?} {offset:?}"
                    );
                }
                let rings = pattern_board.rings(side, place(p));
                let mut states = rings.states();
                for (i, &offset) in RING.iter().enumerate() {
                    let expected = seen(board, p, offset, side) % 3;
                    assert_eq!(u32::from(states[i / GROUP]) % 3, expected, "{p:?} {offset:?}");
                    states[i / GROUP] /= 3;
                }
                assert_eq!(states, [0; GROUPS]);
            }
        }
    }

    #[test]
    fn every_word_shows_the_points_around_for_both_colours() {
        let positions = [
            ". . . . .
             . . . . .
             . . . . .",
            ". X O . .
             X X . O X
             . O X . .",
            ". X O . O
             X X X O O
             . O . . O",
            ". . . . .
             . . . . .
             . . . . X",
        ];
        for position in positions {
            check(&Board::from_diagram(position));
        }
    }

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
