// SPDX-License-Identifier: MIT OR Apache-2.0

//! The manuals of tuning and of reviews: every command in it gives what it shows. Change its text with `TRYCMD=overwrite`, or by hand where
//! lines are left out.
#![cfg(feature = "runtime-db")]

use std::env;
use std::path::Path;

#[test]
fn every_command_of_the_manuals_gives_what_it_shows() {
    // The commands of a match are looked for where programs are.
    let program = Path::new(env!("CARGO_BIN_EXE_katachi"));
    let folder = program.parent().expect("a program lies in a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder.to_owned()).chain(env::split_paths(&path));
    let path = env::join_paths(folders).expect("folders have usual names");
    trycmd::TestCases::new()
        .env("PATH", path.to_str().expect("folders have usual names"))
        .env(crate::NO_CONFIG, "true")
        // Boards have stones as in the manuals.
        .env("LC_ALL", "C.UTF-8")
        .case("../../docs/tuning.md")
        .case("../../docs/review.md");
}
