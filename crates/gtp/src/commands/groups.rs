// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands about points, strings and worms, dragons, and eyes.

use katachi_engine::analysis::{Dragon, Status};
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{Board, Color, Move, Point, PointSet};
use katachi_view::status_reason::words;
use katachi_view::{DragonData, EyeData, HalfEyeData, StringData, status_name};

use super::arguments::{color_or_stone, or_pass, stone, vertex};
use super::command::Outcome;
use crate::session::Session;

pub(super) fn liberties_after(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, at] = arguments.exactly()?;
    let mut board = session.game.board().clone();
    let (color, at) = (protocol::color(color)?, vertex(&board, at)?);
    if !board.is_empty(at) || board.is_suicide(color, at) {
        return Err(Failure::new("illegal move").because(format!("{color} {}", board.size().vertex(at))));
    }
    board.place(color, at);
    Ok(board.liberties(at).to_string())
}

pub(super) fn is_legal(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, at] = arguments.exactly()?;
    let color = protocol::color(color)?;
    let mv = protocol::mv(session.game.size(), color, at)?;
    Ok(u8::from(session.game.is_legal(color, mv)).to_string())
}

pub(super) fn all_legal(session: &mut Session, color: Color) -> Outcome {
    let game = &session.game;
    let legal = game
        .size()
        .points()
        .filter(|&p| game.is_legal(color, Move::Play(p)));
    Ok(protocol::vertices(game.size(), legal))
}

pub(super) fn color(session: &mut Session, point: Point) -> Outcome {
    let color = session.game.board().cell(point).color();
    Ok(color.map_or("empty".to_string(), |color| color.to_string().to_lowercase()))
}

pub(super) fn list_stones(session: &mut Session, color: Color) -> Outcome {
    let board = session.game.board();
    let stones = board.size().points().filter(|&p| board.cell(p).is(color));
    Ok(protocol::vertices(board.size(), stones))
}

/// The strings that the arguments select: one by its point, or all in the order of the board.
fn worms(session: &mut Session, point: Option<Point>) -> Vec<StringData> {
    let (analysis, size) = (session.analysis(), session.game.size());
    let data = |worm| StringData::new(worm, size);
    match point {
        Some(point) => analysis.worms.get(point).into_iter().map(data).collect(),
        None => analysis.worms.iter().map(data).collect(),
    }
}

pub(super) fn worm_data(session: &mut Session, point: Option<Point>) -> Outcome {
    Ok(worms(session, point).iter().map(StringData::to_string).collect())
}

pub(super) fn worms_json(session: &mut Session, point: Option<Point>) -> Outcome {
    let lines: Vec<String> = worms(session, point).iter().map(StringData::json).collect();
    Ok(lines.join("\n"))
}

pub(super) fn worm_stones(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let board = session.game.board();
    let (color, point) = color_or_stone(board, arguments)?;
    let head = point.map(|point| board.head(point));
    Ok(lines_of_strings(board, |stone| {
        head.is_none_or(|head| board.head(stone) == head)
            && color.is_none_or(|color| board.cell(stone).is(color))
    }))
}

/// The stones of the strings whose first stones are wanted, one string per line.
pub(super) fn lines_of_strings(board: &Board, is_wanted: impl Fn(Point) -> bool) -> String {
    let mut seen = PointSet::EMPTY;
    let stones = board.size().points().filter(|&p| board.cell(p).is_stone());
    let first = stones.filter(|&p| seen.insert(board.head(p)) && is_wanted(p));
    let lines = first.map(|p| {
        let string: PointSet = board.string(p).collect();
        protocol::vertices(board.size(), string.iter())
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub(super) fn cutstone(session: &mut Session, stone: Point) -> Outcome {
    let analysis = session.analysis();
    let worm = analysis.worms.get(stone);
    Ok(worm.map_or(0, |worm| worm.cutstone).to_string())
}

/// The dragons that the arguments select: one by its point, or all in the order of the board.
fn dragons(session: &mut Session, point: Option<Point>) -> Vec<DragonData> {
    let (analysis, size) = (session.analysis(), session.game.size());
    let data = |dragon| DragonData::new(&analysis, dragon, words(&analysis, dragon, size), size);
    match point {
        Some(point) => analysis.dragons.get(point).into_iter().map(data).collect(),
        None => analysis.dragons.iter().map(data).collect(),
    }
}

pub(super) fn dragon_data(session: &mut Session, point: Option<Point>) -> Outcome {
    let texts = dragons(session, point);
    Ok(texts.iter().map(|d| format!("{}:\n{d}", d.origin)).collect())
}

pub(super) fn dragons_json(session: &mut Session, point: Option<Point>) -> Outcome {
    let lines: Vec<String> = dragons(session, point).iter().map(DragonData::json).collect();
    Ok(lines.join("\n"))
}

/// The status, and the decisive moves of a critical dragon.
pub(super) fn dragon_status(session: &mut Session, point: Point) -> Outcome {
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

pub(super) fn same_dragon(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [first, second] = arguments.exactly()?;
    let board = session.game.board();
    let (a, b) = (stone(board, first)?, stone(board, second)?);
    Ok(u8::from(session.analysis().dragons.are_one(a, b)).to_string())
}

pub(super) fn dragon_stones(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let size = session.game.size();
    let (color, point) = color_or_stone(session.game.board(), arguments)?;
    let is_wanted = |dragon: &&Dragon| {
        color.is_none_or(|color| dragon.color == color)
            && point.is_none_or(|point| dragon.stones.contains(point))
    };
    let dragons = &session.analysis().dragons;
    let lines = dragons.iter().filter(is_wanted);
    let lines: Vec<String> = lines
        .map(|dragon| protocol::vertices(size, dragon.stones.iter()))
        .collect();
    Ok(lines.join("\n"))
}

/// `MIN MAX` by reading, and the attacking and the defending point if these differ.
pub(super) fn eval_eye(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let point = vertex(session.game.board(), word)?;
    let space = session
        .answers()
        .eye(point)
        .ok_or_else(|| Failure::new(format!("{word} is in no eye space")))?;
    let size = session.game.size();
    let counts = format!("{} {}", space.min, space.max);
    Ok(match (space.attack.first(), space.defense.first()) {
        (Some(&attack), Some(&defense)) => {
            format!("{counts} {} {}", size.vertex(attack), size.vertex(defense))
        }
        _ => counts,
    })
}

pub(super) fn eye_data(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [color, word] = arguments.exactly()?;
    let color = protocol::color(color)?;
    let point = vertex(session.game.board(), word)?;
    let eyes = &session.analysis().eyes;
    match eyes.get(color, point) {
        Some(space) => Ok(EyeData::new(space, session.game.size()).to_string()),
        None => Err(Failure::new(format!("{word} is in no eye space of {color}"))),
    }
}

/// The diagonals of an eye point with at most one neighbour in its eye space.
pub(super) fn half_eye_data(session: &mut Session, arguments: Arguments<'_>) -> Outcome {
    let [word] = arguments.exactly()?;
    let point = vertex(session.game.board(), word)?;
    let eyes = &session.analysis().eyes;
    let found = eyes
        .around(point)
        .and_then(|s| s.diagonals.iter().find(|d| d.point == point));
    match found {
        Some(diagonals) => Ok(HalfEyeData::new(diagonals, session.game.size()).to_string()),
        None => Err(Failure::new(format!(
            "{word} is no eye point with at most one neighbour"
        ))),
    }
}

pub(super) fn eyes_json(session: &mut Session, at: Option<Point>) -> Outcome {
    let size = session.game.size();
    let eyes = &session.analysis().eyes;
    let chosen = eyes
        .iter()
        .filter(|space| at.is_none_or(|p| space.points.contains(p)));
    let lines: Vec<String> = chosen.map(|space| EyeData::new(space, size).json()).collect();
    Ok(lines.join("\n"))
}
