// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of regression suites about killing and saving groups.

use katachi_gtp_protocol::Arguments;
use katachi_rules::Point;

use super::arguments::{pair, vertex};
use super::command::Outcome;
use crate::session::Session;

/// Replies with the code and the two moves of a threat.
pub(super) fn threaten(session: &mut Session, stone: Point, owner_moves: bool) -> Outcome {
    let threat = session.answers().life_threat(stone, owner_moves);
    let size = session.game.size();
    Ok(threat.map_or("0".to_string(), |(first, second)| {
        format!("1 {} {}", size.vertex(first), size.vertex(second))
    }))
}

pub(super) fn connection_saves(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [at, first, second] = arguments.exactly()?;
    let board = session.game.board();
    let at = vertex(board, at)?;
    let (first, second) = pair(board, [first, second])?;
    let saves = session.answers().connection_saves(at, [first, second]);
    Ok(saves.code().to_string())
}
