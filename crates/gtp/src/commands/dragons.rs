// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands about dragons: strings that live or die together.

use katachi_engine::analysis::{Dragon, Status};
use katachi_gtp_protocol::{self as protocol, Arguments};
use katachi_rules::Point;
use katachi_view::{DragonData, status_name};

use super::arguments::{color_or_stone, or_pass, stone};
use super::command::Outcome;
use crate::session::Session;

/// The dragons that the arguments select: one by its point, or all in the order of the board.
fn dragons(session: &mut Session, point: Option<Point>) -> Vec<DragonData> {
    let (analysis, size) = (session.analysis(), session.game.size());
    let dragons = match point {
        Some(point) => analysis.dragons.get(point).into_iter().collect(),
        None => analysis.dragons.iter().collect::<Vec<_>>(),
    };
    let dragons = dragons.into_iter();
    dragons
        .map(|dragon| DragonData::new(&analysis, dragon, size))
        .collect()
}

pub(super) fn data(session: &mut Session, point: Option<Point>) -> Outcome {
    let texts = dragons(session, point);
    Ok(texts.iter().map(|d| format!("{}:\n{d}", d.origin)).collect())
}

pub(super) fn json(session: &mut Session, point: Option<Point>) -> Outcome {
    let lines: Vec<String> = dragons(session, point).iter().map(DragonData::json).collect();
    Ok(lines.join("\n"))
}

/// The status, and the decisive moves of a critical dragon.
pub(super) fn status(session: &mut Session, point: Point) -> Outcome {
    let analysis = session.analysis();
    let dragon = analysis.dragons.get(point).expect("a stone has a dragon");
    let name = status_name(dragon.status);
    if dragon.status != Status::Critical {
        return Ok(name.to_string());
    }
    let first = |points: &[Point]| or_pass(session.game.board(), points.first().copied());
    let (attack, defense) = dragon.decisive_points();
    Ok(format!("{name} {} {}", first(&attack), first(&defense)))
}

pub(super) fn same(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [first, second] = arguments.exactly()?;
    let board = session.game.board();
    let (a, b) = (stone(board, first)?, stone(board, second)?);
    Ok(u8::from(session.analysis().dragons.are_one(a, b)).to_string())
}

pub(super) fn stones(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let size = session.game.size();
    let (color, point) = color_or_stone(session.game.board(), arguments)?;
    let is_wanted = |dragon: &&Dragon| {
        color.is_none_or(|color| dragon.color == color)
            && point.is_none_or(|point| dragon.stones.contains(point))
    };
    let dragons = session.analysis().dragons;
    let lines = dragons.iter().filter(is_wanted);
    let lines: Vec<String> = lines
        .map(|dragon| protocol::vertices(size, dragon.stones.iter()))
        .collect();
    Ok(lines.join("\n"))
}
