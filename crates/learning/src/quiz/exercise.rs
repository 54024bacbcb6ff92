// SPDX-License-Identifier: MIT OR Apache-2.0

//! The quiz as an exercise: each problem is a task, and each answer is kept.

use std::fmt::Write as _;

use anyhow::Context as _;
use katachi_rules::{Game, Move, quantity};

use super::book::{Book, Card};
use super::day::Day;
use super::problem::Kind;
use super::verdict;
use crate::{Exercise, Explanation, Judge, Task};

/// A quiz with its problems.
#[derive(Debug)]
pub struct Quiz {
    book: Book,
    judge: Judge,
    /// Nodes to read life and death.
    nodes: u32,
    today: Day,
    /// The numbers of the problems to ask.
    ids: Vec<String>,
    /// Results so far.
    results: Vec<bool>,
}

impl Quiz {
    /// Creates a quiz of the problems of these numbers. Life and death is read with `nodes` moves; `today` is
    /// the day of the answers.
    pub fn new(book: Book, judge: Judge, nodes: u32, today: Day, ids: Vec<String>) -> Self {
        Self {
            book,
            judge,
            nodes,
            today,
            ids,
            results: Vec::new(),
        }
    }

    /// The number of the problem that is asked now, and the problem.
    fn asked(&self) -> Option<(&String, &Card)> {
        let id = self.ids.get(self.results.len())?;
        Some((id, self.book.card(id)?))
    }

    fn game(card: &Card) -> anyhow::Result<Game> {
        let game = card.problem.game().map_err(anyhow::Error::msg);
        game.with_context(|| format!("cannot use {}", card.problem.name))
    }
}

impl Exercise for Quiz {
    fn about(&self) -> String {
        quantity(self.ids.len(), "problem")
    }

    fn task(&self) -> anyhow::Result<Option<Task>> {
        let Some((_, card)) = self.asked() else {
            return Ok(None);
        };
        let game = Self::game(card)?;
        let aim = match card.problem.kind {
            Kind::Move => "find a better move than that of the game",
            Kind::Life => "kill or live",
        };
        let color = game.to_move();
        let heading = format!(
            "Problem {} of {} ({}): {}. {color}: {aim}.",
            self.results.len() + 1,
            self.ids.len(),
            card.history(),
            card.problem.name,
        );
        Ok(Some(Task {
            game,
            color,
            heading,
            prompt: color.to_string(),
        }))
    }

    fn take(&mut self, answer: Option<Move>) -> anyhow::Result<Explanation> {
        let Some((id, card)) = self.asked() else {
            return Ok(Explanation::default());
        };
        let (id, game) = (id.clone(), Self::game(card)?);
        let mut judged = verdict::judged(&self.judge, self.nodes, &card.problem, &game, answer)?;
        self.book.answer(&id, judged.is_right, self.today)?;
        self.results.push(judged.is_right);
        judged.text.push('\n');
        Ok(judged)
    }

    fn summary(&self) -> String {
        let right = self.results.iter().filter(|&&right| right).count();
        let mut text = match self.results.len() {
            0 => "Nothing was answered.".to_owned(),
            total => format!("Right: {right} of {total}."),
        };
        let due = self.book.due(self.today, false, None).len();
        if due > 0 {
            let _ = write!(text, " Due now: {}.", quantity(due, "problem"));
        } else if let (_, Some(next)) = self.book.outlook(None) {
            let _ = write!(text, " The next problems are due on {next}.");
        }
        text + "\n"
    }
}
