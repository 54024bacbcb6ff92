// SPDX-License-Identifier: MIT OR Apache-2.0

//! How a position is turned before it is analysed, so that the results do not depend on its orientation and colours.
//!
//! Readings have budgets and playouts have seeds: both may end otherwise in a position that is turned or whose
//! colours are swapped. So one of the sixteen forms of a position is chosen and analysed, and the results are
//! turned back. Only in a position that is symmetric itself may symmetric points still get different results.
//!
//! The form is the first in the order of its points, and the analysis works on a newly built board. So no status
//! depends on the moves that led to the position either. Stones in the corners decide the form and rarely change, so
//! that most cached readings stay valid from move to move.

use katachi_rules::{Board, BoardSize, Cell, Color, Point, PointMap, PointSet};

/// One of the eight turns and reflections of a board, with or without a swap of the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Orientation {
    /// Of the board that is turned.
    size: BoardSize,
    /// Rows become columns, after the flips.
    transposes: bool,
    flips_x: bool,
    flips_y: bool,
    swaps_colors: bool,
}

impl Orientation {
    /// All orientations of a board.
    pub(crate) fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        (0..16).map(move |bits| Self {
            size,
            transposes: bits & 1 != 0,
            flips_x: bits & 2 != 0,
            flips_y: bits & 4 != 0,
            swaps_colors: bits & 8 != 0,
        })
    }

    /// The orientation in which all forms of the position look the same: the first in the order of their points.
    /// Stones far from the corners rarely change it, so that it is often that of the position before.
    pub(crate) fn new(board: &Board) -> Self {
        Self::all(board.size())
            .min_by(|a, b| a.signature(board).cmp(b.signature(board)))
            .expect("there are sixteen")
    }

    /// What the turned board looks like, to be compared.
    fn signature(self, board: &Board) -> impl Iterator<Item = u8> + '_ {
        let size = self.turned_size();
        let ko = board.ko().map(|(point, _)| point);
        let sides = [size.width(), size.height()];
        let cells = size.points().map(move |to| {
            let from = self.back(to);
            let cell = match board.cell(from).color().map(|c| self.color(c)) {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
            cell | u8::from(ko == Some(from)) << 2
        });
        sides.into_iter().chain(cells)
    }

    /// Columns and rows of the turned board.
    pub(crate) fn turned_size(self) -> BoardSize {
        if self.transposes {
            BoardSize::new(self.size.height(), self.size.width()).expect("sides are those of a board")
        } else {
            self.size
        }
    }

    /// Where a point of the board goes.
    pub(crate) fn point(self, point: Point) -> Point {
        let flip = |flips, at, side: u8| if flips { side - 1 - at } else { at };
        let x = flip(self.flips_x, point.x(), self.size.width());
        let y = flip(self.flips_y, point.y(), self.size.height());
        if self.transposes {
            Point::new(y, x)
        } else {
            Point::new(x, y)
        }
    }

    /// Where a point of the turned board comes from.
    pub(crate) fn back(self, point: Point) -> Point {
        let (x, y) = if self.transposes {
            (point.y(), point.x())
        } else {
            (point.x(), point.y())
        };
        let flip = |flips, at, side: u8| if flips { side - 1 - at } else { at };
        Point::new(
            flip(self.flips_x, x, self.size.width()),
            flip(self.flips_y, y, self.size.height()),
        )
    }

    /// The same points after the turn.
    pub(crate) fn set(self, points: &PointSet) -> PointSet {
        points.iter().map(|p| self.point(p)).collect()
    }

    /// The same points before the turn.
    pub(crate) fn set_back(self, points: &PointSet) -> PointSet {
        points.iter().map(|p| self.back(p)).collect()
    }

    /// What a colour becomes, and also what it was.
    pub(crate) fn color(self, color: Color) -> Color {
        if self.swaps_colors {
            color.opposite()
        } else {
            color
        }
    }

    /// Whose the points are, before the turn.
    pub(crate) fn owners_back(self, turned: &PointMap<Option<Color>>) -> PointMap<Option<Color>> {
        let mut owners = PointMap::filled(None);
        for p in self.size.points() {
            owners[p] = turned[self.point(p)].map(|color| self.color(color));
        }
        owners
    }

    /// The turned position.
    pub(crate) fn board(self, board: &Board) -> Board {
        let mut turned = Board::new(self.turned_size());
        let stones = board.size().points().filter_map(|p| match board.cell(p) {
            Cell::Empty => None,
            cell => cell.color().map(|color| (self.point(p), self.color(color))),
        });
        turned
            .set_stones(stones)
            .expect("a turned position is as legal as before");
        turned.set_ko(board.ko().map(|(p, color)| (self.point(p), self.color(color))));
        turned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_position_is_turned_to_the_same() {
        let board = Board::from_diagram(
            ". . X . .
             O . . X .
             . O . . .
             . . . . X
             . . . . .
             X . . O .",
        );
        let first = Orientation::new(&board).board(&board);
        for form in Orientation::all(board.size()) {
            let turned = form.board(&board);
            let same = Orientation::new(&turned).board(&turned);
            assert_eq!((same.size(), same.key()), (first.size(), first.key()), "{form:?}");
            for p in board.size().points() {
                assert_eq!(form.back(form.point(p)), p);
                assert_eq!(
                    turned.cell(form.point(p)).color(),
                    board.cell(p).color().map(|c| form.color(c))
                );
            }
        }
    }
}
