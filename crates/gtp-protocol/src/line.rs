// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of the Go Text Protocol, version 2: syntax of commands and replies.
//!
//! This module depends on no command and no game.

use std::fmt;

use katachi_rules::{BoardSize, Color, IllegalMove, Move, Point};

/// A command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number in front of the command, echoed in the reply.
    pub id: Option<u32>,
    /// The command's name; empty if there is only an id.
    pub name: String,
    /// The text after the name, trimmed.
    pub arguments: String,
}

impl Request {
    /// Reads a line. None for blank lines and comments, which get no reply.
    ///
    /// Cleans the line in the protocol's order: removes control characters (also the CR of CR LF), then
    /// everything from `#` on; a tab is a space.
    pub fn parse(line: &str) -> Option<Self> {
        let line: String = line
            .chars()
            .filter(|&c| c == '\t' || !c.is_ascii_control() && c != '\u{feff}')
            .map(|c| if c == '\t' { ' ' } else { c })
            .collect();
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            return None;
        }
        let (first, rest) = split_word(line);
        let (id, name, arguments) = match parse_id(first) {
            Some(id) => {
                let (name, arguments) = split_word(rest);
                (Some(id), name, arguments)
            }
            None => (None, first, rest),
        };
        Some(Self {
            id,
            name: name.to_string(),
            arguments: arguments.to_string(),
        })
    }
}

fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim())
}

/// Ids are 0 to 2^31 - 1; other numbers are read as (unknown) command names.
fn parse_id(word: &str) -> Option<u32> {
    word.bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| word.parse().ok())?
        .filter(|&id| id <= i32::MAX as u32)
}

/// The failure of a command.
///
/// `text` goes into the reply. Clients compare it with the texts of the protocol, so it has nothing else; the
/// reason is the `detail`, for readers of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The text of the reply.
    pub text: String,
    /// The reason, if the text may not include it.
    pub detail: Option<String>,
}

impl Failure {
    /// A failure without detail.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            detail: None,
        }
    }

    /// Adds the reason.
    #[must_use]
    pub fn because(self, detail: impl Into<String>) -> Self {
        Self {
            detail: Some(detail.into()),
            ..self
        }
    }

    /// The arguments have the wrong form.
    pub fn syntax(detail: impl Into<String>) -> Self {
        Self::new("syntax error").because(detail)
    }

    /// The move is illegal.
    pub fn illegal(color: Color, vertex: &str, why: IllegalMove) -> Self {
        Self::new("illegal move").because(format!("{color} {vertex}: {why}"))
    }
}

/// The answer to one command.
///
/// Displayed as sent: with an empty line at its end and none inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The id of the request.
    pub id: Option<u32>,
    /// The text of success, or the failure.
    pub outcome: Result<String, Failure>,
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, text) = match &self.outcome {
            Ok(text) => ('=', text),
            Err(failure) => ('?', &failure.text),
        };
        write!(f, "{sign}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        // An empty line would end the reply.
        let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        if let Some(first) = lines.next() {
            write!(f, " {first}")?;
        }
        for line in lines {
            write!(f, "\n{line}")?;
        }
        f.write_str("\n\n")
    }
}

/// The words after a command's name.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a>(&'a str);

impl<'a> Arguments<'a> {
    /// The arguments in the text after the name.
    pub fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// The whole text.
    pub fn text(self) -> &'a str {
        self.0
    }

    /// The words.
    pub fn words(self) -> impl Iterator<Item = &'a str> + Clone {
        self.0.split_whitespace()
    }

    /// The words, if there are exactly `N`.
    ///
    /// # Errors
    /// `syntax error` otherwise.
    pub fn exactly<const N: usize>(self) -> Result<[&'a str; N], Failure> {
        let words: Vec<_> = self.words().collect();
        let found = words.len();
        words
            .try_into()
            .map_err(|_| Failure::syntax(format!("expected {N} arguments, found {found}")))
    }

    /// The only word, or none.
    ///
    /// # Errors
    /// `syntax error` if there are more.
    pub fn at_most_one(self) -> Result<Option<&'a str>, Failure> {
        let mut words = self.words();
        match (words.next(), words.next()) {
            (word, None) => Ok(word),
            _ => Err(Failure::syntax("expected at most one argument")),
        }
    }
}

/// Reads a number.
///
/// # Errors
/// `syntax error` if the word is not a number of that type.
pub fn number<T: std::str::FromStr>(word: &str) -> Result<T, Failure> {
    word.parse()
        .map_err(|_| Failure::syntax(format!("expected a number, found '{word}'")))
}

/// Reads a colour.
///
/// # Errors
/// `syntax error` if the word is not a colour.
pub fn color(word: &str) -> Result<Color, Failure> {
    Color::parse(word).ok_or_else(|| Failure::syntax(format!("expected black or white, found '{word}'")))
}

/// Reads a vertex or `pass` for a move of that colour.
///
/// # Errors
/// `illegal move` for a vertex outside the board, `syntax error` for other words.
pub fn mv(size: BoardSize, color: Color, word: &str) -> Result<Move, Failure> {
    size.parse_move(word)
        .ok_or_else(|| match LARGEST.parse_vertex(word) {
            Some(_) => Failure::illegal(color, word, IllegalMove::Outside),
            None => Failure::syntax(format!("expected a vertex or pass, found '{word}'")),
        })
}

const LARGEST: BoardSize = BoardSize::square(katachi_rules::MAX_SIDE);

/// Vertices, separated by spaces.
pub fn vertices(size: BoardSize, points: impl IntoIterator<Item = Point>) -> String {
    let names: Vec<_> = points.into_iter().map(|p| size.vertex(p).to_string()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(Option<u32>, &str, &str)>) {
        let expected = expected.map(|(id, name, arguments)| Request {
            id,
            name: name.to_string(),
            arguments: arguments.to_string(),
        });
        assert_eq!(Request::parse(line), expected, "{line:?}");
    }

    #[test]
    fn lines_are_cleaned_up_as_the_protocol_says() {
        check("play b D4\r\n", Some((None, "play", "b D4")));
        check(
            "  12\tplay \t b\tD4  # a star point",
            Some((Some(12), "play", "b\u{20}D4")),
        );
        check("na\u{7}me", Some((None, "name", "")));
        check("\u{feff}name", Some((None, "name", "")));
        for blank in ["", "\r\n", "\t ", "# interrupt", "  # 1 name", "\u{1}\u{7f}"] {
            check(blank, None);
        }
    }

    #[test]
    fn ids_end_at_two_to_the_thirty_first() {
        check("0 name", Some((Some(0), "name", "")));
        check("2147483647 name", Some((Some(i32::MAX as u32), "name", "")));
        check("2147483648 name", Some((None, "2147483648", "name")));
        check("-1 name", Some((None, "-1", "name")));
        check("7", Some((Some(7), "", "")));
    }

    #[track_caller]
    fn shown(id: Option<u32>, outcome: Result<&str, &str>, expected: &str) {
        let outcome = outcome.map(str::to_string).map_err(Failure::new);
        assert_eq!(Reply { id, outcome }.to_string(), expected);
    }

    #[test]
    fn a_reply_ends_in_its_only_empty_line() {
        shown(None, Ok(""), "=\n\n");
        shown(Some(3), Ok("D4"), "=3 D4\n\n");
        shown(Some(3), Err("illegal move"), "?3 illegal move\n\n");
        shown(None, Ok("\n\n a \n\n\r\nb\n\n"), "=  a\nb\n\n");
    }
}
