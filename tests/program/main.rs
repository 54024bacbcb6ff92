// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program from outside. One test program for all of it, so that it is linked once.

/// What `katachi gtp` prints to standard error first, as KataGo does.
const READY: &str = "GTP ready, beginning main protocol loop\n";

#[cfg(unix)]
mod adviser;
mod arena;
mod arena_jobs;
mod cli;
mod clients;
#[cfg(unix)]
mod clusters;
mod config;
mod denied;
mod documents;
mod dumps;
mod explain_games;
mod folder;
#[cfg(unix)]
mod foreign_files;
mod game_file;
mod gtp;
#[cfg(feature = "runtime-db")]
mod judges;
mod knowledge;
mod learning;
mod matches;
mod move_names;
mod play;
mod read;
mod refusals;
mod regress;
mod review;
mod review_games;
mod review_many;
mod screen;
#[cfg(target_os = "linux")]
mod serve;
mod streams;
#[cfg(feature = "runtime-db")]
mod tune_report;
#[cfg(feature = "runtime-db")]
mod tune_what_if;
mod view;
#[path = "../webdriver/mod.rs"]
#[expect(dead_code, reason = "the tests of the server use more of it")]
mod webdriver;

use std::path::Path;
use std::process::Command;

/// The variable that, if it is `true`, keeps the program from configuration files and other variables. The
/// programs that it starts inherit it.
const NO_CONFIG: &str = "KATACHI_NO_CONFIG";

/// The program, which knows nothing of the configuration of whoever runs the tests.
fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_katachi"));
    program.env(NO_CONFIG, "true");
    program
}

/// The folders of programs, that of this program first.
fn path() -> std::ffi::OsString {
    let folder = Path::new(env!("CARGO_BIN_EXE_katachi")).parent();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let folders = folder.map(Path::to_owned).into_iter();
    let folders = folders.chain(std::env::split_paths(&others));
    std::env::join_paths(folders).expect("folders have usual names")
}

/// The folder that holds all of the project.
fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
