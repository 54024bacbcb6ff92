//! The board as 32-bit words of 4x4 points.

use katachi_rules::{Board, Cell, Color, MAX_SIDE, Point};
use mkpat::Offset;

/// A window may have its point this far outside the board and still cover points of it.
const MARGIN: usize = 2;
const SIDE: usize = MAX_SIDE as usize + 2 * MARGIN;

/// For each point the window of 4x4 points around it, its own row and column second, as 16 pairs of bits
/// from the top left: empty 00, friend 01, enemy 10, off the board 11.
#[derive(Clone, Debug)]
pub struct MergedBoard {
    words: Box<[u32; SIDE * SIDE]>,
}

impl MergedBoard {
    /// The position as `color` sees it. O(points).
    pub fn new(board: &Board, color: Color) -> Self {
        let size = board.size();
        let pair = |x: usize, y: usize| {
            // Counted from the corner of the margin; two more cells so that every window is defined.
            let on_board = size.point(x as i32 - 2 * MARGIN as i32, y as i32 - 2 * MARGIN as i32);
            let cell = on_board.map_or(Cell::Off, |p| board.cell(p)) as u32;
            match color {
                Color::Black => cell,
                Color::White => (cell & 1) << 1 | cell >> 1,
            }
        };
        // First the four cells from each cell to the right, then four of those rows below each other.
        const WIDE: usize = SIDE + 2 * MARGIN;
        let mut rows = [[0u32; SIDE]; WIDE];
        for (y, row) in rows.iter_mut().enumerate() {
            let mut byte = (0..3).fold(0, |byte, x| byte << 2 | pair(x + 1, y));
            for (x, word) in row.iter_mut().enumerate() {
                byte = (byte << 2 | pair(x + 4, y)) & 0xFF;
                *word = byte;
            }
        }
        let mut words = Box::new([0; SIDE * SIDE]);
        for y in 0..SIDE {
            for x in 0..SIDE {
                words[y * SIDE + x] = (1..=4).fold(0, |word, i| word << 8 | rows[y + i][x]);
            }
        }
        Self { words }
    }

    /// The word of the point that lies `offset` from `point`, which is on the board or at most two
    /// lines outside.
    #[inline]
    pub fn word(&self, point: Point, offset: Offset) -> u32 {
        let x = (point.x() as usize + MARGIN).wrapping_add_signed(offset.dx as isize);
        let y = (point.y() as usize + MARGIN).wrapping_add_signed(offset.dy as isize);
        self.words[y * SIDE + x]
    }
}

#[cfg(test)]
mod tests {
    use mkpat::Window;

    use super::*;

    #[test]
    fn every_word_shows_the_sixteen_points_around_for_both_colours() {
        let board = Board::from_diagram(
            ". X O . .
             X X . O X
             . O X . .",
        );
        let size = board.size();
        for color in Color::BOTH {
            let merged = MergedBoard::new(&board, color);
            for p in size.points() {
                for dy in -2..=1 {
                    for dx in -2..=1 {
                        let word = merged.word(p, Offset::new(dx, dy));
                        for wy in -1..=2 {
                            for wx in -1..=2 {
                                let cell = size
                                    .offset(p, i32::from(dx + wx), i32::from(dy + wy))
                                    .map_or(Cell::Off, |q| board.cell(q));
                                let expected = match cell {
                                    Cell::Empty => 0b00,
                                    Cell::Off => 0b11,
                                    stone if stone.is(color) => 0b01,
                                    _ => 0b10,
                                };
                                let shift = Window::shift(Offset::new(wx, wy)).unwrap();
                                assert_eq!(
                                    word >> shift & 3,
                                    expected,
                                    "{p:?} {dx} {dy} {wx} {wy} for {color}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
