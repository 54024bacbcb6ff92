// SPDX-License-Identifier: MIT OR Apache-2.0

//! Numbers of things as text.

/// A number of things: `1 row`, `2 rows`.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
