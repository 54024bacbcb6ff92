// SPDX-License-Identifier: MIT OR Apache-2.0

//! The values of a review by a judge: one answer about each position.
//!
//! A strong judge's values need no correction, so the loss of a move is the difference between the values of
//! two neighbouring positions, as in other programs that show its values. Its first choice loses nothing.

use std::ops::ControlFlow;

use katachi_katago_json::{Judge, JudgeError, Question};
use katachi_rules::sgf::Turns;
use katachi_rules::{BoardSize, Color, Game};

use super::assessment::Assessment;
use super::builder::ReviewError;
use super::progress::{Progress, Stage, Stopped, Watcher};
use super::survey::{Judged, Survey, leads_to_the_next};
use super::turns;

impl Survey {
    /// Asks a judge about the positions before these moves, and the last position.
    pub(crate) fn by_judge(
        judge: &mut Judge,
        turns: &Turns,
        last: &Game,
        (visits, player): (Option<u32>, Option<Color>),
        watcher: &mut Watcher<'_>,
    ) -> Result<Self, ReviewError> {
        let before = |index: usize| match index < turns.len() {
            true => Some(turns.turn(index)).map(|turn| (turn.game, turn.color)),
            false => Some((last.clone(), last.to_move())),
        };
        // Where the record goes on elsewhere, the position after a move is none of the game.
        let after = |index: usize| {
            let turn = (!leads_to_the_next(turns, index)).then(|| turns.turn(index))?;
            let game = turns::after(&turn.game, turn.color, turn.mv)?;
            Some((game, turn.color.opposite()))
        };
        // Positions are not kept: each has all moves before it.
        let position = |task: usize| match task.checked_sub(turns.len() + 1) {
            None => before(task).filter(|(game, _)| turns::is_open(game)),
            Some(index) => after(index),
        };
        let (count, size) = (2 * turns.len() + 1, last.size());
        let mut positions = ask(judge, count, &position, size, visits, watcher)?;
        let visits = positions
            .iter()
            .flatten()
            .map(|found| u64::from(found.value.visits))
            .sum();
        let elsewhere = positions.split_off(turns.len() + 1);
        let moves = turns
            .moves()
            .iter()
            .zip(elsewhere)
            .enumerate()
            .map(|(i, (turn, elsewhere))| {
                let before = positions[i].as_ref();
                let before = before.filter(|_| player.is_none_or(|player| player == turn.color))?;
                let after = elsewhere.or_else(|| positions[i + 1].clone());
                let after_best = before.after_best(size).filter(|_| before.best() != turn.mv);
                let played = (size, turn.color, turn.mv);
                Some(Judged::new(played, before.clone(), after_best, after))
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
    count: usize,
    position: &dyn Fn(usize) -> Option<(Game, Color)>,
    size: BoardSize,
    visits: Option<u32>,
    watcher: &mut Watcher<'_>,
) -> Result<Vec<Option<Assessment>>, ReviewError> {
    let asked: Vec<usize> = (0..count).filter(|&task| position(task).is_some()).collect();
    let question = |index: usize| {
        let (game, color) = position(asked[index]).expect("it was there before");
        Question { game, color }
    };
    let of = asked.len();
    let mut tell = |done| {
        let stage = Stage::Judged;
        watcher(Progress { stage, done, of })
    };
    if tell(0) == ControlFlow::Break(()) {
        return Err(Stopped.into());
    }
    let answers = judge
        .judge_each(of, &question, visits, &mut tell)
        .map_err(|error| match error {
            JudgeError::Stopped => ReviewError::Stopped,
            other => ReviewError::Judge(other),
        })?;
    let mut found: Vec<Option<Assessment>> = (0..count).map(|_| None).collect();
    for (task, answer) in asked.into_iter().zip(&answers) {
        found[task] = Some(Assessment::from_answer(answer, size));
    }
    Ok(found)
}
