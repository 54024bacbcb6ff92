// SPDX-License-Identifier: MIT OR Apache-2.0

//! Configuration files.

/// Reads a configuration file, or refuses it with the lines that are wrong.
pub fn config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = katachi::check_config(&text) {
        assert!(!format!("{error:#}").trim().is_empty(), "an error has a text");
    }
}
