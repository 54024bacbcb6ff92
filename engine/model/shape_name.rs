// SPDX-License-Identifier: MIT OR Apache-2.0

//! Names of learned neighbourhoods, such as `Hane_21_0412`: what the move does among the eight points around
//! it, the number of points of the neighbourhood, and its place among all of that size in the file.

use std::fmt;
use std::sync::Arc;

/// The cells of a neighbourhood, as the file draws it: rows with `/` between, `*` the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picture<'a>(&'a str);

/// A stone of either side, or the edge, in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Content {
    Own,
    Enemy,
    Edge,
}

/// Columns to the right and rows down of the points around a move, in the order of a clock hand.
const AROUND: [(i32, i32); 8] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];

impl<'a> Picture<'a> {
    /// The picture of a line of the file.
    pub(super) fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// The rows with `/` between.
    pub(super) fn text(self) -> &'a str {
        self.0
    }

    pub(super) fn points(self) -> usize {
        let picture = self.0.split('@').next().unwrap_or_default();
        picture.bytes().filter(|&b| b != b'/').count()
    }

    pub(super) fn rows(self) -> impl Iterator<Item = &'a str> {
        self.0.split('/')
    }

    /// Letter of the cell at an offset from the move. `None` outside the picture.
    fn letter(self, dx: i32, dy: i32) -> Option<u8> {
        // The rows of a neighbourhood differ in length and have the same middle.
        let rows: Vec<&str> = self.0.split('/').collect();
        let row = rows.get(usize::try_from(rows.len() as i32 / 2 + dy).ok()?)?;
        let column = usize::try_from(row.len() as i32 / 2 + dx).ok()?;
        row.as_bytes().get(column).copied()
    }

    fn content(self, dx: i32, dy: i32) -> Option<Content> {
        match self.letter(dx, dy)? {
            b'X' | b'x' | b'1' => Some(Content::Own),
            b'O' | b'o' | b'0' => Some(Content::Enemy),
            b'#' => Some(Content::Edge),
            _ => None,
        }
    }

    /// What a move in the picture does, by the eight points around it, or by the nearest stones if these are
    /// empty.
    pub(super) fn kind(self) -> &'static str {
        let ring = AROUND.map(|(dx, dy)| self.content(dx, dy));
        let is = |i: usize, content| ring[i % 8] == Some(content);
        let beside = |content| (0..8).step_by(2).any(|i| is(i, content));
        let has_letter = |letter| {
            (0..8)
                .step_by(2)
                .any(|i| self.letter(AROUND[i].0, AROUND[i].1) == Some(letter))
        };
        // A stone beside the move with a stone of ours at the next corner, which it touches, too.
        let is_hane = (0..8)
            .step_by(2)
            .any(|i| is(i, Content::Enemy) && (is(i + 1, Content::Own) || is(i + 7, Content::Own)));
        let is_push = (0..8)
            .step_by(2)
            .any(|i| is(i, Content::Own) && is(i + 4, Content::Enemy));
        let (own, enemy) = (groups(&ring, Content::Own), groups(&ring, Content::Enemy));
        match (beside(Content::Own), beside(Content::Enemy)) {
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
        let straight = [(0, 2), (2, 0), (0, -2), (-2, 0)];
        let is_knight = |&(x, y): &(i32, i32)| x.abs() + y.abs() == 3 && x != 0 && y != 0;
        let square = (-2..=2).flat_map(|y| (-2..=2).map(move |x| (x, y)));
        let knight: Vec<(i32, i32)> = square.filter(is_knight).collect();
        let has =
            |places: &[(i32, i32)], content| places.iter().any(|&(x, y)| self.content(x, y) == Some(content));
        match () {
            () if has(&straight, Content::Own) => "Jump",
            () if has(&knight, Content::Own) => "Knight",
            () if has(&straight, Content::Enemy) || has(&knight, Content::Enemy) => "Approach",
            () if self.0.bytes().any(|b| b"XxOo10".contains(&b)) => "Distant",
            () => "Open",
        }
    }
}

/// Number of groups of a content around a move: stones that follow each other around it are one.
fn groups(ring: &[Option<Content>; 8], content: Content) -> usize {
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
        let Self {
            kind,
            points,
            place,
            entry,
        } = self;
        match entry {
            Some(entry) => f.write_str(entry),
            None => write!(f, "{kind}_{points}_{place:04}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_moves_have_the_names_of_go() {
        for (picture, kind) in [
            (".../.*O/.XX", "Hane"),
            (".../.*X/..O", "Extend"),
            (".../X*O/...", "Push"),
            (".O./X*X/...", "Connect"),
            (".O./.*X/.O.", "Cut"),
            (".O./.*./.O.", "Wedge"),
            (".../.*O/...", "Contact"),
            ("X../.*./...", "Diagonal"),
            ("O../.*./...", "Shoulder"),
            (".../.*0/.O1", "Capture"),
            (".../.*1/.OO", "Escape"),
            (".../.*o/..X", "Atari"),
            (".O./.*X/...", "Turn"),
            (".../.*./...", "Open"),
            (".../.*./###", "Open"),
        ] {
            assert_eq!(Picture::new(picture).kind(), kind, "{picture}");
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
            assert_eq!(Picture::new(picture).kind(), kind, "{picture}");
        }
    }

    #[test]
    fn stones_all_around_are_one_group() {
        let ring = [Some(Content::Enemy); 8];
        assert_eq!(
            (groups(&ring, Content::Enemy), groups(&ring, Content::Own)),
            (1, 0)
        );
    }
}
