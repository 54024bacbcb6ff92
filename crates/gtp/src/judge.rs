// SPDX-License-Identifier: MIT OR Apache-2.0

//! The judge of a session: another engine, whose values the analysis commands show.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use katachi_gtp_protocol::Failure;
use katachi_katago_json::{Answer, Judge, JudgeError, JudgeSlot, Question};
use katachi_rules::Color;

use crate::session::Session;

/// The judge. Waits until it has started, or until the flag stops the wait.
///
/// # Errors
/// The failure of all commands that need it, if it could not be started or has ended; a stopped wait.
pub(super) fn running<'a>(slot: &'a mut JudgeSlot, stop: &AtomicBool) -> Result<&'a mut Judge, Failure> {
    if !slot.wait_for_start(stop) {
        return Err(Failure::new("interrupted: the judge still starts"));
    }
    slot.get().map_err(|why| failure(&why))
}

/// The failure of a command by an error of the judge. A judge that has refused a position goes on, any other
/// one is ended.
pub(super) fn fail(slot: &mut JudgeSlot, error: &JudgeError) -> Failure {
    let why = error.to_string();
    match slot.fail(error) {
        true => failure(&why),
        false => Failure::new(why),
    }
}

/// The detail is for the log, as a reply that has begun cannot tell the failure.
fn failure(why: &str) -> Failure {
    Failure::new(why).because("start Katachi again, or without --judge")
}

impl Session {
    /// Lets another engine give the values of analysis commands: any program that speaks the JSON protocol of
    /// KataGo's analysis engine. A position has that number of visits in commands of one answer; analyses end
    /// with the next line of the client. An error of the program is the failure of each command that needs
    /// it.
    pub fn let_judge(&mut self, command: &str, visits: u32) {
        self.judge = Some(JudgeSlot::start(command.to_owned(), visits));
    }

    /// The judge's answers about these positions, and what reports call it. None without a judge.
    pub(super) fn judged(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(String, Vec<Answer>)>, Failure> {
        let Some(slot) = &mut self.judge else {
            return Ok(None);
        };
        let visits = Some(slot.visits());
        let interrupt = &self.player.interrupt;
        let judge = running(slot, interrupt)?;
        let name = judge.name();
        let answers = judge.judge(questions, visits, &mut |_| match interrupt.load(Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        match answers {
            Ok(answers) => Ok(Some((name, answers))),
            Err(error) => Err(fail(slot, &error)),
        }
    }

    /// The judge's answer about the position on the board, and what reports call it. None without a judge.
    pub(super) fn judged_here(&mut self, color: Color) -> Result<Option<(String, Answer)>, Failure> {
        let question = Question {
            game: self.game.clone(),
            color,
        };
        let judged = self.judged(&[question])?;
        Ok(judged.and_then(|(name, answers)| Some((name, answers.into_iter().next()?))))
    }
}
