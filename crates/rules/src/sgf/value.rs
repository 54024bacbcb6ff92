// SPDX-License-Identifier: MIT OR Apache-2.0

//! Values of properties: raw, as text, and as points.

use std::borrow::Cow;

use super::points::read_points;
use crate::point::{BoardSize, Point};
use crate::printable::{is_unprintable, printable};

/// A raw value as in the file, with escapes. No bracket in it would end it, so it can be written back
/// unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value<'a>(pub(super) &'a str);

impl<'a> Value<'a> {
    /// The value with its escapes.
    pub fn raw(self) -> &'a str {
        self.0
    }

    /// The value as text of several lines (`Text` of the standard): without escapes and soft line breaks;
    /// each line break is a line feed, other white space a space; the rest as
    /// [`printable`].
    pub fn text(self) -> Cow<'a, str> {
        self.unescape('\n')
    }

    /// The value as text of one line (`SimpleText`): as [`Value::text`], with spaces for line breaks.
    pub fn simple_text(self) -> Cow<'a, str> {
        self.unescape(' ')
    }

    /// The two halves of a composed value, parted at the first colon without a backslash.
    pub fn composed(self) -> Option<(Self, Self)> {
        let mut escaped = false;
        for (at, byte) in self.0.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b':' => return Some((Value(&self.0[..at]), Value(&self.0[at + 1..]))),
                _ => {}
            }
        }
        None
    }

    /// The points that it names: one, or those of a rectangle. `None` if one of them is not on the board.
    pub fn points(self, size: BoardSize) -> Option<Vec<Point>> {
        read_points(size, &self.simple_text()).map(|(points, _)| points)
    }

    fn unescape(self, line_break: char) -> Cow<'a, str> {
        let is_plain = |c: char| c != '\\' && !is_unprintable(c);
        if self.0.chars().all(is_plain) {
            return Cow::Borrowed(self.0);
        }
        let mut text = String::with_capacity(self.0.len());
        let mut chars = self.0.chars().peekable();
        while let Some(c) = chars.next() {
            let (c, escaped) = if c == '\\' {
                let Some(next) = chars.next() else { break };
                (next, true)
            } else {
                (c, false)
            };
            match c {
                '\n' | '\r' => {
                    // CR LF and LF CR are one line break.
                    chars.next_if(|&next| matches!(next, '\n' | '\r') && next != c);
                    if !escaped {
                        text.push(line_break);
                    }
                }
                '\t' | '\x0b' | '\x0c' => text.push(' '),
                _ => text.push(c),
            }
        }
        Cow::Owned(printable(&text).into_owned())
    }
}

/// Kind of the values of a property, which determines where they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Points that the game depends on. An unclosed value ends at the first character that no point has.
    Points,
    /// Numbers, points and the like: a bracket ends them for certain.
    Simple,
    /// Text, and unknown properties.
    Text,
}

impl Kind {
    pub(super) fn from_name(name: &str) -> Self {
        match name {
            "B" | "W" | "AB" | "AW" | "AE" => Self::Points,
            "GM" | "FF" | "CA" | "ST" | "SZ" | "KM" | "HA" | "PL" | "TM" | "MN" | "PM" | "KO" => Self::Simple,
            "BL" | "WL" | "OB" | "OW" | "TR" | "SQ" | "CR" | "MA" | "SL" | "DD" | "VW" => Self::Simple,
            "TB" | "TW" | "AR" | "LN" | "DM" | "GB" | "GW" | "HO" | "UC" | "V" => Self::Simple,
            "BM" | "DO" | "IT" | "TE" => Self::Simple,
            _ => Self::Text,
        }
    }
}

/// The raw value of a text.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let needs = |c: char| matches!(c, '\\' | ']');
    if !text.contains(needs) {
        return Cow::Borrowed(text);
    }
    let mut raw = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if needs(c) {
            raw.push('\\');
        }
        raw.push(c);
    }
    Cow::Owned(raw)
}

/// Appends a raw value to `pool`. Escapes brackets that would end it, and drops a backslash at its end and
/// NULs, so that it reads back the same.
pub(super) fn push_raw(pool: &mut String, raw: &str, kind: Kind) {
    let ends_value = |b: u8| b == b']' || kind == Kind::Points && matches!(b, b';' | b'(' | b')' | b'[');
    if !raw.bytes().any(|b| matches!(b, b'\\' | 0) || ends_value(b)) {
        pool.push_str(raw);
        return;
    }
    let mut chars = raw.chars().filter(|&c| c != '\0');
    while let Some(c) = chars.next() {
        if c == '\\' {
            let Some(next) = chars.next() else { break };
            pool.push(c);
            pool.push(next);
        } else {
            if u8::try_from(c).is_ok_and(ends_value) {
                pool.push('\\');
            }
            pool.push(c);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_soft_line_breaks_go_and_white_space_is_plain() {
        let value = Value("a\\\nb \\\\ \\] \\: [ok\r\n\tnext\\\r\n line");
        assert_eq!(value.text(), "ab \\ ] : [ok\n next line");
        assert_eq!(value.simple_text(), "ab \\ ] : [ok  next line");
        assert!(matches!(Value("as it is").text(), Cow::Borrowed(_)));
    }

    #[test]
    fn characters_that_steer_a_terminal_are_replaced() {
        let value = Value("\u{1b}]0;title\u{7}A\u{9b}31m\tB\nC");
        assert_eq!(value.text(), "\u{fffd}]0;title\u{fffd}A\u{fffd}31m B\nC");
        assert_eq!(value.simple_text(), "\u{fffd}]0;title\u{fffd}A\u{fffd}31m B C");
    }

    #[test]
    fn characters_that_turn_or_hide_text_are_left_out_and_the_raw_value_keeps_them() {
        let value = Value("\u{202e}lived\u{2066}\u{feff} \u{5d0}\u{5d1}");
        assert_eq!(value.text(), "lived \u{5d0}\u{5d1}");
        assert_eq!(value.raw().chars().count(), 11);
    }

    #[test]
    fn a_composed_value_parts_at_the_first_bare_colon() {
        let (point, label) = Value("bb:b:c").composed().unwrap();
        assert_eq!((point.raw(), label.raw()), ("bb", "b:c"));
        let (name, version) = Value("x\\:y:1.0").composed().unwrap();
        assert_eq!((&*name.text(), version.raw()), ("x:y", "1.0"));
        assert_eq!(Value("a\\:b").composed(), None);
    }

    #[test]
    fn text_comes_back_from_its_escaped_form() {
        for text in ["", "plain", "a ] and \\ b: c", "\\]", "囲碁\\"] {
            assert_eq!(Value(&escape(text)).text(), text);
        }
    }

    #[test]
    fn raw_values_are_made_safe() {
        for (raw, kind, safe) in [
            ("a]b", Kind::Text, "a\\]b"),
            ("a\\]b\\", Kind::Simple, "a\\]b"),
            ("a\0\\\0]", Kind::Text, "a\\]"),
            ("d(;d", Kind::Points, "d\\(\\;d"),
            ("d(;d", Kind::Text, "d(;d"),
        ] {
            let mut pool = String::new();
            push_raw(&mut pool, raw, kind);
            assert_eq!(pool, safe, "{raw}");
        }
    }
}
