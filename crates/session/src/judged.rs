// SPDX-License-Identifier: MIT OR Apache-2.0

//! Advice with a judge's values and Katachi's words.
//!
//! [`asked`] asks the judge, and [`advice`] puts its answers into words. They are apart, as a judge may take
//! long to start and to answer, and needs no player meanwhile.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use katachi_engine::Engine;
use katachi_engine::play::{Player, Request};
use katachi_katago_json::{Answer, JudgeError, Question, SharedJudge, Unjudged};
use katachi_review::{JudgedMove, ReviewError};
use katachi_rules::{Color, Game, Move};
use katachi_view::judged::{self as words, JudgedPosition};

/// A question about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The best move.
    Hint,
    /// The last move, beside the best one.
    Why,
    /// Who leads.
    Score,
}

/// Answers of a judge to a question.
#[derive(Clone, Debug)]
pub struct JudgedAnswers {
    /// What the judge is called: `KataGo`.
    pub name: &'static str,
    /// The answer about the position; about the one before the last move for [`Topic::Why`].
    position: Answer,
    /// The answer about the position after the last move, for [`Topic::Why`].
    after: Option<Answer>,
}

/// Advice with a judge's values.
#[derive(Clone, Debug)]
pub struct JudgedAdvice {
    /// What was asked.
    pub topic: Topic,
    /// The judge's best move; a pass for [`Topic::Score`].
    pub mv: Move,
    /// Sentences.
    pub text: String,
    /// The judge's best moves with their values, in lines. Empty for [`Topic::Score`].
    pub numbers: String,
    /// The position of the best move.
    pub game: Game,
    /// The best move and those that the judge expects after it. Empty for [`Topic::Score`].
    pub line: Vec<Move>,
}

/// Asks a judge about a position. `None` where there is nothing to ask, as the game is over.
///
/// # Errors
/// A judge that fails, and the flag that stops it.
pub fn asked(
    judge: &SharedJudge,
    game: &Game,
    topic: Topic,
    stop: &AtomicBool,
) -> Result<Option<JudgedAnswers>, Unjudged> {
    let Some(questions) = questions(game, topic) else {
        return Ok(None);
    };
    let mut answers = judge.answers(&questions, stop)?.into_iter();
    let position = answers.next();
    Ok(position.map(|position| JudgedAnswers {
        name: judge.name(),
        position,
        after: answers.next(),
    }))
}

fn questions(game: &Game, topic: Topic) -> Option<Vec<Question>> {
    if game.main_phase_is_over() {
        return None;
    }
    let here = question(game, game.to_move());
    if topic != Topic::Why {
        return Some(vec![here]);
    }
    let (before, color, _) = last_of(game)?;
    Some(vec![question(&before, color), here])
}

fn question(game: &Game, color: Color) -> Question {
    Question {
        game: game.clone(),
        color,
    }
}

/// The game before the last move, its side, and the move.
fn last_of(game: &Game) -> Option<(Game, Color, Move)> {
    let mut before = game.clone();
    let (color, mv) = before.undo()?;
    Some((before, color, mv))
}

/// Puts answers into words. `None` if the judge proposes no legal move. The player should have full strength.
pub fn advice(
    player: &mut Player,
    game: &Game,
    topic: Topic,
    answers: &JudgedAnswers,
) -> Option<JudgedAdvice> {
    match (topic, &answers.after) {
        (Topic::Hint, _) => {
            let turn = (game.clone(), game.to_move());
            about_best(player, turn, topic, answers, |position| position.hint())
        }
        (Topic::Why, Some(after)) => {
            let (before, color, mv) = last_of(game)?;
            let text = |position: &JudgedPosition<'_>| {
                let compared = position.compared(mv, after);
                Some(format!("{} {compared}", position.reasons(mv)))
            };
            about_best(player, (before, color), topic, answers, text)
        }
        (Topic::Why, None) => None,
        (Topic::Score, _) => Some(JudgedAdvice {
            topic,
            mv: Move::Pass,
            text: words::score(answers.name, &answers.position),
            numbers: String::new(),
            game: game.clone(),
            line: Vec::new(),
        }),
    }
}

/// Advice about the best move of a position.
fn about_best(
    player: &mut Player,
    (game, color): (Game, Color),
    topic: Topic,
    answers: &JudgedAnswers,
    text: impl FnOnce(&JudgedPosition<'_>) -> Option<String>,
) -> Option<JudgedAdvice> {
    let choice = player.weigh(&Request {
        explains: true,
        ..Request::new(&game, color)
    });
    let position = JudgedPosition {
        name: answers.name,
        answer: &answers.position,
        choice: &choice,
        game: &game,
        color,
        database: player.engine.database(),
    };
    let best = position.best_move()?;
    let (text, numbers) = (text(&position)?, position.numbers());
    Some(JudgedAdvice {
        topic,
        mv: best.mv,
        text,
        numbers,
        line: best.variation.clone(),
        game: game.clone(),
    })
}

/// Judges the last move of a game by a judge. `None` if there is nothing to judge, or the flag stops it.
pub(crate) fn last_move(
    judge: &SharedJudge,
    engine: &Engine,
    game: &Game,
    stop: &AtomicBool,
) -> Result<Option<JudgedMove>, Unjudged> {
    let Some((before, color, mv)) = last_of(game) else {
        return Ok(None);
    };
    let mut watcher = |_| match stop.load(Relaxed) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let judged = judge.ask(stop, |judge, visits| {
        let judged = JudgedMove::by_judge(engine, judge, &before, (color, mv), visits, &mut watcher);
        judged.map_err(|error| match error {
            ReviewError::Judge(error) => error,
            // The move of a game is legal, so that nothing else can be wrong.
            ReviewError::Stopped
            | ReviewError::Record { .. }
            | ReviewError::TooMany { .. }
            | ReviewError::NoMoves { .. } => JudgeError::Stopped,
        })
    });
    judged.map(Some)
}
