// SPDX-License-Identifier: MIT OR Apache-2.0

//! A question with its true answer, as one line of text.

use std::fmt;
use std::str::FromStr;

use katachi_rules::{Board, Color, Point};
use thiserror::Error;

use super::eyes::Eyes;
use super::kind::{Kind, UnknownKind};
use super::position::{PositionError, decode, encode};
use super::truth::Truth;
use crate::judgement::{Half, UnknownHalf};

/// How a true answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Found {
    /// The reader and the other program agree.
    Agreed,
    /// They disagree, and play has decided between them.
    Played,
    /// All positions of a small group were searched, and neither was asked.
    Searched,
}

impl Found {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Agreed, Self::Played, Self::Searched];
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Agreed => "agreed",
            Self::Played => "played",
            Self::Searched => "searched",
        })
    }
}

/// A question whose answer is known.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its number in its file, from 1.
    pub number: usize,
    /// The half of its game.
    pub half: Half,
    /// A part of the hash of its game, and the number of moves played.
    pub source: String,
    /// Kind of the question.
    pub kind: Kind,
    /// The position.
    pub board: Board,
    /// The stones that are asked about.
    pub stones: Vec<Point>,
    /// The true answers, one for each of its [parts](Kind::parts).
    pub truths: Vec<Truth>,
    /// How it was found.
    pub found: Found,
    /// First moves that are known to do it; not all of them.
    pub moves: Vec<Point>,
}

impl Question {
    /// The true answer if all parts agree. A race is yes if it is won and no if it is lost.
    ///
    /// None of an eye space: see [`Question::eyes`].
    pub fn truth(&self) -> Option<Truth> {
        if self.kind == Kind::Eye {
            return None;
        }
        let first = *self.truths.first()?;
        self.truths.iter().all(|&truth| truth == first).then_some(first)
    }

    /// The true numbers of eyes, of a question about an eye space.
    pub fn eyes(&self) -> Option<Eyes> {
        Eyes::of_truths(&self.truths).filter(|_| self.kind == Kind::Eye)
    }
}

/// Why a line is no question.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum QuestionError {
    /// Not nine words.
    #[error(
        "expected the number, half, source, kind, stones, ko, answer, how it was found, moves and position, {0} words"
    )]
    Words(usize),
    /// No number.
    #[error("'{0}' is no number of a question")]
    Number(String),
    /// No half.
    #[error(transparent)]
    Half(#[from] UnknownHalf),
    /// No kind.
    #[error(transparent)]
    Kind(#[from] UnknownKind),
    /// No position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// No point, or one without what should be there.
    #[error("expected points of the board with a comma between, found '{0}'")]
    Points(String),
    /// The points are no stones of such colours, or too many or too few.
    #[error("'{0}' is about {1}")]
    Stones(Kind, &'static str),
    /// No answer, or too many or too few.
    #[error(
        "expected yes, no or ko, for a race two of them, for eyes two numbers, with a comma between, found '{0}'"
    )]
    Truth(String),
    /// No way to find an answer.
    #[error("expected agreed, played or searched, found '{0}'")]
    Found(String),
}

const WORDS: usize = 10;

impl FromStr for Question {
    type Err = QuestionError;

    fn from_str(line: &str) -> Result<Self, QuestionError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[
            number,
            half,
            source,
            kind,
            stones,
            ko,
            truth,
            found,
            moves,
            position,
        ] = &words[..]
        else {
            return Err(QuestionError::Words(WORDS));
        };
        let board = decode(position, Some(ko).filter(|&ko| ko != NONE))?;
        let kind: Kind = kind.parse()?;
        Ok(Self {
            number: number
                .parse()
                .map_err(|_| QuestionError::Number(number.to_string()))?,
            half: half.parse()?,
            source: source.to_string(),
            kind,
            stones: check_stones(&board, kind, points(&board, stones)?)?,
            truths: truths(kind, truth)?,
            found: named(&Found::ALL, found).ok_or_else(|| QuestionError::Found(found.to_string()))?,
            moves: points(&board, moves)?,
            board,
        })
    }
}

/// Stands for no point.
const NONE: &str = "-";

fn named<T: Copy + fmt::Display>(all: &[T], word: &str) -> Option<T> {
    all.iter().copied().find(|one| one.to_string() == word)
}

fn truths(kind: Kind, word: &str) -> Result<Vec<Truth>, QuestionError> {
    if kind == Kind::Eye {
        let eyes: Option<Eyes> = word.parse().ok();
        return eyes
            .map(|eyes| eyes.truths().to_vec())
            .ok_or_else(|| QuestionError::Truth(word.to_string()));
    }
    let truths: Option<Vec<Truth>> = word.split(',').map(|word| named(&Truth::ALL, word)).collect();
    let answers = if kind == Kind::Race { 2 } else { 1 };
    truths
        .filter(|truths| truths.len() == answers)
        .ok_or_else(|| QuestionError::Truth(word.to_string()))
}

fn points(board: &Board, word: &str) -> Result<Vec<Point>, QuestionError> {
    if word == NONE {
        return Ok(Vec::new());
    }
    let point = |name| board.size().parse_vertex(name);
    let points: Option<Vec<Point>> = word.split(',').map(point).collect();
    points.ok_or_else(|| QuestionError::Points(word.to_string()))
}

fn check_stones(board: &Board, kind: Kind, stones: Vec<Point>) -> Result<Vec<Point>, QuestionError> {
    if kind == Kind::Eye {
        return check_space(board, kind, stones);
    }
    let colors: Option<Vec<Color>> = stones.iter().map(|&s| board.cell(s).color()).collect();
    let (fits, expected) = match (kind.stones(), kind.is_of_both_colors(), colors.as_deref()) {
        (1, _, colors) => (matches!(colors, Some([_])), "one stone"),
        (_, true, colors) => (
            matches!(colors, Some([a, b]) if a != b),
            "two stones of different colours",
        ),
        (_, false, colors) => (
            matches!(colors, Some([a, b]) if a == b),
            "two stones of one colour",
        ),
    };
    if fits {
        Ok(stones)
    } else {
        Err(QuestionError::Stones(kind, expected))
    }
}

/// A stone, and a point without a stone of its colour.
fn check_space(board: &Board, kind: Kind, stones: Vec<Point>) -> Result<Vec<Point>, QuestionError> {
    match stones[..] {
        [wall, point] if board.cell(wall).is_stone() && board.cell(point) != board.cell(wall) => Ok(stones),
        _ => Err(QuestionError::Stones(
            kind,
            "a stone and a point of its eye space",
        )),
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let list = |points: &[Point]| match points {
            [] => NONE.to_string(),
            _ => {
                let names: Vec<String> = points.iter().map(|&p| size.vertex(p).to_string()).collect();
                names.join(",")
            }
        };
        let ko: Vec<Point> = self.board.ko().into_iter().map(|(point, _)| point).collect();
        write!(
            f,
            "{} {} {} {} {} {} {} {} {} {}",
            self.number,
            self.half,
            self.source,
            self.kind,
            list(&self.stones),
            list(&ko),
            match self.eyes() {
                Some(eyes) => eyes.to_string(),
                None => list_of(&self.truths),
            },
            self.found,
            list(&self.moves),
            encode(&self.board)
        )
    }
}

/// With a comma between.
pub fn list_of<T: fmt::Display>(all: &[T]) -> String {
    let words: Vec<String> = all.iter().map(T::to_string).collect();
    words.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_they_are_written() {
        for line in [
            "1 development 0a1b2c3d:57 attack D4 - yes agreed C3,E4 5/2X2/1XOX1/5/5",
            "2 held-out 0a1b2c3d:9 disconnect A4,B5 B4 no played - 1XO2/X1XO1/1XO2/5/5",
            "4 development 0a1b2c3d:9 eye B4,A5 - 0,1 searched - 1X3/XX3/5/5/5",
            "3 development 0a1b2c3d:9 race B5,C5 - yes,no agreed A4 1XO2/1XO2/1XO2/5/5",
        ] {
            let line = line.replace("D4", "C3").replace("C3,E4", "A1,B2");
            let question: Question = line.parse().unwrap();
            assert_eq!(question.to_string(), line);
        }
    }

    #[test]
    fn what_is_no_question_is_refused() {
        let why = |line: &str| line.parse::<Question>().unwrap_err().to_string();
        assert!(why("1 development").contains("10 words"));
        assert_eq!(
            why("1 development 0:1 attack A1 - yes agreed - 5/5"),
            "'attack' is about one stone"
        );
        assert_eq!(
            why("1 development 0:1 connect A1,B1 - yes agreed - 5/XO3"),
            "'connect' is about two stones of one colour"
        );
        assert_eq!(
            why("1 development 0:1 attack A1 - maybe agreed - 5/XO3"),
            "expected yes, no or ko, for a race two of them, for eyes two numbers, with a comma between, found 'maybe'"
        );
        assert_eq!(
            why("1 development 0:1 race A1,B1 - yes agreed - 5/XO3"),
            "expected yes, no or ko, for a race two of them, for eyes two numbers, with a comma between, found 'yes'"
        );
        assert_eq!(
            why("1 development 0:1 race A1,B1 - yes,no agreed - 5/XX3"),
            "'race' is about two stones of different colours"
        );
        assert_eq!(
            why("1 development 0:1 eye A1,B1 - 2,1 searched - 5/XO3"),
            "expected yes, no or ko, for a race two of them, for eyes two numbers, with a comma between, found '2,1'"
        );
        assert_eq!(
            why("1 development 0:1 eye A1,B1 - 0,1 searched - 5/XX3"),
            "'eye' is about a stone and a point of its eye space"
        );
        assert_eq!(
            why("1 development 0:1 attack Z9 - yes agreed - 5/XO3"),
            "expected points of the board with a comma between, found 'Z9'"
        );
    }
}
