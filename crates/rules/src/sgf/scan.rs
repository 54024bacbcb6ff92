// SPDX-License-Identifier: MIT OR Apache-2.0

//! Scanning of bytes: white space, names, ends of values, and lines.

use super::encoding::Letters;
use super::error::Place;
use super::value::Kind;

/// How a value ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At its bracket.
    Closed,
    /// Where no point continues: the bracket is missing.
    Unclosed,
    /// At the end of the file.
    Cut,
}

/// A scanned value.
#[derive(Debug)]
pub(super) struct Scan<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) end: End,
    /// The first byte after it.
    pub(super) next: usize,
    /// A bracket in it that should have had a backslash.
    pub(super) bare_bracket: Option<usize>,
    pub(super) nul: Option<usize>,
}

pub(super) fn value<'a>(bytes: &'a [u8], bracket: usize, letters: Letters, kind: Kind) -> Scan<'a> {
    let start = bracket + 1;
    let mut at = start;
    let mut scan = Scan {
        bytes: &[],
        end: End::Cut,
        next: 0,
        bare_bracket: None,
        nul: None,
    };
    scan.end = loop {
        let Some(&byte) = bytes.get(at) else {
            break End::Cut;
        };
        match byte {
            b'\\' => at = letter_end(bytes, at + 1, letters),
            b']' if kind == Kind::Text && is_text(bytes, at) => {
                scan.bare_bracket.get_or_insert(at);
                at += 1;
            }
            b']' => break End::Closed,
            b';' | b'(' | b')' | b'[' if kind == Kind::Points && is_structure(bytes, at) => {
                break End::Unclosed;
            }
            0 => {
                scan.nul.get_or_insert(at);
                at += 1;
            }
            0x80.. => at = letter_end(bytes, at, letters),
            _ => at += 1,
        }
    };
    scan.bytes = &bytes[start..at];
    scan.next = at + usize::from(scan.end == End::Closed);
    scan
}

/// End of the letter at `at`.
fn letter_end(bytes: &[u8], at: usize, letters: Letters) -> usize {
    if !letters.is_pair(bytes, at) {
        return (at + 1).min(bytes.len());
    }
    // Half a letter may precede the bracket, if a name was cut to a number of bytes.
    if bytes[at + 1] == b']' && looks_outside(bytes, at + 2) {
        return at + 1;
    }
    at + 2
}

/// Could this be the place after a value?
fn looks_outside(bytes: &[u8], at: usize) -> bool {
    let at = skip_space(bytes, at);
    match bytes.get(at) {
        None | Some(b';' | b'(' | b')' | b'[') => true,
        Some(b) => b.is_ascii_uppercase() && is_property(bytes, at),
    }
}

/// Does a closing bracket belong to the text of a value? It does if the next bracket is a closing one too, or
/// if the words before the next value cannot be its name.
fn is_text(bytes: &[u8], at: usize) -> bool {
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

/// Does a bracket or semicolon in a list of points belong to the tree?
fn is_structure(bytes: &[u8], at: usize) -> bool {
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

/// Is there a name with a value?
pub(super) fn is_property(bytes: &[u8], at: usize) -> bool {
    let end = skip_name(bytes, at);
    end > at && bytes.get(skip_space(bytes, end)) == Some(&b'[')
}

/// Is this text after a semicolon the rest of a node?
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

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &[u8], letters: Letters, kind: Kind, expected: (&[u8], End)) {
        let scan = value(text, 0, letters, kind);
        assert_eq!((scan.bytes, scan.end), expected);
    }

    #[test]
    fn a_value_ends_at_the_first_bare_bracket_that_can_be_its_end() {
        let (ascii, text) = (Letters::Ascii, Kind::Text);
        check(b"[a\\]b];B[cc]", ascii, text, (b"a\\]b", End::Closed));
        check(b"[see [a];B[cc]", ascii, text, (b"see [a", End::Closed));
        check(b"[;-]];B[cc]", ascii, text, (b";-]", End::Closed));
        check(b"[:-] ;) ok];B[cc]", ascii, text, (b":-] ;) ok", End::Closed));
        check(b"[end])\n;-] (;B[cc])", ascii, text, (b"end", End::Closed));
        check(
            b"[a [b] and then [c] d];B[ee]",
            ascii,
            text,
            (b"a [b] and then [c] d", End::Closed),
        );
        check(b"[a] , W[bb]", ascii, text, (b"a", End::Closed));
        check(b"[a]b[bb]", ascii, text, (b"a", End::Closed));
        check(b"[19]]FF[4]", ascii, Kind::Simple, (b"19", End::Closed));
        check(b"[cut", ascii, text, (b"cut", End::Cut));
        check(b"[cut\\", ascii, text, (b"cut\\", End::Cut));
    }

    #[test]
    fn a_point_ends_where_its_bracket_was_forgotten() {
        let (ascii, points) = (Letters::Ascii, Kind::Points);
        check(b"[dd\n;W[pp]", ascii, points, (b"dd\n", End::Unclosed));
        check(b"[dd(;W[pp])", ascii, points, (b"dd", End::Unclosed));
        check(b"[dd)", ascii, points, (b"dd", End::Unclosed));
        check(b"[d(d)]", ascii, points, (b"d(d)", End::Closed));
    }

    #[test]
    fn second_bytes_of_letters_are_no_brackets() {
        let text = Kind::Text;
        check(
            b"[\x83\x5c\x83\x5d]",
            Letters::ShiftJis,
            text,
            (b"\x83\x5c\x83\x5d", End::Closed),
        );
        check(
            b"[\xb1\x5c]]",
            Letters::ShiftJis,
            Kind::Simple,
            (b"\xb1\x5c]", End::Closed),
        );
        // Half a letter before the end.
        check(
            b"[\xb9\xc5\xc1]WR[9d]",
            Letters::Pairs,
            text,
            (b"\xb9\xc5\xc1", End::Closed),
        );
        check(
            b"[\xb9\x5d]WR[9d]",
            Letters::Pairs,
            text,
            (b"\xb9\x5d", End::Closed),
        );
    }

    #[test]
    fn lines_end_in_any_of_the_usual_ways() {
        let text = b"a\nb\r\nc\rd";
        let mut lines = Lines::default();
        let places = [0, 2, 5, 7]
            .map(|at| lines.place(text, at))
            .map(|p| (p.line, p.column));
        assert_eq!(places, [(1, 1), (2, 1), (3, 1), (4, 1)]);
    }

    #[test]
    fn a_scan_tells_where_it_goes_on_and_the_first_oddities() {
        let scan = value(b"x[a\0b\0c];", 1, Letters::Ascii, Kind::Simple);
        assert_eq!((scan.next, scan.nul, scan.bare_bracket), (8, Some(3), None));
        let scan = value(b"[a] b] c];B[cc]", 0, Letters::Ascii, Kind::Text);
        assert_eq!(
            (scan.bytes, scan.bare_bracket, scan.next),
            (&b"a] b] c"[..], Some(2), 9)
        );
        let scan = value(b"[dd;B[cc]", 0, Letters::Ascii, Kind::Points);
        assert_eq!((scan.end, scan.next), (End::Unclosed, 3));
        let scan = value(b"[dd", 0, Letters::Ascii, Kind::Points);
        assert_eq!((scan.end, scan.next), (End::Cut, 3));
    }

    #[test]
    fn space_names_and_properties_are_found_up_to_the_end_of_the_text() {
        let text = b" \t\0\x7fAb_9 [";
        assert_eq!(skip_space(text, 0), 4);
        assert_eq!(skip_space(text, 5), 5);
        assert_eq!(skip_space(b"a  ", 1), 3);
        assert_eq!((skip_space(b"a", 1), skip_space(b"a", 9)), (1, 1));
        assert_eq!(skip_name(text, 4), 8);
        assert_eq!(
            (skip_name(text, 0), skip_name(b"ab", 1), skip_name(b"ab", 2)),
            (0, 2, 2)
        );
        assert!(is_property(text, 4) && is_property(text, 7));
        assert!(!is_property(text, 3) && !is_property(b"AB", 0) && !is_property(b"[", 0));
        assert!(!is_property(b"AB;[", 0));
        for (rest, expected) in [
            ("", true),
            ("  ", true),
            (" ;", true),
            ("(", true),
            (")", true),
            (" B[aa]", true),
            ("b [aa]", true),
            ("-)", false),
            ("B", false),
            ("]", false),
            ("[", false),
        ] {
            assert_eq!(begins_node(rest.as_bytes(), 0), expected, "{rest:?}");
        }
        for (rest, expected) in [
            ("", true),
            (" ;", true),
            ("(", true),
            (")", true),
            ("[", true),
            ("WR[9d]", true),
            ("wr[9d]", false),
            ("WR", false),
            ("]", false),
        ] {
            assert_eq!(looks_outside(rest.as_bytes(), 0), expected, "{rest:?}");
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
