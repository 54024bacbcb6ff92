// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reports about the patterns of a database in games, for their authors: as text and as a page of HTML.

mod diagram;
mod lists;
mod page;
mod plot;
mod text;
mod words;

use katachi::tuning::report::{Example, PatternReport, Report};
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
}

/// A game of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportGame {
    /// Its name, such as `games.sgf#3`.
    pub name: String,
    /// The arguments of `katachi view` that open it, quoted for a shell.
    pub arguments: String,
    /// Size of its board.
    pub size: katachi_rules::BoardSize,
}

impl ReportView<'_> {
    fn pattern(&self, report: &PatternReport) -> &Pattern {
        &self.database.patterns[report.pattern]
    }

    /// `games.sgf#3, move 41, Black C3`
    fn place(&self, example: &Example) -> String {
        let game = &self.games[example.game];
        let vertex = game.size.vertex(example.point);
        format!(
            "{}, move {}, {} {vertex}",
            game.name, example.number, example.color
        )
    }

    /// The command that shows the position of an example.
    fn command(&self, example: &Example) -> String {
        let game = &self.games[example.game];
        format!("katachi view {} -L {}", game.arguments, example.number)
    }
}
