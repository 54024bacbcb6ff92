// SPDX-License-Identifier: MIT OR Apache-2.0

//! The laboratory from outside. One test program for all of it, so that it is linked once.

mod bench;
mod foreign_files;
mod harvest;
mod judgement;
mod label;
mod parts;
mod tactics;

use std::fs;
use std::path::Path;
use std::process::Command;

use snapbox::cmd::OutputAssert;
use tempfile::TempDir;

/// The laboratory.
fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_katachi-lab"))
}

/// A folder that is there for one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path().join(name), content).unwrap();
        self
    }

    /// Adds the games of the tests' data, `games.sgf`.
    fn with_games(self) -> Self {
        let games = fs::read(repository().join("tests/data/games.sgf")).unwrap();
        self.file("games.sgf", games);
        self
    }

    /// Runs the laboratory in the folder.
    fn lab(&self, arguments: &[&str]) -> OutputAssert {
        let program = snapbox::cmd::Command::from_std(program());
        program.current_dir(self.path()).args(arguments).assert()
    }
}

/// The folder that holds all of the project.
fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
