// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions from game records, to list the patterns that match there.

use katachi_rules::sgf::{Record, SgfError, Step};
use katachi_rules::{Board, Move, Rules};
use thiserror::Error;

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
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PositionError {
    /// The text is no record, or one with an impossible move or set-up.
    #[error(transparent)]
    Record(#[from] SgfError),
    /// The place to stop is no point of the board.
    #[error("`{0}` is no point of the board")]
    Point(String),
    /// The record ends before that point.
    #[error("the record has {} and does not come to that", counted(*.0, "move"))]
    Short(usize),
}

/// The position of the main line of a record at `until`, or at its end.
///
/// # Errors
/// An error of the record, or that it does not reach `until`.
pub fn position(text: &str, until: Option<&Until>) -> Result<Board, PositionError> {
    let record = Record::parse(text.as_bytes())?;
    let all = record.move_count();
    let before = match until {
        None => Some(all),
        // The number after the last move is the next move.
        Some(Until::Move(number)) => number.checked_sub(1).filter(|&before| before <= all),
        Some(Until::Stone(vertex)) => {
            let point = record.size.parse_vertex(vertex);
            let point = point.ok_or_else(|| PositionError::Point(vertex.clone()))?;
            let mut moves = record.steps.iter().filter(|step| step.is_move());
            moves.position(|step| matches!(step, Step::Play(_, Move::Play(at)) if *at == point))
        }
    };
    let before = before.ok_or(PositionError::Short(all))?;
    let rules = Rules {
        suicide: true,
        ..Rules::CHINESE
    };
    Ok(record.game_after(before, rules, 0.0)?.board().clone())
}

#[cfg(test)]
mod tests {
    use katachi_rules::Point;

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
        let found = stones(Some(Until::Stone("E1".to_owned())));
        assert_eq!(found, Err(PositionError::Short(4)));
    }

    #[test]
    fn what_is_no_position_is_told() {
        for (text, message) in [
            ("", "not an SGF file"),
            ("(;SZ[99])", "SZ[99]"),
            ("(;SZ[5:])", "SZ[5:]"),
            ("(;SZ[5];B[aa];W[aa])", "move 2, White A5, is illegal: occupied"),
            ("(;SZ[5];B[zz])", "B[zz]"),
            ("(;SZ[5];B[aa];W[bb];AB[ff])", "AB[ff]"),
            ("(;SZ[2]AB[aa][ab]AW[ba][bb])", "without a liberty"),
        ] {
            let error = position(text, None).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
        let until = Until::Stone("F1".to_owned());
        let error = position(GAME, Some(&until)).unwrap_err();
        assert_eq!(error.to_string(), "`F1` is no point of the board");
        let error = position("(;SZ[5];B[aa])", Some(&Until::Move(9))).unwrap_err();
        let found = error.to_string();
        assert_eq!(found, "the record has 1 move and does not come to that");
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
