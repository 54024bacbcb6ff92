// SPDX-License-Identifier: MIT OR Apache-2.0

//! Suites: files with commands that set up positions, and tests with the expected answers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail, ensure};

use super::expectation::Expectation;
use crate::files::named_files;

/// A command of a suite.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The number of a test; none for a command that sets up a position.
    pub(super) number: Option<u64>,
    /// The command, without its number.
    pub(super) command: String,
    /// The expected answer to a test, if there is one.
    pub(super) expectation: Option<Expectation>,
}

/// A suite, and its tests to be run.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The file.
    pub path: PathBuf,
    /// The name of the file, with the tests to be run unless all are.
    pub name: String,
    pub(super) steps: Vec<Step>,
    wanted: Option<BTreeSet<u64>>,
}

impl Suite {
    /// Reads the suite `FILE.tst`, or `FILE.tst:1-9,12` for some of its tests.
    ///
    /// # Errors
    /// As [`Suite::read_all`].
    pub fn read(named: &str) -> Result<Self> {
        let (path, wanted) = match named.rsplit_once(':') {
            Some((path, tests)) if !Path::new(named).exists() => (path, Some(tests)),
            _ => (named, None),
        };
        let cannot_use = || format!("cannot use {named}");
        let wanted = wanted.map(|tests| numbers(tests).with_context(cannot_use));
        let (wanted, path) = (wanted.transpose()?, PathBuf::from(path));
        let bytes = fs::read(&path).with_context(|| format!("cannot read the suite {}", path.display()))?;
        let cannot = || format!("cannot use {}", path.display());
        check_kind(&bytes).with_context(cannot)?;
        let steps = parse(&latin1(&bytes)).with_context(cannot)?;
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let tests = named[path.as_os_str().len()..].to_string();
        let suite = Self {
            name: format!("{file}{tests}"),
            path,
            steps,
            wanted,
        };
        suite.check_tests().with_context(cannot_use)?;
        Ok(suite)
    }

    fn check_tests(&self) -> Result<()> {
        let mut tests = self.steps.iter().filter(|step| step.expectation.is_some());
        ensure!(
            tests.clone().next().is_some(),
            "it has no test: a command with a number, and the line #? [...] after it"
        );
        ensure!(
            tests.any(|step| step.number.is_some_and(|number| self.wants(number))),
            "it has no test of these numbers"
        );
        Ok(())
    }

    /// Whether a test of that command is among those to be run.
    pub fn has_test_of(&self, name: &str) -> bool {
        let is_meant = |step: &Step| {
            step.number.is_some_and(|number| self.wants(number))
                && step.command.split_whitespace().next() == Some(name)
        };
        self.steps.iter().any(is_meant)
    }

    /// Reads suites `FILE.tst`, or `FILE.tst:1-9,12` for some of their tests; of a folder all files that end
    /// in `.tst`, in the order of their names.
    ///
    /// # Errors
    /// A file that cannot be read, text in place of a number, an expectation that is no regular expression or
    /// belongs to no test, each with its line; a file without a test, or without one of the chosen tests; a
    /// folder without suites; a suite that is named twice.
    pub fn read_all(names: &[String]) -> Result<Vec<Self>> {
        let mut suites: Vec<Self> = Vec::new();
        for name in names {
            let files = named_files([name], "tst")?;
            if files.is_empty() {
                bail!("there is no suite in the folder {name}: their names end in .tst");
            }
            for file in files {
                suites.push(Self::read(&file.to_string_lossy())?);
            }
        }
        let mut seen = BTreeSet::new();
        if let Some(Self { name, .. }) = suites.iter().find(|suite| !seen.insert(&suite.name)) {
            bail!("two suites are called {name}: results could not be told apart");
        }
        Ok(suites)
    }

    /// Returns the folder from which names of files in the suite start.
    pub(super) fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        }
    }

    pub(super) fn wants(&self, number: u64) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&number))
    }

    /// Estimates the work of the tests to be run: 1 for each question about a group, 10 for one about the
    /// whole board.
    pub(super) fn weight(&self) -> usize {
        let is_whole = |command: &str| {
            let name = command.split_whitespace().next().unwrap_or_default();
            name.contains("genmove") || name.contains("score")
        };
        let steps = self.steps.iter();
        let tests = steps.filter(|step| step.number.is_some_and(|number| self.wants(number)));
        let weight = |step: &Step| if is_whole(&step.command) { 10 } else { 1 };
        tests.map(weight).sum()
    }
}

/// Decodes each byte as a letter. Old suites have comments in many encodings, and this one accepts every
/// byte.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Refuses files of other kinds, whose lines may look like commands.
fn check_kind(bytes: &[u8]) -> Result<()> {
    let is_text = |&byte: &u8| byte >= b' ' || byte.is_ascii_whitespace();
    ensure!(bytes.iter().all(is_text), "it is no text");
    let is_record = bytes.trim_ascii_start().starts_with(b"(;");
    ensure!(!is_record, "it is a game record, and no suite");
    Ok(())
}

fn parse(text: &str) -> Result<Vec<Step>> {
    let mut steps: Vec<Step> = Vec::new();
    let lines = text
        .split('\n')
        .flat_map(|line| line.trim_end_matches('\r').split('\r'));
    for (index, line) in lines.enumerate() {
        let place = || format!("line {}: '{}'", index + 1, line.trim());
        if let Some(expectation) = line.strip_prefix("#?") {
            let test = steps
                .last_mut()
                .filter(|step| step.number.is_some() && step.expectation.is_none());
            let test = test.with_context(|| format!("{}: there is no test before this answer", place()))?;
            test.expectation = Expectation::parse(expectation.trim()).with_context(place)?;
            continue;
        }
        let command = line.split('#').next().unwrap_or_default().trim();
        if command.is_empty() {
            continue;
        }
        let (number, command) = match command.split_once(char::is_whitespace) {
            Some((word, rest)) if word.bytes().all(|b| b.is_ascii_digit()) => {
                let number = word.parse().with_context(place)?;
                (Some(number), rest.trim_start())
            }
            _ => (None, command),
        };
        steps.push(Step {
            number,
            command: command.to_string(),
            expectation: None,
        });
    }
    Ok(steps)
}

fn numbers(text: &str) -> Result<BTreeSet<u64>> {
    let mut chosen = BTreeSet::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |word: &str| {
            word.trim()
                .parse::<u64>()
                .map_err(|_| anyhow!("tests are named by numbers as in 1-9,12; '{word}' is not a number"))
        };
        let (first, last) = (number(first)?, number(last)?);
        if last.saturating_sub(first) > 1_000_000 {
            bail!("{part} is more than a million tests");
        }
        chosen.extend(first..=last);
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_commands_are_tests() {
        let suite =
            "# a comment\nloadsgf a.sgf 12\r\n\n10 attack D4  # why\n#? [1 C3]*\n\n 020\tdefend D4\n30\n";
        let steps = parse(suite).unwrap();
        let found: Vec<_> = steps.iter().map(|s| (s.number, s.command.as_str())).collect();
        assert_eq!(
            found,
            [
                (None, "loadsgf a.sgf 12"),
                (Some(10), "attack D4"),
                (Some(20), "defend D4"),
                (None, "30"),
            ]
        );
        let expected: Vec<bool> = steps.iter().map(|s| s.expectation.is_some()).collect();
        assert_eq!(expected, [false, true, false, false]);
    }

    #[test]
    fn bad_lines_are_named() {
        let error = format!("{:#}", parse("\n10 attack D4\n#? [1 (C3]\n").unwrap_err());
        assert!(error.starts_with("line 3: '#? [1 (C3]'"), "{error}");
        assert!(parse("99999999999999999999999 attack D4").is_err());
    }

    #[test]
    fn questions_about_the_whole_board_weigh_more() {
        let suite = Suite {
            path: PathBuf::from("a.tst"),
            name: "a.tst:1-3".to_string(),
            steps: parse("loadsgf a\n1 attack A1\n2 reg_genmove black\n3 final_score\n4 attack A1\n")
                .unwrap(),
            wanted: Some(BTreeSet::from([1, 2, 3])),
        };
        assert_eq!(suite.weight(), 21);
    }

    #[test]
    fn tests_are_chosen_by_ranges() {
        assert_eq!(numbers("1-3,7").unwrap(), BTreeSet::from([1, 2, 3, 7]));
        assert!(numbers("3-1").unwrap().is_empty());
        for bad in ["", "a", "1-", "-2", "1,,2", "0-99999999"] {
            assert!(numbers(bad).is_err(), "{bad}");
        }
    }
}
