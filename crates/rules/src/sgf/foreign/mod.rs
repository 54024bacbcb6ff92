// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records in the formats of three servers, which are turned into SGF before they are read: [`gib`], [`ngf`]
//! and [`ugf`].
//!
//! None of the formats has a published description. What is read is what files and other readers agree on.

mod gib;
mod ngf;
mod ugf;

use std::fmt::Write as _;

use super::encoding::plain_text;
use super::points::point_text;
use super::value::escape;
use crate::handicap::fixed_handicap;
use crate::point::{BoardSize, Point};

/// The game as SGF in UTF-8, if the file is in one of the formats.
pub(super) fn as_sgf(bytes: &[u8]) -> Option<String> {
    let start = bytes.trim_ascii_start();
    if start.starts_with(b"(;") {
        return None;
    }
    if start.starts_with(b"\\HS") {
        return Some(gib::as_sgf(&plain_text(bytes)));
    }
    if ugf::is_ugf(bytes) {
        return ugf::as_sgf(&plain_text(bytes));
    }
    // An SGF file begins with a bracket, perhaps after some text; the second line of an NGF file is a number.
    let second = bytes.split(|&byte| byte == b'\n').nth(1).unwrap_or_default();
    match str::from_utf8(second).ok()?.trim().parse() {
        Ok(size @ 1..=25) => ngf::as_sgf(&plain_text(bytes), size),
        _ => None,
    }
}

/// A game in the making.
struct Sgf {
    text: String,
    handicap: u8,
}

impl Sgf {
    fn new(size: u8, rules: &str) -> Self {
        let mut sgf = Self {
            text: format!("(;GM[1]FF[4]CA[UTF-8]SZ[{size}]"),
            handicap: 0,
        };
        sgf.set("RU", rules);
        sgf
    }

    /// Sets a property unless its value is empty.
    fn set(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if !value.is_empty() {
            let _ = write!(self.text, "{name}[{}]", escape(value));
        }
    }

    /// Sets name and rank of a text such as `Kim (2D)`.
    fn set_player(&mut self, [name, rank]: [&str; 2], text: &str) {
        let in_brackets = text.trim().strip_suffix(')');
        let (player, its_rank) = in_brackets
            .and_then(|text| text.rsplit_once('('))
            .unwrap_or((text, ""));
        self.set(name, player);
        self.set(rank, its_rank);
    }

    /// Sets up handicap stones. They stand on a board of 19 lines.
    fn set_handicap(&mut self, stones: u8) {
        if let Some(mut points) = fixed_handicap(BoardSize::square(19), stones.into()) {
            if stones == 3 {
                // The lower right corner is the third on these servers.
                points[2] = Point::new(15, 15);
            }
            self.handicap = stones;
            self.set("HA", &stones.to_string());
            self.set_stones("AB", points.into_iter());
        }
    }

    /// Sets up stones.
    fn set_stones(&mut self, property: &str, points: impl Iterator<Item = Point>) {
        let values: String = points.map(|point| format!("[{}]", point_text(point))).collect();
        if !values.is_empty() {
            self.text += property;
            self.text += &values;
        }
    }

    /// Adds a move. A point beyond the board is a pass.
    fn play(&mut self, is_black: bool, point: Option<(u8, u8)>) {
        let color = if is_black { 'B' } else { 'W' };
        let point = point.map_or(String::new(), |(x, y)| point_text(Point::new(x, y)));
        let _ = write!(self.text, "\n;{color}[{point}]");
    }

    fn end(self) -> String {
        self.text + ")\n"
    }
}

#[cfg(test)]
mod tests {
    use crate::sgf::Record;
    use crate::{Game, Rules};

    pub(super) fn record(text: &str) -> Record {
        Record::parse(text.as_bytes()).expect("a game")
    }

    /// The properties that a record has.
    pub(super) fn values<'a>(record: &'a Record, names: &[&str]) -> Vec<&'a str> {
        names.iter().filter_map(|name| record.get(name)).collect()
    }

    /// The game of a record, all of whose moves are legal.
    pub(super) fn game(record: &Record) -> Game {
        record
            .game_after(usize::MAX, Rules::default(), 0.0)
            .expect("the moves are legal")
    }

    /// The moves of a game, such as `Black Q16`.
    pub(super) fn moves(game: &Game) -> Vec<String> {
        let size = game.size();
        game.moves()
            .map(|(color, mv)| format!("{color} {}", size.show(mv)))
            .collect()
    }

    #[test]
    fn other_text_is_no_record() {
        for text in [
            "Dear diary,\n19\nbottles",
            "\n9\n",
            "19",
            "",
            "[Header]\nSize=19\n[Data]\n",
        ] {
            assert!(super::as_sgf(text.as_bytes()).is_none(), "{text:?}");
        }
    }
}
