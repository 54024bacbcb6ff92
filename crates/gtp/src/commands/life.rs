// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of regression suites about killing and saving groups.

use katachi::reading::{Reader, Reading, Verdict};
use katachi_gtp_protocol::Arguments;
use katachi_rules::{Point, PointSet};

use super::arguments::{answer, pair, stone, vertex};
use super::command::Outcome;
use crate::session::Session;

fn ask(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Reader, &PointSet) -> Reading,
) -> Outcome {
    let [word] = arguments.exactly()?;
    let stone = stone(session.game.board(), word)?;
    let group = session.dragon(stone);
    let reading = session
        .reader()
        .ask_about_group(|reader| question(reader, &group));
    Ok(answer(session.game.board(), reading))
}

pub(super) fn kill(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, |reader, group| {
        reader.life().judge(group, false).reading
    })
}

pub(super) fn live(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, |reader, group| {
        reader.life().judge(group, true).reading
    })
}

fn does(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Reader, Point, &PointSet) -> Verdict,
) -> Outcome {
    let [at, of] = arguments.exactly()?;
    let board = session.game.board();
    let (at, of) = (vertex(board, at)?, stone(board, of)?);
    let group = session.dragon(of);
    let verdict = session
        .reader()
        .ask_about_group(|reader| question(reader, at, &group));
    Ok(verdict.code().to_string())
}

pub(super) fn does_kill(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, |reader, point, group| {
        reader.life().does_kill(point, group)
    })
}

pub(super) fn does_save(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, |reader, point, group| {
        reader.life().does_save(point, group)
    })
}

/// Replies with the code and the two moves of a threat.
fn threaten(session: &mut Session, arguments: Arguments<'_>, owner_moves: bool) -> Outcome {
    let [word] = arguments.exactly()?;
    let stone = stone(session.game.board(), word)?;
    let group = session.dragon(stone);
    let threat = session
        .reader()
        .ask_about_group(|reader| reader.life().life_threat(&group, owner_moves));
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
    let mut group = session.dragon(first);
    group.extend_with(&session.dragon(second));
    let saves = session
        .reader()
        .ask_about_group(|reader| reader.life().does_save(at, &group));
    Ok(saves.code().to_string())
}
