// SPDX-License-Identifier: MIT OR Apache-2.0

//! The values of a review by a judge: one answer about each position.
//!
//! A strong judge's values need no correction, so the loss of a move is the difference between the values of
//! two neighbouring positions, as in other programs that show its values. Its first choice loses nothing.

use std::ops::ControlFlow;

use katachi_judge::{Judge, JudgeError, Question};
use katachi_rules::{Color, Game};

use super::assessment::Assessment;
use super::builder::ReviewError;
use super::progress::{Progress, Stage, Stopped, Watcher};
use super::survey::{Judged, Survey, leads_to_the_next};
use super::turns::{self, Turn};
use super::value::Loss;

impl Survey {
    /// Asks a judge about the positions before these moves, and the last position.
    pub(crate) fn by_judge(
        judge: &mut Judge,
        turns: &[Turn],
        last: &Game,
        (visits, player): (Option<u32>, Option<Color>),
        watcher: &mut Watcher<'_>,
    ) -> Result<Self, ReviewError> {
        let before = turns.iter().map(|turn| (&turn.game, turn.color));
        let before = before.chain([(last, last.to_move())]);
        let before = before.map(|(game, color)| turns::is_open(game).then(|| (game.clone(), color)));
        // Where the record goes on elsewhere, the position after a move is none of the game.
        let elsewhere = (0..turns.len()).map(|i| {
            let turn = &turns[i];
            let after = || turns::after(&turn.game, turn.color, turn.mv);
            let color = turn.color.opposite();
            (!leads_to_the_next(turns, i))
                .then(after)?
                .map(|game| (game, color))
        });
        let tasks: Vec<Option<(Game, Color)>> = before.chain(elsewhere).collect();
        let mut positions = ask(judge, &tasks, visits, watcher)?;
        let visits = positions
            .iter()
            .flatten()
            .map(|found| u64::from(found.value.visits))
            .sum();
        let elsewhere = positions.split_off(turns.len() + 1);
        let moves = turns
            .iter()
            .zip(elsewhere)
            .enumerate()
            .map(|(i, (turn, elsewhere))| {
                let before = positions[i].as_ref();
                let before = before.filter(|_| player.is_none_or(|player| player == turn.color))?;
                let after = elsewhere.or_else(|| positions[i + 1].clone());
                Some(judged(turn, before.clone(), after))
            });
        let moves = moves.collect();
        Ok(Self {
            positions,
            moves,
            visits,
        })
    }
}

/// Asks about positions; nothing about those that are over.
fn ask(
    judge: &mut Judge,
    tasks: &[Option<(Game, Color)>],
    visits: Option<u32>,
    watcher: &mut Watcher<'_>,
) -> Result<Vec<Option<Assessment>>, ReviewError> {
    let questions = tasks.iter().flatten().map(|(game, color)| Question {
        game: game.clone(),
        color: *color,
    });
    let questions: Vec<Question> = questions.collect();
    let of = questions.len();
    let mut tell = |done| {
        let stage = Stage::Judged;
        watcher(Progress { stage, done, of })
    };
    if tell(0) == ControlFlow::Break(()) {
        return Err(Stopped.into());
    }
    let answers = judge
        .judge(&questions, visits, &mut tell)
        .map_err(|error| match error {
            JudgeError::Stopped => ReviewError::Stopped,
            other => ReviewError::Judge(other),
        })?;
    let mut answers = answers.iter();
    let answered = tasks.iter().map(|task| {
        let (game, _) = task.as_ref()?;
        Some(Assessment::from_answer(answers.next()?, game.size()))
    });
    Ok(answered.collect())
}

fn judged(turn: &Turn, before: Assessment, after: Option<Assessment>) -> Judged {
    let best = before.best();
    let loss = after.as_ref().map(|after| match best == turn.mv {
        true => Loss::default(),
        false => Loss::between(turn.color, &before.value, &after.value),
    });
    Judged {
        after_best: before.after_best().filter(|_| best != turn.mv),
        best,
        before,
        after,
        loss,
        chance: 1.0,
    }
}
