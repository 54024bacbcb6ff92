// SPDX-License-Identifier: MIT OR Apache-2.0

//! The quiz as a dialogue: a board with the side to move, an answer, its explanation.

use std::fmt::Write as _;

use anyhow::Context as _;
use katachi_rules::{Game, Move};
use katachi_view::reason::quantity;
use katachi_view::{self as view, Look, Marks};

use super::super::judge::Judge;
use super::super::{Exercise, TYPED, Typed, typed};
use super::book::{Book, Card};
use super::day::Day;
use super::problem::Kind;
use super::verdict;

/// A quiz with its problems.
pub(super) struct Quiz {
    pub(super) book: Book,
    pub(super) judge: Judge,
    /// Nodes to read life and death.
    pub(super) nodes: u32,
    pub(super) look: Look,
    pub(super) today: Day,
    /// The numbers of the problems to ask.
    pub(super) ids: Vec<String>,
    /// Results so far.
    pub(super) results: Vec<bool>,
    pub(super) is_done: bool,
}

impl Quiz {
    /// The number of the problem that is asked now.
    fn id(&self) -> Option<&String> {
        self.ids.get(self.results.len()).filter(|_| !self.is_done)
    }

    fn card(&self) -> Option<&Card> {
        self.book.card(self.id()?)
    }

    fn game(card: &Card) -> anyhow::Result<Game> {
        let game = card.problem.game().map_err(anyhow::Error::msg);
        game.with_context(|| format!("cannot use {}", card.problem.name))
    }

    /// The problem that is asked now: its title and its board. Empty at the end.
    fn shown(&self) -> anyhow::Result<String> {
        let Some(card) = self.card() else {
            return Ok(String::new());
        };
        let game = Self::game(card)?;
        let task = match card.problem.kind {
            Kind::Move => "find a better move than that of the game",
            Kind::Life => "kill or live",
        };
        Ok(format!(
            "Problem {} of {} ({}): {}. {}: {task}.\n{}",
            self.results.len() + 1,
            self.ids.len(),
            card.history(),
            card.problem.name,
            game.to_move(),
            view::board::titled(&game, &Marks::default(), self.look)
        ))
    }

    /// Takes an answer; `None` shows the solution and counts as a wrong one.
    fn take(&mut self, answer: Option<Move>) -> anyhow::Result<String> {
        let (Some(id), Some(card)) = (self.id().cloned(), self.card()) else {
            return Ok(String::new());
        };
        let game = Self::game(card)?;
        let judged = verdict::judged(&self.judge, self.nodes, &card.problem, &game, answer)?;
        self.book.answer(&id, judged.is_right, self.today)?;
        self.results.push(judged.is_right);
        let mut text = format!("{}\n", judged.text);
        if self.id().is_some() {
            let _ = write!(text, "\n{}", self.shown()?);
        }
        Ok(text)
    }
}

impl Exercise for Quiz {
    fn greeting(&mut self) -> anyhow::Result<String> {
        let problems = quantity(self.ids.len(), "problem");
        Ok(format!("{problems}; {TYPED}.\n\n{}", self.shown()?))
    }

    fn prompt(&self) -> Option<String> {
        let game = Self::game(self.card()?).ok()?;
        Some(format!("{}> ", game.to_move()))
    }

    fn answer(&mut self, line: &str) -> anyhow::Result<String> {
        let Some(card) = self.card() else {
            return Ok(String::new());
        };
        let game = Self::game(card)?;
        match typed(line, &game, game.to_move()) {
            Err(message) => Ok(message),
            Ok(Typed::Nothing) => Ok(String::new()),
            Ok(Typed::Play(mv)) => self.take(Some(mv)),
            Ok(Typed::Skip) => self.take(None),
            Ok(Typed::Board) => self.shown(),
            Ok(Typed::Quit) => {
                self.is_done = true;
                Ok(String::new())
            }
        }
    }

    fn summary(&self) -> String {
        let (total, right) = (
            self.results.len(),
            self.results.iter().filter(|&&right| right).count(),
        );
        let mut text = match total {
            0 => "Nothing was answered.".to_owned(),
            _ => format!("\nRight: {right} of {total}."),
        };
        if let (_, Some(next)) = self.book.outlook(None) {
            let _ = write!(text, " The next problems are due on {next}.");
        }
        text + "\n"
    }
}
