// SPDX-License-Identifier: MIT OR Apache-2.0

//! Reading the games of a file one by one.

use std::borrow::Cow;

use super::encoding::{Encoding, UTF_8, ascii_superset, choose};
use super::error::{Place, SgfError, Warning, quote, warn};
use super::foreign;
use super::parser::Parser;
use super::record::APPLICATION;
use super::scan::{Lines, begins_node, is_property, skip_space};
use super::tree::Tree;
use super::{MAX_BYTES, MAX_PARTS, other_file};

/// All games of a file, with warnings.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The games in the order of the file: at least one.
    pub trees: Vec<Tree>,
    /// Violations of the standard, up to a maximum number.
    pub warnings: Vec<Warning>,
}

/// Reads all games and variations of a file.
///
/// # Errors
/// If there is no game in the file, or if it exceeds [`MAX_BYTES`] or [`MAX_PARTS`].
pub fn read(bytes: &[u8]) -> Result<Collection, SgfError> {
    let mut games = Games::new(bytes)?;
    let mut trees = Vec::new();
    let mut parts = 0;
    for tree in games.by_ref() {
        let tree = tree?;
        // The table of a tree takes about as much memory as these parts.
        parts += tree.parts() + 8;
        if parts > MAX_PARTS {
            return Err(SgfError::too_many_parts(tree.place(tree.root())));
        }
        trees.push(tree);
    }
    Ok(Collection {
        trees,
        warnings: games.into_warnings(),
    })
}

/// Iterator over the games of a file, with one game at a time in memory.
#[derive(Debug)]
pub struct Games<'a> {
    bytes: Cow<'a, [u8]>,
    /// Whether it is a web page, whose scripts may look like nodes.
    is_page: bool,
    /// Whether the bytes are UTF-8, whatever `CA` says.
    is_utf8: bool,
    at: usize,
    lines: Lines,
    count: usize,
    /// The unread bytes before this place are valid UTF-8.
    valid_up_to: usize,
    /// The encoding of the previous game. It is tried first, because games of one file mostly have the same.
    last: Option<&'static Encoding>,
    /// Budget of bytes that may be read twice to detect encodings. A game is read at most twice, but its end
    /// depends on the encoding: without a budget, game after game could be long at first and short at the
    /// second reading.
    rereading: usize,
    games_are_open: bool,
    warnings: Vec<Warning>,
    is_done: bool,
}

impl<'a> Games<'a> {
    /// The games of a file.
    ///
    /// # Errors
    /// If the file is longer than [`MAX_BYTES`], or if it is an archive, a picture or the like.
    pub fn new(bytes: &'a [u8]) -> Result<Self, SgfError> {
        if bytes.len() > MAX_BYTES {
            return Err(SgfError::limit(Place::default(), MAX_BYTES, "bytes"));
        }
        if let Some(refusal) = other_file::refusal(bytes) {
            return Err(refusal);
        }
        let (bytes, is_utf8) = match foreign::as_sgf(bytes) {
            Some(sgf) => (Cow::Owned(sgf.into_bytes()), true),
            None => ascii_superset(bytes),
        };
        let rereading = 8 * bytes.len();
        Ok(Self {
            is_page: other_file::is_page(&bytes),
            bytes,
            is_utf8,
            at: 0,
            lines: Lines::default(),
            count: 0,
            valid_up_to: 0,
            last: None,
            rereading,
            games_are_open: false,
            warnings: Vec::new(),
            is_done: false,
        })
    }

    /// Warnings about the games so far.
    pub fn into_warnings(self) -> Vec<Warning> {
        self.warnings
    }

    /// Where the next game begins.
    fn find_start(&self) -> Option<usize> {
        let bytes = &self.bytes[..];
        let first = skip_space(bytes, self.at);
        if self.count == 0 && (bytes.get(first) == Some(&b';') && begins_node(bytes, first + 1)) {
            // The bracket before the first node is missing.
            return Some(first);
        }
        (first..bytes.len()).find(|&at| {
            if bytes[at] != b'(' {
                return false;
            }
            let inside = skip_space(bytes, at + 1);
            match bytes.get(inside) {
                _ if self.is_page => bytes[inside..].starts_with(b";") && begins_header(bytes, inside + 1),
                Some(b';') => begins_node(bytes, inside + 1),
                Some(b) => b.is_ascii_uppercase() && is_property(bytes, inside),
                None => false,
            }
        })
    }

    fn read_game(&mut self, start: usize) -> Result<Tree, SgfError> {
        let bytes = &self.bytes[..];
        let parse = |encoding, games_are_open| {
            let (lines, game) = (self.lines, self.count);
            Parser::new(bytes, start, lines, game, encoding, games_are_open).parse()
        };
        let first = self.last.unwrap_or(UTF_8);
        let (mut parsed, is_open) = parse(first, self.games_are_open)?;
        if is_open {
            self.games_are_open = true;
            (parsed, _) = parse(first, true)?;
        }
        let region = &bytes[start..parsed.at];
        if !self.is_utf8 && !region.is_ascii() && self.rereading >= region.len() {
            self.rereading -= region.len();
            if self.valid_up_to < parsed.at {
                self.valid_up_to = start
                    + match std::str::from_utf8(&bytes[start..]) {
                        Ok(text) => text.len(),
                        Err(error) => error.valid_up_to(),
                    };
            }
            let (encoding, remark) = choose(region, self.valid_up_to >= parsed.at, self.last);
            if encoding != first {
                (parsed, _) = parse(encoding, self.games_are_open)?;
            }
            self.last = Some(encoding);
            if let Some(remark) = remark {
                let place = parsed.tree.place(parsed.tree.root());
                warn(&mut self.warnings, place, remark);
            }
        }
        for warning in parsed.warnings {
            warn(&mut self.warnings, warning.place, warning.message);
        }
        (self.at, self.lines) = (parsed.at, parsed.lines);
        Ok(parsed.tree)
    }

    /// Warns about text outside the games from here to `end`.
    fn skip_text(&mut self, end: usize) {
        let start = skip_space(&self.bytes, self.at);
        if start < end {
            let mut place = self.lines.place(&self.bytes, start);
            place.game = self.count;
            let text = String::from_utf8_lossy(&self.bytes[start..end.min(start + 100)]);
            let message = format!("text outside the games was skipped: {}", quote(text.trim_end()));
            warn(&mut self.warnings, place, message);
        }
        self.at = end;
    }

    fn no_game(&self) -> SgfError {
        if self.is_page {
            return other_file::no_record_in_page();
        }
        let start = skip_space(&self.bytes, 0);
        let text = &self.bytes[start..self.bytes.len().min(start + 100)];
        let text = String::from_utf8_lossy(text);
        let found = match text.trim() {
            "" => "nothing".to_string(),
            text => quote(text),
        };
        SgfError::Other(format!("not an SGF file: expected \"(;\", found {found}"))
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Tree, SgfError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let Some(start) = self.find_start() else {
            self.is_done = true;
            if self.count == 0 {
                return Some(Err(self.no_game()));
            }
            self.skip_text(self.bytes.len());
            return None;
        };
        self.skip_text(start);
        self.count += 1;
        let game = self.read_game(start);
        self.is_done = game.is_err();
        Some(game)
    }
}

/// Why a file must not be overwritten by chance, in words that follow its name. None for files by Katachi:
/// one game with `AP[Katachi...]` at its root. Reads the whole file.
pub fn reason_to_keep(bytes: &[u8]) -> Option<&'static str> {
    const OF_OTHERS: Option<&str> = Some("was not written by Katachi");
    let Ok(games) = Games::new(bytes) else {
        return OF_OTHERS;
    };
    let mut count = 0;
    for tree in games {
        if !tree.is_ok_and(|tree| has_our_name(&tree)) {
            return OF_OTHERS;
        }
        count += 1;
    }
    (count != 1).then_some("has several games")
}

fn has_our_name(tree: &Tree) -> bool {
    let name = APPLICATION.split(':').next();
    tree.get(tree.root(), "AP")
        .is_some_and(|property| property.value().text().split(':').next() == name)
}

/// Whether a node begins here with one of the properties that records of programs begin with.
fn begins_header(bytes: &[u8], at: usize) -> bool {
    let at = skip_space(bytes, at);
    let mut names = "GM[ FF[ SZ[ CA[ AP[ PB[ PW[ EV[".split(' ');
    names.any(|name| bytes[at..].starts_with(name.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_be_overwritten_if_it_is_one_game_by_katachi() {
        let (theirs, several) = (Some("was not written by Katachi"), Some("has several games"));
        for (text, expected) in [
            ("(;GM[1]AP[Katachi:0.1.0]SZ[9];B[ee])", None),
            ("(;AP[Katachi])", None),
            ("(;AP[Katachi])(;AP[Katachi:9])", several),
            ("(;AP[Katachi])(;AP[CGoban:3])", theirs),
            ("(;AP[Katachina:1])", theirs),
            ("(;SZ[9];B[ee]AP[Katachi:1])", theirs),
            ("(;SZ[9];B[ee])", theirs),
            ("AP[Katachi:0.1.0]", theirs),
            ("", theirs),
        ] {
            assert_eq!(reason_to_keep(text.as_bytes()), expected, "{text}");
        }
    }
}
