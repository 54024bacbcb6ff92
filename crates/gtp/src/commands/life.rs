// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of regression suites about killing and saving groups.

use katachi_engine::answers::Answers;
use katachi_engine::reading::{Reading, Verdict};
use katachi_gtp_protocol::Arguments;
use katachi_rules::Point;

use super::arguments::{answer, pair, stone, vertex};
use super::command::Outcome;
use crate::session::Session;

fn ask(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Answers<'_>, Point) -> Reading,
) -> Outcome {
    let [word] = arguments.exactly()?;
    let stone = stone(session.game.board(), word)?;
    let reading = question(&mut session.answers(), stone);
    Ok(answer(session.game.board(), reading))
}

pub(super) fn kill(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, |answers, stone| answers.kill(stone))
}

pub(super) fn live(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, |answers, stone| answers.live(stone))
}

fn does(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Answers<'_>, Point, Point) -> Verdict,
) -> Outcome {
    let [at, of] = arguments.exactly()?;
    let board = session.game.board();
    let (at, of) = (vertex(board, at)?, stone(board, of)?);
    Ok(question(&mut session.answers(), at, of).code().to_string())
}

pub(super) fn does_kill(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, |answers, point, stone| {
        answers.does_kill(point, stone)
    })
}

pub(super) fn does_save(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, |answers, point, stone| {
        answers.does_save(point, stone)
    })
}

/// Replies with the code and the two moves of a threat.
fn threaten(session: &mut Session, arguments: Arguments<'_>, owner_moves: bool) -> Outcome {
    let [word] = arguments.exactly()?;
    let stone = stone(session.game.board(), word)?;
    let threat = session.answers().life_threat(stone, owner_moves);
    let size = session.game.size();
    Ok(threat.map_or("0".to_string(), |(first, second)| {
        format!("1 {} {}", size.vertex(first), size.vertex(second))
    }))
}

pub(super) fn threaten_kill(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    threaten(session, arguments, false)
}

pub(super) fn threaten_life(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    threaten(session, arguments, true)
}

/// Does the move make two groups live together?
pub(super) fn connection_saves(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [at, first, second] = arguments.exactly()?;
    let board = session.game.board();
    let at = vertex(board, at)?;
    let (first, second) = pair(board, [first, second])?;
    let saves = session.answers().connection_saves(at, [first, second]);
    Ok(saves.code().to_string())
}
