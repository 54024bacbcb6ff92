// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game tree, read from bytes.
//!
//! No content of a tree stops the parser: nonsense is skipped with a warning, and missing brackets are
//! assumed. Only the end of the tree needs care, because a superfluous bracket in a comment must not cut a
//! game short.

use std::borrow::Cow;

use super::MAX_PARTS;
use super::encoding::{Encoding, UTF_8};
use super::error::{MAX_WARNINGS, Place, SgfError, Warning, quote, warn};
use super::scan::{Lines, is_name_byte, is_structure, is_text, letter_end, skip_name, skip_space};
use super::tree::{NodeId, Tree};
use super::value::Kind;

/// How a value ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// At its bracket.
    Closed,
    /// Where no point continues: the bracket is missing.
    Unclosed,
    /// At the end of the file.
    Cut,
}

/// Number of properties of a node among which a name is looked for that is there twice.
const MAX_COMPARED: usize = 64;

pub(super) struct Parser<'a> {
    bytes: &'a [u8],
    /// After parsing: the first byte behind the tree.
    pub(super) at: usize,
    encoding: &'static Encoding,
    /// Whether a game of this file begins before the previous one is closed.
    games_are_open: bool,
    pub(super) tree: Tree,
    pub(super) lines: Lines,
    warned_lines: Lines,
    game: usize,
    pub(super) warnings: Vec<Warning>,
    /// The node that receives properties and the next child.
    current: Option<NodeId>,
    moves: u32,
    /// For each open bracket the node before it, and the moves before that node's children.
    open: Vec<(Option<NodeId>, u32)>,
    /// Whether a bracket has been opened or closed since the last node.
    is_fresh: bool,
    is_behind_variation: bool,
    /// End of the last nonsense. Nonsense directly after it gets no warning of its own.
    nonsense_end: usize,
    has_nul: bool,
    value_start: usize,
    has_damage: bool,
}

impl<'a> Parser<'a> {
    /// A parser of the game that begins at `start`: at its bracket, or at its first node.
    pub(super) fn new(
        bytes: &'a [u8],
        start: usize,
        lines: Lines,
        game: usize,
        encoding: &'static Encoding,
        games_are_open: bool,
    ) -> Self {
        Self {
            bytes,
            at: start,
            encoding,
            games_are_open,
            tree: Tree::for_game(game),
            lines,
            warned_lines: lines,
            game,
            warnings: Vec::new(),
            current: None,
            moves: 0,
            open: Vec::new(),
            is_fresh: true,
            is_behind_variation: false,
            nonsense_end: usize::MAX,
            has_nul: false,
            value_start: start,
            has_damage: false,
        }
    }

    /// Reads the tree. Returns whether it continues into text that looks like other games, without an end.
    pub(super) fn parse(mut self) -> Result<(Self, bool), SgfError> {
        if self.bytes.get(self.at) == Some(&b'(') {
            self.at += 1;
        } else {
            let message = "no \"(\" before the first node: read as if it were there";
            self.warn(self.at, message);
        }
        self.open.push((None, 0));
        let mut has_other_game = false;
        while !self.open.is_empty() {
            self.skip_space();
            let Some(&byte) = self.bytes.get(self.at) else {
                let missing = self.open.len();
                let message = format!("the file ends within the game: {missing} \")\" missing");
                self.warn(self.at, message);
                break;
            };
            match byte {
                b'(' if self.is_new_game() => {
                    if self.games_are_open {
                        self.warn(self.at, "the game before this one is not closed");
                        break;
                    }
                    has_other_game = true;
                    self.open_variation();
                }
                b'(' => self.open_variation(),
                b')' => self.close_variation(),
                b';' => {
                    self.start_node(self.at);
                    self.at += 1;
                }
                b'[' => self.more_values(),
                b if is_name_byte(b) => self.property(),
                _ => self.nonsense(self.at + 1),
            }
            if self.tree.parts() + self.open.len() > MAX_PARTS {
                return Err(SgfError::too_many_parts(self.place(self.at)));
            }
        }
        if self.tree.node_count() == 0 {
            self.start_node(self.at);
        }
        let is_open = has_other_game && !self.open.is_empty();
        Ok((self, is_open))
    }

    /// Whether another game begins here, by a root with its game or format.
    fn is_new_game(&self) -> bool {
        let node = skip_space(self.bytes, self.at + 1);
        let name = skip_space(self.bytes, node + 1);
        let has_format = [b"GM[", b"FF["]
            .iter()
            .any(|key| self.bytes[name..].starts_with(*key));
        self.current.is_some() && self.bytes.get(node) == Some(&b';') && has_format
    }

    fn open_variation(&mut self) {
        self.open.push((self.current, self.moves));
        self.at += 1;
        self.is_fresh = true;
        self.is_behind_variation = false;
    }

    fn close_variation(&mut self) {
        (self.current, self.moves) = self.open.pop().unwrap_or((self.current, self.moves));
        if std::mem::take(&mut self.is_fresh) && self.current.is_some() {
            self.warn(self.at, "an empty variation was skipped");
        }
        self.at += 1;
        self.is_behind_variation = true;
    }

    fn start_node(&mut self, at: usize) {
        if std::mem::take(&mut self.is_behind_variation) && self.current.is_some() {
            self.warn(at, "a node behind a variation was read as another variation");
        }
        self.is_fresh = false;
        let mut place = self.lines.place(self.bytes, at);
        place.moves = self.moves as usize;
        self.current = Some(self.tree.push_child(self.current, place));
    }

    fn property(&mut self) {
        let start = self.at;
        let end = skip_name(self.bytes, start);
        let bracket = skip_space(self.bytes, end);
        let name = &self.bytes[start..end];
        if self.bytes.get(bracket) != Some(&b'[') {
            self.nonsense(end);
            return;
        }
        let Some(name) = self.canonical(name) else {
            self.nonsense(bracket);
            while self.bytes.get(self.at) == Some(&b'[') {
                self.value("");
                self.skip_space();
            }
            return;
        };
        let node = match self.current {
            Some(node) if !self.is_fresh && !self.is_behind_variation => node,
            _ => {
                self.warn(start, format!("no \";\" before {name}: read as if it were there"));
                self.start_node(start);
                self.current.expect("a node was begun")
            }
        };
        // Longer names are not of the standard.
        let is_repeated = name.len() <= 2 && {
            let mut before = self.tree.properties(node).take(MAX_COMPARED);
            before.any(|property| property.name() == name)
        };
        if is_repeated {
            self.warn(start, format!("{name} is in this node already"));
        }
        self.at = bracket;
        let kind = Kind::from_name(&name);
        let mut is_started = false;
        while self.bytes.get(self.at) == Some(&b'[') && self.tree.parts() <= MAX_PARTS {
            let (value, end) = self.value(&name);
            if end == End::Cut && kind != Kind::Text {
                self.warn(start, format!("the file ends within {name}: it was left out"));
                return;
            }
            if !is_started {
                is_started = true;
                self.tree.start_property(node, &name);
                if matches!(&*name, "B" | "W") {
                    self.moves += 1;
                }
            }
            self.push_value(node, value, kind);
            self.skip_space();
        }
    }

    /// Values without a name belong to the previous property.
    fn more_values(&mut self) {
        let node = self
            .current
            .filter(|_| !self.is_fresh && !self.is_behind_variation);
        let last = node.and_then(|node| {
            let property = self.tree.properties(node).next_back()?;
            Some((node, property.name().to_string()))
        });
        let at = self.at;
        let (value, _) = self.value(last.as_ref().map_or("", |(_, name)| name));
        match last {
            Some((node, name)) => {
                self.warn(at, format!("a value without a name was added to {name}"));
                self.push_value(node, value, Kind::from_name(&name));
            }
            None => self.warn(at, "a value without a name was skipped"),
        }
    }

    /// The name in capitals; none if there is no letter. Lower-case letters of the long names of old files
    /// are dropped.
    fn canonical(&mut self, name: &'a [u8]) -> Option<Cow<'a, str>> {
        let letters = str::from_utf8(name).ok()?;
        let name = if name.iter().all(|b| !b.is_ascii_lowercase()) {
            Cow::Borrowed(letters)
        } else if name.iter().any(u8::is_ascii_uppercase) {
            Cow::Owned(letters.replace(|c: char| c.is_ascii_lowercase(), ""))
        } else {
            self.warn(self.at, format!("{letters} should be in capitals"));
            Cow::Owned(letters.to_ascii_uppercase())
        };
        (!name.as_bytes()[0].is_ascii_digit()).then_some(name)
    }

    /// Reads the value at a bracket and moves behind it.
    fn value(&mut self, name: &str) -> (&'a [u8], End) {
        let start = self.at;
        self.value_start = start;
        let (kind, mut at, mut has_bracket) = (Kind::from_name(name), start + 1, false);
        let end = loop {
            let Some(&byte) = self.bytes.get(at) else {
                break End::Cut;
            };
            match byte {
                b'\\' => at = letter_end(self.bytes, at + 1, self.encoding),
                b']' if kind == Kind::Text && is_text(self.bytes, at) => {
                    if !std::mem::replace(&mut has_bracket, true) {
                        let message = format!("\"]\" without a backslash in {name} was read as text");
                        self.warn(at, message);
                    }
                    at += 1;
                }
                b']' => break End::Closed,
                b';' | b'(' | b')' | b'[' if kind == Kind::Points && is_structure(self.bytes, at) => {
                    break End::Unclosed;
                }
                0 => {
                    self.note_nul(at);
                    at += 1;
                }
                0x80.. => at = letter_end(self.bytes, at, self.encoding),
                _ => at += 1,
            }
        };
        if end != End::Closed {
            self.warn(start, format!("the value of {name} is not closed by \"]\""));
        }
        self.at = at + usize::from(end == End::Closed);
        (&self.bytes[start + 1..at], end)
    }

    fn push_value(&mut self, node: NodeId, bytes: &[u8], kind: Kind) {
        // Most values are a point, which needs no decoder.
        let (text, is_damaged) = match str::from_utf8(bytes) {
            Ok(text) if self.encoding == UTF_8 || text.is_ascii() => (Cow::Borrowed(text), false),
            _ if self.encoding == UTF_8 => (String::from_utf8_lossy(bytes), true),
            _ => self.encoding.decode_without_bom_handling(bytes),
        };
        self.tree.push_value(node, &text, kind);
        if is_damaged && !std::mem::replace(&mut self.has_damage, true) {
            let name = self.encoding.name();
            let message = format!("bytes that are no {name} were replaced, here and in what follows");
            self.warn(self.value_start, message);
        }
    }

    /// Skips text without meaning up to `end`.
    fn nonsense(&mut self, end: usize) {
        let start = self.at;
        self.at = end;
        if self.nonsense_end != start {
            let bytes = &self.bytes[start..self.bytes.len().min(start + 100)];
            let len = bytes.iter().position(|b| b"()[;\r\n".contains(b));
            let text = String::from_utf8_lossy(&bytes[..len.unwrap_or(bytes.len()).max(1)]);
            let text = quote(text.trim_end());
            self.warn(start, format!("skipped what is no property: {text}"));
        }
        self.nonsense_end = skip_space(self.bytes, end);
    }

    fn skip_space(&mut self) {
        let start = self.at;
        self.at = skip_space(self.bytes, start);
        if !self.has_nul
            && let Some(at) = self.bytes[start..self.at].iter().position(|&b| b == 0)
        {
            self.note_nul(start + at);
        }
    }

    fn note_nul(&mut self, at: usize) {
        if !std::mem::replace(&mut self.has_nul, true) {
            self.warn(at, "NUL bytes were skipped");
        }
    }

    fn warn(&mut self, at: usize, message: impl Into<String>) {
        if self.warnings.len() < MAX_WARNINGS {
            let place = self.place(at);
            warn(&mut self.warnings, place, message);
        }
    }

    fn place(&mut self, at: usize) -> Place {
        // Warnings have their own line counter, because they run ahead of the nodes; few go back.
        if self.warned_lines.offset() < self.lines.offset() || at < self.warned_lines.offset() {
            self.warned_lines = self.lines;
        }
        let mut place = self.warned_lines.place(self.bytes, at);
        place.game = self.game;
        place.moves = self.moves as usize;
        place
    }
}
