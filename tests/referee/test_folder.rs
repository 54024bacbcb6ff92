// SPDX-License-Identifier: MIT OR Apache-2.0

//! A folder for one test, command lines of its programs, and the output of the referee.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use katachi_rules::sgf::Record;
use tempfile::TempDir;

pub(crate) const KATACHI: &str = env!("CARGO_BIN_EXE_katachi-usenix84");

/// Starts a program without the configuration of the user who runs the tests; its children inherit that.
pub(crate) fn without_config(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("KATACHI_NO_CONFIG", "true");
    command
}

/// Makes tests of these functions for the harness.
macro_rules! trials {
    ($($test:ident),* $(,)?) => {
        vec![$(libtest_mimic::Trial::test(stringify!($test), || {
            $test();
            Ok(())
        })),*]
    };
}
pub(crate) use trials;

/// Returns the command of a test program with an argument.
pub(crate) fn program(name: &str, argument: &str) -> String {
    let own = std::env::current_exe().expect("a test program has a path");
    let words = [own.to_str().expect("paths are text"), "--as", name, argument];
    shlex::try_join(words.into_iter().filter(|word| !word.is_empty())).expect("no word has a zero in it")
}

/// A folder that is removed at the end of the test.
pub(crate) struct TestFolder(TempDir);

/// The output and the record of a game.
pub(crate) struct Refereed {
    pub(crate) out: String,
    pub(crate) took: Duration,
    pub(crate) record: Record,
    pub(crate) sgf: String,
}

impl TestFolder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Returns the words that let two programs play; options as on a command line.
    pub(crate) fn words(&self, first: &str, second: &str, options: &str) -> Vec<String> {
        let mut words = vec!["referee".to_string(), first.to_string(), second.to_string()];
        words.extend(shlex::split(options).expect("options can be split"));
        words.extend(["--sgf".to_string(), self.file("game.sgf").display().to_string()]);
        words
    }

    /// Plays a game to its end.
    pub(crate) fn referee(&self, first: &str, second: &str, options: &str) -> Refereed {
        let started = Instant::now();
        let words = self.words(first, second, options);
        let Output {
            status,
            stdout,
            stderr,
        } = self.katachi(&words, "");
        let out = String::from_utf8(stdout).expect("the referee writes text");
        let complaint = without_gaps(&stderr);
        assert!(
            status.success() && complaint.is_empty(),
            "{status}\n{complaint}\n{out}"
        );
        let sgf = fs::read(self.file("game.sgf")).expect("there is a record");
        Refereed {
            out,
            took: started.elapsed(),
            record: Record::parse(&sgf).expect("the record can be read"),
            sgf: String::from_utf8(sgf).expect("the record is text"),
        }
    }

    /// Returns whether the referee says that this system has such a gap.
    pub(crate) fn has_gap(&self, gap: &str) -> bool {
        let words = self.words("true", "true", "--allow-forks");
        let complaint = self.katachi(&words, "").stderr;
        let complaint = String::from_utf8_lossy(&complaint);
        let mut lines = complaint.lines();
        lines.any(|line| line.starts_with(GAP) && line.contains(gap))
    }

    /// Runs `katachi` in the folder.
    pub(crate) fn katachi(&self, words: &[String], input: &str) -> Output {
        self.run(Path::new(KATACHI), words, input)
    }

    /// Returns a command that runs a program in the folder. A referee that is killed leaves nothing outside.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = without_config(program);
        command.current_dir(self.0.path()).env("TMPDIR", self.0.path());
        command
    }

    /// Runs a program in the folder.
    pub(crate) fn run(&self, program: &Path, words: &[String], input: &str) -> Output {
        let input_file = self.file("input");
        fs::write(&input_file, input).expect("the input can be written");
        self.command(program)
            .args(words)
            // An attack on the group of the referee then spares the tests.
            .process_group(0)
            .stdin(Stdio::from(fs::File::open(input_file).expect("it was written")))
            .output()
            .expect("the program can be started")
    }
}

/// The beginning of a line about a limit that this system does not enforce.
const GAP: &str = "note: this system ";

/// Returns standard error of the referee without the lines about this system.
pub(crate) fn without_gaps(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let lines = text.lines().filter(|line| !line.starts_with(GAP));
    lines.map(|line| format!("{line}\n")).collect()
}

impl Refereed {
    /// Checks how the verdict begins and ends.
    #[track_caller]
    pub(crate) fn ends(&self, start: &str, end: &str) {
        let verdict = self.line("verdict: ");
        let is_right = verdict.starts_with(start) && verdict.ends_with(end);
        assert!(is_right, "expected '{start}... {end}' in\n{}", self.out);
    }

    /// Returns the rest of the line that begins with `start`.
    #[track_caller]
    pub(crate) fn line(&self, start: &str) -> &str {
        let found = self.out.lines().find_map(|line| line.strip_prefix(start));
        found.unwrap_or_else(|| panic!("no line '{start}...' in\n{}", self.out))
    }
}
