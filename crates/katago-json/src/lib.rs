// SPDX-License-Identifier: MIT OR Apache-2.0

//! Values of positions by a stronger engine: the judge.
//!
//! A judge is any program that speaks the JSON protocol of KataGo's analysis engine, such as
//! `katago analysis -config analysis.cfg -model model.bin.gz`. [`Judge`] starts it, asks about positions
//! (`query`) and reads its answers (`answer`), also while it still thinks (`live`). A [`JudgeSlot`] starts it
//! in the background, and a [`SharedJudge`] lets several threads ask it. The program is not trusted: each
//! answer has a time limit and a size limit, and moves and numbers are checked.

mod answer;
mod live;
mod query;
mod shared;
mod slot;

use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use katachi_arena::{LineProgram, NoLine, quote};
use katachi_rules::{Color, Game};
use serde_json::{Value, json};
use thiserror::Error;

pub use answer::{Answer, JudgedMove};
pub use live::{Live, LiveSettings, MoveLimit};
pub use shared::{JudgeFailure, SharedJudge, Unjudged};
pub use slot::JudgeSlot;

/// Time for the first answer, as an engine may have to load and tune its network.
const FIRST_ANSWER: Duration = Duration::from_secs(900);
/// Time for each further answer.
const NEXT_ANSWER: Duration = Duration::from_secs(600);
/// Interval at which a wait for an answer asks the watcher.
const TICK: Duration = Duration::from_millis(50);
/// Positions that are asked about before the first of them is answered. Engines search many at a time.
const ASKED_AHEAD: usize = 64;

/// Why a judge gives no values.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The program cannot be started.
    #[error("cannot start the judge: {0}")]
    Start(String),
    /// The program gives no line.
    #[error("the judge {0}")]
    NoLine(#[from] NoLine),
    /// The program refuses a position.
    #[error("the judge refuses a position: {0}")]
    Refused(String),
    /// An answer that is none of the protocol.
    #[error("the judge's answer is not that of KataGo's analysis engine ({why}): {line}")]
    Answer {
        /// What is wrong.
        why: String,
        /// The beginning of the line.
        line: String,
    },
    /// The watcher has stopped the work.
    #[error("stopped")]
    Stopped,
}

/// A position that is asked about, with the side to move.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game up to the position.
    pub game: Game,
    /// The side to move.
    pub color: Color,
}

/// A running judge. Dropping it ends the program.
pub struct Judge {
    program: LineProgram,
    /// Its version as it tells it, if it does.
    version: Option<String>,
    /// Number of the first query of the present run. Answers to earlier ones are passed over.
    first: usize,
    /// Number of the next query.
    next: usize,
    has_answered: bool,
}

impl Judge {
    /// Starts the program of a command, which is split into words as by a shell, and asks for its version.
    ///
    /// # Errors
    /// A program that cannot be started or does not answer as an analysis engine does.
    pub fn start(command: &str) -> Result<Self, JudgeError> {
        let program = LineProgram::start(command).map_err(|error| JudgeError::Start(format!("{error:#}")))?;
        let mut judge = Self {
            program,
            version: None,
            first: 0,
            next: 0,
            has_answered: false,
        };
        judge
            .program
            .send(&json!({ "id": "version", "action": "query_version" }).to_string());
        loop {
            let answer = judge.receive(&mut || ControlFlow::Continue(()))?;
            if answer.get("id").and_then(Value::as_str) == Some("version") {
                judge.version = answer.get("version").and_then(Value::as_str).map(quote);
                return Ok(judge);
            }
        }
    }

    /// What reports call it: `the judge (version 1.16.0)`.
    pub fn name(&self) -> String {
        match &self.version {
            Some(version) => format!("the judge (version {version})"),
            None => "the judge".to_owned(),
        }
    }

    /// Judges positions, as [`Judge::judge_each`].
    ///
    /// # Errors
    /// Those of [`Judge::judge_each`].
    pub fn judge(
        &mut self,
        questions: &[Question],
        visits: Option<u32>,
        watcher: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Answer>, JudgeError> {
        let question = |index: usize| questions[index].clone();
        self.judge_each(questions.len(), &question, visits, watcher)
    }

    /// Judges positions, with that number of visits each or as the engine is configured. `question` makes a
    /// question from its index, so that not all games are kept. Returns the answers in the order of the
    /// questions. `watcher` gets the number of answers, after each one and at intervals,
    /// and may stop the work.
    ///
    /// # Errors
    /// A program that dies, is silent, or refuses a position, as KataGo does with boards beyond 19 lines.
    pub fn judge_each(
        &mut self,
        count: usize,
        question: &dyn Fn(usize) -> Question,
        visits: Option<u32>,
        watcher: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Answer>, JudgeError> {
        let first = self.next;
        self.first = first;
        self.next += count;
        let mut answers: Vec<Option<Answer>> = (0..count).map(|_| None).collect();
        let mut sent = 0;
        for done in 0..count {
            while sent < count.min(done + ASKED_AHEAD) {
                let query = query::about(&question(sent), &(first + sent).to_string(), visits);
                self.program.send(&query.to_string());
                sent += 1;
            }
            let next = self.next_answer(first, question, &answers, &mut || watcher(done));
            let next = next.and_then(|found| match watcher(done + 1) {
                ControlFlow::Continue(()) => Ok(found),
                ControlFlow::Break(()) => Err(JudgeError::Stopped),
            });
            if let Err(JudgeError::Stopped) = next {
                self.give_up(first..first + sent);
            }
            let (index, answer) = next?;
            answers[index] = Some(answer);
        }
        Ok(answers.into_iter().flatten().collect())
    }

    /// Ends the work on queries of these numbers. Their answers are passed over.
    fn give_up(&self, queries: Range<usize>) {
        for number in queries {
            let end = json!({ "id": "end", "action": "terminate", "terminateId": number.to_string() });
            self.program.send(&end.to_string());
        }
    }

    /// Waits for the next answer about a question that has none yet. Others are passed over, such as those
    /// to questions of a run that was stopped.
    fn next_answer(
        &mut self,
        first: usize,
        question: &dyn Fn(usize) -> Question,
        answers: &[Option<Answer>],
        watcher: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(usize, Answer), JudgeError> {
        loop {
            let value = self.receive(watcher)?;
            let Some(index) = index_of(&value, first).filter(|&index| index < answers.len()) else {
                continue;
            };
            let is_final = value.get("isDuringSearch") == Some(&Value::Bool(false));
            if is_final && answers[index].is_none() {
                let question = question(index);
                let answer = Answer::read(&value, question.game.size(), question.color);
                return answer
                    .map(|answer| (index, answer))
                    .map_err(|why| wrong(why, &value.to_string()));
            }
        }
    }

    /// Waits for the next line, unless the watcher stops the wait. An error that the program reports is one
    /// here.
    fn receive(&mut self, watcher: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Value, JudgeError> {
        let limit = if self.has_answered {
            NEXT_ANSWER
        } else {
            FIRST_ANSWER
        };
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if let Some(value) = self.poll(left.min(TICK))? {
                return Ok(value);
            }
            if watcher().is_break() {
                return Err(JudgeError::Stopped);
            }
            if left.is_zero() {
                return Err(NoLine::Silent.into());
            }
        }
    }

    /// Waits for the next line, but no longer than that.
    fn poll(&mut self, limit: Duration) -> Result<Option<Value>, JudgeError> {
        let line = match self.program.receive(limit) {
            Err(NoLine::Silent) => return Ok(None),
            line => line?,
        };
        self.has_answered = true;
        let value: Value =
            serde_json::from_str(&line).map_err(|error| wrong(format!("no JSON: {error}"), &line))?;
        match value.get("error").filter(|_| !self.is_of_an_earlier_run(&value)) {
            Some(error) => Err(refused(error, &value)),
            None => Ok(Some(value)),
        }
    }

    /// Is it about a question of a run that has failed?
    fn is_of_an_earlier_run(&self, value: &Value) -> bool {
        let id = value.get("id").and_then(Value::as_str);
        id.and_then(|id| id.parse().ok())
            .is_some_and(|number: usize| number < self.first)
    }
}

fn refused(error: &Value, value: &Value) -> JudgeError {
    let field = value.get("field").and_then(Value::as_str);
    let field = field.map_or(String::new(), |field| format!(" (field {field})"));
    let error = error.as_str().map_or_else(|| error.to_string(), str::to_owned);
    JudgeError::Refused(format!("{}{field}", quote(&error)))
}

/// The index of the question that an answer is about.
fn index_of(value: &Value, first: usize) -> Option<usize> {
    let number: usize = value.get("id")?.as_str()?.parse().ok()?;
    number.checked_sub(first)
}

fn wrong(why: String, line: &str) -> JudgeError {
    JudgeError::Answer {
        why,
        line: quote(line),
    }
}

#[cfg(test)]
mod tests;
