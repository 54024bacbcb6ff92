// SPDX-License-Identifier: MIT OR Apache-2.0

//! No command replaces a file of somebody else that has the name of one of its outputs.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use tempfile::TempDir;

const DIARY: &str = "my diary\n";

/// A folder with a game, a suite of questions and a tournament.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("game.sgf", "(;GM[1]SZ[5]KM[0.5];B[cc];W[cb];B[bb])");
    write("suite.tst", "boardsize 5\n1 color A1\n#? [empty]\n");
    let player = format!(
        "{} gtp --level 1",
        shlex::try_quote(env!("CARGO_BIN_EXE_katachi")).unwrap()
    );
    let program = |name: &str| format!("[[program]]\nname = \"{name}\"\ncommand = \"{player}\"\n");
    let cup = format!(
        "games = 2\nsize = 5\nrules = \"chinese\"\nmax-moves = 4\n{}{}",
        program("a"),
        program("b")
    );
    write("cup.toml", &cup);
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = crate::program();
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

/// Runs a command with the diary in place of an output: it is refused, and the diary stays.
#[track_caller]
fn check(folder: &Path, diary: &str, arguments: &[&str]) {
    let path = folder.join(diary);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, DIARY).unwrap();
    let output = run(folder, arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(message.contains(" exists"), "{arguments:?}: {message}");
    assert_eq!(fs::read_to_string(path).unwrap(), DIARY, "{arguments:?}");
}

/// Runs a command that writes a file, twice: its own file is replaced.
#[track_caller]
fn check_own(folder: &Path, own: &str, arguments: &[&str]) {
    for time in ["the first time", "again"] {
        let output = run(folder, arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{time}, {arguments:?}: {message}");
        assert!(folder.join(own).exists(), "{arguments:?}");
    }
}

#[test]
fn reports_of_suites_replace_reports_alone() {
    let folder = folder();
    for (option, name) in [("--json", "a.json"), ("--junit", "a.xml"), ("--html", "a.html")] {
        let arguments = ["regress", "suite.tst", option, name];
        check_own(folder.path(), name, &arguments);
        check(folder.path(), name, &arguments);
    }
}

#[test]
fn pages_of_the_manual_replace_such_pages_alone() {
    let folder = folder();
    check_own(folder.path(), "man/katachi.1", &["man", "--out", "man"]);
    let before = fs::read(folder.path().join("man/katachi.1")).unwrap();
    check(folder.path(), "man/katachi-view.1", &["man", "--out", "man"]);
    let after = fs::read(folder.path().join("man/katachi.1")).unwrap();
    assert_eq!(after, before, "the others stay as they were");
}

#[test]
fn reviews_and_pictures_replace_those_of_katachi_alone() {
    let folder = folder();
    let review = ["review", "game.sgf", "--visits", "10", "-q", "-o"];
    for name in ["review.html", "review.sgf", "review.json"] {
        let arguments = [&review[..], &[name]].concat();
        check_own(folder.path(), name, &arguments);
        check(folder.path(), name, &arguments);
    }
    check(folder.path(), "a.svg", &["view", "game.sgf", "--svg", "a.svg"]);
}

#[test]
fn tournaments_leave_tables_and_records_of_others_alone() {
    for name in [
        "table.txt",
        "table.html",
        "standings.csv",
        "crosstable.csv",
        "games/game-001.sgf",
    ] {
        let folder = folder();
        let diary = format!("cup/{name}");
        check(
            folder.path(),
            &diary,
            &["arena", "run", "cup.toml", "--out", "cup"],
        );
    }
    let folder = folder();
    check_own(
        folder.path(),
        "cup/table.txt",
        &["arena", "run", "cup.toml", "--out", "cup"],
    );
}

#[test]
fn jobs_and_merges_leave_files_of_others_alone() {
    let folder = folder();
    let plan = run(folder.path(), &["arena", "plan", "cup.toml"]).stdout;
    fs::write(folder.path().join("jobs.jsonl"), plan).unwrap();
    let job = ["arena", "job", "jobs.jsonl", "--out", "results"];
    check(folder.path(), "results/game-000001.jsonl", &job);
    fs::remove_dir_all(folder.path().join("results")).unwrap();
    check_own(folder.path(), "results/game-000001.jsonl", &job);

    let merge = ["arena", "merge", "results", "--json", "state.json"];
    check_own(folder.path(), "state.json", &merge);
    check(folder.path(), "state.json", &merge);
    let merge = ["arena", "merge", "results", "--out", "merged"];
    check(folder.path(), "merged/standings.csv", &merge);
    fs::remove_dir_all(folder.path().join("merged")).unwrap();
    check_own(folder.path(), "merged/standings.csv", &merge);
}

#[test]
fn a_review_of_20000_moves_is_refused_at_once() {
    let folder = folder();
    let moves = ";B[];W[]".repeat(10_000);
    fs::write(folder.path().join("long.sgf"), format!("(;GM[1]SZ[19]{moves})")).unwrap();
    let output = run(folder.path(), &["review", "long.sgf", "--visits", "10"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("20000"), "{message}");
}
