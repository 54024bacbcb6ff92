// SPDX-License-Identifier: MIT OR Apache-2.0

//! The judge of a session: another engine, whose values the analysis commands show. It starts in the
//! background, as its network may take long to load.

use std::mem;
use std::ops::ControlFlow;
use std::thread::{self, JoinHandle};

use katachi_gtp_protocol::Failure;
use katachi_judge::{Answer, Judge, JudgeError, Question};

use crate::session::Session;

/// A judge that starts, runs or has ended.
pub(super) struct JudgeSlot(State);

enum State {
    Starting(JoinHandle<Result<Judge, JudgeError>>),
    Running(Box<Judge>),
    /// Why there is none.
    Ended(String),
}

impl JudgeSlot {
    fn start(command: String) -> Self {
        Self(State::Starting(thread::spawn(move || Judge::start(&command))))
    }

    /// The judge. Waits until it has started.
    ///
    /// # Errors
    /// The failure of all commands that need it, if it could not be started or has ended.
    pub(super) fn get(&mut self) -> Result<&mut Judge, Failure> {
        if let State::Starting(_) = self.0 {
            // The text stands only until the start has ended.
            let starting = mem::replace(&mut self.0, State::Ended(String::new()));
            if let State::Starting(start) = starting {
                self.0 = match start.join() {
                    Ok(Ok(judge)) => State::Running(Box::new(judge)),
                    Ok(Err(error)) => State::Ended(error.to_string()),
                    Err(_) => State::Ended("internal error: the start of the judge failed".to_owned()),
                };
            }
        }
        match &mut self.0 {
            State::Running(judge) => Ok(judge),
            State::Ended(why) => Err(failure(why)),
            State::Starting(_) => Err(failure("the judge still starts")),
        }
    }

    /// The failure of a command by an error of the judge. A judge that has refused a position goes on, any
    /// other one is ended.
    pub(super) fn fail(&mut self, error: &JudgeError) -> Failure {
        let why = error.to_string();
        if !matches!(error, JudgeError::Refused(_) | JudgeError::Stopped) {
            self.0 = State::Ended(why.clone());
        }
        failure(&why)
    }
}

/// The detail is for the log, as a reply that has begun cannot tell the failure.
fn failure(why: &str) -> Failure {
    Failure::new(why).because("start Katachi again, or without --judge")
}

impl Session {
    /// Lets another engine give the values of analysis commands: any program that speaks the JSON protocol of
    /// KataGo's analysis engine. What the program cannot do, commands that need it tell.
    pub fn let_judge(&mut self, command: &str) {
        self.judge = Some(JudgeSlot::start(command.to_owned()));
    }

    /// The judge's answers about these positions, and what reports call it. None without a judge.
    pub(super) fn judged(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(String, Vec<Answer>)>, Failure> {
        let Some(slot) = &mut self.judge else {
            return Ok(None);
        };
        let judge = slot.get()?;
        let name = judge.name();
        let answers = judge.judge(questions, None, &mut |_| ControlFlow::Continue(()));
        match answers {
            Ok(answers) => Ok(Some((name, answers))),
            Err(error) => Err(slot.fail(&error)),
        }
    }

    /// The judge's answer about the position on the board, and what reports call it. None without a judge.
    pub(super) fn judged_here(
        &mut self,
        color: katachi_rules::Color,
    ) -> Result<Option<(String, Answer)>, Failure> {
        let question = Question {
            game: self.game.clone(),
            color,
        };
        let judged = self.judged(&[question])?;
        Ok(judged.and_then(|(name, answers)| Some((name, answers.into_iter().next()?))))
    }
}
