//! Shapes of contact: the eight points around a move at which stones meet, so that the move bends round a stone, cuts,
//! or blocks at the edge.
//!
//! That moves of this kind beside the last one make playouts much better judges: S. Gelly, Y. Wang, R. Munos,
//! O. Teytaud, "Modification of UCT with patterns in Monte-Carlo Go", 2006.

use std::sync::LazyLock;

use katachi_rules::{Around, Cell};

/// Rows from the top. `O` and `X` are the two sides, either of which may move; `o` and `x` not that side; `.` empty,
/// `#` off the board, `?` anything. The move is in the middle.
const SHAPES: [&str; 10] = [
    // Round the head of a stone.
    "XOX .*. ???",
    "XO. .*. ?.?",
    "XO? X*. ?.?",
    "XOO .*. ?.?",
    // A cut, unless the other side is cut there already or joined by one more move.
    "XO? O*x ?x?",
    "XO? O*? ?X?",
    "?X? O*O xxx",
    // At the edge.
    "X.? O*? ###",
    "?X? o*O ###",
    "?XO X*? ###",
];

const STATES: usize = 1 << 16;

/// For each state of the eight points around, one bit: whether a shape matches there, for either side to move.
static TABLE: LazyLock<Box<[u64; STATES / 64]>> = LazyLock::new(|| {
    let mut table = Box::new([0; STATES / 64]);
    for shape in SHAPES {
        let cells: Vec<u8> = shape.bytes().filter(|&b| b != b' ').collect();
        for turn in 0..8 {
            // In the order of `Around`: the sides, then the diagonals.
            let turned = [1, 3, 5, 7, 0, 2, 6, 8].map(|i| cells[turned(i, turn)]);
            for own in [Cell::Black, Cell::White] {
                mark(&mut table[..], &turned, own, 0, 0);
            }
        }
    }
    table
});

/// Where a cell of the picture comes from: the eight symmetries of the square.
fn turned(index: usize, turn: usize) -> usize {
    let (mut row, mut column) = (index / 3, index % 3);
    if turn & 1 != 0 {
        row = 2 - row;
    }
    if turn & 2 != 0 {
        column = 2 - column;
    }
    if turn & 4 != 0 {
        (row, column) = (column, row);
    }
    3 * row + column
}

/// Marks all states that a picture stands for, from point `at` on.
fn mark(table: &mut [u64], picture: &[u8; 8], own: Cell, at: usize, state: usize) {
    let Some(&letter) = picture.get(at) else {
        table[state / 64] |= 1 << (state % 64);
        return;
    };
    let other = if own == Cell::Black {
        Cell::White
    } else {
        Cell::Black
    };
    for cell in [Cell::Empty, Cell::Black, Cell::White, Cell::Off] {
        let fits = match letter {
            b'O' => cell == own,
            b'X' => cell == other,
            b'o' => cell != own && cell != Cell::Off,
            b'x' => cell != other && cell != Cell::Off,
            b'.' => cell == Cell::Empty,
            b'#' => cell == Cell::Off,
            _ => true,
        };
        if fits {
            mark(table, picture, own, at + 1, state | (cell as usize) << (2 * at));
        }
    }
}

/// The shapes, looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact(&'static [u64; STATES / 64]);

impl Contact {
    /// Made once for the program, in about a millisecond.
    pub(super) fn new() -> Self {
        Self(&TABLE)
    }

    /// Do stones meet around an empty point, so that a move there is likely to matter?
    #[inline]
    pub(super) fn is_at(self, around: Around) -> bool {
        let bits = usize::from(around.bits());
        self.0[bits / 64] >> (bits % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use katachi_rules::{Board, PlayoutBoard};

    use super::*;

    #[track_caller]
    fn is_contact(diagram: &str) -> bool {
        let board = PlayoutBoard::new(&Board::from_diagram(diagram));
        let point = board.size().parse_vertex("C3").unwrap();
        Contact::new().is_at(board.around(point))
    }

    #[test]
    fn bends_cuts_and_blocks_are_contact_and_the_open_board_is_not() {
        assert!(
            is_contact(". . . . .\n. X O . .\n. . . . .\n. . . . .\n. . . . ."),
            "hane"
        );
        assert!(
            is_contact(". . . . .\n. X O . .\n. O . . .\n. . . . .\n. . . . ."),
            "cut"
        );
        assert!(
            !is_contact(". . . . .\n. . X . .\n. . . . .\n. . . . .\n. . . . ."),
            "lone stone"
        );
        assert!(
            !is_contact(". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . ."),
            "nothing"
        );
    }

    #[test]
    fn shapes_are_the_same_however_they_lie_and_whoever_has_them() {
        let holds = |state: usize| TABLE[state / 64] >> (state % 64) & 1;
        for state in 0..STATES {
            let cells: Vec<usize> = (0..8).map(|i| state >> (2 * i) & 3).collect();
            // Up, left, right, down, then the diagonals row by row; mirrored left to right.
            let mirrored = [0, 2, 1, 3, 5, 4, 7, 6];
            let swap = |c: usize| if c == 1 || c == 2 { 3 - c } else { c };
            let join = |cells: &mut dyn Iterator<Item = usize>| {
                cells.enumerate().fold(0, |s, (i, c)| s | c << (2 * i))
            };
            assert_eq!(holds(state), holds(join(&mut mirrored.iter().map(|&i| cells[i]))));
            assert_eq!(holds(state), holds(join(&mut cells.iter().map(|&c| swap(c)))));
        }
    }
}
