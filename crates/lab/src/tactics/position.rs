// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions as one word: rows from the top with a slash between them, `X` Black, `O` White, a number that
//! many empty points.

use katachi_rules::{Board, BoardSize, Cell, Color, Point};
use thiserror::Error;

/// Why a word is no position.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PositionError {
    /// Rows of different length, too many of them, or none.
    #[error("expected rows of one length, 1 to 25 points each way")]
    Rows,
    /// A character that stands for nothing.
    #[error("'{0}' stands for nothing in a position: it has X, O, / and numbers of empty points")]
    Character(char),
    /// Stones that cannot stand there.
    #[error("the string at {0} has no liberty")]
    NoLiberty(String),
    /// A ko that cannot be.
    #[error("there is no ko at {0}")]
    Ko(String),
}

/// The stones of a board.
pub(super) fn encode(board: &Board) -> String {
    let size = board.size();
    let row = |y: u8| {
        let mut text = String::new();
        let mut empty = 0;
        let flush = |text: &mut String, empty: &mut u8| {
            if *empty > 0 {
                text.push_str(&empty.to_string());
            }
            *empty = 0;
        };
        for x in 0..size.width() {
            match board.cell(Point::new(x, y)).color() {
                None => empty += 1,
                Some(color) => {
                    flush(&mut text, &mut empty);
                    text.push(letter(color));
                }
            }
        }
        flush(&mut text, &mut empty);
        text
    };
    (0..size.height()).map(row).collect::<Vec<_>>().join("/")
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'X',
        Color::White => 'O',
    }
}

/// The board with these stones, and with a ko that was just taken if a point is given: nobody may play there
/// at once who lost the stone.
///
/// # Errors
/// A word that is no position, or a point that is no ko.
pub(super) fn decode(word: &str, ko: Option<&str>) -> Result<Board, PositionError> {
    let rows = word.split('/').map(cells).collect::<Result<Vec<_>, _>>()?;
    let width = rows[0].len();
    let side = |length: usize| u8::try_from(length).map_err(|_| PositionError::Rows);
    let size = BoardSize::new(side(width)?, side(rows.len())?).ok_or(PositionError::Rows)?;
    if rows.iter().any(|row| row.len() != width) {
        return Err(PositionError::Rows);
    }
    let mut board = Board::new(size);
    let cells = size.points().zip(rows.iter().flatten());
    let stones = cells.filter_map(|(point, cell)| Some((point, cell.color()?)));
    board
        .set_stones(stones)
        .map_err(|point| PositionError::NoLiberty(size.vertex(point).to_string()))?;
    if let Some(ko) = ko {
        let (point, taker) = size
            .parse_vertex(ko)
            .and_then(|point| Some((point, taker(&board, point)?)))
            .ok_or_else(|| PositionError::Ko(ko.to_string()))?;
        let loser = board.cell(taker).color().expect("a taker is a stone").opposite();
        board.set_ko(Some((point, loser)));
    }
    Ok(board)
}

fn cells(row: &str) -> Result<Vec<Cell>, PositionError> {
    let mut cells = Vec::new();
    let mut empty = 0_usize;
    for character in row.chars() {
        if let Some(digit) = character.to_digit(10) {
            empty = empty * 10 + digit as usize;
            if empty > 25 {
                return Err(PositionError::Rows);
            }
            continue;
        }
        cells.extend(std::iter::repeat_n(Cell::Empty, std::mem::take(&mut empty)));
        cells.push(match character {
            'X' => Cell::Black,
            'O' => Cell::White,
            other => return Err(PositionError::Character(other)),
        });
    }
    cells.extend(std::iter::repeat_n(Cell::Empty, empty));
    Ok(cells)
}

/// The stone that has just taken a ko at that point: alone, in atari, with stones of its colour alone around
/// the point.
pub(super) fn taker(board: &Board, ko: Point) -> Option<Point> {
    if !board.is_empty(ko) || board.empty_beside(ko) > 0 {
        return None;
    }
    let stones: Vec<Point> = ko
        .neighbours()
        .into_iter()
        .filter(|&p| board.cell(p).is_stone())
        .collect();
    let color = board.cell(*stones.first()?);
    if stones.iter().any(|&p| board.cell(p) != color) {
        return None;
    }
    let mut takers = stones
        .into_iter()
        .filter(|&p| board.liberties(p) == 1 && board.string_size(p) == 1);
    takers.next().filter(|_| takers.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KO: &str = "
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .";

    #[test]
    fn positions_are_read_as_they_are_written() {
        let board = Board::from_diagram(KO);
        let word = encode(&board);
        assert_eq!(word, "1XO2/X1XO1/1XO2/5/5");
        assert_eq!(encode(&decode(&word, None).unwrap()), word);
        let wide = encode(&Board::new(BoardSize::square(19)));
        assert_eq!(decode(&wide, None).unwrap().size(), BoardSize::square(19));
    }

    #[test]
    fn a_ko_is_closed_to_who_lost_the_stone() {
        let board = decode("1XO2/X1XO1/1XO2/5/5", Some("B4")).unwrap();
        let point = board.size().parse_vertex("B4").unwrap();
        assert_eq!(board.ko(), Some((point, Color::White)));
        assert!(!board.is_legal(Color::White, point));
        assert_eq!(
            decode("1XO2/X1XO1/1XO2/5/5", Some("E1")).unwrap_err(),
            PositionError::Ko("E1".to_string())
        );
    }

    #[test]
    fn what_is_no_position_is_refused() {
        assert_eq!(decode("3/2", None).unwrap_err(), PositionError::Rows);
        assert_eq!(decode("", None).unwrap_err(), PositionError::Rows);
        assert_eq!(decode("99", None).unwrap_err(), PositionError::Rows);
        assert_eq!(decode("2a", None).unwrap_err(), PositionError::Character('a'));
        assert!(matches!(decode("XO/OO", None), Err(PositionError::NoLiberty(_))));
    }
}
