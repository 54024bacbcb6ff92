// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position that is judged until the caller ends it, with answers during the search.

use std::time::{Duration, Instant};

use katachi_arena::NoLine;

use crate::{Answer, Judge, JudgeError, MoveLimit, Question, Response};

/// Visits that no search reaches.
const WITHOUT_END: u32 = 1_000_000_000;
/// Time for the last answer of a search that was ended.
const LAST_ANSWER: Duration = Duration::from_secs(60);

/// How a position is judged.
#[derive(Clone, Copy, Debug)]
pub struct LiveSettings<'a> {
    /// Interval of the answers during the search.
    pub every: Duration,
    /// Visits; None without an end.
    pub visits: Option<u32>,
    /// Moves that are left out.
    pub avoid: &'a [MoveLimit],
    /// The only moves.
    pub allow: &'a [MoveLimit],
}

/// A running analysis of a position. It belongs to the judge that has begun it.
#[derive(Debug)]
pub struct Live {
    question: Question,
    number: usize,
    is_over: bool,
}

impl Live {
    /// Has the judge given its last answer?
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads an answer. `None` for one about another position or without values.
    fn read(&mut self, response: &Response) -> Result<Option<Answer>, JudgeError> {
        let is_ours = response.id.as_ref() == Some(&self.number.to_string());
        let Some(is_during) = response.is_during_search.filter(|_| is_ours) else {
            return Ok(None);
        };
        self.is_over |= !is_during;
        match response.no_results {
            Some(true) => Ok(None),
            _ => self.question.read(response).map(Some),
        }
    }
}

impl Judge {
    /// Begins to judge a position, with an answer at each interval.
    pub fn begin(&mut self, question: Question, settings: &LiveSettings<'_>) -> Live {
        let number = self.begin_run(1);
        let limits = |limits: &[MoveLimit]| Some(limits.to_vec()).filter(|limits| !limits.is_empty());
        self.ask(number, &question, |query| {
            let visits = settings.visits.unwrap_or(WITHOUT_END);
            query.max_visits = u64::from(visits).try_into().ok();
            query.report_during_search_every = Some(settings.every.as_secs_f64());
            query.include_pv_visits = Some(true);
            query.avoid_moves = limits(settings.avoid);
            query.allow_moves = limits(settings.allow);
        });
        Live {
            question,
            number,
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
            match self.poll(left)? {
                Some(response) => {
                    if let Some(answer) = live.read(&response)? {
                        return Ok(Some(answer));
                    }
                }
                None if left.is_zero() => break,
                None => {}
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
        self.give_up(live.number..live.number + 1);
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
