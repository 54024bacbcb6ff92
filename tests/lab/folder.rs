// SPDX-License-Identifier: MIT OR Apache-2.0

//! A folder that is there for one test, and the laboratory in it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use snapbox::cmd::OutputAssert;
use tempfile::TempDir;

/// A folder that is there for one test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    /// With the games of the tests' data.
    pub(crate) fn with_games() -> Self {
        let folder = Self::new();
        let games = crate::repository().join("tests/data/games.sgf");
        fs::copy(games, folder.path("games.sgf")).expect("a file can be copied");
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), content).expect("a file can be written");
        self
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The laboratory, in this folder.
    pub(crate) fn program(&self) -> Command {
        let mut program = crate::program();
        program.current_dir(self.0.path());
        program
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> OutputAssert {
        let program = snapbox::cmd::Command::from_std(self.program());
        program.args(arguments).assert()
    }
}
