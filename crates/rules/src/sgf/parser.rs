// SPDX-License-Identifier: MIT OR Apache-2.0

//! One game tree, read from bytes.
//!
//! No content of a tree stops the parser: nonsense is skipped with a warning, and missing brackets are
//! assumed. Only the end of the tree needs care, because a superfluous bracket in a comment must not cut a
//! game short.

use std::borrow::Cow;

use super::MAX_PARTS;
use super::encoding::{Encoding, Letters, UTF_8};
use super::error::{MAX_WARNINGS, Place, SgfError, Warning, quote, warn};
use super::scan::{self, End, Lines, is_name_byte, skip_name, skip_space};
use super::tree::{NodeId, Tree};
use super::value::Kind;

pub(super) struct Parsed {
    pub(super) tree: Tree,
    /// The first byte after it.
    pub(super) end: usize,
    /// Does it continue into text that looks like other games, without an end?
    pub(super) is_open: bool,
    pub(super) lines: Lines,
    pub(super) warnings: Vec<Warning>,
}

/// An open bracket: the node before it, and the moves before that node's children.
struct Open {
    node: Option<NodeId>,
    moves: u32,
}

/// Names of one or two capitals.
const SHORT_NAMES: usize = 27 * 26;

pub(super) struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
    encoding: &'static Encoding,
    letters: Letters,
    /// Does a game of this file begin before the previous one is closed?
    games_are_open: bool,
    tree: Tree,
    lines: Lines,
    warned_lines: Lines,
    game: usize,
    warnings: Vec<Warning>,
    /// The node that receives properties and the next child.
    current: Option<NodeId>,
    moves: u32,
    open: Vec<Open>,
    /// Has a bracket been opened or closed since the last node?
    is_fresh: bool,
    is_behind_variation: bool,
    /// End of the last nonsense. Nonsense directly after it gets no warning of its own.
    nonsense_end: usize,
    /// The last node with each short name, for the detection of duplicates in O(1).
    seen: Box<[u32; SHORT_NAMES]>,
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
            letters: Letters::new(encoding),
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
            seen: Box::new([0; SHORT_NAMES]),
            has_nul: false,
            value_start: start,
            has_damage: false,
        }
    }

    pub(super) fn parse(mut self) -> Result<Parsed, SgfError> {
        if self.bytes.get(self.at) == Some(&b'(') {
            self.at += 1;
        } else {
            self.warn(
                self.at,
                "no \"(\" before the first node: read as if it were there",
            );
        }
        self.open.push(Open { node: None, moves: 0 });
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
                return Err(SgfError::Limit {
                    place: self.place(self.at),
                    limit: MAX_PARTS,
                    what: "nodes, properties and values",
                });
            }
        }
        if self.tree.node_count() == 0 {
            self.start_node(self.at);
        }
        Ok(Parsed {
            tree: self.tree,
            end: self.at,
            is_open: has_other_game && !self.open.is_empty(),
            lines: self.lines,
            warnings: self.warnings,
        })
    }

    /// Does another game begin here, by a root with its game or format?
    fn is_new_game(&self) -> bool {
        let node = skip_space(self.bytes, self.at + 1);
        let name = skip_space(self.bytes, node + 1);
        self.current.is_some()
            && self.bytes.get(node) == Some(&b';')
            && self
                .bytes
                .get(name..name + 3)
                .is_some_and(|name| matches!(name, b"GM[" | b"FF["))
    }

    fn open_variation(&mut self) {
        self.open.push(Open {
            node: self.current,
            moves: self.moves,
        });
        self.at += 1;
        self.is_fresh = true;
        self.is_behind_variation = false;
    }

    fn close_variation(&mut self) {
        if let Some(open) = self.open.pop() {
            (self.current, self.moves) = (open.node, open.moves);
        }
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
        self.note_duplicate(node, &name, start);
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
            self.push_value(value, kind);
            self.skip_space();
        }
    }

    /// Values without a name belong to the previous property.
    fn more_values(&mut self) {
        let node = self
            .current
            .filter(|_| !self.is_fresh && !self.is_behind_variation);
        let name = node
            .and_then(|node| self.tree.last_name(node))
            .map(str::to_string);
        let at = self.at;
        let (value, _) = self.value(name.as_deref().unwrap_or_default());
        match name {
            Some(name) => {
                self.warn(at, format!("a value without a name was added to {name}"));
                self.push_value(value, Kind::from_name(&name));
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

    fn note_duplicate(&mut self, node: NodeId, name: &str, at: usize) {
        let index = match *name.as_bytes() {
            [a @ b'A'..=b'Z'] => usize::from(a - b'A'),
            [a @ b'A'..=b'Z', b @ b'A'..=b'Z'] => usize::from(b - b'A' + 1) * 26 + usize::from(a - b'A'),
            _ => return,
        };
        let stamp = node.number() + 1;
        if std::mem::replace(&mut self.seen[index], stamp) == stamp {
            self.warn(at, format!("{name} is in this node already"));
        }
    }

    /// Reads the value at a bracket and moves behind it.
    fn value(&mut self, name: &str) -> (&'a [u8], End) {
        let start = self.at;
        let scan = scan::value(self.bytes, start, self.letters, Kind::from_name(name));
        self.at = scan.next;
        self.value_start = start;
        if let Some(at) = scan.nul {
            self.note_nul(at);
        }
        if let Some(at) = scan.bare_bracket {
            self.warn(
                at,
                format!("\"]\" without a backslash in {name} was read as text"),
            );
        }
        if scan.end != End::Closed {
            self.warn(start, format!("the value of {name} is not closed by \"]\""));
        }
        (scan.bytes, scan.end)
    }

    fn push_value(&mut self, bytes: &[u8], kind: Kind) {
        // Most values are a point, which needs no decoder.
        let (text, is_damaged) = match str::from_utf8(bytes) {
            Ok(text) if self.encoding == UTF_8 || text.is_ascii() => (Cow::Borrowed(text), false),
            _ if self.encoding == UTF_8 => (String::from_utf8_lossy(bytes), true),
            _ => self.encoding.decode_without_bom_handling(bytes),
        };
        self.tree.push_value(&text, kind);
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
            self.warn(
                start,
                format!("skipped what is no property: {}", quote(text.trim_end())),
            );
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
