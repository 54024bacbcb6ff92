// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that are taken for records and are none: archives, pictures, documents and web pages.

use super::error::SgfError;

const UNPACK: &str = "unpack it and open the record in it";
const RECORD: &str = "open the record itself, a file of SGF, GIB, NGF or UGF";
const DOWNLOAD: &str = "download the record itself from it, as SGF";

/// First bytes of files of other kinds, with the kind and the way to mend it.
const KINDS: [(&[u8], &str, &str); 12] = [
    (b"\x1f\x8b", "a gzip archive", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    (b"BZh", "a bzip2 archive", UNPACK),
    (b"\xfd7zXZ\0", "an xz archive", UNPACK),
    (b"\x28\xb5\x2f\xfd", "a zstd archive", UNPACK),
    (b"%PDF-", "a PDF document", RECORD),
    (b"\x89PNG", "a picture (PNG)", RECORD),
    (b"\xff\xd8\xff", "a picture (JPEG)", RECORD),
    (b"GIF8", "a picture (GIF)", RECORD),
    (b"SQLite format 3", "a database", RECORD),
    (b"\x7fELF", "a program", RECORD),
];

/// The error for a file of another kind by its first bytes. A zip archive may be stored as it is: its records
/// are read like games with other text around them.
pub(super) fn refusal(bytes: &[u8]) -> Option<SgfError> {
    let is_deflated = bytes.get(8..10).is_none_or(|method| method != [0, 0]);
    let found = match bytes {
        [b'P', b'K', 3 | 5, 4 | 6, ..] if is_deflated => Some(("a zip archive", UNPACK)),
        [_, _, b'-', b'l', b'h', _, b'-', ..] => Some(("an LHA archive", UNPACK)),
        _ => KINDS
            .iter()
            .find(|(start, ..)| bytes.starts_with(start))
            .map(|&(_, kind, mend)| (kind, mend)),
    };
    found.map(|(kind, mend)| not_sgf(kind, mend))
}

fn not_sgf(kind: &str, mend: &str) -> SgfError {
    SgfError::Other(format!("not an SGF file but {kind}: {mend}"))
}

/// Returns whether it is a page of the web, or other text with elements in angle brackets.
pub(super) fn is_page(text: &[u8]) -> bool {
    text.trim_ascii_start().starts_with(b"<")
}

/// The error for a page without a record.
pub(super) fn no_record_in_page() -> SgfError {
    not_sgf("a web page without a record", DOWNLOAD)
}
