// SPDX-License-Identifier: MIT OR Apache-2.0

//! Points in arguments, and replies to readings.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use katachi_engine::reading::Reading;
use katachi_gtp_protocol::{self as protocol, Arguments, Failure};
use katachi_rules::{Board, Color, Point, PointSet};

use crate::session::Session;

/// Reads a number of a range. `what` names it.
pub(super) fn number_in<T: FromStr + PartialOrd + Display>(
    word: &str,
    range: RangeInclusive<T>,
    what: &str,
) -> Result<T, Failure> {
    let number = protocol::number(word)?;
    let (least, most) = (range.start(), range.end());
    match range.contains(&number) {
        true => Ok(number),
        false => Err(Failure::syntax(format!(
            "expected {what} from {least} to {most}, found '{word}'"
        ))),
    }
}

pub(super) fn vertex(board: &Board, word: &str) -> Result<Point, Failure> {
    board
        .size()
        .parse_vertex(word)
        .ok_or_else(|| Failure::syntax(format!("expected a point of the board, found '{word}'")))
}

/// A side, or without one the side to move.
pub(super) fn mover(session: &Session, arguments: Arguments<'_>) -> Result<Color, Failure> {
    let to_move = session.game.to_move();
    arguments.at_most_one()?.map_or(Ok(to_move), protocol::color)
}

/// Colours, each with a vertex.
pub(super) fn pairs(arguments: Arguments<'_>) -> impl Iterator<Item = Result<[&str; 2], Failure>> {
    let mut words = arguments.words();
    std::iter::from_fn(move || {
        let color = words.next()?;
        let vertex = words
            .next()
            .ok_or_else(|| Failure::syntax("the last colour has no vertex"));
        Some(vertex.map(|vertex| [color, vertex]))
    })
}

pub(super) fn stone(board: &Board, word: &str) -> Result<Point, Failure> {
    let point = vertex(board, word)?;
    if board.cell(point).is_stone() {
        Ok(point)
    } else {
        Err(Failure::new(format!("there is no stone at {word}")))
    }
}

pub(super) fn pair(board: &Board, words: [&str; 2], are_friends: bool) -> Result<(Point, Point), Failure> {
    let [first, second] = words;
    let (a, b) = (stone(board, first)?, stone(board, second)?);
    let others = if are_friends {
        "different colours"
    } else {
        "one colour"
    };
    match are_friends == (board.cell(a) == board.cell(b)) {
        true => Ok((a, b)),
        false => Err(Failure::new(format!(
            "{first} and {second} are stones of {others}"
        ))),
    }
}

pub(super) fn stone_and_area(board: &Board, arguments: Arguments<'_>) -> Result<(Point, PointSet), Failure> {
    let mut words = arguments.words();
    let from = words
        .next()
        .ok_or_else(|| Failure::syntax("expected a stone and the points of an area"))?;
    let from = stone(board, from)?;
    let area: PointSet = words.map(|word| vertex(board, word)).collect::<Result<_, _>>()?;
    match area.is_empty() {
        true => Err(Failure::syntax("expected the points of an area after the stone")),
        false => Ok((from, area)),
    }
}

pub(super) fn truth(word: &str) -> Result<bool, Failure> {
    match word {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(Failure::syntax(format!("expected true or false, found '{word}'"))),
    }
}

pub(super) fn color_or_stone(
    board: &Board,
    arguments: Arguments<'_>,
) -> Result<(Option<Color>, Option<Point>), Failure> {
    let word = arguments.at_most_one()?;
    let color = word.and_then(Color::parse);
    let point = word.filter(|_| color.is_none()).map(|word| stone(board, word));
    Ok((color, point.transpose()?))
}

/// The name of a point, or `PASS`.
pub(super) fn or_pass(board: &Board, point: Option<Point>) -> String {
    point.map_or("PASS".to_owned(), |point| board.size().vertex(point).to_string())
}

/// `0`, or the code and the move; `PASS` if no move is needed.
pub(super) fn answer(board: &Board, reading: Reading) -> String {
    match reading.verdict.code() {
        0 => "0".to_owned(),
        code => format!("{code} {}", or_pass(board, reading.point)),
    }
}
