// SPDX-License-Identifier: MIT OR Apache-2.0

//! An engine that is asked for the values of positions, also while it still thinks.

use std::num::NonZeroU64;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use katachi_line_program::{NoLine, quote};

use crate::{Action, AnalysisEngine, Answer, JudgeError, JudgeQuestion, Query, Response, object};

/// Time for the first answer, as an engine may have to load and tune its network.
const FIRST_ANSWER: Duration = Duration::from_secs(900);
/// Time for each further answer.
const NEXT_ANSWER: Duration = Duration::from_secs(600);
/// Interval at which a wait for an answer asks the watcher.
const TICK: Duration = Duration::from_millis(50);
/// Positions that are asked about before the first of them is answered. Engines search many at a time.
const ASKED_AHEAD: usize = 64;
const VERSION: &str = "version";
/// Visits that no search reaches.
const WITHOUT_END: NonZeroU64 = NonZeroU64::new(1_000_000_000).expect("it is not 0");
/// Time for the last answer of a search that was ended.
const LAST_ANSWER: Duration = Duration::from_secs(60);

/// A running judge. Dropping it ends the program.
pub struct Judge {
    pub(crate) engine: AnalysisEngine,
    /// Its version as it tells it, if it does.
    version: Option<String>,
    /// Number of the first query of the present run. Answers to earlier ones are passed over.
    first: usize,
    next: usize,
    has_answered: bool,
}

impl Judge {
    /// Starts the program of a command, which is split into words as by a shell, and asks for its version.
    ///
    /// # Errors
    /// A program that cannot be started or does not answer as an analysis engine does.
    pub fn start(command: &str) -> Result<Self, JudgeError> {
        let mut judge = Self {
            engine: AnalysisEngine::start(command)?,
            version: None,
            first: 0,
            next: 0,
            has_answered: false,
        };
        judge.engine.act(&Action::QueryVersion, VERSION);
        loop {
            let response = judge.receive(&mut || ControlFlow::Continue(()))?;
            if response.id.as_deref() == Some(VERSION) {
                judge.version = response.version.as_deref().map(quote);
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
        questions: &[JudgeQuestion],
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
        question: &dyn Fn(usize) -> JudgeQuestion,
        visits: Option<u32>,
        watcher: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Vec<Answer>, JudgeError> {
        let first = self.begin_run(count);
        let mut answers: Vec<Option<Answer>> = (0..count).map(|_| None).collect();
        let mut sent = 0;
        for done in 0..count {
            while sent < count.min(done + ASKED_AHEAD) {
                self.ask(first + sent, &question(sent), |query| {
                    query.max_visits = visits.and_then(|visits| u64::from(visits).try_into().ok());
                });
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

    /// Begins a run of that many queries. Returns the number of the first one.
    pub(crate) fn begin_run(&mut self, count: usize) -> usize {
        self.first = self.next;
        self.next += count;
        self.first
    }

    /// Sends the query of that number, with changes.
    pub(crate) fn ask(&self, number: usize, question: &JudgeQuestion, change: impl FnOnce(&mut Query)) {
        let mut query = Query::about(question, &number.to_string());
        change(&mut query);
        self.engine.ask(&query);
    }

    /// Ends the work on queries of these numbers. Their answers are passed over.
    pub(crate) fn give_up(&self, queries: Range<usize>) {
        for number in queries {
            let end = Action::Terminate {
                terminate_id: number.to_string(),
                turn_numbers: None,
            };
            self.engine.act(&end, "end");
        }
    }

    /// Waits for the next answer about a question that has none yet. Others are passed over, such as those
    /// to questions of a run that was stopped.
    fn next_answer(
        &mut self,
        first: usize,
        question: &dyn Fn(usize) -> JudgeQuestion,
        answers: &[Option<Answer>],
        watcher: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<(usize, Answer), JudgeError> {
        loop {
            let response = self.receive(watcher)?;
            let index = number(response.id.as_deref()).and_then(|number| number.checked_sub(first));
            let Some(index) = index.filter(|&index| answers.get(index).is_some_and(Option::is_none)) else {
                continue;
            };
            if response.is_during_search == Some(false) {
                return Ok((index, question(index).read(&response)?));
            }
        }
    }

    /// Waits for the next answer, unless the watcher stops the wait.
    fn receive(&mut self, watcher: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Response, JudgeError> {
        let limit = if self.has_answered {
            NEXT_ANSWER
        } else {
            FIRST_ANSWER
        };
        let end = Instant::now() + limit;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if let Some(response) = self.poll(left.min(TICK))? {
                return Ok(response);
            }
            if watcher().is_break() {
                return Err(JudgeError::Stopped);
            }
            if left.is_zero() {
                return Err(NoLine::Silent.into());
            }
        }
    }

    /// Waits for the next answer, but no longer than that. Errors about earlier runs are passed over.
    pub(crate) fn poll(&mut self, limit: Duration) -> Result<Option<Response>, JudgeError> {
        match self.engine.receive(limit) {
            Ok(response) => {
                self.has_answered |= response.is_some();
                Ok(response)
            }
            Err(JudgeError::Refused { id, .. })
                if number(id.as_deref()).is_some_and(|number| number < self.first) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Begins to judge a position. `change` sets the interval of the answers, and whatever else the query
    /// has. Without visits there is no end.
    pub fn begin(&mut self, question: JudgeQuestion, change: impl FnOnce(&mut Query)) -> Live {
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

impl JudgeQuestion {
    pub(crate) fn read(&self, response: &Response) -> Result<Answer, JudgeError> {
        let answer = Answer::new(response, self.game.size(), self.color);
        answer.map_err(|why| JudgeError::wrong(&why, &object(response).to_string()))
    }
}

/// A running analysis of a position. It belongs to the judge that has begun it.
#[derive(Debug)]
pub struct Live {
    question: JudgeQuestion,
    number: usize,
    is_over: bool,
}

impl Live {
    /// Whether the judge has given its last answer.
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

fn number(id: Option<&str>) -> Option<usize> {
    id?.parse().ok()
}
