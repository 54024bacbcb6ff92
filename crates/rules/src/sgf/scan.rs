// SPDX-License-Identifier: MIT OR Apache-2.0

//! Scanning of bytes: white space, names, ends of values, and lines.

use super::encoding::{Encoding, is_pair};
use super::error::Place;

/// End of the letter at `at`.
pub(super) fn letter_end(bytes: &[u8], at: usize, encoding: &'static Encoding) -> usize {
    if !is_pair(encoding, bytes, at) {
        return (at + 1).min(bytes.len());
    }
    // Half a letter may precede the bracket, if a name was cut to a number of bytes.
    if bytes[at + 1] == b']' && looks_outside(bytes, at + 2) {
        return at + 1;
    }
    at + 2
}

/// Whether this could be the place after a value.
fn looks_outside(bytes: &[u8], at: usize) -> bool {
    let at = skip_space(bytes, at);
    match bytes.get(at) {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        Some(b) => b.is_ascii_uppercase() && is_property(bytes, at),
    }
}

/// Returns whether a closing bracket belongs to the text of a value. It does if the next bracket is a closing
/// one too, or if the words before the next value cannot be its name.
pub(super) fn is_text(bytes: &[u8], at: usize) -> bool {
    let start = at + 1;
    let mut next = start;
    let end = loop {
        match bytes.get(next) {
            None => return false,
            Some(&byte @ (b'[' | b']')) => break byte,
            Some(b'\\') => next += 2,
            Some(_) => next += 1,
        }
    };
    let between = bytes[start..next].trim_ascii();
    if end == b'[' {
        let is_name = bytes[next - 1].is_ascii_uppercase() || between.iter().all(|&b| is_name_byte(b));
        return !is_name && !between.iter().any(|b| matches!(b, b';' | b'(' | b')' | 0));
    }
    // Not if the game seems to end here and the next bracket is in the text after it.
    !between.windows(2).any(|w| matches!(w, b"(;" | b")\n" | b")\r"))
}

/// Returns whether a bracket or semicolon in a list of points belongs to the tree.
pub(super) fn is_structure(bytes: &[u8], at: usize) -> bool {
    let next = bytes.get(skip_space(bytes, at + 1));
    match bytes[at] {
        b'(' => next == Some(&b';'),
        b')' => matches!(next, None | Some(b'(' | b')' | b';')),
        _ => true,
    }
}

/// The first byte from `at` on that is neither white space nor NUL.
pub(super) fn skip_space(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let space = rest.iter().position(|&b| b > b' ' && b != 0x7f);
    at.min(bytes.len()) + space.unwrap_or(rest.len())
}

/// The first byte from `at` on that belongs to no name.
pub(super) fn skip_name(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let name = rest.iter().position(|&b| !is_name_byte(b));
    at + name.unwrap_or(rest.len())
}

pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns whether there is a name with a value.
pub(super) fn is_property(bytes: &[u8], at: usize) -> bool {
    let end = skip_name(bytes, at);
    end > at && bytes.get(skip_space(bytes, end)) == Some(&b'[')
}

/// Returns whether this text after a semicolon is the rest of a node.
pub(super) fn begins_node(bytes: &[u8], at: usize) -> bool {
    let at = skip_space(bytes, at);
    match bytes.get(at) {
        None | Some(b';' | b'(' | b')') => true,
        Some(_) => is_property(bytes, at),
    }
}

/// Counts lines for increasing places.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    offset: usize,
    breaks: usize,
    start: usize,
}

impl Lines {
    /// Byte offset of the last requested place.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Line and column of a place at or after the last requested one.
    pub(super) fn place(&mut self, bytes: &[u8], at: usize) -> Place {
        for i in self.offset..at.min(bytes.len()) {
            let is_break = bytes[i] == b'\n' || bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
            if is_break {
                self.breaks += 1;
                self.start = i + 1;
            }
        }
        self.offset = self.offset.max(at);
        Place {
            offset: at,
            line: self.breaks + 1,
            column: at.saturating_sub(self.start) + 1,
            ..Place::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_names_and_properties_are_found_up_to_the_end_of_the_text() {
        let text = b" \t\0\x7fAb_9 [";
        assert_eq!((skip_space(text, 0), skip_space(text, 5)), (4, 5));
        assert_eq!(
            (skip_space(b"a  ", 1), skip_space(b"a", 1), skip_space(b"a", 9)),
            (3, 1, 1)
        );
        assert_eq!((skip_name(text, 4), skip_name(text, 0)), (8, 0));
        assert_eq!((skip_name(b"ab", 1), skip_name(b"ab", 2)), (2, 2));
        assert!(is_property(text, 4) && is_property(text, 7));
        assert!(!is_property(text, 3) && !is_property(b"AB", 0) && !is_property(b"[", 0));
        assert!(!is_property(b"AB;[", 0));
        for rest in ["", "  ", " ;", "(", ")", " B[aa]", "b [aa]"] {
            assert!(begins_node(rest.as_bytes(), 0), "{rest:?}");
        }
        for rest in ["-)", "B", "]", "["] {
            assert!(!begins_node(rest.as_bytes(), 0), "{rest:?}");
        }
        for rest in ["", " ;", "(", ")", "[", "WR[9d]"] {
            assert!(looks_outside(rest.as_bytes(), 0), "{rest:?}");
        }
        for rest in ["wr[9d]", "WR", "]"] {
            assert!(!looks_outside(rest.as_bytes(), 0), "{rest:?}");
        }
    }

    #[test]
    fn places_count_the_breaks_before_them_and_the_bytes_since() {
        let text = b"ab\n\nc\r\n\rd\r\re\n";
        for first in 0..=text.len() + 1 {
            for then in first..=text.len() + 1 {
                let mut lines = Lines::default();
                lines.place(text, first);
                assert_eq!(lines.offset(), first);
                let place = lines.place(text, then);
                let before = String::from_utf8_lossy(&text[..then.min(text.len())]).into_owned();
                // A place between the bytes of one break is still in its line.
                let held = before.ends_with('\r') && text.get(then) == Some(&b'\n');
                let plain = before.replace("\r\n", "\n").replace('\r', "\n");
                let breaks = plain.matches('\n').count() - usize::from(held);
                assert_eq!((place.offset, place.line), (then, breaks + 1), "{then}");
            }
        }
        let mut lines = Lines::default();
        let columns: Vec<_> = (0..5).map(|at| lines.place(text, at).column).collect();
        assert_eq!(columns, [1, 2, 3, 1, 1]);
    }
}
