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

use anyhow::{Context as _, anyhow, bail, ensure};
use clap::ValueEnum;
use katachi_engine::playout::PlayoutPolicy;
use katachi_rules::{Board, Color, Point};
use serde::Serialize;

use super::predict::{Prediction, Start};
use crate::tactics::position::board_of_rows;

/// The status of a string with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It lives with eyes, or wins its race.
    Alive,
    /// It is captured, or the other side can capture it at any time.
    Dead,
    /// It lives in seki.
    Seki,
}

crate::names::display_names!(Status);

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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    title: String,
    first: String,
    /// Where the other side has moved just before.
    after: Option<String>,
    stone: String,
    status: Status,
    /// The mean ownership of the points of its string, for its side: -1 to 1.
    ownership: f32,
}

impl KnownPosition {
    /// Reads the positions of a text.
    ///
    /// # Errors
    /// The first line that cannot be used.
    pub fn parse_all(text: &str) -> anyhow::Result<Vec<Self>> {
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let is_used = |(_, line): &(usize, &str)| !line.is_empty() && !line.starts_with('#');
        let lines: Vec<(usize, &str)> = lines.filter(is_used).collect();
        let positions = lines.chunk_by(|_, (_, next)| !next.starts_with("= "));
        positions.map(Self::parse).collect()
    }

    /// Reads a position from its lines with their numbers.
    fn parse(lines: &[(usize, &str)]) -> anyhow::Result<Self> {
        let (number, title) = lines[0];
        let title = title.strip_prefix("= ");
        let title = title.with_context(|| format!("line {number}: expected a title: '= ' and a name"))?;
        let is_row = |line: &&(usize, &str)| !line.1.contains(':');
        let (rows, questions) = lines[1..].split_at(lines[1..].iter().take_while(is_row).count());
        let row = |(_, row): &(usize, &str)| row.replace(char::is_whitespace, "");
        let texts: Vec<String> = rows.iter().map(row).collect();
        let board = board_of_rows(&texts).map_err(|(row, why)| {
            let number = rows.get(row).map_or(number, |&(number, _)| number);
            anyhow!("line {number}: {why}")
        })?;
        ensure!(!questions.is_empty(), "line {number}: the position asks nothing");
        let parse =
            |line: &(usize, &str)| parse_question(&board, line.1).with_context(|| format!("line {}", line.0));
        let parsed: Vec<Vec<LifeQuestion>> = questions.iter().map(parse).collect::<anyhow::Result<_>>()?;
        Ok(Self {
            title: title.trim().to_string(),
            questions: parsed.concat(),
            board,
        })
    }

    /// The answers of `playouts` playouts about each group of each question, in order.
    pub fn ask(&self, policy: &PlayoutPolicy, playouts: u32) -> Vec<Answer> {
        let mut answers = Vec::new();
        let name = |point| self.board.size().vertex(point).to_string();
        for question in &self.questions {
            let start = Start {
                board: &self.board,
                to_move: question.first,
                last: question.last,
                bonus: 0.0,
            };
            let prediction = Prediction::new(&start, policy, playouts);
            answers.extend(question.groups.iter().map(|&(stone, status)| Answer {
                title: self.title.clone(),
                first: question.first.to_string().to_lowercase(),
                after: question.last.map(name),
                stone: name(stone),
                status,
                ownership: prediction.ownership_of(&self.board, stone),
            }));
        }
        answers
    }
}

/// One question, or two that differ in the side that moves first.
fn parse_question(board: &Board, line: &str) -> anyhow::Result<Vec<LifeQuestion>> {
    const EXPECTED: &str = "expected 'black first: C3 alive', or 'white first after D4: C3 dead, G7 seki'";
    let point = |text: &str| {
        let point = board.size().parse_vertex(text);
        point.with_context(|| format!("'{text}' is no point of the board"))
    };
    let (head, groups) = line
        .split_once(':')
        .context("expected a question, or the title of the next position")?;
    let (who, last) = match head.split_whitespace().collect::<Vec<_>>()[..] {
        [who, "first"] => (who, None),
        [who, "first", "after", last] => (who, Some(point(last)?)),
        _ => bail!(EXPECTED),
    };
    let firsts: &[Color] = match who {
        "black" => &[Color::Black],
        "white" => &[Color::White],
        "either" if last.is_none() => &Color::BOTH,
        _ => bail!(EXPECTED),
    };
    if let Some(last) = last {
        let (other, name) = (firsts[0].opposite(), board.size().vertex(last));
        let is_there = board.cell(last).is(other);
        ensure!(is_there, "there is no stone of {other} at {name}");
    }
    let mut parsed = Vec::new();
    for group in groups.split(',') {
        let [stone, status] = group.split_whitespace().collect::<Vec<_>>()[..] else {
            bail!(EXPECTED);
        };
        let Ok(status) = Status::from_str(status, false) else {
            bail!("'{status}' is not alive, dead or seki");
        };
        let at = point(stone)?;
        ensure!(board.cell(at).is_stone(), "there is no stone at {stone}");
        parsed.push((at, status));
    }
    let question = |&first: &Color| LifeQuestion {
        first,
        last,
        groups: parsed.clone(),
    };
    Ok(firsts.iter().map(question).collect())
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
        let [black, white] = Color::BOTH;
        assert_eq!(firsts, [(black, None), (white, None), (white, Some(at("A4")))]);
        let policy = PolicyName::Settled.policy(PlayoutWeights::built_in(), position.board.size());
        let answers = position.ask(&policy, 20);
        assert!(answers[0].ownership > 0.0 && answers[1].ownership > 0.0);
        assert_eq!(answers[2].status, Status::Dead);
        assert!(answers[2].ownership > 0.0, "White has eyes enough");
    }

    /// Positions with a slash between lines, or a question about one, and what is wrong with them.
    const REFUSED: &str = "\
X . . | line 1: expected a title: '= ' and a name
= A/ | line 1: expected a board of 1 to 25 lines
= A/X ./. . ./?: A2 | line 3: expected a row as long as those before
= A/X #/. ./?: A2 | line 2: expected '.', 'X' or 'O', not '#'
= A/X O/O ./?: A2 | line 2: the string at A2 has no liberty
= A/X ./. . | line 1: the position asks nothing
= A/X ./. ./black first: A2 alive/X . | line 5: expected a question, or the title of the next position
= A/X ./. ./black first: B2 alive | line 4: there is no stone at B2
= A/X ./. ./black first: C3 alive | line 4: 'C3' is no point of the board
= A/X ./. ./black first: A2 well | line 4: 'well' is not alive, dead or seki
= A/X ./. ./black first after A2: A2 alive | line 4: there is no stone of White at A2
= A/X ./. ./red first: A2 alive | line 4: EXPECTED
= A/X ./. ./black: A2 alive | line 4: EXPECTED
= A/X ./. ./black first: A2 | line 4: EXPECTED
= A/X ./. ./either first after A2: A2 dead | line 4: EXPECTED";

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        const EXPECTED: &str =
            "expected 'black first: C3 alive', or 'white first after D4: C3 dead, G7 seki'";
        for line in REFUSED.lines() {
            let (text, why) = line.split_once(" | ").unwrap();
            let found = KnownPosition::parse_all(&text.replace('/', "\n")).unwrap_err();
            assert_eq!(format!("{found:#}"), why.replace("EXPECTED", EXPECTED), "{text}");
        }
    }
}
