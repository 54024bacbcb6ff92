// SPDX-License-Identifier: MIT OR Apache-2.0

//! Text without the feature `encodings`: UTF-8, in which other bytes are replaced.

use std::borrow::Cow;

/// An encoding of text. There is one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Encoding;

pub(super) static UTF_8: &Encoding = &Encoding;

impl Encoding {
    pub(super) fn name(&self) -> &'static str {
        "UTF-8"
    }

    /// The text, and whether bytes were replaced.
    pub(super) fn decode_without_bom_handling<'a>(&self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        let text = String::from_utf8_lossy(bytes);
        let is_damaged = matches!(text, Cow::Owned(_));
        (text, is_damaged)
    }
}

/// The bytes without a byte order mark; true if it says that they are UTF-8.
pub(super) fn ascii_superset(bytes: &[u8]) -> (Cow<'_, [u8]>, bool) {
    match bytes.strip_prefix(&[0xef, 0xbb, 0xbf]) {
        Some(rest) => (Cow::Borrowed(rest), true),
        None => (Cow::Borrowed(bytes), false),
    }
}

/// Text that declares no encoding.
pub(super) fn plain_text(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

/// The encoding of a game. Damage is told where the text is read.
pub(super) fn choose(
    _game: &[u8],
    _is_utf8: bool,
    _last: Option<&'static Encoding>,
) -> (&'static Encoding, Option<String>) {
    (UTF_8, None)
}

/// Returns whether the two bytes from `at` on are one letter, whose second byte may look like ASCII.
pub(super) fn is_pair(_encoding: &'static Encoding, _bytes: &[u8], _at: usize) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use crate::sgf::read;

    #[test]
    fn other_bytes_than_utf8_are_replaced_with_a_warning() {
        let collection = read("\u{feff}(;SZ[9]PB[囲碁];B[ee])".as_bytes()).expect("a game");
        assert!(collection.warnings.is_empty(), "{:?}", collection.warnings);
        let collection = read(b"(;SZ[9]CA[GB2312]PB[\xb9\xc5];B[ee];W[cc])").expect("a game");
        let [warning] = &collection.warnings[..] else {
            panic!("{:?}", collection.warnings)
        };
        let holds = warning.to_string().contains("no UTF-8 were replaced");
        assert!(holds, "{warning}");
    }
}
