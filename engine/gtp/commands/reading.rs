//! Commands of regression suites about strings: tactical reading in the position on the board.

use katachi_rules::{Board, Point};

use super::Outcome;
use crate::gtp::protocol::{self, Arguments, Failure};
use crate::gtp::session::Session;
use crate::reading::{Reader, Reading, Verdict};

/// A vertex of the board.
pub(super) fn vertex(board: &Board, word: &str) -> Result<Point, Failure> {
    board
        .size()
        .parse_vertex(word)
        .ok_or_else(|| Failure::syntax(format!("expected a point of the board, found '{word}'")))
}

/// A vertex with a stone.
pub(super) fn stone(board: &Board, word: &str) -> Result<Point, Failure> {
    let point = vertex(board, word)?;
    if board.cell(point).is_stone() {
        Ok(point)
    } else {
        Err(Failure::new(format!("there is no stone at {word}")))
    }
}

/// `0`, or the code and the move; `PASS` if no move is needed.
fn answer(board: &Board, reading: Reading) -> String {
    match (reading.verdict.code(), reading.point) {
        (0, _) => "0".to_string(),
        (code, Some(point)) => format!("{code} {}", board.size().vertex(point)),
        (code, None) => format!("{code} PASS"),
    }
}

fn ask(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Reader, Point) -> Reading,
) -> Outcome {
    let [word] = arguments.exactly()?;
    let stone = stone(session.game.board(), word)?;
    let reading = question(session.reader(), stone);
    Ok(answer(session.game.board(), reading))
}

pub(super) fn attack(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, Reader::attack)
}

/// `1 PASS` for a string that needs no move.
pub(super) fn defend(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    ask(session, arguments, Reader::defend)
}

fn does(
    session: &mut Session,
    arguments: Arguments<'_>,
    question: impl FnOnce(&mut Reader, Point, Point) -> Verdict,
) -> Outcome {
    let [at, of] = arguments.exactly()?;
    let board = session.game.board();
    let (at, of) = (vertex(board, at)?, stone(board, of)?);
    Ok(question(session.reader(), at, of).code().to_string())
}

pub(super) fn does_attack(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, Reader::does_attack)
}

pub(super) fn does_defend(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    does(session, arguments, Reader::does_defend)
}

/// A stone to look at the position after it. It is a move like others until it is taken back.
pub(super) fn try_move(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, at] = arguments.exactly()?;
    let color = protocol::color(color)?;
    let mv = protocol::mv(session.game.size(), color, at)?;
    session
        .game
        .play(color, mv)
        .map_err(|why| Failure::illegal(color, at, why))?;
    session.tried += 1;
    Ok(String::new())
}

pub(super) fn take_back(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.tried = session
        .tried
        .checked_sub(1)
        .ok_or_else(|| Failure::new("no move was tried"))?;
    session.game.undo();
    Ok(String::new())
}

pub(super) fn more_nodes(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.scale_reading(3, 2);
    Ok(String::new())
}

pub(super) fn fewer_nodes(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [] = arguments.exactly()?;
    session.scale_reading(2, 3);
    Ok(String::new())
}
