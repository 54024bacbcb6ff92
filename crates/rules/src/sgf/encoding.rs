// SPDX-License-Identifier: MIT OR Apache-2.0

//! Detection of the encoding of a game's text.
//!
//! A byte order mark at the start of the file decides. Otherwise valid UTF-8 is UTF-8, whatever `CA` says:
//! text in another encoding is hardly ever valid UTF-8 by chance. Other text is read as `CA` says. Without a
//! usable `CA` the encoding is guessed from the letters (`chardetng`, the detector of a web browser).
//!
//! Shift_JIS, GBK and Big5 have letters whose second byte is `\`, `[` or `]`, so the encoding is detected
//! before values are split; [`is_pair`] finds the ends of letters.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_KR, GB18030, GBK, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252,
};
pub(super) use encoding_rs::{Encoding, UTF_8};

/// Bytes at the start of a game that are searched for `CA`, and bytes for a guess.
const SNIFF: usize = 1 << 16;

/// Converts the bytes of a file to a superset of ASCII; true if the result is UTF-8 for certain.
pub(super) fn ascii_superset(bytes: &[u8]) -> (Cow<'_, [u8]>, bool) {
    let transcode = |encoding: &'static Encoding, bytes| {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        (Cow::Owned(text.into_owned().into_bytes()), true)
    };
    // UTF-32 is read as UTF-16 with a NUL beside each letter, and NULs are skipped.
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => (Cow::Borrowed(rest), true),
        [0xff, 0xfe, rest @ ..] => transcode(UTF_16LE, rest),
        [0xfe, 0xff, rest @ ..] | [0, 0, 0xfe, 0xff, rest @ ..] => transcode(UTF_16BE, rest),
        [b'(', 0, second, 0, ..] if *second != 0 => transcode(UTF_16LE, bytes),
        [0, b'(', 0, second, ..] if *second != 0 => transcode(UTF_16BE, bytes),
        _ if is_iso_2022_jp(bytes) => transcode(ISO_2022_JP, bytes),
        _ => (Cow::Borrowed(bytes), false),
    }
}

/// Whether the file switches to Japanese letters of two 7-bit bytes, and back before the end of the line, as
/// the encoding requires. They would be mistaken for brackets. An escape without an end, or in a file that
/// declares another encoding, is a stray one: it must not take the moves behind it.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(SNIFF)];
    let label = declared(start).next();
    let says_other = label.is_some_and(|label| by_label(&label) != Some(ISO_2022_JP));
    let windows = start.windows(3).enumerate();
    let escapes = windows.filter(|(_, w)| matches!(w, [0x1b, b'$', b'B' | b'@']));
    let mut letters = escapes.map(|(at, _)| &bytes[at + 3..]).peekable();
    start.is_ascii() && !says_other && letters.peek().is_some() && letters.all(switches_back)
}

/// Whether pairs of printable bytes follow, and then an escape.
fn switches_back(letters: &[u8]) -> bool {
    let printable = letters.iter().take_while(|byte| (0x21..0x7f).contains(*byte));
    let length = printable.count();
    let end = letters.get(length);
    length.is_multiple_of(2) && end == Some(&0x1b)
}

/// Chooses the encoding of a game that is not plain ASCII, and tells why it differs from `CA`. `is_utf8` says
/// whether the bytes are valid UTF-8. `last` is the encoding of the previous game.
pub(super) fn choose(
    game: &[u8],
    is_utf8: bool,
    last: Option<&'static Encoding>,
) -> (&'static Encoding, Option<String>) {
    if is_utf8 && declared(game).any(|label| by_label(&label) == Some(UTF_8)) {
        return (UTF_8, None);
    }
    let label = declared(game).next();
    let labelled = label.as_deref().and_then(by_label);
    let other = labelled.filter(|&labelled| labelled != UTF_8);
    let shown = label.as_deref().unwrap_or_default();
    let although = |what: &str| Some(format!("CA[{shown}], but {what} UTF-8: read as UTF-8"));
    if is_utf8 {
        // Text with two-byte sequences only may also be a few letters of an Asian encoding.
        let is_sure = game.iter().any(|&b| b >= 0xe0);
        return match other {
            None => (UTF_8, None),
            Some(other) if !is_sure && !other.is_single_byte() => (other, None),
            Some(_) => (UTF_8, although("the text is")),
        };
    }
    let (good, bad) = utf8_letters(game);
    match (labelled, other) {
        (_, Some(_)) if good > 2 * bad => (UTF_8, although("most of the text is")),
        (_, Some(other)) => (other, None),
        (Some(_), None) if good > bad => (UTF_8, None),
        (None, None) if good > 2 * bad => (UTF_8, None),
        _ => {
            let encoding = last.filter(|&last| last != UTF_8).unwrap_or_else(|| guess(game));
            let why = match (label.is_some(), labelled) {
                (true, None) => format!("unknown CA[{shown}]"),
                (true, Some(_)) => format!("CA[{shown}], but the text is not UTF-8"),
                (false, _) => "no CA".to_string(),
            };
            (encoding, Some(format!("{why}: text read as {}", encoding.name())))
        }
    }
}

/// Text that declares no encoding: UTF-8 if it is valid, else a guess.
pub(super) fn plain_text(bytes: &[u8]) -> Cow<'_, str> {
    let (bytes, _) = ascii_superset(bytes);
    Cow::Owned(match str::from_utf8(&bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => guess(&bytes).decode_without_bom_handling(&bytes).0.into_owned(),
    })
}

/// Values of `CA` at the start of a game, in printable ASCII. The first belongs to the game unless it is
/// inside a text.
fn declared(game: &[u8]) -> impl Iterator<Item = String> {
    let start = &game[..game.len().min(SNIFF)];
    let labels = start.windows(3).enumerate().filter(|(_, w)| w == b"CA[");
    labels.map(|(at, _)| {
        let label = start[at + 3..].iter().take_while(|&&b| b != b']').take(40);
        let graphic = label.filter(|b| b.is_ascii_graphic());
        graphic.map(|&b| b as char).collect()
    })
}

fn by_label(label: &str) -> Option<&'static Encoding> {
    let label = label.to_ascii_lowercase();
    let usual = |label: &str| Encoding::for_label(label.as_bytes());
    let found = match label.trim_start_matches("windows-").trim_start_matches("cp") {
        _ if usual(&label).is_some() => usual(&label)?,
        "936" => GBK,
        "54936" => GB18030,
        "932" => SHIFT_JIS,
        "949" => EUC_KR,
        "950" => BIG5,
        "ascii7" | "latin-1" | "iso8859" => WINDOWS_1252,
        _ => usual(&label.replace('_', "-"))?,
    };
    // The bytes are already a superset of ASCII and so not UTF-16, whatever the file says.
    if [UTF_16LE, UTF_16BE].contains(&found) {
        return Some(UTF_8);
    }
    (found != REPLACEMENT).then_some(found)
}

/// Number of letters of three bytes or more in valid UTF-8, and number of places that are not UTF-8.
fn utf8_letters(bytes: &[u8]) -> (usize, usize) {
    let (mut good, mut bad) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().bytes().filter(|&b| b >= 0xe0).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    (good, bad)
}

fn guess(game: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    // Moves do not help the detector; feed it the text near letters beyond ASCII.
    let mut fed = 0;
    for line in game.split(|&b| matches!(b, b'[' | b']' | b'\n')) {
        if !line.is_ascii() {
            detector.feed(line, false);
            detector.feed(b"\n", false);
            fed += line.len();
        }
        if fed > SNIFF {
            break;
        }
    }
    detector.feed(b"", true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Returns whether the two bytes from `at` on are one letter of the encoding, whose second byte may look like
/// ASCII.
pub(super) fn is_pair(encoding: &'static Encoding, bytes: &[u8], at: usize) -> bool {
    let [first, second, ..] = bytes[at.min(bytes.len())..] else {
        return false;
    };
    let is_first = if encoding == SHIFT_JIS {
        // In the middle of the first bytes are letters of one byte.
        matches!(first, 0x81..=0x9f | 0xe0..=0xfc)
    } else {
        [GBK, GB18030, BIG5, EUC_KR].contains(&encoding) && (0x81..=0xfe).contains(&first)
    };
    is_first && (0x30..=0xfe).contains(&second) && !matches!(second, 0x3a..=0x3f | 0x7f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_of_programs_name_encodings_of_the_web() {
        for (label, expected) in [
            ("UTF-8", Some(UTF_8)),
            ("utf8", Some(UTF_8)),
            ("UTF_8", Some(UTF_8)),
            ("gb2312", Some(GBK)),
            ("cp936", Some(GBK)),
            ("windows-936", Some(GBK)),
            ("windows-cp54936", Some(GB18030)),
            ("CP932", Some(SHIFT_JIS)),
            ("949", Some(EUC_KR)),
            ("cp950", Some(BIG5)),
            ("ascii7", Some(WINDOWS_1252)),
            ("Latin-1", Some(WINDOWS_1252)),
            ("ISO8859", Some(WINDOWS_1252)),
            // The bytes were read as a superset of ASCII already.
            ("UTF-16LE", Some(UTF_8)),
            ("UTF-16BE", Some(UTF_8)),
            // An encoding of which browsers read no letter.
            ("hz-gb-2312", None),
            ("Klingon", None),
            ("", None),
        ] {
            assert_eq!(by_label(label), expected, "{label}");
        }
    }

    #[test]
    fn letters_of_two_bytes_have_first_and_second_bytes_of_their_encoding() {
        for byte in 0..=255_u8 {
            let is_first = |encoding| is_pair(encoding, &[b'a', byte, b'A'], 1);
            assert!(!is_first(UTF_8));
            for encoding in [GBK, GB18030, BIG5, EUC_KR] {
                assert_eq!(is_first(encoding), (0x81..=0xfe).contains(&byte), "{byte:x}");
            }
            let is_shift_jis = (0x81..=0x9f).contains(&byte) || (0xe0..=0xfc).contains(&byte);
            assert_eq!(is_first(SHIFT_JIS), is_shift_jis, "{byte:x}");
            let is_second = (0x30..=0xfe).contains(&byte) && !(0x3a..=0x3f).contains(&byte) && byte != 0x7f;
            for encoding in [GBK, SHIFT_JIS] {
                assert_eq!(is_pair(encoding, &[0x81, byte], 0), is_second, "{byte:x}");
            }
        }
        assert!(!is_pair(GBK, &[0x81], 0) && !is_pair(GBK, &[0x81, 0x81], 2) && !is_pair(GBK, &[0x81], 9));
    }

    #[test]
    fn letters_of_three_bytes_and_damaged_places_are_counted() {
        assert_eq!(utf8_letters(b"abc"), (0, 0));
        assert_eq!(utf8_letters("aé囲碁".as_bytes()), (2, 0));
        assert_eq!(utf8_letters(b"a\xe9b\xe5\x9b\xb2\xff\xe5\x9b\xb2"), (2, 2));
    }
}
