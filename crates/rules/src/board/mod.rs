// SPDX-License-Identifier: MIT OR Apache-2.0

//! The board: stones, strings with exact liberty counts, captures, simple ko.
//!
//! A string is a ring of stones linked by `next`; its head carries the counts. The cost of a move is
//! proportional to the smaller strings it joins and the stones it captures; there is no flood fill. Undoing
//! follows the same links: captured strings keep theirs, and swapping two links again separates two joined
//! rings. Neither allocates.
//!
//! This file has the board and its queries, `build` positions from stones and diagrams, and back, `play`
//! moves and undo, `empty` the list of empty points.
//!
//! Rows have a fixed stride of 26 for boards of every size.

mod build;
mod empty;
mod play;

use arrayvec::ArrayVec;

pub(crate) use empty::EmptyPoints;
pub use play::Undo;

use crate::color::{ByColor, Cell, Color};
use crate::point::{BoardSize, CELLS, MAX_SIDE, Point, PointSet};
use crate::zobrist;

pub(crate) const MAX_AREA: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// Stones on a board, and the point closed by simple ko. [`Game`](crate::Game) has the side to move and the
/// history.
///
/// ```
/// use katachi_rules::{Board, Color};
/// let mut board = Board::from_diagram(
///     ". X .
///      X O .
///      . X .",
/// );
/// let right = board.size().parse_vertex("C2").unwrap();
/// let undo = board.play(Color::Black, right);
/// assert_eq!(board.to_string(), ". X .\nX . X\n. X .\n");
/// board.undo(undo);
/// assert_eq!(board.liberties(board.size().parse_vertex("B2").unwrap()), 1);
/// ```
///
/// # Memory
/// A board is one flat value of about 9 KB for every size up to 25x25: a byte of colour and five 16-bit
/// entries for each cell of the padded 26 x 27 array, and the list of empty points. It has no heap memory: a
/// copy is one `memcpy`, and playing and undoing allocate nothing.
#[derive(Clone)]
pub struct Board {
    size: BoardSize,
    cells: [Cell; CELLS],
    head: [u16; CELLS],
    next: [u16; CELLS],
    /// By the head of each string.
    liberties: [u16; CELLS],
    /// By the head of each string.
    stones: [u16; CELLS],
    empty: EmptyPoints,
    ko: Option<(Point, Color)>,
    key: u64,
    prisoners: ByColor<u32>,
}

const _: () = assert!(
    size_of::<Board>() < 12 * 1024,
    "a board is copied often and stays below 12 KB"
);

impl Board {
    /// The size.
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Content of a point.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point.index()]
    }

    /// Returns whether the point is on the board and without a stone.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// Head of the string of a stone: two stones belong to one string if and only if their heads are equal.
    /// The point must carry a stone.
    #[inline]
    pub fn head(&self, stone: Point) -> Point {
        debug_assert!(self.cell(stone).is_stone());
        Point::from_index(self.head[stone.index()])
    }

    /// Liberties of the string of a stone. O(1).
    #[inline]
    pub fn liberties(&self, stone: Point) -> u32 {
        debug_assert!(self.cell(stone).is_stone());
        u32::from(self.liberties[self.head[stone.index()] as usize])
    }

    /// Number of stones of the string of a stone. O(1).
    #[inline]
    pub fn string_size(&self, stone: Point) -> u32 {
        debug_assert!(self.cell(stone).is_stone());
        u32::from(self.stones[self.head[stone.index()] as usize])
    }

    /// The stones of a string, its head first. O(stones).
    #[inline]
    pub fn string(&self, stone: Point) -> impl Iterator<Item = Point> + Clone + '_ {
        let head = self.head[stone.index()];
        std::iter::successors(Some(head), move |&s| self.after(s, head)).map(Point::from_index)
    }

    /// The stone after that one in a ring, unless it is the first one.
    #[inline]
    fn after(&self, stone: u16, first: u16) -> Option<u16> {
        Some(self.next[stone as usize]).filter(|&next| next != first)
    }

    /// One stone of each string of either colour, its head, in the order of the points. O(points).
    #[inline]
    pub fn strings(&self) -> impl Iterator<Item = Point> + '_ {
        self.size
            .points()
            .filter(|&p| self.cell(p).is_stone() && self.head(p) == p)
    }

    /// Up to `N` liberties of the string of a stone, in the order of its stones. O(stones), less if
    /// they are found early.
    #[inline]
    pub fn first_liberties<const N: usize>(&self, stone: Point) -> ArrayVec<Point, N> {
        let wanted = (self.liberties(stone) as usize).min(N);
        let mut found = ArrayVec::new();
        for s in self.string(stone) {
            for n in s.neighbours() {
                if found.len() == wanted {
                    return found;
                }
                if self.is_empty(n) && !found.contains(&n) {
                    found.push(n);
                }
            }
        }
        found
    }

    /// All liberties of the string of a stone. O(stones).
    #[inline]
    pub fn liberty_set(&self, stone: Point) -> PointSet {
        let beside = self.string(stone).flat_map(Point::neighbours);
        beside.filter(|&n| self.is_empty(n)).collect()
    }

    /// Heads of the enemy strings next to the string of a stone, each once. O(stones).
    #[inline]
    pub fn adjacent_strings(&self, stone: Point) -> impl Iterator<Item = Point> + '_ {
        let color = self.cell(stone).color().expect("the point carries a stone");
        let mut seen = PointSet::EMPTY;
        self.string(stone)
            .flat_map(Point::neighbours)
            .filter(move |&n| self.cell(n).is(color.opposite()))
            .map(|n| self.head(n))
            .filter(move |&head| seen.insert(head))
    }

    /// Heads of the strings of a colour next to a point, each once.
    #[inline]
    pub fn strings_beside(&self, point: Point, color: Color) -> ArrayVec<Point, 4> {
        let mut heads = ArrayVec::new();
        for n in point.neighbours() {
            if self.cell(n).is(color) && !heads.contains(&self.head(n)) {
                heads.push(self.head(n));
            }
        }
        heads
    }

    /// Number of empty points beside a point.
    #[inline]
    pub fn empty_beside(&self, point: Point) -> u32 {
        let beside = point.neighbours().into_iter();
        beside.filter(|&n| self.is_empty(n)).count() as u32
    }

    /// The empty points, in an order that depends on the moves played. `nth` is O(1).
    #[inline]
    pub fn empty_points(&self) -> impl ExactSizeIterator<Item = Point> + Clone + '_ {
        self.empty.points().iter().copied()
    }

    /// The point closed by simple ko, and the colour that may not play there.
    #[inline]
    pub fn ko(&self) -> Option<(Point, Color)> {
        self.ko
    }

    /// Removes the ko, as a pass does; returns it for [`Board::set_ko`].
    #[inline]
    pub fn clear_ko(&mut self) -> Option<(Point, Color)> {
        self.ko.take()
    }

    /// Restores a ko that [`Board::clear_ko`] returned.
    #[inline]
    pub fn set_ko(&mut self, ko: Option<(Point, Color)>) {
        self.ko = ko;
    }

    /// Stones of each colour that have left the board.
    pub fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// Sets the stones of each colour that have left the board, where a game goes on from a position.
    pub fn set_prisoners(&mut self, prisoners: ByColor<u32>) {
        self.prisoners = prisoners;
    }

    /// Zobrist key of the stones, independent of the moves that led there. Swapping all colours swaps its
    /// halves: it becomes `key.rotate_left(32)`.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Zobrist key of the stones, the ko and the side to move. Swapping all colours, that of the side to move
    /// too, swaps its halves.
    pub fn situation_key(&self, to_move: Color) -> u64 {
        self.key ^ zobrist::side(to_move) ^ self.ko.map_or(0, |(point, color)| zobrist::ko(point, color))
    }

    /// A key that the turned and mirrored forms of a position on its board share: the smallest key of their
    /// stones and ko, with that of the side to move. O(points).
    pub fn symmetric_key(&self, to_move: Color) -> u64 {
        let (width, height) = (self.size().width(), self.size().height());
        // Bit 0 mirrors left and right, bit 1 up and down, bit 2 both axes of a square.
        let forms = if width == height { 8 } else { 4 };
        let turned = |point: Point, form: u8| {
            let mirrored = |is_mirrored: bool, at: u8, side: u8| if is_mirrored { side - 1 - at } else { at };
            let x = mirrored(form & 1 != 0, point.x(), width);
            let y = mirrored(form & 2 != 0, point.y(), height);
            let (x, y) = if form & 4 == 0 { (x, y) } else { (y, x) };
            Point::new(x, y)
        };
        let key = |form| {
            let stone = |p| Some(zobrist::stone(self.cell(p).color()?, turned(p, form)));
            let ko = self.ko.map(|(p, color)| zobrist::ko(turned(p, form), color));
            let keys = self.size.points().filter_map(stone).chain(ko);
            keys.fold(0, |all, key| all ^ key)
        };
        (0..forms).map(key).min().unwrap_or_default() ^ zobrist::side(to_move)
    }

    /// Zobrist key of the stones after a stone on an empty point. O(stones captured).
    pub fn key_after(&self, color: Color, point: Point) -> u64 {
        let string_key =
            |head: Point, color| self.string(head).fold(0, |key, s| key ^ zobrist::stone(color, s));
        let enemy = color.opposite();
        let mut key = self.key ^ zobrist::stone(color, point);
        if self.is_suicide(color, point) {
            for head in self.strings_beside(point, color) {
                key ^= string_key(head, color);
            }
            return key ^ zobrist::stone(color, point);
        }
        for head in self.strings_beside(point, enemy) {
            if self.liberties(head) == 1 {
                key ^= string_key(head, enemy);
            }
        }
        key
    }

    /// Returns whether a stone there would capture nothing and leave its string without liberties.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        let own = Cell::from(color);
        for n in point.neighbours() {
            match self.cell(n) {
                Cell::Empty => return false,
                Cell::Off => {}
                cell if (cell == own) != (self.liberties(n) == 1) => return false,
                _ => {}
            }
        }
        true
    }

    /// Returns whether the colour may play there under simple ko and without suicide.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && self.ko != Some((point, color)) && !self.is_suicide(color, point)
    }

    /// Returns whether the point is an eye that its owner should not fill. All neighbours are own stones, and
    /// the enemy has fewer than two of the diagonal points (at the edge none).
    #[inline]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let own = Cell::from(color);
        let is_other = |&n: &Point| self.cell(n) != own && self.cell(n) != Cell::Off;
        if !self.is_empty(point) || point.neighbours().iter().any(is_other) {
            return false;
        }
        let (mut enemy, mut off) = (0, 0);
        for d in point.diagonals() {
            match self.cell(d) {
                Cell::Off => off = 1,
                cell if cell.is(color.opposite()) => enemy += 1,
                _ => {}
            }
        }
        enemy + off < 2
    }
}
