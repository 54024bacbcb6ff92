// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files of questions: a header that says where they come from, an empty line, and a question a line; plain
//! or compressed by gzip.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use thiserror::Error;

use super::kind::Kind;
use super::question::{Question, QuestionError};

/// The first line of every file.
const TITLE: &str = "katachi tactics 1";
/// Maximum size of an unpacked file, in MiB: a thousand questions take a fifth of one.
const MAX_TEXT: u64 = 64;

/// Why a position gave no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LeftOut {
    /// It has nothing that a question of the kind could be about.
    Nothing,
    /// All that it has is obvious; see `docs/tactics.md`.
    Obvious,
    /// The other program needs few nodes for its answer.
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

impl LeftOut {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Nothing,
        Self::Obvious,
        Self::Easy,
        Self::Safe,
        Self::Open,
        Self::Unanswered,
        Self::Surplus,
    ];
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Nothing => "nothing",
            Self::Obvious => "obvious",
            Self::Easy => "easy",
            Self::Safe => "safe",
            Self::Open => "open",
            Self::Unanswered => "unanswered",
            Self::Surplus => "surplus",
        })
    }
}

/// Where questions come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Their kind.
    pub kind: Kind,
    /// The seed by which they were drawn.
    pub seed: u64,
    /// The games.
    pub games: String,
    /// The judges of the answers.
    pub judges: String,
    /// Nodes that the other program needs at least for its first answer.
    pub least_nodes: u64,
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

/// Why a file is none of questions.
#[derive(Debug, Error)]
pub enum QuestionSetError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is too large.
    #[error("it unpacks to more than {MAX_TEXT} MiB")]
    TooLarge,
    /// It does not begin as it should.
    #[error("it is no file of questions: its first line is not '{TITLE}'")]
    Title,
    /// The header lacks something.
    #[error("its header has no usable line '{0}: ...'")]
    Header(&'static str),
    /// A line is no question.
    #[error("line {line}: {why}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// The error.
        why: QuestionError,
    },
    /// A question out of order, or of another kind.
    #[error("line {0}: the question is of another kind than the file, or out of order")]
    Order(usize),
}

impl QuestionSet {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read, or is none of questions.
    pub fn read(path: &Path) -> Result<Self, QuestionSetError> {
        let mut file = BufReader::new(File::open(path)?);
        let is_packed = file.fill_buf()?.starts_with(&[0x1f, 0x8b]);
        let content: Box<dyn Read> = match is_packed {
            true => Box::new(MultiGzDecoder::new(file)),
            false => Box::new(file),
        };
        let (mut text, limit) = (String::new(), MAX_TEXT << 20);
        content.take(limit + 1).read_to_string(&mut text)?;
        if text.len() as u64 > limit {
            return Err(QuestionSetError::TooLarge);
        }
        Self::parse(&text)
    }

    /// Writes it in place of a file of that name, which is never half-written; compressed if the name ends in
    /// `.gz`.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let text = self.to_string().into_bytes();
        if path.extension().is_none_or(|e| e != "gz") {
            return katachi_atomic_file::replace(path, &text);
        }
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&text)?;
        katachi_atomic_file::replace(path, &packed.finish()?)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// A text that is none of questions.
    pub fn parse(text: &str) -> Result<Self, QuestionSetError> {
        let mut lines = text.lines().enumerate();
        if lines.next().is_none_or(|(_, line)| line != TITLE) {
            return Err(QuestionSetError::Title);
        }
        let head: BTreeMap<&str, &str> = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| !line.is_empty())
            .filter_map(|line| line.split_once(": "))
            .collect();
        let header = Header::from_lines(&head)?;
        let mut questions: Vec<Question> = Vec::new();
        for (index, line) in lines {
            let question: Question = line
                .parse()
                .map_err(|why| QuestionSetError::Line { line: index + 1, why })?;
            if question.kind != header.kind || question.number != questions.len() + 1 {
                return Err(QuestionSetError::Order(index + 1));
            }
            questions.push(question);
        }
        Ok(Self { header, questions })
    }
}

impl Header {
    fn from_lines(lines: &BTreeMap<&str, &str>) -> Result<Self, QuestionSetError> {
        let get = |name: &'static str| lines.get(name).copied().ok_or(QuestionSetError::Header(name));
        Ok(Self {
            kind: get("kind")?
                .parse()
                .map_err(|_| QuestionSetError::Header("kind"))?,
            seed: get("seed")?
                .parse()
                .map_err(|_| QuestionSetError::Header("seed"))?,
            games: get("games")?.to_string(),
            judges: get("judges")?.to_string(),
            least_nodes: match lines.get("least nodes") {
                Some(nodes) => nodes
                    .parse()
                    .map_err(|_| QuestionSetError::Header("least nodes"))?,
                None => 0,
            },
            positions: get("positions")?
                .parse()
                .map_err(|_| QuestionSetError::Header("positions"))?,
            left_out: parse_left_out(get("left out")?).ok_or(QuestionSetError::Header("left out"))?,
        })
    }

    /// `nothing 3, obvious 12, ...`
    pub fn left_out(&self) -> String {
        let counts = LeftOut::ALL.map(|why| format!("{why} {}", self.left_out.get(&why).unwrap_or(&0)));
        counts.join(", ")
    }
}

fn parse_left_out(text: &str) -> Option<BTreeMap<LeftOut, usize>> {
    let one = |text: &str| {
        let (name, count) = text.split_once(' ')?;
        let why = LeftOut::ALL.into_iter().find(|why| why.to_string() == name)?;
        Some((why, count.parse().ok()?))
    };
    text.split(", ").map(one).collect()
}

impl fmt::Display for QuestionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = &self.header;
        writeln!(f, "{TITLE}")?;
        writeln!(f, "kind: {}", header.kind)?;
        writeln!(f, "seed: {}", header.seed)?;
        writeln!(f, "games: {}", header.games)?;
        writeln!(f, "judges: {}", header.judges)?;
        if header.least_nodes > 0 {
            writeln!(f, "least nodes: {}", header.least_nodes)?;
        }
        writeln!(f, "positions: {}", header.positions)?;
        writeln!(f, "left out: {}", header.left_out())?;
        writeln!(f)?;
        for question in &self.questions {
            writeln!(f, "{question}")?;
        }
        Ok(())
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

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let why = |from: &str, to: &str| {
            QuestionSet::parse(&TEXT.replace(from, to))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            why("katachi tactics 1", "katachi-lab tactics 2"),
            "it is no file of questions: its first line is not 'katachi tactics 1'"
        );
        assert_eq!(
            why("seed: 7", "seed: x"),
            "its header has no usable line 'seed: ...'"
        );
        assert_eq!(
            why("no played", "perhaps played"),
            "line 11: expected yes, no or ko, for a race two of them, for eyes two numbers, with a comma between, found 'perhaps'"
        );
        assert!(why("2 held-out", "3 held-out").contains("out of order"));
        assert!(why("kind: attack", "kind: defend").contains("another kind"));
    }

    #[test]
    fn a_file_that_unpacks_without_end_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("bomb.txt.gz");
        let file = File::create(&path).expect("it can be made");
        let mut packed = GzEncoder::new(file, Compression::fast());
        let mebibyte = vec![b' '; 1 << 20];
        for _ in 0..=MAX_TEXT {
            packed.write_all(&mebibyte).expect("it can be written");
        }
        packed.finish().expect("it can be written");
        assert!(matches!(
            QuestionSet::read(&path),
            Err(QuestionSetError::TooLarge)
        ));
    }
}
