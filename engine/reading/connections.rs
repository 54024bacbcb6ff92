// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about connections: can two strings be joined, or cut apart; can a string get into an area?

use katachi_rules::{Point, PointSet};

use super::connect::{Join, Target};
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
    /// Can the strings of two stones of one colour be joined if their side moves first? No point if they are one
    /// string. No for stones of different colours and for empty points.
    pub fn connect(&mut self, a: Point, b: Point) -> Reading {
        self.join(a, Target::String(b), true)
    }

    /// Can the strings of two stones of one colour be cut apart if the other side moves first? To capture one of
    /// them is to cut them apart. No for stones of different colours and for empty points.
    pub fn disconnect(&mut self, a: Point, b: Point) -> Reading {
        self.join(a, Target::String(b), false)
    }

    /// Can the string of a stone get a stone into the area, and keep it joined to itself, if its side moves first?
    pub fn break_in(&mut self, stone: Point, area: &PointSet) -> Reading {
        self.join(stone, Target::Area(*area), true)
    }

    /// Can the string of a stone be kept out of the area if the other side moves first?
    pub fn block_off(&mut self, stone: Point, area: &PointSet) -> Reading {
        self.join(stone, Target::Area(*area), false)
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
                self.reader
                    .read(&goal, if joins { color } else { color.opposite() })
            }
            _ => Reading::NO,
        }
    }
}

#[cfg(test)]
mod tests;
