// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about connections: whether two strings can be joined, or cut apart; whether a string can get
//! into an area.

use katachi_rules::{Color, Point, PointSet};

use super::connect::Join;
use super::distance::End;
use super::search::{ReadingGoal, SearchPosition};
use super::{Reader, Reading};

/// A reader that is asked about connections.
#[derive(Debug)]
pub struct Connections<'r> {
    reader: &'r mut Reader,
}

impl Reader {
    /// Questions about connections.
    pub fn connections(&mut self) -> Connections<'_> {
        Connections { reader: self }
    }
}

impl Connections<'_> {
    /// Reads whether the strings of two stones of one colour can be joined if their side moves first. No
    /// point if they are one string. No for stones of different colours and for empty points.
    pub fn connect(&mut self, a: Point, b: Point) -> Reading {
        self.join(a, End::String(b), true)
    }

    /// Reads whether the strings of two stones of one colour can be cut apart if the other side moves first.
    /// To capture one of them is to cut them apart. No for stones of different colours and for empty points.
    pub fn disconnect(&mut self, a: Point, b: Point) -> Reading {
        self.join(a, End::String(b), false)
    }

    /// Reads whether the string of a stone can get a stone into the area, and keep it joined to itself, if
    /// its side moves first.
    pub fn break_in(&mut self, stone: Point, area: &PointSet) -> Reading {
        self.join(stone, End::Area(*area), true)
    }

    /// Reads whether the string of a stone can be kept out of the area if the other side moves first.
    pub fn block_off(&mut self, stone: Point, area: &PointSet) -> Reading {
        self.join(stone, End::Area(*area), false)
    }

    /// Moves by which a search begins that joins two strings, or that cuts them apart, best first; none for
    /// stones of different colours and for empty points.
    pub(crate) fn candidates(&self, [a, b]: [Point; 2], joins: bool) -> Vec<Point> {
        let board = &self.reader.board;
        let Some(goal) = Join::new(board, a, End::String(b)) else {
            return Vec::new();
        };
        let position = SearchPosition::new(board, goal.attacker(), None);
        let mover = mover(goal.attacker(), joins);
        goal.candidates(&position, mover, true, 0).iter().collect()
    }

    fn join(&mut self, stone: Point, target: End, joins: bool) -> Reading {
        let Some(goal) = Join::new(&self.reader.board, stone, target) else {
            return Reading::NO;
        };
        let to_move = mover(goal.attacker(), joins);
        self.reader
            .with_budgets(Reader::BUDGETS_OF_PAIR, |reader| reader.read(&goal, to_move))
    }
}

/// The side that moves first if `color` joins or the other side cuts.
fn mover(color: Color, joins: bool) -> Color {
    if joins { color } else { color.opposite() }
}

#[cfg(test)]
mod tests;
