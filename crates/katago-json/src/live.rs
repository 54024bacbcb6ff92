// SPDX-License-Identifier: MIT OR Apache-2.0

//! A position that is judged until the caller ends it, with answers during the search.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use katachi_arena::NoLine;

use crate::{Answer, Judge, JudgeError, Query, Question, Response};

/// Visits that no search reaches.
const WITHOUT_END: NonZeroU64 = NonZeroU64::new(1_000_000_000).expect("it is not 0");
/// Time for the last answer of a search that was ended.
const LAST_ANSWER: Duration = Duration::from_secs(60);

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
    /// Begins to judge a position. `change` sets the interval of the answers, and whatever else the query
    /// has. Without visits there is no end.
    pub fn begin(&mut self, question: Question, change: impl FnOnce(&mut Query)) -> Live {
        let number = self.begin_run(1);
        self.ask(number, &question, |query| {
            query.include_pv_visits = Some(true);
            query.max_visits = Some(WITHOUT_END);
            change(query);
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
