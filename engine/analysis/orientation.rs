// SPDX-License-Identifier: MIT OR Apache-2.0

//! The standard form of a position, so that results do not depend on its orientation and its colours.
//!
//! Readings have budgets and playouts have seeds: both may end otherwise in a position that is reflected or
//! whose colours are swapped. So one of the sixteen forms of a position is chosen and analysed, and the
//! results are mapped back to the position ([`MapBack`]). Only in a position that is symmetric itself may
//! symmetric points still get different results.
//!
//! The form is the first in the order of its points, and the analysis works on a newly built board. So no
//! status depends on the moves that led to the position either. Stones in the corners decide the form and
//! rarely change, so that most cached readings stay valid from move to move.

use katachi_rules::{Board, BoardSize, ByColor, Cell, Color, Point, PointMap, PointSet};

use crate::reading::{GroupOutcome, Judgement, LifeGrounds, Race, Reading, Verdict};

/// One of the eight turns and reflections of a board, with or without a swap of the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Orientation {
    /// Size of the original board.
    size: BoardSize,
    /// Rows become columns, after the flips.
    transposes: bool,
    flips_x: bool,
    flips_y: bool,
    swaps_colors: bool,
}

impl Orientation {
    pub(crate) fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        (0..16).map(move |bits| Self {
            size,
            transposes: bits & 1 != 0,
            flips_x: bits & 2 != 0,
            flips_y: bits & 4 != 0,
            swaps_colors: bits & 8 != 0,
        })
    }

    /// The orientation that leads to the standard form of a position: the first in the order of their points.
    pub(crate) fn new(board: &Board) -> Self {
        Self::all(board.size())
            .min_by(|a, b| a.signature(board).cmp(b.signature(board)))
            .expect("there are sixteen")
    }

    /// The cells of the transformed board, to be compared.
    fn signature(self, board: &Board) -> impl Iterator<Item = u8> + '_ {
        let size = self.transformed_size();
        let ko = board.ko().map(|(point, _)| point);
        let sides = [size.width(), size.height()];
        let cells = size.points().map(move |to| {
            let from = self.original_point(to);
            let cell = match board.cell(from).color().map(|c| self.color(c)) {
                None => 0,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
            cell | u8::from(ko == Some(from)) << 2
        });
        sides.into_iter().chain(cells)
    }

    pub(super) fn size(self) -> BoardSize {
        self.size
    }

    /// Columns and rows of the transformed board.
    fn transformed_size(self) -> BoardSize {
        match self.transposes {
            true => BoardSize::new(self.size.height(), self.size.width()).expect("sides of a board"),
            false => self.size,
        }
    }

    /// The point of the transformed board for a point of the original one.
    pub(crate) fn point(self, point: Point) -> Point {
        let flipped = self.flipped(point.x(), point.y());
        match self.transposes {
            true => Point::new(flipped.y(), flipped.x()),
            false => flipped,
        }
    }

    /// The point of the original board for a point of the transformed one.
    fn original_point(self, point: Point) -> Point {
        let (x, y) = match self.transposes {
            true => (point.y(), point.x()),
            false => (point.x(), point.y()),
        };
        self.flipped(x, y)
    }

    fn flipped(self, x: u8, y: u8) -> Point {
        let flip = |flips, at, side: u8| if flips { side - 1 - at } else { at };
        let x = flip(self.flips_x, x, self.size.width());
        Point::new(x, flip(self.flips_y, y, self.size.height()))
    }

    /// The points of the transformed board for points of the original one.
    pub(crate) fn set(self, points: &PointSet) -> PointSet {
        points.iter().map(|p| self.point(p)).collect()
    }

    /// The colour on one board for a colour on the other.
    pub(crate) fn color(self, color: Color) -> Color {
        match self.swaps_colors {
            true => color.opposite(),
            false => color,
        }
    }

    pub(crate) fn map_back<T: MapBack>(self, value: T) -> T {
        value.map_back(self)
    }

    pub(crate) fn board(self, board: &Board) -> Board {
        let mut transformed = Board::new(self.transformed_size());
        let stones = board.size().points().filter_map(|p| match board.cell(p) {
            Cell::Empty => None,
            cell => cell.color().map(|color| (self.point(p), self.color(color))),
        });
        transformed
            .set_stones(stones)
            .expect("a transformed position is as legal as before");
        transformed.set_ko(board.ko().map(|(p, color)| (self.point(p), self.color(color))));
        transformed
    }
}

/// A value about a transformed position that can be mapped back to the original one.
pub(crate) trait MapBack {
    fn map_back(self, orientation: Orientation) -> Self;
}

/// Implements [`MapBack`] for a struct, by the fields that have points or colours in them.
macro_rules! map_back {
    ($type:ident: $($field:ident),*) => {
        impl $crate::analysis::orientation::MapBack for $type {
            // Some structs have no other fields.
            #[allow(clippy::needless_update)]
            fn map_back(self, orientation: $crate::analysis::orientation::Orientation) -> Self {
                Self {
                    $($field: orientation.map_back(self.$field),)*
                    ..self
                }
            }
        }
    };
}
pub(super) use map_back;

map_back!(GroupOutcome: grounds, uncounted);
map_back!(Judgement: reading);
map_back!(Race: point);
map_back!(Reading: point);

/// Implements [`MapBack`] for types without points and colours.
macro_rules! as_it_is {
    ($($type:ty),*) => {
        $(impl MapBack for $type {
            fn map_back(self, _: Orientation) -> Self {
                self
            }
        })*
    };
}
as_it_is!(String, Verdict, u32);

impl MapBack for LifeGrounds {
    fn map_back(self, orientation: Orientation) -> Self {
        match self {
            Self::Captured | Self::NoRoom => self,
            Self::Eyes(points) => Self::Eyes(orientation.map_back(points)),
            Self::Open(points) => Self::Open(orientation.map_back(points)),
            Self::Friend(points) => Self::Friend(orientation.map_back(points)),
        }
    }
}

impl MapBack for Point {
    fn map_back(self, orientation: Orientation) -> Self {
        orientation.original_point(self)
    }
}

impl MapBack for Color {
    fn map_back(self, orientation: Orientation) -> Self {
        orientation.color(self)
    }
}

impl MapBack for PointSet {
    fn map_back(self, orientation: Orientation) -> Self {
        self.iter().map(|p| orientation.original_point(p)).collect()
    }
}

impl<T: MapBack> MapBack for Option<T> {
    fn map_back(self, orientation: Orientation) -> Self {
        self.map(|value| value.map_back(orientation))
    }
}

impl<T: MapBack> MapBack for Vec<T> {
    fn map_back(self, orientation: Orientation) -> Self {
        let values = self.into_iter();
        values.map(|value| value.map_back(orientation)).collect()
    }
}

impl<A: MapBack, B: MapBack> MapBack for (A, B) {
    fn map_back(self, orientation: Orientation) -> Self {
        (self.0.map_back(orientation), self.1.map_back(orientation))
    }
}

impl<T: MapBack> MapBack for ByColor<T> {
    fn map_back(self, orientation: Orientation) -> Self {
        let (black, white) = (self.black.map_back(orientation), self.white.map_back(orientation));
        let (black, white) = if orientation.swaps_colors {
            (white, black)
        } else {
            (black, white)
        };
        Self { black, white }
    }
}

impl<T: MapBack + Copy> MapBack for PointMap<Option<T>> {
    fn map_back(self, orientation: Orientation) -> Self {
        let mut mapped = Self::filled(None);
        for p in orientation.size.points() {
            mapped[p] = self[orientation.point(p)].map_back(orientation);
        }
        mapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_position_has_the_same_standard_form() {
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
            let transformed = form.board(&board);
            let same = Orientation::new(&transformed).board(&transformed);
            assert_eq!((same.size(), same.key()), (first.size(), first.key()), "{form:?}");
            for p in board.size().points() {
                assert_eq!(form.map_back(form.point(p)), p);
                assert_eq!(
                    transformed.cell(form.point(p)).color(),
                    board.cell(p).color().map(|c| form.color(c))
                );
            }
        }
    }
}
