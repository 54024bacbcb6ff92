// SPDX-License-Identifier: MIT OR Apache-2.0

//! Making positions: empty boards, diagrams, adding and removing stones; comparing and printing them.

use std::fmt;

use super::play::NO_HEAD;
use super::{Board, EmptyPoints};
use crate::color::{ByColor, Cell, Color};
use crate::point::{BoardSize, CELLS, COLUMNS, Point, PointSet};

impl Board {
    /// A board without stones.
    pub fn new(size: BoardSize) -> Self {
        let mut board = Self {
            size,
            cells: [Cell::Off; CELLS],
            head: [NO_HEAD; CELLS],
            next: [0; CELLS],
            liberties: [0; CELLS],
            stones: [0; CELLS],
            empty: EmptyPoints::new(),
            ko: None,
            key: 0,
            prisoners: ByColor::default(),
        };
        for point in size.points() {
            board.cells[point.index()] = Cell::Empty;
            board.empty.push(point);
        }
        board
    }

    /// A position from rows of `.`, `X` (Black) and `O` (White), top row first; spaces do not count.
    ///
    /// # Panics
    /// If the rows do not form a board, or if a string has no liberty. For tests and examples;
    /// [`Board::set_stones`] is for positions from outside.
    #[track_caller]
    pub fn from_diagram(diagram: &str) -> Self {
        let rows = diagram
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect());
        let rows: Vec<Vec<char>> = rows.filter(|row: &Vec<_>| !row.is_empty()).collect();
        let width = rows.first().map_or(0, Vec::len);
        let are_even = rows.iter().all(|row| row.len() == width);
        assert!(are_even, "rows of a diagram are of one length");
        let size = BoardSize::new(width as u8, rows.len() as u8).expect("a board has 1 to 25 lines");
        let stones: Vec<_> = size
            .points()
            .filter_map(|p| match rows[p.y() as usize][p.x() as usize] {
                'X' => Some((p, Color::Black)),
                'O' => Some((p, Color::White)),
                '.' => None,
                other => panic!("a diagram has '.', 'X' and 'O', not '{other}'"),
            })
            .collect();
        let mut board = Self::new(size);
        board
            .set_stones(stones)
            .expect("every string of a diagram has a liberty");
        board
    }

    /// Puts stones on empty points, without captures.
    ///
    /// # Errors
    /// The first point that is off the board, occupied, or without a liberty; the board is then unchanged.
    pub fn set_stones(&mut self, stones: impl IntoIterator<Item = (Point, Color)>) -> Result<(), Point> {
        let mut cells = self.cells;
        for (point, color) in stones {
            if !self.size.contains(point) || cells[point.index()] != Cell::Empty {
                return Err(point);
            }
            cells[point.index()] = color.into();
        }
        self.rebuild(cells)
    }

    /// Removes the stones of these points, without any other effect.
    pub fn remove_stones(&mut self, points: &PointSet) {
        let mut cells = self.cells;
        for point in points.iter().filter(|&p| self.size.contains(p)) {
            cells[point.index()] = Cell::Empty;
        }
        self.rebuild(cells)
            .expect("strings only gain liberties when stones go");
    }

    fn rebuild(&mut self, cells: [Cell; CELLS]) -> Result<(), Point> {
        let mut board = Self::new(self.size);
        for point in self.size.points() {
            if let Some(color) = cells[point.index()].color() {
                let _ = board.put(color, point);
            }
        }
        // While the stones are added one by one, the count of a string may be 0 for a moment; the final count
        // is exact.
        let is_dead = |&p: &Point| board.cell(p).is_stone() && board.liberties(p) == 0;
        if let Some(point) = self.size.points().find(is_dead) {
            return Err(point);
        }
        board.prisoners = self.prisoners;
        *self = board;
        Ok(())
    }
}

/// Compares stones and ko, not prisoners or the order of the empty points.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.ko == other.ko && self.cells == other.cells
    }
}

impl Eq for Board {}

/// Rows of `.`, `X` and `O`, top row first, as [`Board::from_diagram`] reads them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.size.height() {
            for x in 0..self.size.width() {
                let mark = match self.cell(Point::new(x, y)) {
                    Cell::Black => 'X',
                    Cell::White => 'O',
                    Cell::Empty | Cell::Off => '.',
                };
                write!(f, "{}{mark}", if x == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = COLUMNS[..self.size.width() as usize].iter();
        let columns: String = columns.map(|&c| c as char).collect();
        let Self { size, ko, .. } = self;
        write!(f, "Board {size} columns {columns}, ko {ko:?}\n{self}")
    }
}
