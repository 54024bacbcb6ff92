// SPDX-License-Identifier: MIT OR Apache-2.0

//! A folder that is there for one test, the program that runs in it, and what it prints.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder that is there for one test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    /// A folder with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::new();
        files.iter().for_each(|(name, text)| folder.write(name, text));
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and makes the folder that it is in.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder can be made");
        fs::write(path, content).expect("a file can be written");
    }

    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The program, in this folder.
    pub(crate) fn program(&self, arguments: &[&str]) -> Command {
        let mut program = crate::program();
        program
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(Stdio::null());
        program
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.program(arguments).output().expect("the program starts")
    }

    /// Runs a command with the arguments of each line of a table, up to ` => `. The message has the rest of
    /// the line in it.
    #[track_caller]
    pub(crate) fn refuses(&self, command: &str, table: &str) {
        for line in table.lines() {
            let (arguments, expected) = line.split_once(" => ").expect("a line has two parts");
            let words = shlex::split(&format!("{command} {arguments}")).expect("words");
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let message = refused(&self.run(&words));
            let is_ours = message.starts_with("katachi: ") || message.starts_with("error: ");
            assert!(is_ours && message.contains(expected), "{line}\n{message}");
        }
    }
}

/// Checks that a text has all these words in it.
#[track_caller]
pub(crate) fn has<W: AsRef<str>>(text: impl AsRef<str>, all: impl IntoIterator<Item = W>) {
    let text = text.as_ref();
    for words in all {
        let words = words.as_ref();
        assert!(text.contains(words), "no '{words}' in\n{text}");
    }
}

/// What a program has printed that ended well.
#[track_caller]
pub(crate) fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}", errors(output));
    String::from_utf8(output.stdout.clone()).expect("it prints text")
}

/// The message of a program that has refused its input.
#[track_caller]
pub(crate) fn refused(output: &Output) -> String {
    let message = errors(output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    message
}

/// What a program has written to standard error.
pub(crate) fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a program with these lines as its input.
pub(crate) fn fed(program: &mut Command, input: &str) -> Output {
    let program = program.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that ends early closes its input.
    let _ = child
        .stdin
        .take()
        .expect("it is a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}
