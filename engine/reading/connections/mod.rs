// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about connections: can two strings be joined, or cut apart; can a string get into an area?

use katachi_rules::{Point, PointSet};

use super::chain::JoinAll;
use super::connect::{Join, Target};
use super::search::{ReadingGoal, SearchPosition};
use super::{Reader, Reading};
use crate::local::KoThreats;

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
    /// Can the strings of two stones of one colour be joined if their side moves first? No point if they are
    /// one string. No for stones of different colours and for empty points.
    pub fn connect(&mut self, a: Point, b: Point) -> Reading {
        self.join(a, Target::String(b), true)
    }

    /// Can the strings of two stones of one colour be cut apart if the other side moves first? To capture one
    /// of them is to cut them apart. No for stones of different colours and for empty points.
    pub fn disconnect(&mut self, a: Point, b: Point) -> Reading {
        self.join(a, Target::String(b), false)
    }

    /// Can the string of a stone get a stone into the area, and keep it joined to itself, if its side moves
    /// first?
    pub fn break_in(&mut self, stone: Point, area: &PointSet) -> Reading {
        self.join(stone, Target::Area(*area), true)
    }

    /// Can the string of a stone be kept out of the area if the other side moves first?
    pub fn block_off(&mut self, stone: Point, area: &PointSet) -> Reading {
        self.join(stone, Target::Area(*area), false)
    }

    /// Can one of several pairs of strings be cut apart if the other side moves first? Each pair has to hold
    /// alone. Yes if one move threatens several pairs and no reply keeps all of them; the point is that move.
    /// No says that each move of the other side has such a reply. No for more than four pairs, and if they
    /// are not all of one colour.
    pub(crate) fn disconnect_together(&mut self, pairs: &[(Point, Point)]) -> Reading {
        match JoinAll::new(&self.reader.board, pairs) {
            Some(goal) => self.reader.read(&goal, goal.attacker().opposite()),
            None => Reading::NO,
        }
    }

    /// Can all of these pairs of strings be joined if their side moves first, so that no move after it cuts
    /// one? The point is the move. None if they are joined already. No for more than four pairs, and if they
    /// are not all of one colour.
    pub(crate) fn connect_all(&mut self, pairs: &[(Point, Point)]) -> Reading {
        match JoinAll::new(&self.reader.board, pairs) {
            Some(goal) => self.reader.read(&goal, goal.attacker()),
            None => Reading::NO,
        }
    }

    /// Points where a stone of the other side may threaten to cut two strings apart, found without reading:
    /// those on the shortest ways between them and liberties of strings in danger, where such a stone leaves
    /// no link of two points. A threat elsewhere is overlooked. None for stones of different colours and for
    /// empty points. Costs two measurements of distances.
    pub(crate) fn cut_threats(&mut self, a: Point, b: Point) -> PointSet {
        let board = &self.reader.board;
        let Some(color) = board.cell(a).color().filter(|&color| board.cell(b).is(color)) else {
            return PointSet::EMPTY;
        };
        Join::new(board, a, Target::String(b)).threats(&SearchPosition::new(board, color, KoThreats::None))
    }

    /// Moves by which a search begins that joins two strings, or that cuts them apart, best first; none for
    /// stones of different colours and for empty points.
    pub(crate) fn candidates(&mut self, [a, b]: [Point; 2], joins: bool) -> Vec<Point> {
        let board = &self.reader.board;
        let Some(color) = board.cell(a).color().filter(|&color| board.cell(b).is(color)) else {
            return Vec::new();
        };
        let position = SearchPosition::new(board, color, KoThreats::None);
        let mover = if joins { color } else { color.opposite() };
        let goal = Join::new(board, a, Target::String(b));
        goal.moves(&position, mover, true).iter().collect()
    }

    fn join(&mut self, stone: Point, target: Target, joins: bool) -> Reading {
        let color = self.reader.board.cell(stone).color();
        let other = match &target {
            Target::String(other) => self.reader.board.cell(*other).color(),
            Target::Area(_) => color,
        };
        match color {
            Some(color) if other == Some(color) => {
                let goal = Join::new(&self.reader.board, stone, target);
                let to_move = if joins { color } else { color.opposite() };
                self.reader.ask_about_pair(|reader| reader.read(&goal, to_move))
            }
            _ => Reading::NO,
        }
    }
}

#[cfg(test)]
mod tests;
