//! The board as the matcher sees it, kept in step with stones that come and go.

use katachi_rules::{Board, BoardSize, ByColor, Cell, Color, Point};
use mkpat::Window;

use super::grid::{CELLS, GROUP, GROUPS, RING, RING_CELLS, STATES, STRIDE, go, place, point, step};

/// For each group of four cells of the rings one byte, its state as a number to base 3.
pub(super) type Rings = u128;

const _: () = assert!(GROUPS <= size_of::<Rings>() && STATES <= 256);

/// A position, with what the index asks of each point and the window of 4x4 points around it.
///
/// A stone that comes or goes changes the ring words of 48 points, for either colour, and the windows of 16.
/// Off-board cells count as empty in the rings: the index excludes by row and column every shape that reaches over
/// the edge, so nobody asks for them. In the windows they are 11.
#[derive(Clone, Debug)]
pub struct PatternBoard {
    size: BoardSize,
    cells: Box<[Cell; CELLS]>,
    /// As each side sees them: empty 0, friend 1, enemy 2.
    rings: ByColor<Box<[Rings; CELLS]>>,
    /// As Black sees them.
    windows: Box<[u32; CELLS]>,
    /// Places of each state, a bit for each column of a row of the array.
    rows: [[u32; CELLS / STRIDE]; 3],
}

/// What a cell of the rings adds to the ring word of its anchor if it holds a friend; twice that for an enemy.
const UNITS: [Rings; RING_CELLS] = {
    let mut units = [0; RING_CELLS];
    let mut i = 0;
    while i < RING_CELLS {
        units[i] = (3u32.pow((i % GROUP) as u32) as Rings) << (8 * (i / GROUP));
        i += 1;
    }
    units
};

impl PatternBoard {
    /// A board without stones.
    pub fn new(size: BoardSize) -> Self {
        let mut board = Self {
            size,
            cells: Box::new([Cell::Off; CELLS]),
            rings: ByColor::from_fn(|_| Box::new([0; CELLS])),
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
    pub fn of(board: &Board) -> Self {
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
        for side in Color::BOTH {
            let rings = &mut self.rings[side];
            // Bytes never carry: a state is at most 2 * (1 + 3 + 9 + 27).
            if let Some(stone) = old.color() {
                let twice = u32::from(stone != side);
                for (offset, unit) in RING.iter().zip(UNITS) {
                    let ring = &mut rings[go(at, -step(*offset))];
                    *ring = ring.wrapping_sub(unit << twice);
                }
            }
            if let Some(stone) = cell.color() {
                let twice = u32::from(stone != side);
                for (offset, unit) in RING.iter().zip(UNITS) {
                    let ring = &mut rings[go(at, -step(*offset))];
                    *ring = ring.wrapping_add(unit << twice);
                }
            }
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

    /// What lies at a place.
    #[inline]
    pub(super) fn cell(&self, place: usize) -> Cell {
        self.cells[place % CELLS]
    }

    /// The rings around a place, as a side sees them.
    #[inline]
    pub(super) fn rings(&self, side: Color, place: usize) -> Rings {
        self.rings[side][place % CELLS]
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
                let mut rings = pattern_board.rings(side, place(p)).to_le_bytes();
                for (i, &offset) in RING.iter().enumerate() {
                    let expected = seen(board, p, offset, side) % 3;
                    assert_eq!(u32::from(rings[i / GROUP]) % 3, expected, "{p:?} {offset:?}");
                    rings[i / GROUP] /= 3;
                }
                assert_eq!(rings, [0; 16]);
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
            check(&PatternBoard::of(&board), &board);
        }
    }
}
