// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files of questions: a header that says where they come from, an empty line, and a question a line; plain
//! or compressed by gzip.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::{Context as _, ensure};
use clap::ValueEnum;

use super::kind::Kind;
use super::question::{Question, named};
use crate::gzip;

const TITLE: &str = "katachi tactics 1";
/// Maximum size of an unpacked file, in MiB: a thousand questions take a fifth of one.
const MAX_TEXT: u64 = 64;

/// Why a position gave no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum LeftOut {
    /// It has nothing that a question of the kind could be about.
    Nothing,
    /// All that it has is obvious; see `docs/tactics.md`.
    Obvious,
    /// All readers answer alike at once.
    Easy,
    /// The string or group needs no defence.
    Safe,
    /// The truth stays open.
    Open,
    /// A program gave no answer.
    Unanswered,
    /// The answer is yes or no, and more questions have that answer than the other.
    Surplus,
}

crate::names::display_names!(LeftOut);

/// Where questions come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Their kind.
    pub kind: Kind,
    /// Lines with the seed by which they were drawn, the games, the judges of the answers, and for hard ones
    /// the readers that disagree.
    pub origin: String,
    /// Positions that were looked at: making goes on with the next one.
    pub positions: usize,
    /// Positions that gave no question.
    pub left_out: BTreeMap<LeftOut, usize>,
}

/// A file of questions of one kind.
#[derive(Clone, Debug)]
pub struct QuestionSet {
    /// Where they come from.
    pub header: Header,
    /// The questions, numbered from 1.
    pub questions: Vec<Question>,
}

impl QuestionSet {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read, or is none of questions.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let (mut text, limit) = (String::new(), MAX_TEXT << 20);
        gzip::open(path)?.take(limit + 1).read_to_string(&mut text)?;
        ensure!(
            text.len() as u64 <= limit,
            "it unpacks to more than {MAX_TEXT} MiB"
        );
        Self::parse(&text)
    }

    /// Writes it in place of a file of that name, which is never half-written; compressed if the name ends in
    /// `.gz`.
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let content = self.to_string().into_bytes();
        match path.extension().is_some_and(|e| e == "gz") {
            true => katachi_atomic_file::replace(path, &gzip::packed(&content)?),
            false => katachi_atomic_file::replace(path, &content),
        }
    }

    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut lines = text.lines().enumerate();
        ensure!(
            lines.next().is_some_and(|(_, line)| line == TITLE),
            "it is no file of questions: its first line is not '{TITLE}'"
        );
        let head = lines.by_ref().map(|(_, line)| line);
        let header = Header::from_lines(&head.take_while(|line| !line.is_empty()).collect::<Vec<_>>())?;
        let mut questions: Vec<Question> = Vec::new();
        for (number, line) in lines.map(|(index, line)| (index + 1, line)) {
            let question: Question = line.parse().with_context(|| format!("line {number}"))?;
            ensure!(
                question.kind == header.kind && question.number == questions.len() + 1,
                "line {number}: the question is of another kind than the file, or out of order"
            );
            questions.push(question);
        }
        Ok(Self { header, questions })
    }
}

impl Header {
    fn from_lines(lines: &[&str]) -> anyhow::Result<Self> {
        fn value<'a>(line: Option<&&'a str>, name: &str) -> Option<&'a str> {
            line?.strip_prefix(name)?.strip_prefix(": ")
        }
        let unusable = |name: &str| format!("its header has no usable line '{name}: ...'");
        let kind = value(lines.first(), "kind").and_then(|kind| named(kind).ok());
        let end = lines.len().saturating_sub(2).max(1);
        let positions = value(lines.get(end), "positions").and_then(|number| number.parse().ok());
        let left_out = value(lines.get(end + 1), "left out").and_then(parse_left_out);
        Ok(Self {
            kind: kind.with_context(|| unusable("kind"))?,
            origin: lines.get(1..end).unwrap_or_default().join("\n"),
            positions: positions.with_context(|| unusable("positions"))?,
            left_out: left_out.with_context(|| unusable("left out"))?,
        })
    }

    /// `nothing 3, obvious 12, ...`
    pub(crate) fn left_out(&self) -> String {
        let count = |why: &LeftOut| format!("{why} {}", self.left_out.get(why).unwrap_or(&0));
        let counts: Vec<String> = LeftOut::value_variants().iter().map(count).collect();
        counts.join(", ")
    }
}

fn parse_left_out(text: &str) -> Option<BTreeMap<LeftOut, usize>> {
    let one = |text: &str| {
        let (name, count) = text.split_once(' ')?;
        Some((named(name).ok()?, count.parse().ok()?))
    };
    text.split(", ").map(one).collect()
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, origin, positions, left_out) = (self.kind, &self.origin, self.positions, self.left_out());
        writeln!(
            f,
            "kind: {kind}\n{origin}\npositions: {positions}\nleft out: {left_out}"
        )
    }
}

impl fmt::Display for QuestionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}\n{}", self.header)?;
        let mut questions = self.questions.iter();
        questions.try_for_each(|question| writeln!(f, "{question}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
katachi tactics 1
kind: attack
seed: 7
games: 2 of games.sgf.gz
judges: one; another
least nodes: 50
positions: 9
left out: nothing 1, obvious 4, easy 2, safe 0, open 1, unanswered 0, surplus 2

1 development 0a1b2c3d:57 attack C3 - yes agreed A1,B2 5/2X2/1XOX1/5/5
2 held-out 0a1b2c3d:58 attack C3 - no played - 5/2X2/1XO2/5/5
";

    #[test]
    fn files_are_read_as_they_are_written() {
        let set = QuestionSet::parse(TEXT).unwrap();
        assert_eq!(set.questions.len(), 2);
        assert_eq!(set.to_string(), TEXT);
    }

    /// A text of the file, the text in its place, and what is wrong then.
    const DAMAGES: &str = "\
katachi tactics 1 | katachi tactics 2 | it is no file of questions: its first line is not 'katachi tactics 1'
positions: 9 | positions: x | its header has no usable line 'positions: ...'
kind: attack | kind: x | its header has no usable line 'kind: ...'
no played | perhaps played | line 11: expected yes, no or ko,
2 held-out | 3 held-out | line 11: the question is of another kind than the file, or out of order
kind: attack | kind: defend | line 10: the question is of another kind than the file, or out of order";

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for line in DAMAGES.lines() {
            let [from, to, why] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("three cells: {line}");
            };
            let error = format!("{:#}", QuestionSet::parse(&TEXT.replace(from, to)).unwrap_err());
            assert!(error.starts_with(why), "{error}");
        }
    }

    #[test]
    fn a_file_that_unpacks_without_end_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bomb.txt.gz");
        let spaces = vec![b' '; (MAX_TEXT as usize + 1) << 20];
        std::fs::write(&path, gzip::packed(&spaces).unwrap()).expect("it can be written");
        let error = QuestionSet::read(&path).unwrap_err();
        assert_eq!(error.to_string(), "it unpacks to more than 64 MiB");
    }
}
