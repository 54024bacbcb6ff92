// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands that set the board up and move on it.

use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{BoardSize, Color, Game, MAX_KOMI, Move};

use super::arguments::{number_in, pairs};
use super::command::Outcome;
use crate::session::Session;

pub(super) fn boardsize(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    match arguments.words().count() {
        1 => {
            let [side] = arguments.exactly()?;
            resize(session, side, side)
        }
        _ => rectangular_boardsize(session, arguments),
    }
}

pub(super) fn rectangular_boardsize(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [width, height] = arguments.exactly()?;
    resize(session, width, height)
}

fn resize(session: &mut Session, width: &str, height: &str) -> Outcome {
    let (width, height): (i64, i64) = (protocol::number(width)?, protocol::number(height)?);
    let size = u8::try_from(width)
        .ok()
        .zip(u8::try_from(height).ok())
        .and_then(|(width, height)| BoardSize::new(width, height))
        .ok_or_else(|| {
            Failure::new("unacceptable size").because(format!("{width}x{height}: sides are of 1 to 25 lines"))
        })?;
    session.new_game(size, session.game.rules());
    Ok(String::new())
}

pub(super) fn clear_board(session: &mut Session) -> Outcome {
    session.new_game(session.game.size(), session.game.rules());
    Ok(String::new())
}

pub(super) fn komi(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let komi = number_in(word, -MAX_KOMI..=MAX_KOMI, "a number of points")?;
    session.game.set_komi(komi);
    Ok(String::new())
}

fn make_move(game: &mut Game, color: &str, vertex: &str) -> Result<(), Failure> {
    let color = protocol::color(color)?;
    let mv = protocol::mv(game.size(), color, vertex)?;
    game.play(color, mv)
        .map_err(|why| Failure::illegal(color, vertex, why))
}

pub(super) fn play(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, vertex] = arguments.exactly()?;
    if vertex.eq_ignore_ascii_case("resign") {
        session.resign(protocol::color(color)?, true);
        return Ok(String::new());
    }
    make_move(&mut session.game, color, vertex)?;
    Ok(String::new())
}

pub(super) fn play_sequence(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let mut game = session.game.clone();
    for pair in pairs(arguments) {
        let [color, vertex] = pair?;
        make_move(&mut game, color, vertex)?;
    }
    session.game = game;
    Ok(String::new())
}

/// Chooses and makes a move, also after the end of the game; an end without a result is told.
pub(super) fn genmove(session: &mut Session, color: Color) -> Outcome {
    let mv = session.choose(color, true);
    if session.has_given_up() {
        session.resign(color, false);
        return Ok("resign".to_string());
    }
    session.play_chosen(color, mv)?;
    named(session, mv)
}

fn named(session: &Session, mv: Move) -> Outcome {
    Ok(session.game.size().show(mv))
}

/// Chooses as `genmove`, but instead of a pass a move that captures dead enemy stones, if there are any.
pub(super) fn genmove_cleanup(session: &mut Session, color: Color) -> Outcome {
    let mut mv = session.choose(color, true);
    if mv == Move::Pass {
        let point = session.player.engine.cleanup_move(&session.game, color);
        mv = point.map_or(Move::Pass, Move::Play);
    }
    session.play_chosen(color, mv)?;
    named(session, mv)
}

pub(super) fn reg_genmove(session: &mut Session, color: Color) -> Outcome {
    let mv = session.choose(color, false);
    named(session, mv)
}

/// Chooses the best of the listed moves; moves that the engine does not propose come last.
pub(super) fn restricted_genmove(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let mut words = arguments.words();
    let color = protocol::color(words.next().unwrap_or_default())?;
    let size = session.game.size();
    let points = words
        .map(|word| match protocol::mv(size, color, word)? {
            Move::Play(point) => Ok(point),
            Move::Pass => Err(Failure::syntax("a pass is not among the moves to choose from")),
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let mv = session.best_of(color, &points);
    named(session, mv)
}

pub(super) fn stone(session: &mut Session, arguments: Arguments<'_>, color: &str) -> Outcome {
    let [vertex] = arguments.exactly()?;
    make_move(&mut session.game, color, vertex)?;
    Ok(String::new())
}

pub(super) fn undo_several(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let moves = arguments.at_most_one()?.map_or(Ok(1), protocol::number)?;
    take_back(session, moves)
}

pub(super) fn take_back(session: &mut Session, moves: usize) -> Outcome {
    let there_are = session.undoable();
    if moves > there_are {
        return Err(Failure::new("cannot undo").because(match there_are {
            1 => "1 move was made".to_owned(),
            _ => format!("{there_are} moves were made"),
        }));
    }
    for _ in 0..moves {
        session.undo();
    }
    Ok(String::new())
}
