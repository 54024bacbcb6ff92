// SPDX-License-Identifier: MIT OR Apache-2.0

//! Tests of the pattern language and its program, one program so that it is linked once.

use std::path::Path;

mod cli;
mod compile;
mod diagnostics;
mod eyes;
mod gnugo;
mod joseki;
mod language;
mod manual;
mod matching;
mod mistakes;
mod twin;

/// Compares a text with a file of `snapshots/`; `SNAPSHOTS=overwrite` writes the file.
#[track_caller]
fn check_snapshot(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/snapshots");
    let expected = snapbox::Data::read_from(&folder.join(name).with_extension("txt"), None);
    snapbox::Assert::new()
        .action_env("SNAPSHOTS")
        .eq(text, expected.raw());
}
