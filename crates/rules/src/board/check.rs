// SPDX-License-Identifier: MIT OR Apache-2.0

//! Recounting a board for tests, comparing boards, and printing them.

use std::fmt;

use super::Board;
use crate::color::Cell;
use crate::point::{COLUMNS, Point, PointSet};
use crate::zobrist;

impl Board {
    /// Recomputes every count from the stones alone and compares. For tests; O(points * string).
    ///
    /// # Panics
    /// If a count differs.
    pub fn check_consistency(&self) {
        let mut key = 0;
        for p in self.size.points() {
            let Some(color) = self.cell(p).color() else {
                assert!(self.empty.has(p), "list of empty points");
                continue;
            };
            key ^= zobrist::stone(color, p);
            let mut string = PointSet::EMPTY;
            let mut open = vec![p];
            while let Some(s) = open.pop() {
                if string.insert(s) {
                    open.extend(s.neighbours().into_iter().filter(|&n| self.cell(n).is(color)));
                }
            }
            let linked: PointSet = self.string(p).collect();
            let has_head = |s| self.head(s) == self.head(p);
            assert!(string.iter().all(has_head), "head of the string at {p:?}");
            let beside = string.iter().flat_map(Point::neighbours);
            let liberties: PointSet = beside.filter(|&n| self.is_empty(n)).collect();
            let found = (linked, self.string_size(p) as usize, self.liberties(p) as usize);
            let expected = (string, string.len(), liberties.len());
            assert_eq!(
                found, expected,
                "stones, size and liberties of the string at {p:?}"
            );
        }
        assert_eq!(self.key, key, "key");
        let empty = self.size.points().filter(|&p| self.is_empty(p)).count();
        assert_eq!(self.empty_points().len(), empty, "number of empty points");
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
