// SPDX-License-Identifier: MIT OR Apache-2.0

//! Questions to the judge about positions of games.
//!
//! Any number of questions may be open; answers name theirs, and come in any order.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail, ensure};
use katachi_arena::quote;
use katachi_katago_json::{AnalysisEngine, Answer, JudgeError, Query, Response};
use katachi_rules::{BoardSize, Color};

use crate::judged::JudgedGame;

/// A program for `--judge`, in messages.
const WANTED: &str = "--judge takes a program that speaks KataGo's JSON analysis protocol, such as \
    'katago analysis -config FILE -model FILE'";

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Question {
    /// Number of the game, from 0.
    pub game: usize,
    /// Moves before the position.
    pub turn: usize,
}

/// `position 5 of game 3`, both counted from 1.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {} of game {}", self.turn + 1, self.game + 1)
    }
}

impl Question {
    fn id(self) -> String {
        format!("{}-{}", self.game, self.turn)
    }

    fn from_id(id: &str) -> Option<Self> {
        let (game, turn) = id.split_once('-')?;
        Some(Self {
            game: game.parse().ok()?,
            turn: turn.parse().ok()?,
        })
    }
}

/// A running judge. Dropping it ends the program.
pub struct Judge {
    engine: AnalysisEngine,
    visits: u32,
    timeout: Duration,
}

impl Judge {
    /// Starts the program of a command. It has the timeout for each answer, and for its start with the first
    /// one.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str, visits: u32, timeout: Duration) -> anyhow::Result<Self> {
        Ok(Self {
            engine: AnalysisEngine::start(command).map_err(failure)?,
            visits,
            timeout,
        })
    }

    /// Asks about the position of a game after its first `question.turn` moves.
    pub fn ask(&self, question: Question, game: &JudgedGame) {
        let sides = [Color::Black, Color::White].into_iter().cycle();
        let moves = sides.zip(game.moves[..question.turn].iter().copied()).collect();
        let rules = game.rules.to_string().into();
        self.engine.ask(&Query {
            max_visits: u64::from(self.visits).try_into().ok(),
            ..Query::new(question.id(), game.size, rules, game.komi, moves)
        });
    }

    /// Waits for the next answer; `size_of` knows the boards of open questions. Reports during a search are
    /// skipped.
    ///
    /// # Errors
    /// If there is none in time, or one that is not usable.
    pub fn answer(
        &mut self,
        size_of: impl Fn(Question) -> Option<BoardSize>,
    ) -> anyhow::Result<(Question, Answer)> {
        let deadline = Instant::now() + self.timeout;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            ensure!(
                !left.is_zero(),
                "the judge gave no answer within {} s; if it needs longer, raise --timeout or lower --queries",
                self.timeout.as_secs_f64()
            );
            let response = self.engine.receive(left).map_err(failure)?;
            let Some(response) = response.filter(|response| response.is_during_search != Some(true)) else {
                continue;
            };
            let id = response.id.as_deref().unwrap_or_default();
            let question = Question::from_id(id);
            let Some((question, size)) = question.and_then(|question| Some((question, size_of(question)?)))
            else {
                bail!(
                    "the judge answered a question that is not open, with id '{}'; {WANTED}",
                    quote(id)
                );
            };
            let answer = whole(&response, question, size)
                .map_err(|problem| anyhow!("the judge's answer to {question} has {problem}; {WANTED}"))?;
            return Ok((question, answer));
        }
    }

    /// Ends the program: its input is closed, and it is killed if it runs on.
    pub fn close(self) {
        self.engine.close();
    }
}

/// Reads an answer that has all that a judged position needs.
fn whole(response: &Response, question: Question, size: BoardSize) -> Result<Answer, String> {
    let color = match question.turn % 2 {
        0 => Color::Black,
        _ => Color::White,
    };
    let answer = Answer::new(response, size, color)?;
    for (field, list) in [("policy", &response.policy), ("ownership", &response.ownership)] {
        if list.as_ref().is_none_or(Vec::is_empty) {
            return Err(format!("no field {field}"));
        }
    }
    Ok(answer)
}

/// An error of the judge, with what can be done about it.
fn failure(error: JudgeError) -> anyhow::Error {
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
