// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions as one word: rows from the top with a slash between them, `X` Black, `O` White, a number that
//! many empty points.

use anyhow::{Context as _, anyhow, bail, ensure};
use katachi_rules::{Board, BoardSize, Color, Point};

const MAX_LINES: usize = 25;

/// The board with the stones of rows from the top: `X` Black, `O` White, `.` empty.
pub(crate) fn board_of_rows(rows: &[impl AsRef<str>]) -> Result<Board, (usize, String)> {
    let width = rows.first().map_or(0, |row| row.as_ref().chars().count());
    let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
    let size = BoardSize::new(side(width), side(rows.len()));
    let size = size.ok_or_else(|| (0, format!("expected a board of 1 to {MAX_LINES} lines")))?;
    let mut stones = Vec::new();
    for (y, row) in rows.iter().map(|row| row.as_ref()).enumerate() {
        if row.chars().count() != width {
            return Err((y, "expected a row as long as those before".to_owned()));
        }
        for (x, cell) in row.chars().enumerate() {
            let color = match cell {
                'X' => Color::Black,
                'O' => Color::White,
                '.' => continue,
                other => return Err((y, format!("expected '.', 'X' or 'O', not '{other}'"))),
            };
            stones.push((Point::new(x as u8, y as u8), color));
        }
    }
    let mut board = Board::new(size);
    board.set_stones(stones).map_err(|point| {
        let why = format!("the string at {} has no liberty", size.vertex(point));
        (usize::from(point.y()), why)
    })?;
    Ok(board)
}

pub(super) fn encode(board: &Board) -> String {
    let row = |row: &str| {
        let cells: Vec<char> = row.chars().filter(|&cell| cell != ' ').collect();
        let runs = cells.chunk_by(|a, b| a == b).map(|run| match run[0] {
            '.' => run.len().to_string(),
            _ => run.iter().collect(),
        });
        runs.collect::<String>()
    };
    board.to_string().lines().map(row).collect::<Vec<_>>().join("/")
}

/// The board with these stones, and with a ko that was just taken if a point is given: nobody may play there
/// at once who lost the stone.
///
/// # Errors
/// A word that is no position, or a point that is no ko.
pub(super) fn decode(word: &str, ko: Option<&str>) -> anyhow::Result<Board> {
    let rows = word.split('/').map(row).collect::<anyhow::Result<Vec<_>>>()?;
    let mut board = board_of_rows(&rows).map_err(|(row, why)| anyhow!("row {}: {why}", row + 1))?;
    if let Some(ko) = ko {
        let point = board.size().parse_vertex(ko);
        let taken = point.and_then(|point| Some((point, taker(&board, point)?)));
        let (point, taker) = taken.with_context(|| format!("there is no ko at {ko}"))?;
        let loser = board.cell(taker).color().expect("a taker is a stone").opposite();
        board.set_ko(Some((point, loser)));
    }
    Ok(board)
}

/// A row with a dot for each empty point.
fn row(word: &str) -> anyhow::Result<String> {
    let (mut row, mut empty) = (String::new(), 0);
    for character in word.chars() {
        match character {
            '0'..='9' => {
                empty = empty * 10 + (character as usize - '0' as usize);
                ensure!(empty <= MAX_LINES, "expected rows of 1 to {MAX_LINES} points");
            }
            'X' | 'O' => row += &format!("{}{character}", ".".repeat(std::mem::take(&mut empty))),
            _ => bail!(
                "'{character}' stands for nothing in a position: it has X, O, / and numbers of empty points"
            ),
        }
    }
    Ok(row + &".".repeat(empty))
}

/// The stone that has just taken a ko at that point: alone, in atari, with stones of its colour alone around
/// the point.
pub(super) fn taker(board: &Board, ko: Point) -> Option<Point> {
    if !board.is_empty(ko) || board.empty_beside(ko) > 0 {
        return None;
    }
    let beside = ko.neighbours().into_iter();
    let stones: Vec<Point> = beside.filter(|&p| board.cell(p).is_stone()).collect();
    let color = board.cell(*stones.first()?);
    let is_taker = |p: &&Point| board.liberties(**p) == 1 && board.string_size(**p) == 1;
    let mut takers = stones.iter().filter(is_taker);
    let taker = *takers.next()?;
    let is_ko = takers.next().is_none() && stones.iter().all(|&p| board.cell(p) == color);
    is_ko.then_some(taker)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_as_they_are_written() {
        let board = crate::tactics::tests::board_of(5, ".XO/X.XO/.XO");
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
        let error = decode("1XO2/X1XO1/1XO2/5/5", Some("E1")).unwrap_err();
        assert_eq!(error.to_string(), "there is no ko at E1");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for (word, why) in [
            ("3/2", "row 2: expected a row as long as those before"),
            ("", "row 1: expected a board of 1 to 25 lines"),
            ("99", "expected rows of 1 to 25 points"),
            (
                "2a",
                "'a' stands for nothing in a position: it has X, O, / and numbers of empty points",
            ),
            ("XO/OO", "row 1: the string at A2 has no liberty"),
        ] {
            assert_eq!(decode(word, None).unwrap_err().to_string(), why);
        }
    }
}
