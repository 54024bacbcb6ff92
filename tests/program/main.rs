// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program from outside. One test program for all of it, so that it is linked once.

mod arena;
mod bench;
mod cli;
mod clients;
mod documents;
mod explain_games;
mod game_file;
mod gtp;
mod harvest;
mod judgement;
#[cfg(feature = "runtime-db")]
mod knowledge;
mod matches;
mod regress;
mod screen;
mod streams;
mod tuning;
mod view;

use std::path::Path;

/// The folder that holds all of the project.
fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
