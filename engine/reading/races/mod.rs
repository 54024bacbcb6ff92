// SPDX-License-Identifier: MIT OR Apache-2.0

//! Capturing races: two strings that cannot both live as they are; each of them is saved by capturing the
//! other.
//!
//! A race is two questions, kill and survive, each asked with the first to move and after a pass. Strings
//! that share an eye or a liberty with the two add moves and ways out (`moves`). In each position a string is
//! counted (`side`): liberties that each take one move, eyes by their worth in moves, and whether the count
//! is exact or a lower bound. Counting decides if the count of the side that is behind is exact (`kill`); all
//! else is searched. An eye that cannot be filled, or two eyes, end a race. So does the capture of the other
//! string, unless the captor is surrounded and has only the one eye where the captured stones stood. Small
//! races between living stones are solved by force (`closed`).

mod closed;
mod kill;
mod moves;
mod side;

use katachi_rules::{Color, Point};

use super::search::ReadingGoal;
use super::{Reader, Reading, Verdict};
use kill::Kill;

/// Result of a race if the owner of the first string moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Whether the first string is saved, by winning the race or by a seki.
    pub saved: Verdict,
    /// Whether the second string is captured.
    pub killed: Verdict,
    /// The move that does it. None if the result is the same after a pass, or if the race is lost.
    pub point: Option<Point>,
}

impl Race {
    /// No answer.
    pub const UNKNOWN: Self = Self::new(Verdict::Unknown, Verdict::Unknown, None);

    pub(crate) const fn new(saved: Verdict, killed: Verdict, point: Option<Point>) -> Self {
        Self { saved, killed, point }
    }

    /// Combines up to four answers. `ask` reads whether the second string is captured, or with false whether
    /// the first one is saved; its second argument says whether the owner of the first string moves first, or
    /// else the other side, which is then asked about the contrary.
    pub(crate) fn asked(mut ask: impl FnMut(bool, bool) -> Reading) -> Self {
        let killing = ask(true, true);
        let mut saving = match killing.verdict {
            Verdict::Yes => killing,
            _ => ask(false, true),
        };
        let best = match killing.verdict.is_possible() {
            true => killing,
            false => saving,
        };
        if best.verdict.strength() >= saving.verdict.strength() {
            // Capturing the other one saves the own one.
            saving = best;
        }
        // Whether the result is the same if the other side moves first.
        let mut keeps = |kills, wanted: Reading| {
            !wanted.verdict.is_possible()
                || ask(kills, false).verdict.opposite().strength() >= wanted.verdict.strength()
        };
        let point = best
            .point
            .filter(|_| !(keeps(true, killing) && keeps(false, saving)));
        Self::new(saving.verdict, killing.verdict, point)
    }

    pub(crate) fn is_unknown(&self) -> bool {
        self.saved == Verdict::Unknown || self.killed == Verdict::Unknown
    }

    /// Fills unknown answers from another result.
    pub(crate) fn or(self, other: Self) -> Self {
        let known = |first: Verdict, second| match first {
            Verdict::Unknown => second,
            _ => first,
        };
        let (saved, killed) = (known(self.saved, other.saved), known(self.killed, other.killed));
        let is_better = other.saved.strength() > self.saved.strength()
            || other.killed.strength() > self.killed.strength();
        let is_saved_by_killing = killed.strength() > saved.strength();
        let saved = if is_saved_by_killing { killed } else { saved };
        Self::new(saved, killed, if is_better { other.point } else { self.point })
    }
}

/// A reader that is asked about capturing races.
#[derive(Debug)]
pub struct Races<'r> {
    reader: &'r mut Reader,
}

impl Reader {
    /// Questions about capturing races.
    pub fn races(&mut self) -> Races<'_> {
        Races { reader: self }
    }
}

impl Races<'_> {
    /// Reads the race between the strings of two stones, the owner of the first to move. Between strings of
    /// one colour and empty points there is no race: the first is saved and the second is not captured.
    ///
    /// Reads up to four questions, each with the budget of the reader: the results of the first player with a
    /// move and after a pass.
    pub fn race(&mut self, first: Point, second: Point) -> Race {
        let Some((kill, survive)) = self.goals(first, second) else {
            return Race::new(Verdict::Yes, Verdict::No, None);
        };
        Race::asked(|kills, own_first| {
            let goal = if kills { &kill } else { &survive };
            let first = if own_first { &kill } else { &survive };
            self.read(goal, first.attacker())
        })
    }

    /// Solves the race if it is small and closed, or else reads it.
    fn read(&mut self, goal: &Kill, to_move: Color) -> Reading {
        self.solve(goal, to_move)
            .unwrap_or_else(|| self.reader.read(goal, to_move))
    }

    /// Goals of both sides, the owner of the first string first. None if there is no race.
    fn goals(&self, first: Point, second: Point) -> Option<(Kill, Kill)> {
        let board = &self.reader.board;
        let (own, enemy) = (board.cell(first).color()?, board.cell(second).color()?);
        (own != enemy).then(|| (Kill::new(own, first, second), Kill::new(enemy, second, first)))
    }
}

#[cfg(test)]
mod tests;
