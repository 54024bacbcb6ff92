// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands about the end of the game. They judge the status of the stones and do not change the board.

use katachi_engine::analysis::{StoneStatus, Unconditional, UnconditionalStatus};
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{Color, End, GameResult, Point, percent};

use super::command::Outcome;
use super::groups::lines_of_strings;
use crate::session::{NO_RESULT, Session};

pub(super) fn final_score(session: &mut Session) -> Outcome {
    if session.game.end() == Some(End::NoResult) {
        return Err(Failure::new("cannot score").because(NO_RESULT));
    }
    let status = session.player.engine.final_status(&session.game);
    Ok(status.result(&session.game).to_string())
}

fn status_word(status: StoneStatus) -> &'static str {
    match status {
        StoneStatus::Dead => "dead",
        StoneStatus::Alive => "alive",
        StoneStatus::Seki => "seki",
    }
}

fn owner_word(owner: Option<Color>) -> &'static str {
    match owner {
        Some(Color::Black) => "black_territory",
        Some(Color::White) => "white_territory",
        None => "dame",
    }
}

pub(super) fn final_status(session: &mut Session, point: Point) -> Outcome {
    let board = session.game.board();
    let status = session.player.engine.final_status(&session.game);
    Ok(if board.cell(point).is_stone() {
        status_word(status.stone_status(&session.game, point))
    } else {
        owner_word(status.owners(&session.game)[point])
    }
    .to_string())
}

/// Strings of a status, one per line; points of an owner on one line.
pub(super) fn status_list(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [wanted] = arguments.exactly()?;
    let status = session.player.engine.final_status(&session.game);
    match wanted {
        "dead" | "alive" | "seki" => Ok(lines_of_strings(session.game.board(), |stone| {
            status_word(status.stone_status(&session.game, stone)) == wanted
        })),
        "black_territory" | "white_territory" | "dame" => {
            let board = session.game.board();
            let owners = status.owners(&session.game);
            let is_wanted = |&p: &_| board.is_empty(p) && owner_word(owners[p]) == wanted;
            Ok(protocol::vertices(
                board.size(),
                board.size().points().filter(is_wanted),
            ))
        }
        _ => Err(Failure::syntax(format!(
            "expected dead, alive, seki, black_territory, white_territory or dame, found '{wanted}'"
        ))),
    }
}

/// The expected lead, and White's lead one standard deviation above and below it, positive if White leads;
/// then the settled share of each side's points.
pub(super) fn estimate_score(session: &mut Session) -> Outcome {
    let estimate = session.player.estimate(&session.game);
    let (lower, upper) = estimate.range();
    let lead = GameResult::Score((10.0 * estimate.white_lead).round() / 10.0);
    Ok(format!(
        "{lead} (upper bound: {upper:.1}, lower: {lower:.1}), settled: Black {}, White {}",
        percent(estimate.settled.black, 0),
        percent(estimate.settled.white, 0)
    ))
}

pub(super) fn experimental_score(session: &mut Session, color: Color) -> Outcome {
    let status = session.player.engine.final_status(&session.game);
    let (upper, lower) = status.score_bounds(&session.game);
    let lead = if color == Color::White { upper } else { lower };
    Ok(format!("{lead:.1}"))
}

pub(super) fn unconditional_status(session: &mut Session, point: Point) -> Outcome {
    let board = session.game.board();
    Ok(match Unconditional::new(board).status(board, point) {
        UnconditionalStatus::Alive => "alive",
        UnconditionalStatus::Dead => "dead",
        UnconditionalStatus::Territory(color) => owner_word(Some(color)),
        UnconditionalStatus::Undecided => "undecided",
    }
    .to_string())
}
