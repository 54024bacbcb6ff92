// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions to the judge about positions of games, and their answers.

use std::fmt;

use anyhow::anyhow;
use katachi_katago_json::{Answer, JudgeError, Query, Response};
use katachi_rules::{BoardSize, Color};

use crate::judged::JudgedGame;

pub(super) const WANTED: &str = "--judge takes a program that speaks KataGo's JSON analysis protocol, such as \
    'katago analysis -config FILE -model FILE'";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) game: usize,
    pub(super) turn: usize,
}

/// `position 5 of game 3`, both counted from 1.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {} of game {}", self.turn + 1, self.game + 1)
    }
}

impl Question {
    pub(super) fn query(self, game: &JudgedGame, visits: u32) -> Query {
        let id = format!("{}-{}", self.game, self.turn);
        let moves = game.turns().take(self.turn).collect();
        let rules = game.rules.to_string().into();
        Query {
            max_visits: u64::from(visits).try_into().ok(),
            ..Query::new(id, game.size, rules, game.komi, moves)
        }
    }

    pub(super) fn from_id(id: &str) -> Option<Self> {
        let (game, turn) = id.split_once('-')?;
        Some(Self {
            game: game.parse().ok()?,
            turn: turn.parse().ok()?,
        })
    }

    /// Reads the answer, which has all that a judged position needs.
    pub(super) fn read(self, response: &Response, size: BoardSize) -> anyhow::Result<Answer> {
        let lists = [("policy", &response.policy), ("ownership", &response.ownership)];
        let missing = lists
            .iter()
            .find(|(_, list)| list.as_ref().is_none_or(Vec::is_empty));
        let answer = Answer::new(response, size, Color::BOTH[self.turn % 2]);
        let answer = answer.and_then(|answer| match missing {
            Some((field, _)) => Err(format!("no field {field}")),
            None => Ok(answer),
        });
        answer.map_err(|problem| anyhow!("the judge's answer to {self} has {problem}; {WANTED}"))
    }
}

/// An error of the judge, with what can be done about it.
pub(super) fn failure(error: JudgeError) -> anyhow::Error {
    match error {
        JudgeError::Refused { id, why } => {
            let question = id.as_deref().and_then(Question::from_id);
            let position = question.map_or_else(|| "a question".to_owned(), |it| it.to_string());
            anyhow!("the judge refused {position}: {why}; it may not know such a board, rules or komi")
        }
        JudgeError::NoLine(_) => anyhow!("{error}; run its command in a shell to see more"),
        _ => anyhow!("{error}; {WANTED}"),
    }
}
