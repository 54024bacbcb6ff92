// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions with groups whose life is known, as text.
//!
//! ```text
//! = Three in a row in the corner
//! . O . . .
//! . O X X .      ...
//! black first: A5 alive
//! white first after B1: A5 dead, D3 alive
//! either first: D3 alive
//! ```
//!
//! A title, a board (`X` is Black), and questions: which side moves first, where the other side has moved
//! just before if that is told, and the status of the strings of some stones. Lines that begin with `#` are
//! comments.

use std::fmt;

use katachi_engine::playout::PlayoutPolicy;
use katachi_rules::{Board, BoardSize, Color, Point};
use serde::Serialize;
use thiserror::Error;

use super::predict::{Prediction, Start};

/// The status of a string with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It lives with eyes, or wins its race.
    Alive,
    /// It is captured, or the other side can capture it at any time.
    Dead,
    /// It lives in seki.
    Seki,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Alive, Self::Dead, Self::Seki];
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Alive => "alive",
            Self::Dead => "dead",
            Self::Seki => "seki",
        })
    }
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LifeQuestion {
    /// The side that moves first.
    pub first: Color,
    /// Where the other side has moved just before.
    pub last: Option<Point>,
    /// Stones, and the statuses of their strings.
    pub groups: Vec<(Point, Status)>,
}

/// A position with questions.
#[derive(Clone, Debug)]
pub struct KnownPosition {
    /// Its name.
    pub title: String,
    /// The stones.
    pub board: Board,
    /// One or more.
    pub questions: Vec<LifeQuestion>,
}

/// The answer of playouts about one group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The side that moves first.
    pub first: Color,
    /// Where the other side has moved just before.
    pub last: Option<Point>,
    /// A stone of the group.
    pub stone: Point,
    /// Its status.
    pub status: Status,
    /// The mean ownership of the points of its string, for its side: -1 to 1.
    pub ownership: f32,
}

/// Why a text has no valid positions.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct PositionError {
    /// Counted from 1.
    pub line: usize,
    /// The error, and the expected form.
    pub what: String,
}

impl KnownPosition {
    /// Reads the positions of a text.
    ///
    /// # Errors
    /// The first line that cannot be used.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, PositionError> {
        let mut drafts: Vec<Draft> = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let (number, line) = (i + 1, line.trim());
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if let Some(title) = line.strip_prefix("= ") {
                drafts.push(Draft::new(number, title));
                continue;
            }
            let draft = drafts
                .last_mut()
                .ok_or_else(|| error(number, "expected a title: '= ' and a name"))?;
            if line.contains(':') {
                draft.questions.push((number, line.to_string()));
            } else if draft.questions.is_empty() {
                draft.rows.push((number, line.to_string()));
            } else {
                return Err(error(
                    number,
                    "expected a question, or the title of the next position",
                ));
            }
        }
        drafts.into_iter().map(Draft::finish).collect()
    }

    /// The answers of `playouts` playouts about each group of each question, in order.
    pub fn ask(&self, policy: &PlayoutPolicy, playouts: u32) -> Vec<Answer> {
        let mut answers = Vec::new();
        for question in &self.questions {
            let start = Start {
                board: &self.board,
                to_move: question.first,
                last: question.last,
                bonus: 0.0,
            };
            let prediction = Prediction::new(&start, policy, playouts);
            answers.extend(question.groups.iter().map(|&(stone, status)| Answer {
                first: question.first,
                last: question.last,
                stone,
                status,
                ownership: prediction.ownership_of(&self.board, stone),
            }));
        }
        answers
    }
}

fn error(line: usize, what: impl Into<String>) -> PositionError {
    PositionError {
        line,
        what: what.into(),
    }
}

/// A position as its lines are.
#[derive(Debug)]
struct Draft {
    line: usize,
    title: String,
    rows: Vec<(usize, String)>,
    questions: Vec<(usize, String)>,
}

impl Draft {
    fn new(line: usize, title: &str) -> Self {
        Self {
            line,
            title: title.trim().to_string(),
            rows: Vec::new(),
            questions: Vec::new(),
        }
    }

    fn finish(self) -> Result<KnownPosition, PositionError> {
        let board = self.board()?;
        if self.questions.is_empty() {
            return Err(error(self.line, "the position asks nothing"));
        }
        let mut questions = Vec::new();
        for (number, line) in &self.questions {
            questions.extend(parse_question(&board, line).map_err(|what| error(*number, what))?);
        }
        Ok(KnownPosition {
            title: self.title,
            board,
            questions,
        })
    }

    fn board(&self) -> Result<Board, PositionError> {
        let row = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<_>>();
        let rows: Vec<_> = self
            .rows
            .iter()
            .map(|(number, text)| (*number, row(text)))
            .collect();
        let width = rows.first().map_or(0, |(_, cells)| cells.len());
        let side = |length: usize| u8::try_from(length).unwrap_or(u8::MAX);
        let size = BoardSize::new(side(width), side(rows.len()))
            .ok_or_else(|| error(self.line, "expected a board of 1 to 25 lines"))?;
        let mut stones = Vec::new();
        for (y, (number, cells)) in rows.iter().enumerate() {
            if cells.len() != width {
                return Err(error(*number, "expected a row as long as those before"));
            }
            for (x, cell) in cells.iter().enumerate() {
                let color = match cell {
                    'X' => Color::Black,
                    'O' => Color::White,
                    '.' => continue,
                    other => return Err(error(*number, format!("expected '.', 'X' or 'O', not '{other}'"))),
                };
                stones.push((Point::new(x as u8, y as u8), color));
            }
        }
        let mut board = Board::new(size);
        board.set_stones(stones).map_err(|p| {
            error(
                self.line,
                format!("the string at {} has no liberty", size.vertex(p)),
            )
        })?;
        Ok(board)
    }
}

/// One question, or two that differ in the side that moves first.
fn parse_question(board: &Board, line: &str) -> Result<Vec<LifeQuestion>, String> {
    const EXPECTED: &str = "expected 'black first: C3 alive', or 'white first after D4: C3 dead, G7 seki'";
    let point = |text: &str| {
        let point = board.size().parse_vertex(text);
        point.ok_or_else(|| format!("'{text}' is no point of the board"))
    };
    let (head, groups) = line.split_once(':').ok_or(EXPECTED)?;
    let (who, last) = match head.split_whitespace().collect::<Vec<_>>()[..] {
        [who, "first"] => (who, None),
        [who, "first", "after", last] => (who, Some(point(last)?)),
        _ => return Err(EXPECTED.to_string()),
    };
    let firsts: &[Color] = match who {
        "black" => &[Color::Black],
        "white" => &[Color::White],
        "either" if last.is_none() => &Color::BOTH,
        _ => return Err(EXPECTED.to_string()),
    };
    if let Some(last) = last
        && !board.cell(last).is(firsts[0].opposite())
    {
        return Err(format!(
            "there is no stone of {} at {}",
            firsts[0].opposite(),
            board.size().vertex(last)
        ));
    }
    let mut parsed = Vec::new();
    for group in groups.split(',') {
        let [stone, status] = group.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(EXPECTED.to_string());
        };
        let known = Status::ALL.into_iter().find(|known| known.to_string() == status);
        let status = known.ok_or_else(|| format!("'{status}' is not alive, dead or seki"))?;
        let stone = point(stone)?;
        if !board.cell(stone).is_stone() {
            return Err(format!("there is no stone at {}", board.size().vertex(stone)));
        }
        parsed.push((stone, status));
    }
    Ok(firsts
        .iter()
        .map(|&first| LifeQuestion {
            first,
            last,
            groups: parsed.clone(),
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use katachi_engine::playout::{PlayoutWeights, PolicyName};

    use super::*;

    const TEXT: &str = "
# A comment
= Two eyes, and one
. X . X O
X X X X O
O O O O O
. O . O .
O O O O O
either first: A4 alive
white first after A4: E1 dead
";

    #[test]
    fn positions_are_read_and_asked() {
        let positions = KnownPosition::parse_all(TEXT).unwrap();
        let [position] = &positions[..] else {
            panic!("{positions:?}");
        };
        assert_eq!(position.title, "Two eyes, and one");
        let at = |vertex| position.board.size().parse_vertex(vertex).unwrap();
        let firsts: Vec<_> = position.questions.iter().map(|q| (q.first, q.last)).collect();
        assert_eq!(
            firsts,
            [
                (Color::Black, None),
                (Color::White, None),
                (Color::White, Some(at("A4")))
            ]
        );
        let policy = PolicyName::Settled.policy(PlayoutWeights::built_in(), position.board.size());
        let answers = position.ask(&policy, 20);
        assert!(answers[0].ownership > 0.0 && answers[1].ownership > 0.0);
        assert_eq!(answers[2].status, Status::Dead);
        assert!(answers[2].ownership > 0.0, "White has eyes enough");
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        for (text, line, what) in [
            ("X . .", 1, "expected a title: '= ' and a name"),
            ("= A\n", 1, "expected a board of 1 to 25 lines"),
            (
                "= A\nX .\n. . .\nblack first: A2 alive",
                3,
                "expected a row as long as those before",
            ),
            (
                "= A\nX #\n. .\nblack first: A2 alive",
                2,
                "expected '.', 'X' or 'O', not '#'",
            ),
            (
                "= A\nX O\nO .\nblack first: A2 alive",
                1,
                "the string at A2 has no liberty",
            ),
            ("= A\nX .\n. .", 1, "the position asks nothing"),
            (
                "= A\nX .\n. .\nblack first: A2 alive\nX .",
                5,
                "expected a question, or the title of the next position",
            ),
            (
                "= A\nX .\n. .\nblack first: B2 alive",
                4,
                "there is no stone at B2",
            ),
            (
                "= A\nX .\n. .\nblack first: C3 alive",
                4,
                "'C3' is no point of the board",
            ),
            (
                "= A\nX .\n. .\nblack first: A2 well",
                4,
                "'well' is not alive, dead or seki",
            ),
            (
                "= A\nX .\n. .\nblack first after A2: A2 alive",
                4,
                "there is no stone of White at A2",
            ),
        ] {
            let found = KnownPosition::parse_all(text).unwrap_err();
            assert_eq!((found.line, found.what.as_str()), (line, what), "{text}");
        }
        for question in [
            "red first: A2 alive",
            "black: A2 alive",
            "black first: A2",
            "either first after A2: A2 dead",
        ] {
            let found = KnownPosition::parse_all(&format!("= A\nX .\n. .\n{question}")).unwrap_err();
            assert!(
                found.what.starts_with("expected 'black first"),
                "{question}: {found}"
            );
        }
    }
}
