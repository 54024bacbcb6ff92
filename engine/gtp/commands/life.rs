//! Commands of regression suites about groups: can they be killed, can they live?

use katachi_rules::PointSet;

use super::Outcome;
use super::reading::{answer, stone, vertex};
use crate::gtp::protocol::Arguments;
use crate::gtp::session::Session;
use crate::reading::{Reader, Reading, Verdict};

fn ask(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Reader, &PointSet) -> Reading,
) -> Outcome {
    let [word] = arguments.exactly()?;
    let stone = stone(session.game.board(), word)?;
    let reader = session.reader();
    let group = reader.group_of(stone);
    let reading = question(reader, &group);
    Ok(answer(session.game.board(), reading))
}

pub(super) fn kill(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, Reader::kill)
}

pub(super) fn live(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, Reader::live)
}

fn does(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Reader, katachi_rules::Point, &PointSet) -> Verdict,
) -> Outcome {
    let [at, of] = arguments.exactly()?;
    let board = session.game.board();
    let (at, of) = (vertex(board, at)?, stone(board, of)?);
    let reader = session.reader();
    let group = reader.group_of(of);
    Ok(question(reader, at, &group).code().to_string())
}

pub(super) fn does_kill(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, Reader::does_kill)
}

pub(super) fn does_save(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, Reader::does_save)
}
