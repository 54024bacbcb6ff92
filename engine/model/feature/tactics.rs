// SPDX-License-Identifier: MIT OR Apache-2.0

//! Features of the strings beside a move: their number, liberties and size, and what the move captures,
//! attacks, saves and extends.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point};

use super::{Features, Template};
use crate::model::weak::After;

/// Maximum number of strings of a colour around a move that are told apart.
const MAX_AROUND: usize = 4;
/// Number of values of [`super::Template::Around`].
pub(super) const AROUND_VALUES: usize = (MAX_AROUND + 1) * (MAX_AROUND + 1);
/// Maximum number of liberties of a string that are told apart.
const MAX_LIBERTIES: u32 = 8;
/// Numbers of stones at which the classes of sizes begin, after the first one.
const SIZES: [u32; 3] = [2, 4, 7];
/// Number of values of a template that describes a string.
pub(super) const STRING_VALUES: usize = MAX_LIBERTIES as usize * (SIZES.len() + 1);
/// Maximum numbers of liberties that [`super::Template::Liberties`] tells apart: before and after the move.
const MAX_BEFORE: u32 = 4;
const MAX_AFTER: u32 = 5;
/// Number of values of [`super::Template::Liberties`].
pub(super) const LIBERTY_VALUES: usize = ((MAX_BEFORE + 1) * (MAX_BEFORE + 1) * MAX_AFTER) as usize;

impl Features {
    /// Adds all features of the strings beside a move.
    pub(super) fn tactics(&mut self, point: Point, mut add: impl FnMut(Template, usize)) {
        let board = self.weak.board();
        let ours = board.strings_beside(point, self.color);
        let theirs = board.strings_beside(point, self.color.opposite());
        let capture = self.capture(&theirs);
        for (template, value) in [
            (Template::Capture, capture),
            (Template::Atari, self.attack(&theirs, 2, point)),
            (Template::Press, self.attack(&theirs, 3, point)),
        ] {
            if let Some(value) = value {
                add(template, value);
            }
        }
        for (template, heads) in [(Template::Friend, &ours), (Template::Enemy, &theirs)] {
            if let Some(value) = weakest(board, heads) {
                add(template, value);
            }
        }
        let after = self.weak.after(self.color, point);
        add(Template::After, string(after.liberties, after.size));
        let fewest = liberties(self.weak.board(), &ours, &theirs, after.liberties);
        add(Template::Liberties, fewest);
        self.defend(&ours, &after, capture.is_some(), add);
    }

    /// Value of [`Template::Capture`] for a move beside enemy strings.
    fn capture(&self, theirs: &[Point]) -> Option<usize> {
        let board = self.weak.board();
        let (mut stones, mut saves, mut has_last, mut is_lost) = (0, false, false, true);
        for &string in theirs.iter().filter(|&&s| board.liberties(s) == 1) {
            let is_in_atari = |s: Point| board.liberties(s) == 1 && board.cell(s).is(self.color);
            stones += board.string_size(string);
            saves |= board.adjacent_strings(string).any(is_in_atari);
            has_last |= self.has_last(string);
            is_lost &= self.weak.is_lost(string);
        }
        let flags = 2 * usize::from(saves) + usize::from(has_last) + 12 * usize::from(is_lost);
        (stones > 0).then(|| 4 * class(stones) + flags)
    }

    /// Value of [`Template::Atari`] or [`Template::Press`] for a move that takes a liberty of enemy strings
    /// of two or three liberties.
    fn attack(&self, theirs: &[Point], liberties: u32, point: Point) -> Option<usize> {
        let board = self.weak.board();
        let (mut stones, mut has_last, mut is_ladder) = (0, false, false);
        for &string in theirs.iter().filter(|&&s| board.liberties(s) == liberties) {
            stones += board.string_size(string);
            has_last |= self.has_last(string);
            is_ladder |= self.weak.is_captured_from(string, point);
        }
        (stones > 0).then(|| 2 * class(stones) + usize::from(has_last) + 6 * usize::from(is_ladder))
    }

    /// Adds the features of the own strings that a move extends.
    fn defend(&self, ours: &[Point], after: &After, is_capture: bool, mut add: impl FnMut(Template, usize)) {
        let board = self.weak.board();
        let min_liberties = ours.iter().map(|&s| board.liberties(s)).min();
        let in_atari = ours.iter().filter(|&&s| board.liberties(s) == 1);
        let in_atari: u32 = in_atari.map(|&s| board.string_size(s)).sum();
        let touches_last = |last| ours.iter().any(|&s| touches(board, last, s));
        let is_beside_last = self.last.is_some_and(touches_last);
        let is_threatened = ours.iter().any(|&s| self.weak.is_caught(s));
        let size = [2, 4, 8].iter().filter(|&&s| after.size >= s).count();
        if after.is_caught && !is_capture {
            add(Template::Caught, size);
        }
        if in_atari > 0 && !is_capture {
            let liberties = after.liberties.clamp(1, 3) as usize - 1;
            add(Template::Escape, 3 * usize::from(in_atari > 1) + liberties);
        } else if min_liberties == Some(2) {
            let liberties = after.liberties.clamp(1, 4) as usize - 1;
            let flags = usize::from(is_beside_last) + 8 * usize::from(is_threatened);
            add(Template::Extend, 2 * liberties + flags);
        }
        if after.liberties == 1 && !is_capture {
            add(Template::SelfAtari, size);
        }
    }

    /// Whether the last move is a stone of the string.
    fn has_last(&self, string: Point) -> bool {
        let board = self.weak.board();
        let is_of_string = |last| board.cell(last).is_stone() && board.head(last) == board.head(string);
        self.last.is_some_and(is_of_string)
    }
}

/// Class of a number of stones: one, two or three, more.
fn class(stones: u32) -> usize {
    [2, 4].iter().filter(|&&limit| stones >= limit).count()
}

fn touches(board: &Board, stone: Point, string: Point) -> bool {
    let head = board.head(string);
    let is_of_string = |n| board.cell(n).is_stone() && board.head(n) == head;
    stone.neighbours().into_iter().any(is_of_string)
}

/// Value of [`super::Template::Around`]: 5 x own strings + enemy strings on the eight points around a move,
/// each at most four.
pub(super) fn around(board: &Board, color: Color, point: Point) -> usize {
    let mut own: ArrayVec<Point, 8> = ArrayVec::new();
    let mut enemy: ArrayVec<Point, 8> = ArrayVec::new();
    for beside in point.neighbours().into_iter().chain(point.diagonals()) {
        if let Some(other) = board.cell(beside).color() {
            let heads = if other == color { &mut own } else { &mut enemy };
            let head = board.head(beside);
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
    }
    (MAX_AROUND + 1) * own.len().min(MAX_AROUND) + enemy.len().min(MAX_AROUND)
}

/// Value of a template that describes a string: its liberties, from 1 to 8, + 8 x the class of its size.
fn string(liberties: u32, size: u32) -> usize {
    let class = SIZES.iter().filter(|&&s| size >= s).count();
    (liberties.clamp(1, MAX_LIBERTIES) - 1) as usize + MAX_LIBERTIES as usize * class
}

/// Value for the string of the fewest liberties of some, the largest one of several.
fn weakest(board: &Board, heads: &[Point]) -> Option<usize> {
    let key = |&head: &Point| (board.liberties(head), u32::MAX - board.string_size(head));
    let head = heads.iter().copied().min_by_key(key)?;
    Some(string(board.liberties(head), board.string_size(head)))
}

/// Value of [`super::Template::Liberties`]: 25 x the fewest liberties of an own string beside the move + 5 x
/// those of an enemy string, each at most four and 0 without a string, + the liberties after the move, one to
/// five, less one.
fn liberties(board: &Board, ours: &[Point], theirs: &[Point], after: u32) -> usize {
    let fewest = |heads: &[Point]| {
        let liberties = heads.iter().map(|&head| board.liberties(head)).min();
        liberties.unwrap_or(0).min(MAX_BEFORE)
    };
    let before = (MAX_BEFORE + 1) * fewest(ours) + fewest(theirs);
    (before * MAX_AFTER + after.clamp(1, MAX_AFTER) - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "
        . . . . .
        . X O . .
        . X . O .
        . O O . .
        . . . . .";

    #[test]
    fn strings_around_a_move_are_counted_once_each() {
        let board = Board::from_diagram(BOARD);
        let middle = Point::new(2, 2);
        assert_eq!(around(&board, Color::Black, middle), 5 + 3);
        assert_eq!(around(&board, Color::White, middle), 15 + 1);
        assert_eq!(around(&board, Color::Black, Point::new(4, 4)), 0);
    }

    #[test]
    fn the_weakest_string_beside_a_move_counts() {
        let board = Board::from_diagram(BOARD);
        let middle = Point::new(2, 2);
        let (ours, theirs) = (
            board.strings_beside(middle, Color::White),
            board.strings_beside(middle, Color::Black),
        );
        // Two of White's three strings have three liberties.
        assert_eq!(weakest(&board, &ours), Some(string(3, 1)));
        assert_eq!(weakest(&board, &theirs), Some(string(4, 2)));
        assert_eq!(weakest(&board, &[]), None);
        assert_eq!(liberties(&board, &ours, &theirs, 6), (5 * 3 + 4) * 5 + 4);
        assert_eq!(liberties(&board, &[], &[], 4), 3);
    }
}
