// SPDX-License-Identifier: MIT OR Apache-2.0

//! The laboratory from outside. One test program for all of it, so that it is linked once.

mod bench;
mod folder;
mod foreign_files;
mod harvest;
mod judgement;
mod label;
mod parts;
mod tactics;

use std::path::Path;
use std::process::Command;

/// The laboratory.
fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_katachi-lab"))
}

/// The folder that holds all of the project.
fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
