// SPDX-License-Identifier: MIT OR Apache-2.0

//! Every command that a document or the help shows is one that the programs take.

use std::fs;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;

/// Values of words in capitals in the documents' commands. Other ones stand for a name.
const STANDS_FOR: [(&str, &str); 6] = [
    ("POLICY", "learned"),
    ("PLAYOUTS", "100"),
    ("TIME", "'1 0 0'"),
    ("GAMES", "2"),
    ("SEED", "1"),
    ("JOBS", "1"),
];

/// All documents about today's program. Those of experiments also name options that went with what did not
/// help.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let entries = ["", "docs", "patterns"]
        .iter()
        .flat_map(|folder| fs::read_dir(root.join(folder)).expect(folder));
    let paths = entries.map(|entry| entry.expect("a folder can be read").path());
    let mut files: Vec<PathBuf> = paths.collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    files
}

/// The command lines of a document: those of its listings for a shell, joined where they go on, and those
/// behind a `$`.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (i, block) in text.split("```").enumerate() {
        let Some((language, lines)) = block.split_once('\n').filter(|_| i % 2 == 1) else {
            continue;
        };
        for line in lines.replace("\\\n", " ").lines() {
            let line = line.trim();
            match (language, line.strip_prefix("$ ")) {
                (_, Some(command)) => found.push(command.to_owned()),
                ("sh", None) => found.push(line.to_owned()),
                _ => {}
            }
        }
    }
    found
}

/// The words of the call of one of the programs in a command line, from its name to the end of the simple
/// command, if there is one.
fn call(line: &str) -> Option<Vec<String>> {
    let words = shlex::split(line).unwrap_or_else(|| panic!("a quote is not closed in '{line}'"));
    let words = words
        .into_iter()
        .skip_while(|word| !["katachi", "katachi-lab", "katachi-usenix84"].contains(&word.as_str()));
    let is_end = |word: &String| matches!(word.as_str(), "|" | ">" | "<" | "&&" | ";" | "#");
    let words: Vec<String> = words.take_while(|word| !is_end(word)).collect();
    (!words.is_empty()).then_some(words)
}

#[track_caller]
fn is_taken(line: &str, of: &str) {
    let mut line = line.to_owned();
    for (word, value) in STANDS_FOR {
        line = line.replace(word, value);
    }
    let Some(words) = call(&line) else { return };
    let program = match words[0].as_str() {
        "katachi" => katachi::command(),
        "katachi-usenix84" => katachi_usenix84::command(),
        _ => crate::command(),
    };
    if let Err(error) = program.try_get_matches_from(words) {
        let shows = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        assert!(shows, "{of} shows '{line}':\n{error}");
    }
}

#[test]
fn every_command_of_the_documents_is_taken() {
    let mut count = 0;
    for file in documents() {
        let text = fs::read_to_string(&file).expect("a document can be read");
        for line in commands(&text) {
            is_taken(&line, &file.display().to_string());
            count += 1;
        }
    }
    assert!(count > 50, "only {count} commands were found");
}

/// Checks the examples below the help of a command and its subcommands. Returns their number.
fn check_examples(command: &clap::Command) -> usize {
    let help = command.get_after_help().map(ToString::to_string);
    let help = help.unwrap_or_default().replace("\\\n", " ");
    let examples = help.lines().filter(|line| line.starts_with("  katachi"));
    let mut count = 0;
    for example in examples.map(str::trim) {
        is_taken(example.split("   ").next().unwrap_or(example), "--help");
        count += 1;
    }
    count + command.get_subcommands().map(check_examples).sum::<usize>()
}

#[test]
fn every_example_of_the_help_is_taken() {
    let programs = [katachi::command(), katachi_usenix84::command(), crate::command()];
    let count: usize = programs.iter().map(check_examples).sum();
    assert!(count > 30, "only {count} examples were found");
}
