// SPDX-License-Identifier: MIT OR Apache-2.0

//! Points, board sizes and coordinates.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::Serialize;

/// Longest side of a board.
pub const MAX_SIDE: u8 = 25;
/// Cells per row of the padded arrays: the longest row and one border cell. The border cell ends its row and
/// begins the next.
pub(crate) const STRIDE: usize = MAX_SIDE as usize + 1;
/// Cells of a padded array: a border row above and below, and the last corner's diagonal neighbour.
pub(crate) const CELLS: usize = STRIDE * (MAX_SIDE as usize + 2) + 1;

/// A point of the board, or of the border of one point around it, as an index into padded arrays.
/// The stride is the same for every board size, so steps between points are constants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Point(u16);

const _: () = assert!(size_of::<Point>() == 2 && CELLS <= u16::MAX as usize);

impl Point {
    /// The point in column `x` from the left and row `y` from the top, both counted from 0.
    ///
    /// # Panics
    /// If a coordinate is 25 or more.
    #[track_caller]
    pub const fn new(x: u8, y: u8) -> Self {
        assert!(x < MAX_SIDE && y < MAX_SIDE, "coordinates are below 25");
        Self(((y as usize + 1) * STRIDE + x as usize + 1) as u16)
    }

    /// The point with an index returned by [`Point::index`], for compact storage.
    #[inline]
    pub const fn from_index(index: u16) -> Self {
        debug_assert!((index as usize) < CELLS);
        Self(index)
    }

    /// Index of the point in padded arrays, below 2^16 and the same on every board. 0 is never a point of the
    /// board.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column from the left, counted from 0. For a point of the board.
    #[inline]
    pub const fn x(self) -> u8 {
        (self.0 as usize % STRIDE) as u8 - 1
    }

    /// Row from the top, counted from 0. For a point of the board.
    #[inline]
    pub const fn y(self) -> u8 {
        (self.0 as usize / STRIDE) as u8 - 1
    }

    #[inline]
    const fn step(self, by: isize) -> Self {
        Self((self.0 as isize + by) as u16)
    }

    /// The points above, left, right and below, border points among them. For a point of the board.
    #[inline]
    pub const fn neighbours(self) -> [Self; 4] {
        let s = STRIDE as isize;
        [self.step(-s), self.step(-1), self.step(1), self.step(s)]
    }

    /// The four diagonal neighbours, border points among them. For a point of the board.
    #[inline]
    pub const fn diagonals(self) -> [Self; 4] {
        let s = STRIDE as isize;
        [
            self.step(-s - 1),
            self.step(-s + 1),
            self.step(s - 1),
            self.step(s + 1),
        ]
    }

    /// Number of steps along lines to another point.
    #[inline]
    pub const fn distance(self, other: Self) -> u32 {
        self.x().abs_diff(other.x()) as u32 + self.y().abs_diff(other.y()) as u32
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y] = [self.index() % STRIDE, self.index() / STRIDE].map(|i| i as i32 - 1);
        write!(f, "Point({x},{y})")
    }
}

/// A turn: a stone or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on that point.
    Play(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point of a stone.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass => None,
        }
    }
}

/// Columns and rows of a board, each 1..=25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct BoardSize {
    width: u8,
    height: u8,
}

impl BoardSize {
    /// A board of `width` columns and `height` rows; none if a side is not in 1..=25.
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
            return None;
        }
        Some(Self { width, height })
    }

    /// A square board.
    ///
    /// # Panics
    /// If the side is not in 1..=25.
    #[track_caller]
    pub const fn square(side: u8) -> Self {
        match Self::new(side, side) {
            Some(size) => size,
            None => panic!("a board has 1 to 25 lines"),
        }
    }

    /// Reads `19`, or `WIDTHxHEIGHT`. None if a side is not in 1..=25.
    ///
    /// ```
    /// use katachi_rules::BoardSize;
    /// assert_eq!(BoardSize::parse("9"), Some(BoardSize::square(9)));
    /// assert_eq!(BoardSize::parse("19x13"), BoardSize::new(19, 13));
    /// assert_eq!(BoardSize::parse("26"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        Self::new(width.parse().ok()?, height.parse().ok()?)
    }

    /// Columns.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Rows.
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The point in column `x` and row `y` from the top left, counted from 0, if it is on the board.
    #[inline]
    pub fn point(self, x: i32, y: i32) -> Option<Point> {
        let on_board = (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
        on_board.then(|| Point::new(x as u8, y as u8))
    }

    /// The point `dx` columns to the right of `from` and `dy` rows below it, if it is on the board.
    #[inline]
    pub fn offset(self, from: Point, dx: i32, dy: i32) -> Option<Point> {
        self.point(i32::from(from.x()) + dx, i32::from(from.y()) + dy)
    }

    /// Returns whether it is a point of this board.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        let (column, row) = (point.index() % STRIDE, point.index() / STRIDE);
        column >= 1 && column <= self.width as usize && row >= 1 && row <= self.height as usize
    }

    /// All points, row by row from the top left.
    #[inline]
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Point::new(x, y)))
    }

    /// Lines from the point to the nearest edge, 0 on the edge itself.
    #[inline]
    pub fn line(self, point: Point) -> u8 {
        let (x, y) = (point.x(), point.y());
        x.min(y).min(self.width - 1 - x).min(self.height - 1 - y)
    }

    /// The name of a point in GTP: column letter without I, row from the bottom: `D4`.
    pub fn vertex(self, point: Point) -> Vertex {
        Vertex {
            column: COLUMNS[point.x() as usize],
            row: self.height - point.y(),
        }
    }

    /// Reads a GTP vertex such as `D4` in any case. `None` if it is no point of this board.
    pub fn parse_vertex(self, text: &str) -> Option<Point> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let x = COLUMNS.iter().position(|&c| c == letter)?;
        let digits = &text[1..];
        let is_number = digits.bytes().all(|b| b.is_ascii_digit());
        let row: u8 = digits.parse().ok().filter(|_| is_number)?;
        self.point(x as i32, i32::from(self.height) - i32::from(row))
    }

    /// Reads a vertex or `pass`, in any case.
    pub fn parse_move(self, text: &str) -> Option<Move> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Move::Pass);
        }
        self.parse_vertex(text).map(Move::Play)
    }

    /// `D4` or `pass`.
    pub fn show(self, mv: Move) -> String {
        match mv {
            Move::Play(point) => self.vertex(point).to_string(),
            Move::Pass => "pass".to_string(),
        }
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// Letters of the columns, without I.
pub const COLUMNS: [u8; MAX_SIDE as usize] = *b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The name of a point, for printing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    column: u8,
    row: u8,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.column as char, self.row))
    }
}

/// A value for each point, border included. O(1) access.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PointMap<T>([T; CELLS]);

impl<T: Copy> PointMap<T> {
    /// The same value everywhere.
    #[inline]
    pub const fn filled(value: T) -> Self {
        Self([value; CELLS])
    }
}

impl<T> Index<Point> for PointMap<T> {
    type Output = T;
    #[inline]
    fn index(&self, point: Point) -> &T {
        &self.0[point.index()]
    }
}

impl<T> IndexMut<Point> for PointMap<T> {
    #[inline]
    fn index_mut(&mut self, point: Point) -> &mut T {
        &mut self.0[point.index()]
    }
}

impl<T> fmt::Debug for PointMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PointMap(..)")
    }
}

const WORDS: usize = CELLS.div_ceil(64);

/// A set of points. O(1) membership, iteration in the order of the board.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No points.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds a point; true if it was new.
    #[inline]
    pub fn insert(&mut self, point: Point) -> bool {
        let (word, bit) = (point.index() / 64, 1u64 << (point.index() % 64));
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Removes a point.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1u64 << (point.index() % 64));
    }

    /// Returns whether the point is in the set.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] & (1u64 << (point.index() % 64)) != 0
    }

    /// Number of points.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Returns whether the sets share a point.
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Keeps the points for which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(Point) -> bool) {
        let all = *self;
        for point in all.iter().filter(|&p| !keep(p)) {
            self.remove(point);
        }
    }

    /// Adds all points of another set.
    pub fn extend_with(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// The points, row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| {
                Some(w & (w - 1)).filter(|&w| w != 0)
            })
            .map(move |w| Point::from_index((i * 64) as u16 + w.trailing_zeros() as u16))
        })
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        set.extend(points);
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_count_rows_from_the_bottom_and_leave_out_i() {
        let size = BoardSize::new(19, 13).unwrap();
        assert_eq!(size.vertex(Point::new(0, 0)).to_string(), "A13");
        assert_eq!(size.vertex(Point::new(8, 12)).to_string(), "J1");
        assert_eq!(size.parse_vertex("j1"), Some(Point::new(8, 12)));
        for bad in ["", "I5", "A0", "A14", "U1", "5", "A+1", "A1x", "é1", "A999999999"] {
            assert_eq!(size.parse_vertex(bad), None, "{bad}");
        }
        for point in size.points() {
            assert_eq!(size.parse_vertex(&size.vertex(point).to_string()), Some(point));
        }
        assert_eq!(size.parse_move("PaSS"), Some(Move::Pass));
    }

    #[test]
    fn sides_of_a_board_are_1_to_25_and_its_points_are_inside() {
        for (width, height, is_board) in [
            (1, 1, true),
            (25, 25, true),
            (0, 9, false),
            (9, 0, false),
            (26, 9, false),
            (9, 26, false),
        ] {
            let found = BoardSize::new(width, height).is_some();
            assert_eq!(found, is_board, "{width}x{height}");
        }
        let size = BoardSize::new(5, 3).unwrap();
        assert_eq!((size.width(), size.height(), size.area()), (5, 3, 15));
        assert_eq!(size.points().last(), Some(Point::new(4, 2)));
        for (x, y) in [(-1, 0), (0, -1), (5, 0), (0, 3)] {
            assert_eq!(size.point(x, y), None, "{x}, {y}");
        }
        for (x, y) in [(5, 0), (0, 3), (5, 3)] {
            assert!(!size.contains(Point::new(x, y)), "{x}, {y}");
        }
        assert!(size.points().all(|p| size.contains(p)));
        let border = size
            .points()
            .flat_map(|p| p.neighbours().into_iter().chain(p.diagonals()));
        let outside: PointSet = border.filter(|&p| !size.contains(p)).collect();
        assert_eq!(outside.len(), 2 * (5 + 3) + 4);
    }

    #[test]
    fn steps_and_distances_count_columns_and_rows() {
        let (size, at) = (BoardSize::new(19, 13).unwrap(), Point::new(6, 4));
        assert_eq!((at.x(), at.y(), format!("{at:?}").as_str()), (6, 4, "Point(6,4)"));
        assert_eq!(Point::from_index(at.index() as u16), at);
        let point = |(x, y)| Point::new(x, y);
        assert_eq!(at.neighbours(), [(6, 3), (5, 4), (7, 4), (6, 5)].map(point));
        assert_eq!(at.diagonals(), [(5, 3), (7, 3), (5, 5), (7, 5)].map(point));
        assert_eq!(size.offset(at, 12, 8), Some(Point::new(18, 12)));
        assert_eq!(size.offset(at, -6, -4), Some(Point::new(0, 0)));
        for (dx, dy) in [(13, 0), (-7, 0), (0, 9), (0, -5)] {
            assert_eq!(size.offset(at, dx, dy), None, "{dx}, {dy}");
        }
        assert_eq!(at.distance(Point::new(9, 2)), 5);
        assert_eq!(Point::new(9, 2).distance(at), 5);
        assert_eq!(at.distance(at), 0);
        assert_eq!((Move::Play(at).point(), Move::Pass.point()), (Some(at), None));
        let found = [Move::Play(at), Move::Pass].map(|mv| size.show(mv));
        assert_eq!(found, ["G9", "pass"]);
    }

    #[test]
    fn the_line_of_a_point_is_its_distance_from_the_nearest_edge() {
        let size = BoardSize::new(7, 5).unwrap();
        let lines: Vec<_> = size.points().map(|p| size.line(p)).collect();
        #[rustfmt::skip]
        assert_eq!(lines, [
            0, 0, 0, 0, 0, 0, 0,
            0, 1, 1, 1, 1, 1, 0,
            0, 1, 2, 2, 2, 1, 0,
            0, 1, 1, 1, 1, 1, 0,
            0, 0, 0, 0, 0, 0, 0,
        ]);
    }

    #[test]
    fn sets_of_points_are_those_of_the_standard_library() {
        use std::collections::BTreeSet;
        let size = BoardSize::square(25);
        // Every third and every fifth point.
        let every = |step| size.points().step_by(step);
        let (mut a, mut plain): (PointSet, BTreeSet<Point>) = (every(3).collect(), every(3).collect());
        let b: PointSet = every(5).collect();
        let same = |set: &PointSet, plain: &BTreeSet<Point>| {
            assert!(set.iter().eq(plain.iter().copied()));
            assert_eq!((set.len(), set.is_empty()), (plain.len(), plain.is_empty()));
            assert!(size.points().all(|p| set.contains(p) == plain.contains(&p)));
        };
        same(&a, &plain);
        for point in every(7) {
            assert_eq!(a.insert(point), plain.insert(point));
        }
        same(&a, &plain);
        a.extend_with(&b);
        plain.extend(every(5));
        same(&a, &plain);
        assert!(a.intersects(&b) && b.intersects(&a));
        for point in every(5).chain(every(2)) {
            a.remove(point);
            plain.remove(&point);
        }
        same(&a, &plain);
        assert!(!a.intersects(&b) && !b.intersects(&a));
        a.retain(|p| p.x() < 9);
        plain.retain(|p| p.x() < 9);
        same(&a, &plain);
        a.retain(|_| false);
        same(&a, &BTreeSet::new());
        assert_eq!(a, PointSet::EMPTY);
        a.insert(Point::new(1, 0));
        a.insert(Point::new(0, 2));
        assert_eq!(format!("{a:?}"), "{Point(1,0), Point(0,2)}");
    }
}
