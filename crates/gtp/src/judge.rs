// SPDX-License-Identifier: MIT OR Apache-2.0

//! The judge of a session: another engine, whose values the analysis commands show.

use katachi_gtp_protocol::Failure;
use katachi_katago_json::{Answer, JudgeFailure, Question, Unjudged, unless_set};
use katachi_rules::Color;

use crate::session::Session;

/// The failure of a command that needs the judge. Its detail is for the log, as a reply that has begun cannot
/// tell the failure.
pub(super) fn failure(why: Unjudged) -> Failure {
    match why {
        Unjudged::Stopped => Failure::new("interrupted: the judge has not answered"),
        Unjudged::Failed(JudgeFailure { why, has_ended, .. }) => match has_ended {
            true => Failure::new(why).because("start Katachi again, or without --judge"),
            false => Failure::new(why),
        },
    }
}

impl Session {
    /// The judge's answers about these positions, and what reports call it. None without a judge.
    pub(super) fn judged(
        &mut self,
        questions: &[Question],
    ) -> Result<Option<(String, Vec<Answer>)>, Failure> {
        let Some(judge) = &self.judge else {
            return Ok(None);
        };
        let interrupt = &self.player.interrupt;
        let judged = judge.ask(interrupt, |judge, visits| {
            let answers = judge.judge(questions, Some(visits), &mut unless_set(interrupt))?;
            Ok((judge.name(), answers))
        });
        judged.map(Some).map_err(failure)
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
