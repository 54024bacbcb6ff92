// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports about the patterns of a database in games, for their authors: as text and as a page of HTML.

mod card;
mod lists;
mod page;
mod plot;
mod text;
mod words;

use crate::report::{Example, PatternReport, Report};
use katachi_rules::sgf::Record;
use katachi_rules::{Board, Move, Point, Rules};
use mkpat::{Database, Pattern};

/// A report with the names that it is shown with.
#[derive(Clone, Copy, Debug)]
pub struct ReportView<'a> {
    /// The report.
    pub report: &'a Report,
    /// The database that it is about.
    pub database: &'a Database,
    /// The games, in the order of their indexes.
    pub games: &'a [ReportGame],
    /// Entries of each list that are shown.
    pub top: usize,
    /// The text that names of patterns have in them, for a report about some. Empty for one about all.
    pub name: &'a str,
}

/// A game of a report.
#[derive(Clone, Debug)]
pub struct ReportGame {
    /// Its name, such as `games.sgf#3`.
    pub name: String,
    /// The arguments of `katachi view` and `katachi explain` that name it, quoted for a shell.
    pub arguments: String,
    /// The game.
    pub record: Record,
}

impl ReportGame {
    /// The number of a move in the whole record. The numbers of a report begin anew where stones are set up
    /// in the middle of a record.
    fn number(&self, number: usize) -> usize {
        let game = self.record.game_after(usize::MAX, self.rules(), 0.0);
        let counted = game.map_or(0, |game| game.move_count());
        number + self.record.move_count().saturating_sub(counted)
    }

    /// The board before a move with that number in a report, and the point of the move.
    fn position(&self, number: usize) -> Option<(Board, Option<Point>)> {
        let number = self.number(number);
        let after = |moves: usize| self.record.game_after(moves, self.rules(), 0.0).ok();
        let played = after(number)?.moves().next_back().map(|(_, mv)| mv);
        let point = played.and_then(Move::point);
        Some((after(number - 1)?.board().clone(), point))
    }

    fn rules(&self) -> Rules {
        self.record.rules().unwrap_or_default()
    }
}

impl ReportView<'_> {
    fn pattern(&self, report: &PatternReport) -> &Pattern {
        &self.database.patterns[report.pattern]
    }

    /// `games.sgf#3, move 41, Black C3`
    fn place(&self, example: &Example) -> String {
        let game = &self.games[example.game];
        let vertex = game.record.size.vertex(example.point);
        let Example { number, color, .. } = example;
        format!("{}, move {number}, {color} {vertex}", game.name)
    }

    /// The command that says why a pattern holds at a place, or why it does not.
    fn explain_command(&self, example: &Example, name: &str) -> String {
        let game = &self.games[example.game];
        let number = game.number(example.number);
        let vertex = game.record.size.vertex(example.point);
        let mut command = format!("katachi explain {} -L {number} --at {vertex}", game.arguments);
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_-.:".contains(c);
        if name.chars().all(is_word) {
            command += &format!(" --pattern {name}");
        }
        command
    }

    fn command(&self, example: &Example) -> String {
        let game = &self.games[example.game];
        let number = game.number(example.number);
        format!("katachi view {} -L {number}", game.arguments)
    }
}
