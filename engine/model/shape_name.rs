// SPDX-License-Identifier: MIT OR Apache-2.0

//! Names of learned neighbourhoods, such as `Hane_21_0412`: what the move does among the eight points around
//! it, the number of points of the neighbourhood, and its place among all of that size in the file.

use std::fmt;
use std::sync::Arc;

use mkpat::{Cell, Offset};

/// The cells of a neighbourhood, as the file draws it: rows with `/` between, `*` the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture<'a>(pub(super) &'a str);

/// The points around a move, in the order of a clock hand.
const AROUND: [Offset; 8] = [
    Offset::new(0, -1),
    Offset::new(1, -1),
    Offset::new(1, 0),
    Offset::new(1, 1),
    Offset::new(0, 1),
    Offset::new(-1, 1),
    Offset::new(-1, 0),
    Offset::new(-1, -1),
];

impl<'a> Picture<'a> {
    pub(super) fn points(self) -> usize {
        let picture = self.0.split('@').next().unwrap_or_default();
        picture.bytes().filter(|&b| b != b'/').count()
    }

    pub(super) fn rows(self) -> impl Iterator<Item = &'a str> {
        self.0.split('/')
    }

    /// The cells with their letters, by offsets from the move.
    pub(super) fn cells(self) -> impl Iterator<Item = (Offset, u8)> {
        // The rows of a neighbourhood differ in length and have the same middle.
        let above = (self.rows().count() / 2) as i8;
        (-above..).zip(self.rows()).flat_map(|(dy, row)| {
            let left = (row.len() / 2) as i8;
            (-left..)
                .zip(row.bytes())
                .map(move |(dx, letter)| (Offset::new(dx, dy), letter))
        })
    }

    /// Letter of the cell at an offset from the move. `None` outside the picture.
    pub(super) fn letter(self, at: Offset) -> Option<u8> {
        self.cells().find(|cell| cell.0 == at).map(|cell| cell.1)
    }

    pub(super) fn content(self, at: Offset) -> Option<Cell> {
        self.letter(at).and_then(content)
    }

    /// What a move in the picture does, by the eight points around it, or by the nearest stones if these are
    /// empty.
    pub(super) fn kind(self) -> &'static str {
        let ring = AROUND.map(|at| self.content(at));
        let is = |i: usize, content| ring[i % 8] == Some(content);
        let sides = (0..8).step_by(2);
        let beside = |content| sides.clone().any(|i| is(i, content));
        let has_letter = |letter| sides.clone().any(|i| self.letter(AROUND[i]) == Some(letter));
        // A stone beside the move with a stone of ours at the next corner, which it touches, too.
        let has_own_at = |i: usize| is(i, Cell::Friend);
        let is_hane = sides
            .clone()
            .any(|i| is(i, Cell::Enemy) && (has_own_at(i + 1) || has_own_at(i + 7)));
        let is_push = sides.clone().any(|i| has_own_at(i) && is(i + 4, Cell::Enemy));
        let (own, enemy) = (groups(&ring, Cell::Friend), groups(&ring, Cell::Enemy));
        match (beside(Cell::Friend), beside(Cell::Enemy)) {
            _ if has_letter(b'0') => "Capture",
            (true, _) if has_letter(b'1') => "Escape",
            _ if has_letter(b'o') => "Atari",
            _ if own >= 2 && enemy >= 1 => "Connect",
            (true, _) if enemy >= 2 => "Cut",
            (false, true) if enemy >= 2 => "Wedge",
            (_, true) if is_hane => "Hane",
            (true, true) if is_push => "Push",
            (true, true) => "Turn",
            (true, false) => "Extend",
            (false, true) => "Contact",
            (false, false) if own > 0 => "Diagonal",
            (false, false) if enemy > 0 => "Shoulder",
            (false, false) => self.kind_of_lonely(),
        }
    }

    /// The kind where the points around the move have no stone.
    fn kind_of_lonely(self) -> &'static str {
        // Two lines away in a line, or a knight's move away.
        let has = |steps: i8, wanted| {
            let is_away =
                |at: Offset| at.dx.abs().max(at.dy.abs()) == 2 && at.dx.abs() + at.dy.abs() == steps;
            let mut cells = self.cells();
            cells.any(|(at, letter)| is_away(at) && content(letter) == Some(wanted))
        };
        match () {
            () if has(2, Cell::Friend) => "Jump",
            () if has(3, Cell::Friend) => "Knight",
            () if has(2, Cell::Enemy) || has(3, Cell::Enemy) => "Approach",
            () if self.0.bytes().any(|b| b"XxOo10".contains(&b)) => "Distant",
            () => "Open",
        }
    }
}

/// Content of a cell with a letter. `None` beyond the edge.
pub(super) fn content(letter: u8) -> Option<Cell> {
    match letter {
        b'X' | b'x' | b'1' => Some(Cell::Friend),
        b'O' | b'o' | b'0' => Some(Cell::Enemy),
        b'.' | b'*' => Some(Cell::Empty),
        _ => None,
    }
}

/// Number of groups of a content around a move: stones that follow each other around it are one.
fn groups(ring: &[Option<Cell>; 8], content: Cell) -> usize {
    let is = |i: usize| ring[i % 8] == Some(content);
    let all = (0..8).all(is);
    usize::from(all) + (0..8).filter(|&i| is(i) && !is(i + 7)).count()
}

/// The name of a neighbourhood: what a move there does, its size, and its place among all of that size; or
/// that of an entry of a database in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeName {
    /// What the move does.
    pub kind: &'static str,
    /// Number of points, the move included.
    pub points: u32,
    /// Place among all of that size in the file, counted from 1.
    pub place: u32,
    /// Name of the entry of a database that takes its place.
    pub entry: Option<Arc<str>>,
}

impl fmt::Display for ShapeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.entry {
            Some(entry) => f.write_str(entry),
            None => write!(f, "{}_{}_{:04}", self.kind, self.points, self.place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_moves_have_the_names_of_go() {
        let kinds = ".../.*O/.XX Hane, .../.*X/..O Extend, .../X*O/... Push, .O./X*X/... Connect, \
                     .O./.*X/.O. Cut, .O./.*./.O. Wedge, .../.*O/... Contact, X../.*./... Diagonal, \
                     O../.*./... Shoulder, .../.*0/.O1 Capture, .../.*1/.OO Escape, .../.*o/..X Atari, \
                     .O./.*X/... Turn, .../.*./... Open, .../.*./### Open";
        for row in kinds.split(", ") {
            let (picture, kind) = row.split_once(' ').expect("a picture and its kind");
            assert_eq!(Picture(picture).kind(), kind, "{picture}");
        }
    }

    #[test]
    fn larger_neighbourhoods_have_jumps_and_approaches() {
        // Rows of a neighbourhood of distance 4: the cells two lines away stand alone.
        for (picture, kind) in [
            ("X/.../..*../.../.", "Jump"),
            ("X../...../..*../...../...", "Knight"),
            ("./.../..*.O/.../.", "Approach"),
            ("./.../..*../.../.", "Open"),
        ] {
            assert_eq!(Picture(picture).kind(), kind, "{picture}");
        }
    }

    #[test]
    fn stones_all_around_are_one_group() {
        let ring = [Some(Cell::Enemy); 8];
        assert_eq!((groups(&ring, Cell::Enemy), groups(&ring, Cell::Friend)), (1, 0));
    }
}
