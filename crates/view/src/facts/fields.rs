// SPDX-License-Identifier: MIT OR Apache-2.0

//! Values in the lists of fields of eyes, worms and dragons.

/// Returns points separated by blanks, or `PASS` for none.
pub(crate) fn points<'a>(points: impl IntoIterator<Item = &'a String>) -> String {
    let points: Vec<&str> = points.into_iter().map(String::as_str).collect();
    if points.is_empty() {
        "PASS".to_owned()
    } else {
        points.join(" ")
    }
}

/// Returns the code of a verdict, or `?`.
pub(crate) fn code(code: Option<u8>) -> String {
    code.map_or_else(|| "?".to_owned(), |code| code.to_string())
}
