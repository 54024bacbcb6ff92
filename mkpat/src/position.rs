// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions from game records, to list the patterns that match there.

use katachi_rules::{Board, BoardSize, Cell, Color, Point, PointSet};
use thiserror::Error;

use crate::compile::sgf;
use crate::counted;

/// End of replay of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// Before the move with that number, counted from 1.
    Move(usize),
    /// Before the first stone on that point, such as `Q16`.
    Stone(String),
}

/// Why a record gives no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text is not SGF.
    #[error("not an SGF file: {what}, at byte {at}")]
    Syntax {
        /// What is wrong.
        what: &'static str,
        /// Where.
        at: usize,
    },
    /// The size of the board is invalid.
    #[error("`{0}` is no size of a board")]
    Size(String),
    /// A value that is not a point of the board, or a stone on a point that cannot have one.
    #[error("`{value}` of {property} is not possible after move {number}")]
    Point {
        /// The property.
        property: &'static str,
        /// Its value.
        value: String,
        /// Number of moves before it.
        number: usize,
    },
    /// The record ends before that point.
    #[error("the record has {} and does not come to that", counted(*.0, "move"))]
    Short(usize),
}

/// The position of the main line of a record at `until`, or at its end.
///
/// # Errors
/// An error of the record, or that it does not reach `until`.
pub fn position(text: &str, until: Option<&Until>) -> Result<Board, PositionError> {
    let tree = sgf::parse(text).map_err(|t| PositionError::Syntax {
        what: t.what,
        at: t.at,
    })?;
    let syntax = PositionError::Syntax {
        what: "there is no node",
        at: 0,
    };
    let mut node = &tree.nodes[*tree.roots.first().ok_or(syntax)?];
    let size = match node.get("SZ").first() {
        None => BoardSize::square(19),
        Some(value) => {
            let (columns, rows) = value.raw.split_once(':').unwrap_or((value.raw, value.raw));
            let side = |text: &str| text.trim().parse().ok();
            let size = side(columns).zip(side(rows));
            size.and_then(|(w, h)| BoardSize::new(w, h))
                .ok_or_else(|| PositionError::Size(value.raw.to_owned()))?
        }
    };
    let stop = match until {
        Some(Until::Stone(vertex)) => Some(size.parse_vertex(vertex).ok_or(PositionError::Point {
            property: "the place to stop",
            value: vertex.clone(),
            number: 0,
        })?),
        _ => None,
    };
    let mut board = Board::new(size);
    let mut number = 0;
    loop {
        set_up(&mut board, node, number)?;
        for (name, color) in [("B", Color::Black), ("W", Color::White)] {
            let Some(value) = node.get(name).first() else {
                continue;
            };
            let point = value.point(size);
            if until == Some(&Until::Move(number + 1)) || stop.is_some() && stop == point {
                return Ok(board);
            }
            let is_pass = value.raw.trim().is_empty() || value.raw == "tt";
            match point.filter(|&p| board.is_empty(p)) {
                Some(point) => {
                    board.place(color, point);
                }
                None if is_pass && point.is_none() => {}
                None => return Err(impossible(name, value, number)),
            }
            number += 1;
        }
        let Some(&next) = node.children.first() else { break };
        node = &tree.nodes[next];
    }
    match until {
        None => Ok(board),
        // The number after the last move is the next move.
        Some(Until::Move(n)) if *n == number + 1 => Ok(board),
        Some(_) => Err(PositionError::Short(number)),
    }
}

fn impossible(property: &'static str, value: &sgf::Value<'_>, number: usize) -> PositionError {
    PositionError::Point {
        property,
        value: value.raw.to_owned(),
        number,
    }
}

fn set_up(board: &mut Board, node: &sgf::Node<'_>, number: usize) -> Result<(), PositionError> {
    let mut stones: Vec<(Point, Cell)> = Vec::new();
    for (name, cell) in [("AB", Cell::Black), ("AW", Cell::White), ("AE", Cell::Empty)] {
        for value in node.get(name) {
            let points = value.points(board.size());
            let points = points.ok_or_else(|| impossible(name, value, number))?;
            stones.extend(points.into_iter().map(|p| (p, cell)));
        }
    }
    if stones.is_empty() {
        return Ok(());
    }
    board.remove_stones(&stones.iter().map(|s| s.0).collect::<PointSet>());
    let put = stones.iter().filter_map(|&(p, cell)| Some((p, cell.color()?)));
    board.set_stones(put).map_err(|p| PositionError::Point {
        property: "the stones set up",
        value: board.size().vertex(p).to_string(),
        number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "(;SZ[5]AB[aa];B[cc](;W[dd];B[];W[bb])(;W[ee]))";

    fn stones(until: Option<Until>) -> Result<usize, PositionError> {
        position(GAME, until.as_ref()).map(|b| 25 - b.empty_points().len())
    }

    #[test]
    fn the_main_line_stops_where_it_is_told() {
        assert_eq!(stones(None), Ok(4));
        assert_eq!(stones(Some(Until::Move(1))), Ok(1));
        assert_eq!(stones(Some(Until::Move(4))), Ok(3));
        assert_eq!(stones(Some(Until::Move(5))), Ok(4));
        assert_eq!(stones(Some(Until::Move(6))), Err(PositionError::Short(4)));
        assert_eq!(stones(Some(Until::Stone("d2".to_owned()))), Ok(2));
        assert_eq!(
            stones(Some(Until::Stone("E1".to_owned()))),
            Err(PositionError::Short(4))
        );
    }

    #[test]
    fn what_is_no_position_is_told() {
        assert!(position("", None).is_err());
        assert!(position("(;SZ[99])", None).is_err());
        assert!(position("(;SZ[5];B[aa];W[aa])", None).is_err());
        assert!(position("(;SZ[2]AB[aa][ab]AW[ba][bb])", None).is_err());
    }

    #[test]
    fn errors_name_the_property_its_value_and_the_moves_before() {
        for (text, message) in [
            ("(;SZ[99])", "`99` is no size of a board"),
            ("(;SZ[5:])", "`5:` is no size of a board"),
            ("(;SZ[5];B[aa];W[aa])", "`aa` of W is not possible after move 1"),
            ("(;SZ[5];B[zz])", "`zz` of B is not possible after move 0"),
            (
                "(;SZ[5];B[aa];W[bb];AB[ff])",
                "`ff` of AB is not possible after move 2",
            ),
            (
                "(;SZ[2]AB[aa][ab]AW[ba][bb])",
                "`A2` of the stones set up is not possible after move 0",
            ),
        ] {
            assert_eq!(position(text, None).unwrap_err().to_string(), message, "{text}");
        }
        let until = Until::Stone("F1".to_owned());
        let error = position(GAME, Some(&until)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`F1` of the place to stop is not possible after move 0"
        );
        let error = position("(;SZ[5];B[aa])", Some(&Until::Move(9))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the record has 1 move and does not come to that"
        );
    }

    #[test]
    fn a_board_has_the_size_of_the_record_or_19_lines() {
        for (text, width, height) in [("(;B[aa])", 19, 19), ("(;SZ[9])", 9, 9), ("(;SZ[7: 5])", 7, 5)] {
            let size = position(text, None).unwrap().size();
            assert_eq!((size.width(), size.height()), (width, height), "{text}");
        }
    }

    #[test]
    fn stones_are_set_up_removed_and_captured_and_passes_have_two_forms() {
        for (text, diagram) in [
            ("(;SZ[3]AB[aa][bb]AW[cc];AE[aa]AW[bb])", ". . .\n. O .\n. . O\n"),
            ("(;SZ[3]AB[aa]AW[ba];W[ab])", ". O .\nO . .\n. . .\n"),
            ("(;SZ[3];B[tt];W[];B[ca])", ". . X\n. . .\n. . .\n"),
        ] {
            assert_eq!(position(text, None).unwrap().to_string(), diagram, "{text}");
        }
        // On a board of 20 lines `tt` is a point.
        let board = position("(;SZ[20];B[tt])", None).unwrap();
        assert!(board.cell(Point::new(19, 19)).is_stone());
    }
}
