// SPDX-License-Identifier: MIT OR Apache-2.0

//! Features of the strings beside a move: what it captures, attacks, saves and extends.

use katachi_rules::{Board, Point};

use super::{Features, Template, strings};
use crate::model::weak::After;

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
            if let Some(value) = strings::weakest(board, heads) {
                add(template, value);
            }
        }
        let after = self.weak.after(self.color, point);
        add(Template::After, strings::string(after.liberties, after.size));
        let liberties = strings::liberties(self.weak.board(), &ours, &theirs, after.liberties);
        add(Template::Liberties, liberties);
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

    /// Is the last move a stone of the string?
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
