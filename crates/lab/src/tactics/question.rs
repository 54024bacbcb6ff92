// SPDX-License-Identifier: MIT OR Apache-2.0

//! A question with its true answer, as one line of text.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, bail, ensure};
use clap::ValueEnum;
use katachi_rules::{Board, Point};

use super::kind::{Kind, Truth, eyes_of_truths, truths_of_eyes};
use super::position::{decode, encode};
use crate::games::Half;

/// How a true answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Found {
    /// The reader and the other program agree.
    Agreed,
    /// They disagree, and play has decided between them.
    Played,
    /// All positions of a small group were searched, and neither was asked.
    Searched,
    /// The ownership of a judged game says so, and no move is known.
    Judged,
}

crate::names::display_names!(Found);

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
    /// The true answers, one for each of its parts: of a race two, of an eye space four.
    pub truths: Vec<Truth>,
    /// How it was found.
    pub found: Found,
    /// First moves that are known to do it; not all of them.
    pub moves: Vec<Point>,
}

const NONE: &str = "-";

impl FromStr for Question {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> anyhow::Result<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [
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
        ] = words[..]
        else {
            bail!(
                "expected the number, half, source, kind, stones, ko, answer, how it was found, moves and position, \
                 10 words"
            );
        };
        let board = decode(position, Some(ko).filter(|&ko| ko != NONE))?;
        let kind: Kind = named(kind)?;
        let number = number.parse::<usize>();
        Ok(Self {
            number: number.with_context(|| format!("'{}' is no number of a question", words[0]))?,
            half: named(half)?,
            source: source.to_string(),
            kind,
            stones: check_stones(&board, kind, points(&board, stones)?)?,
            truths: truths(kind, truth).with_context(|| {
                format!(
                    "expected yes, no or ko, for a race two of them, for eyes two numbers, with a comma between, \
                     found '{truth}'"
                )
            })?,
            found: named(found)?,
            moves: points(&board, moves)?,
            board,
        })
    }
}

pub(super) fn named<T: ValueEnum>(word: &str) -> anyhow::Result<T> {
    T::from_str(word, false).ok().with_context(|| {
        let values = T::value_variants().iter().filter_map(T::to_possible_value);
        let names: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        format!("expected one of {}, found '{word}'", names.join(", "))
    })
}

fn truths(kind: Kind, word: &str) -> Option<Vec<Truth>> {
    if kind == Kind::Eye {
        let (min, max) = word.split_once(',')?;
        return truths_of_eyes(min.parse().ok()?, max.parse().ok()?);
    }
    let truths: Option<Vec<Truth>> = word.split(',').map(|word| named(word).ok()).collect();
    let answers = if kind == Kind::Race { 2 } else { 1 };
    truths.filter(|truths| truths.len() == answers)
}

fn points(board: &Board, word: &str) -> anyhow::Result<Vec<Point>> {
    let names = word.split(',').filter(|_| word != NONE);
    let points: Option<Vec<Point>> = names.map(|name| board.size().parse_vertex(name)).collect();
    points.with_context(|| format!("expected points of the board with a comma between, found '{word}'"))
}

fn check_stones(board: &Board, kind: Kind, stones: Vec<Point>) -> anyhow::Result<Vec<Point>> {
    let cells: Vec<_> = stones.iter().map(|&s| board.cell(s)).collect();
    let are_stones = cells.iter().all(|cell| cell.is_stone());
    let (fits, expected) = match kind {
        Kind::Eye => (
            matches!(cells[..], [wall, point] if wall.is_stone() && point != wall),
            "a stone and a point of its eye space",
        ),
        Kind::Race => (
            are_stones && matches!(cells[..], [a, b] if a != b),
            "two stones of different colours",
        ),
        Kind::Connect | Kind::Disconnect => (
            are_stones && matches!(cells[..], [a, b] if a == b),
            "two stones of one colour",
        ),
        _ => (are_stones && cells.len() == 1, "one stone"),
    };
    ensure!(fits, "'{kind}' is about {expected}");
    Ok(stones)
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let list = |points: &[Point]| match points {
            [] => NONE.to_string(),
            _ => list_of(points.iter().map(|&p| size.vertex(p))),
        };
        let ko: Vec<Point> = self.board.ko().into_iter().map(|(point, _)| point).collect();
        let (number, half, source, kind, found) =
            (self.number, self.half, &self.source, self.kind, self.found);
        let (stones, ko, moves) = (list(&self.stones), list(&ko), list(&self.moves));
        let truth = match eyes_of_truths(&self.truths) {
            Some((min, max)) if kind == Kind::Eye => format!("{min},{max}"),
            _ => list_of(&self.truths),
        };
        let position = encode(&self.board);
        write!(
            f,
            "{number} {half} {source} {kind} {stones} {ko} {truth} {found} {moves} {position}"
        )
    }
}

pub(super) fn list_of<T: fmt::Display>(all: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    words.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_they_are_written() {
        for line in [
            "1 development 0a1b2c3d:57 attack C3 - yes agreed A1,B2 5/2X2/1XOX1/5/5",
            "2 held-out 0a1b2c3d:9 disconnect A4,B5 B4 no played - 1XO2/X1XO1/1XO2/5/5",
            "4 development 0a1b2c3d:9 eye B4,A5 - 0,1 searched - 1X3/XX3/5/5/5",
            "3 development 0a1b2c3d:9 race B5,C5 - yes,no agreed A4 1XO2/1XO2/1XO2/5/5",
        ] {
            let question: Question = line.parse().unwrap();
            assert_eq!(question.to_string(), line);
        }
    }

    const REFUSED: &str = "\
attack A1 - yes agreed - 5/5 | 'attack' is about one stone
connect A1,B1 - yes agreed - 5/XO3 | 'connect' is about two stones of one colour
race A1,B1 - yes,no agreed - 5/XX3 | 'race' is about two stones of different colours
eye A1,B1 - 0,1 searched - 5/XX3 | 'eye' is about a stone and a point of its eye space
attack A1 - maybe agreed - 5/XO3 | ANSWER 'maybe'
race A1,B1 - yes agreed - 5/XO3 | ANSWER 'yes'
eye A1,B1 - 2,1 searched - 5/XO3 | ANSWER '2,1'
attack Z9 - yes agreed - 5/XO3 | expected points of the board with a comma between, found 'Z9'";

    #[test]
    fn what_is_no_question_is_refused() {
        const ANSWER: &str = "expected yes, no or ko, for a race two of them, for eyes two numbers, with a comma between, found";
        for line in REFUSED.lines() {
            let (words, why) = line.split_once(" | ").unwrap();
            let error = format!("1 development 0:1 {words}")
                .parse::<Question>()
                .unwrap_err();
            assert_eq!(error.to_string(), why.replace("ANSWER", ANSWER));
        }
        let short = "1 development".parse::<Question>().unwrap_err();
        assert!(short.to_string().contains("10 words"), "{short}");
    }
}
