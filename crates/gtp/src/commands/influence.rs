// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands about influence: a number for each point, row by row from the top, positive for White as in other
//! maps of the protocol.

use katachi_engine::analysis::influence::{AREA, InfluenceMap, MOYO, TERRITORY};
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{Board, Color, PointSet};

use super::arguments::vertex;
use super::command::Outcome;
use crate::session::Session;

/// The map of the position; its argument, the side to move, has no effect.
pub(super) fn initial(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, kind] = arguments.exactly()?;
    protocol::color(color)?;
    let dead = session.player.engine.final_status(&session.game).dead;
    map(session.game.board(), &dead, kind)
}

pub(super) fn after_move(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, at, kind] = arguments.exactly()?;
    let color = protocol::color(color)?;
    let mut board = session.game.board().clone();
    let point = vertex(&board, at)?;
    if !board.is_legal(color, point) {
        return Err(Failure::new(format!("{color} cannot play at {at}")));
    }
    let dead = session.player.engine.final_status(&session.game).dead;
    board.place(color, point);
    map(&board, &dead, kind)
}

fn map(board: &Board, dead: &PointSet, kind: &str) -> Outcome {
    let of = |rounds| InfluenceMap::new(board, dead, rounds);
    // Owners of points instead of strengths.
    let (map, is_owner) = match kind {
        "territory" => (of(TERRITORY), false),
        "moyo" => (of(MOYO), false),
        "area" => (of(AREA), false),
        "territory_value" | "territory_color" => (of(TERRITORY), true),
        "moyo_color" => (of(MOYO), true),
        "area_color" | "influence_regions" => (of(AREA), true),
        _ => {
            return Err(Failure::syntax(format!(
                "expected territory, moyo or area, alone or with _color, territory_value or influence_regions, \
                 found '{kind}'"
            )));
        }
    };
    let value = |p| match map.owner(p) {
        _ if !is_owner => -map.value(p),
        Some(Color::White) => 1,
        Some(Color::Black) => -1,
        None => 0,
    };
    let points = board.size().points().map(|p| {
        let end = if p.x() == 0 && p.y() > 0 { "\n" } else { "" };
        format!("{end}{:4}", value(p))
    });
    Ok(points.collect())
}
