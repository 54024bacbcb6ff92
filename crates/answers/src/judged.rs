// SPDX-License-Identifier: MIT OR Apache-2.0

//! Advice with a judge's values and Katachi's words. A judge may take long to start and to answer, so it is
//! asked first, without the player.

use std::sync::atomic::AtomicBool;

use katachi_engine::play::{Player, Request};
use katachi_katago_json::{Answer, JudgeFailure, JudgeQuestion, SharedJudge, Unjudged};
use katachi_rules::{Color, Game, Move};
use katachi_view::judged::{self as words, JudgedPosition};

use crate::{Advice, Question, last_move};

/// Answers of a judge to a question.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What the judge is called: `KataGo` for a person, `the judge (version 1.16.0)` in reports.
    pub name: String,
    /// The answer about the position; about the one before the last move for [`Question::Why`].
    pub position: Answer,
    /// The answer about the position after the last move, for [`Question::Why`].
    after: Option<Answer>,
}

impl Judged {
    /// Asks the judge of a person's game. `None` if there is no judge, if the game is over, or if the flag
    /// has stopped it.
    ///
    /// # Errors
    /// The failure of the judge.
    pub fn ask(
        judge: Option<&SharedJudge>,
        game: &Game,
        question: Question,
        stop: &AtomicBool,
    ) -> Result<Option<Self>, JudgeFailure> {
        let questions = Self::questions(game, game.to_move(), question);
        let Some(judge) = judge.filter(|_| !questions.is_empty()) else {
            return Ok(None);
        };
        let judged = Unjudged::unless_stopped(Self::ask_about(judge, &questions, stop))?;
        let name = judge.name().to_owned();
        Ok(judged.map(|judged| Self { name, ..judged }))
    }

    /// Asks a judge about these positions, and names it as reports do. `None` without a position.
    ///
    /// # Errors
    /// A judge that fails, and the flag that stops it.
    pub fn ask_about(
        judge: &SharedJudge,
        questions: &[JudgeQuestion],
        stop: &AtomicBool,
    ) -> Result<Option<Self>, Unjudged> {
        let (name, answers) = judge.answers(questions, stop)?;
        let mut answers = answers.into_iter();
        Ok(answers.next().map(|position| Self {
            name,
            position,
            after: answers.next(),
        }))
    }

    /// Returns the positions that a judge is asked about: none where the game is over.
    pub fn questions(game: &Game, color: Color, question: Question) -> Vec<JudgeQuestion> {
        let ask = |game: Game, color| JudgeQuestion { game, color };
        let here = ask(game.clone(), color);
        match (question, last_move(game)) {
            _ if game.main_phase_is_over() => Vec::new(),
            (Question::Why, None) => Vec::new(),
            (Question::Why, Some((before, color, _))) => vec![ask(before, color), here],
            (Question::Hint | Question::Score, _) => vec![here],
        }
    }

    /// Names the judge's best move. `None` if it proposes no legal one.
    pub(crate) fn hint(&self, player: &mut Player, game: &Game, color: Color) -> Option<Advice> {
        self.about(player, game, color, |position| position.hint())
    }

    /// Explains a move beside the judge's best one. `None` without answers or a legal proposal.
    pub(crate) fn why(&self, player: &mut Player, game: &Game, color: Color, mv: Move) -> Option<Advice> {
        let after = self.after.as_ref()?;
        self.about(player, game, color, |position| {
            let (reasons, compared) = (position.reasons(mv), position.compared(mv, after));
            Some(format!("{reasons} {compared}"))
        })
    }

    /// Compares a move with the judge's best one, without its own reasons.
    pub fn compared(&self, player: &mut Player, game: &Game, color: Color, mv: Move) -> Option<String> {
        let after = self.after.as_ref()?;
        Some(self.with_words(player, game, color, |position| position.compared(mv, after)))
    }

    pub(crate) fn score(&self) -> String {
        words::score(&self.name, &self.position)
    }

    fn about(
        &self,
        player: &mut Player,
        game: &Game,
        color: Color,
        text: impl FnOnce(&JudgedPosition<'_>) -> Option<String>,
    ) -> Option<Advice> {
        self.with_words(player, game, color, |position| {
            let best = position.best_move()?;
            Some(Advice {
                mv: Some(best.mv),
                text: text(position)?,
                numbers: position.numbers(),
                game: game.clone(),
                line: best.variation.clone(),
                judge: Some(self.name.clone()),
            })
        })
    }

    /// Runs `f` on the judged position, with Katachi's reasons for its moves.
    fn with_words<R>(
        &self,
        player: &mut Player,
        game: &Game,
        color: Color,
        f: impl FnOnce(&JudgedPosition<'_>) -> R,
    ) -> R {
        let choice = player.weigh(&Request::new(game, color));
        f(&JudgedPosition {
            name: &self.name,
            answer: &self.position,
            choice: &choice,
            game,
            color,
            database: player.engine.database(),
        })
    }
}
