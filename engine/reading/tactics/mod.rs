// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions about strings: can one be captured, can it be saved, and by which moves?
//!
//! This module asks about one string, `pair` about two, `combination` about moves that threaten several,
//! `fork` about a string and a connection.

mod combination;
mod fork;
mod pair;

use katachi_rules::{Color, Point};

use super::candidates::Candidates;
use super::capture::Capture;
use super::{Reader, Reading, THREATS_PART, Verdict};
use crate::ladder::{LadderWork, SearchPosition, read_ladder};
use crate::local::KoThreats;
pub use combination::Combination;
pub use fork::{Fork, Link};

/// Divisor of the budget for a move beside the best one, or for one that only has to be safe; 4 to 16.
const OTHER_MOVES_PART: u32 = 8;
/// Strings with more liberties are not asked about threats: one in 25 strings with four has one; 2 to 4.
/// reading.md.
const MAX_LIBERTIES_THREATENED: u32 = 3;

/// A reader that is asked about strings.
#[derive(Debug)]
pub struct Tactics<'r> {
    reader: &'r mut Reader,
}

impl Reader {
    /// Questions about strings.
    pub fn tactics(&mut self) -> Tactics<'_> {
        Tactics { reader: self }
    }
}

impl Tactics<'_> {
    /// Can the string at `stone` be captured if the other side moves first? No for an empty point.
    pub fn attack(&mut self, stone: Point) -> Reading {
        match self.reader.board.cell(stone).color() {
            Some(color) => self.read_capture(stone, color.opposite(), color.opposite()),
            None => Reading::NO,
        }
    }

    /// Reads the capture of a string by `attacker`, `to_move` first.
    fn read_capture(&mut self, stone: Point, attacker: Color, to_move: Color) -> Reading {
        let goal = Capture { stone, attacker };
        self.reader
            .ask_about_string(|reader| reader.read_or_wait(&goal, to_move))
    }

    /// Can the string at `stone` be captured by ataris alone, whoever has more ko threats? Fast. Reads to the
    /// end within the budget; a longer ladder does not work. No for an empty point.
    pub fn ladder_attack(&mut self, stone: Point) -> Reading {
        let Some(color) = self.reader.board.cell(stone).color() else {
            return Reading::NO;
        };
        let attacker = color.opposite();
        let mut position = SearchPosition::new(&self.reader.board, attacker, KoThreats::Defender);
        let mut work = LadderWork::new(0, self.reader.budget);
        let found = read_ladder(&mut position, stone, &mut work);
        self.reader.counts.nodes += u64::from(work.nodes);
        found.map_or(Reading::NO, |point| Reading::new(Verdict::Yes, Some(point)))
    }

    /// Can the string at `stone` be saved if its own side moves first? No for an empty point.
    pub fn defend(&mut self, stone: Point) -> Reading {
        match self.reader.board.cell(stone).color() {
            Some(_) if self.attack(stone).verdict == Verdict::No => Reading::NO_MOVE_NEEDED,
            Some(color) => self.read_capture(stone, color.opposite(), color),
            None => Reading::NO,
        }
    }

    /// Moves by which a search begins that saves a string, or captures it, best first.
    pub(crate) fn candidates(&self, stone: Point, saves: bool) -> Vec<Point> {
        match self.reader.board.is_empty(stone) {
            true => Vec::new(),
            false => self.moves(stone, saves, true).iter().collect(),
        }
    }

    fn moves(&self, stone: Point, saves: bool, wide: bool) -> Candidates {
        let moves = match saves {
            true => Candidates::of_defense,
            false => Candidates::of_attack,
        };
        moves(&self.reader.board, stone, wide)
    }

    /// Returns moves that capture the string as well as `best` does, the answer to [`attack`](Self::attack):
    /// without a ko, or by one. Or moves that save it as well as the answer to [`defend`](Self::defend). Its
    /// move comes first. The others come in the order of the search and are read with a part of the budget;
    /// unproved ones are left out.
    pub(crate) fn points(&mut self, stone: Point, best: Reading, saves: bool) -> Vec<Point> {
        if !best.verdict.is_possible() {
            return Vec::new();
        }
        let others = self.candidates(stone, saves).into_iter();
        let others = others.filter(|&p| Some(p) != best.point);
        self.reader.with_part_of_budget(OTHER_MOVES_PART, |reader| {
            let works = |&p: &Point| reader.tactics().does(p, stone, saves) == best.verdict;
            best.point.into_iter().chain(others.filter(works)).collect()
        })
    }

    /// Returns moves after which a second one captures the string, or saves it. `None` if one does anyway.
    /// Read with a part of the budget.
    pub(crate) fn threats(&mut self, stone: Point, saves: bool) -> Vec<Point> {
        let board = &self.reader.board;
        let Some(owner) = board.cell(stone).color() else {
            return Vec::new();
        };
        if !saves && board.liberties(stone) > MAX_LIBERTIES_THREATENED {
            return Vec::new();
        }
        let color = if saves { owner } else { owner.opposite() };
        let moves = self.moves(stone, saves, false);
        let works = |reader: &mut Reader| match reader.board.cell(stone).is(owner) {
            true if saves => reader.tactics().defend(stone).verdict.is_yes(),
            true => reader.tactics().attack(stone).verdict.is_yes(),
            false => !saves,
        };
        self.reader.with_part_of_budget(THREATS_PART, |reader| {
            let threatens = |point: &Point| reader.with_move(color, *point, works).unwrap_or(false);
            moves.iter().filter(threatens).collect()
        })
    }

    /// Does a move at `point` by the other side capture the string at `stone`, or leave it without a defense?
    pub fn does_attack(&mut self, point: Point, stone: Point) -> Verdict {
        self.does(point, stone, false)
    }

    /// Does a move at `point` by its own side save the string at `stone`?
    pub fn does_defend(&mut self, point: Point, stone: Point) -> Verdict {
        self.does(point, stone, true)
    }

    fn does(&mut self, point: Point, stone: Point, saves: bool) -> Verdict {
        let Some(owner) = self.reader.board.cell(stone).color() else {
            return Verdict::No;
        };
        let color = if saves { owner } else { owner.opposite() };
        let after = self.reader.with_move(color, point, |reader| {
            match (reader.board.cell(stone).is(owner), saves) {
                (true, true) => reader.tactics().attack(stone).verdict.opposite(),
                (true, false) => reader.tactics().defend(stone).verdict.opposite(),
                (false, true) => Verdict::No,
                (false, false) => Verdict::Yes,
            }
        });
        after.unwrap_or(Verdict::No)
    }

    /// Is a move there legal, and is the stone not captured at once? A capture by ko only is no capture. Read
    /// with a part of the budget.
    pub(crate) fn is_safe_move(&mut self, color: Color, point: Point) -> bool {
        self.reader
            .with_part_of_budget(OTHER_MOVES_PART, |reader| {
                reader.with_move(color, point, |reader| {
                    reader.board.cell(point).is(color) && !reader.tactics().attack(point).verdict.is_yes()
                })
            })
            .unwrap_or(false)
    }
}
