// SPDX-License-Identifier: MIT OR Apache-2.0

//! The laboratory from outside. One test program for all of it, so that it is linked once.

mod bench;
mod harvest;
mod judgement;
mod label;
mod parts;
mod tactics;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
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

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), content).unwrap();
        self
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Names of files in a folder with their bytes.
    fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten();
        let file = |path: PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap_or_default())
        };
        entries.map(|entry| file(entry.unwrap().path())).collect()
    }

    /// Adds the games of the tests' data, `games.sgf`.
    fn with_games(self) -> Self {
        let games = fs::read(repository().join("tests/data/games.sgf")).unwrap();
        self.file("games.sgf", games);
        self
    }

    /// The laboratory with these arguments, in the folder.
    fn command(&self, arguments: &str) -> Command {
        let mut command = program();
        let words = shlex::split(arguments).expect("all quotes are closed");
        command.current_dir(self.path("")).args(words);
        command
    }

    fn lab(&self, arguments: &str) -> OutputAssert {
        snapbox::cmd::Command::from_std(self.command(arguments)).assert()
    }

    /// The output for these arguments.
    #[track_caller]
    fn output(&self, arguments: &str) -> String {
        text(&self.lab(arguments).success().get_output().stdout)
    }

    /// The message by which these arguments are refused.
    #[track_caller]
    fn error(&self, arguments: &str) -> String {
        text(&self.lab(arguments).code(2).get_output().stderr)
    }

    /// Checks arguments that are refused without output, with their messages.
    #[track_caller]
    fn refuses(&self, command: &str, cases: &[(&str, &str)]) {
        for (arguments, message) in cases {
            let output = self.lab(&format!("{command} {arguments}"));
            output.code(2).stdout_eq("").stderr_eq(*message);
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The folder that holds all of the project.
fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
