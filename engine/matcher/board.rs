// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board as the matcher sees it.

use katachi_rules::{Board, BoardSize, Cell, Color};
use mkpat::Window;

use super::grid::{CELLS, GROUP, GROUPS, RING, RING_CELLS, STRIDE, add_step, place, point, step};

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

/// A position, with the words that the tests of patterns compare: for each point the rings around it, and the
/// window of 4x4 points around it.
///
/// Off-board cells count as empty in the rings. They are never used: the tables of edges exclude every shape
/// that reaches over an edge. In the windows they are 11.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    size: BoardSize,
    /// As Black sees them, like the windows.
    rings: Box<[Rings; CELLS]>,
    windows: Box<[u32; CELLS]>,
    /// Places of each state, a bit for each column of a row of the array.
    rows: [[u32; CELLS / STRIDE]; 3],
}

impl PatternBoard {
    /// Converts a position. O(points).
    pub fn new(board: &Board) -> Self {
        let mut new = Self {
            size: board.size(),
            rings: Box::new([Rings(0); CELLS]),
            windows: Box::new([u32::MAX; CELLS]),
            rows: [[0; CELLS / STRIDE]; 3],
        };
        for p in board.size().points() {
            new.add(place(p), board.cell(p));
        }
        new
    }

    /// Enters a cell of the board in the windows of 16 points and, if it is a stone, in the rings of 48.
    fn add(&mut self, at: usize, cell: Cell) {
        self.rows[cell as usize][at / STRIDE] |= 1 << (at % STRIDE);
        let difference = Cell::Off as u32 ^ cell as u32;
        for (dx, dy) in (-1..=2).flat_map(|dy| (-1..=2).map(move |dx| (dx, dy))) {
            let offset = mkpat::Offset::new(dx, dy);
            let shift = Window::shift(offset).expect("the window has these cells");
            self.windows[add_step(at, -step(offset))] ^= difference << shift;
        }
        if cell.is_stone() {
            for (i, &offset) in RING.iter().enumerate() {
                self.rings[add_step(at, -step(offset))].0 |= (cell as u128) << (2 * i);
            }
        }
    }

    /// The rings around a place, as a side sees them.
    #[inline]
    pub(super) fn rings(&self, side: Color, place: usize) -> Rings {
        const LOW: u128 = u128::MAX / 3;
        let Rings(word) = self.rings[place % CELLS];
        match side {
            Color::Black => Rings(word),
            Color::White => Rings((word & LOW) << 1 | word >> 1 & LOW),
        }
    }

    /// The window at a place, as a side sees it.
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
    pub(super) fn rows(&self, cell: Cell) -> &[u32; CELLS / STRIDE] {
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

#[cfg(test)]
mod tests {
    use katachi_rules::Point;
    use mkpat::Offset;

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
}
