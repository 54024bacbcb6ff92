// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position that is judged until the caller ends it, with answers during the search.

use std::time::{Duration, Instant};

use katachi_arena::NoLine;
use katachi_rules::{Color, Move};
use serde_json::{Value, json};

use crate::{Answer, Judge, JudgeError, Question, query, wrong};

/// Visits that no search reaches.
const WITHOUT_END: u32 = 1_000_000_000;
/// Time for the last answer of a search that was ended.
const LAST_ANSWER: Duration = Duration::from_secs(60);

/// Moves that the judge leaves out, or the only ones that it looks at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveLimit {
    /// The side.
    pub color: Color,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Number of moves from the position on for which it holds.
    pub until: u32,
    /// Are these the only moves? Else they are left out.
    pub is_allowed: bool,
}

/// How a position is judged.
#[derive(Clone, Copy, Debug)]
pub struct LiveSettings<'a> {
    /// Interval of the answers during the search.
    pub every: Duration,
    /// Visits; None without an end.
    pub visits: Option<u32>,
    /// Moves that are left out, or the only ones.
    pub limits: &'a [MoveLimit],
}

/// A running analysis of a position. It belongs to the judge that has begun it.
#[derive(Debug)]
pub struct Live {
    question: Question,
    id: String,
    is_over: bool,
}

impl Live {
    /// Has the judge given its last answer?
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads an answer. `None` for one about another position or without values.
    fn read(&mut self, value: &Value) -> Result<Option<Answer>, JudgeError> {
        let is_during = value.get("isDuringSearch").and_then(Value::as_bool);
        let is_ours = value.get("id").and_then(Value::as_str) == Some(&*self.id);
        let Some(is_during) = is_during.filter(|_| is_ours) else {
            return Ok(None);
        };
        self.is_over |= !is_during;
        if value.get("noResults") == Some(&Value::Bool(true)) {
            return Ok(None);
        }
        let Question { game, color } = &self.question;
        let answer = Answer::read(value, game.size(), *color);
        answer.map(Some).map_err(|why| wrong(why, &value.to_string()))
    }
}

impl Judge {
    /// Begins to judge a position, with an answer at each interval.
    pub fn begin(&mut self, question: Question, settings: &LiveSettings<'_>) -> Live {
        self.first = self.next;
        self.next += 1;
        let id = self.first.to_string();
        let mut query = query::about(&question, &id, Some(settings.visits.unwrap_or(WITHOUT_END)));
        query["reportDuringSearchEvery"] = settings.every.as_secs_f64().into();
        query["includePVVisits"] = true.into();
        for (name, is_allowed) in [("allowMoves", true), ("avoidMoves", false)] {
            let of_kind = settings
                .limits
                .iter()
                .filter(|limit| limit.is_allowed == is_allowed);
            let lists: Vec<Value> = of_kind
                .map(|limit| query::limit(limit, question.game.size()))
                .collect();
            if !lists.is_empty() {
                query[name] = lists.into();
            }
        }
        self.program.send(&query.to_string());
        Live {
            question,
            id,
            is_over: false,
        }
    }

    /// Waits for the next answer, but no longer than that.
    ///
    /// # Errors
    /// A program that dies, refuses the position or gives a wrong answer.
    pub fn next_of(&mut self, live: &mut Live, wait: Duration) -> Result<Option<Answer>, JudgeError> {
        let end = Instant::now() + wait;
        while !live.is_over {
            let left = end.saturating_duration_since(Instant::now());
            let Some(value) = self.poll(left)? else { break };
            if let Some(answer) = live.read(&value)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Ends an analysis. Returns its last answer, unless it was given before or there are no visits.
    ///
    /// # Errors
    /// Those of [`Judge::next_of`], and a program that does not end the analysis.
    pub fn end(&mut self, mut live: Live) -> Result<Option<Answer>, JudgeError> {
        if live.is_over {
            return Ok(None);
        }
        let end = json!({ "id": "end", "action": "terminate", "terminateId": live.id });
        self.program.send(&end.to_string());
        let patience = Instant::now() + LAST_ANSWER;
        let mut last = None;
        while !live.is_over {
            let left = patience.saturating_duration_since(Instant::now());
            last = self.next_of(&mut live, left)?.or(last);
            if !live.is_over && Instant::now() >= patience {
                return Err(NoLine::Silent.into());
            }
        }
        Ok(last)
    }
}
