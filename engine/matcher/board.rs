// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board as the matcher sees it, kept in step with stones that come and go.

use katachi_rules::{Board, BoardSize, Cell, Color, Point};
use mkpat::Window;

use super::grid::{CELLS, GROUP, GROUPS, RING, RING_CELLS, STRIDE, go, place, point, step};

/// The cells of the rings in their order, each as two bits: empty 0, friend 1, enemy 2. The first is the lowest.
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

/// A position, with what the index asks of each point and the window of 4x4 points around it.
///
/// A stone that comes or goes changes the ring words of 48 points, and the windows of 16.
/// Off-board cells count as empty in the rings: the index excludes by row and column every shape that reaches over
/// the edge, so they are not used. In the windows they are 11.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    size: BoardSize,
    cells: Box<[Cell; CELLS]>,
    /// As Black sees them, like the windows.
    rings: Box<[Rings; CELLS]>,
    windows: Box<[u32; CELLS]>,
    /// Places of each state, a bit for each column of a row of the array.
    rows: [[u32; CELLS / STRIDE]; 3],
}

impl PatternBoard {
    /// A board without stones.
    pub fn new(size: BoardSize) -> Self {
        let mut board = Self {
            size,
            cells: Box::new([Cell::Off; CELLS]),
            rings: Box::new([Rings(0); CELLS]),
            windows: Box::new([u32::MAX; CELLS]),
            rows: [[0; CELLS / STRIDE]; 3],
        };
        for p in size.points() {
            let at = place(p);
            board.cells[at] = Cell::Empty;
            board.rows[Cell::Empty as usize][at / STRIDE] |= 1 << (at % STRIDE);
            board.change_windows(at, Cell::Off, Cell::Empty);
        }
        board
    }

    /// A position.
    pub fn from_board(board: &Board) -> Self {
        let mut new = Self::new(board.size());
        new.follow(board, |_| {});
        new
    }

    /// The size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Makes this the position of `board`, which has the same size, and tells every point that changed.
    /// O(points), then about 100 ns for each change.
    ///
    /// # Panics
    /// If the sizes differ.
    pub fn follow(&mut self, board: &Board, mut changed: impl FnMut(Point)) {
        assert!(self.size == board.size(), "a board keeps its size");
        for p in self.size.points() {
            if self.cells[place(p)] != board.cell(p) {
                self.set(p, board.cell(p));
                changed(p);
            }
        }
    }

    /// Puts a stone on a point of the board, or takes it away; nothing is captured.
    ///
    /// # Panics
    /// If the point is not on the board, or the cell is [`Cell::Off`].
    pub fn set(&mut self, point: Point, cell: Cell) {
        assert!(
            self.size.contains(point) && cell != Cell::Off,
            "stones are put on the board"
        );
        let at = place(point);
        let old = std::mem::replace(&mut self.cells[at], cell);
        if old == cell {
            return;
        }
        self.rows[old as usize][at / STRIDE] &= !(1 << (at % STRIDE));
        self.rows[cell as usize][at / STRIDE] |= 1 << (at % STRIDE);
        self.change_windows(at, old, cell);
        let difference = (old as u128) ^ (cell as u128);
        for (i, &offset) in RING.iter().enumerate() {
            self.rings[go(at, -step(offset))].0 ^= difference << (2 * i);
        }
    }

    fn change_windows(&mut self, at: usize, old: Cell, new: Cell) {
        let difference = old as u32 ^ new as u32;
        for dy in -1..=2 {
            for dx in -1..=2 {
                let offset = mkpat::Offset::new(dx, dy);
                let shift = Window::shift(offset).expect("the window has these cells");
                self.windows[go(at, -step(offset))] ^= difference << shift;
            }
        }
    }

    /// The cell at a place.
    #[inline]
    pub(super) fn cell(&self, place: usize) -> Cell {
        self.cells[place % CELLS]
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
    use mkpat::Offset;

    use super::*;

    /// What a side sees: empty 0, friend 1, enemy 2, off the board 3.
    fn seen(board: &Board, p: Point, offset: Offset, side: Color) -> u32 {
        match board.size().offset(p, offset.dx.into(), offset.dy.into()) {
            None => 3,
            Some(p) => board.cell(p).color().map_or(0, |c| 1 + u32::from(c != side)),
        }
    }

    #[track_caller]
    fn check(pattern_board: &PatternBoard, board: &Board) {
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
    fn every_word_shows_the_points_around_for_both_colours_as_stones_come_and_go() {
        let stages = [
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
        let mut pattern_board = PatternBoard::new(BoardSize::new(5, 3).unwrap());
        for stage in stages {
            let board = Board::from_diagram(stage);
            pattern_board.follow(&board, |_| {});
            check(&pattern_board, &board);
            check(&PatternBoard::from_board(&board), &board);
        }
    }
}
