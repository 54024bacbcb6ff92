// SPDX-License-Identifier: MIT OR Apache-2.0

//! No command replaces a file of somebody else that has the name of one of its outputs.

use std::fs;

use crate::folder::{Folder, done, refused};

const DIARY: &str = "my diary\n";

/// A folder with a game, a suite of questions and a tournament.
fn folder() -> Folder {
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
    Folder::with(&[
        ("game.sgf", "(;GM[1]SZ[5]KM[0.5];B[cc];W[cb];B[bb])"),
        ("suite.tst", "boardsize 5\n1 color A1\n#? [empty]\n"),
        ("cup.toml", &cup),
    ])
}

/// Runs a command with the diary in place of an output: it is refused, and the diary stays.
#[track_caller]
fn check(folder: &Folder, diary: &str, arguments: &[&str]) {
    folder.write(diary, DIARY);
    let message = refused(&folder.run(arguments));
    assert!(message.contains(" exists"), "{arguments:?}: {message}");
    assert_eq!(folder.read(diary), DIARY, "{arguments:?}");
}

/// Runs a command that writes a file, twice: its own file is replaced.
#[track_caller]
fn check_own(folder: &Folder, own: &str, arguments: &[&str]) {
    for _ in ["the first time", "again"] {
        done(&folder.run(arguments));
        assert!(folder.path(own).exists(), "{arguments:?}");
    }
}

#[test]
fn reports_of_suites_replace_reports_alone() {
    let folder = folder();
    for (option, name) in [("--json", "a.json"), ("--junit", "a.xml"), ("--html", "a.html")] {
        let arguments = ["regress", "suite.tst", option, name];
        check_own(&folder, name, &arguments);
        check(&folder, name, &arguments);
    }
}

#[test]
fn pages_of_the_manual_replace_such_pages_alone() {
    let folder = folder();
    check_own(&folder, "man/katachi.1", &["man", "--out", "man"]);
    let before = folder.read("man/katachi.1");
    check(&folder, "man/katachi-view.1", &["man", "--out", "man"]);
    let after = folder.read("man/katachi.1");
    assert_eq!(after, before, "the others stay as they were");
}

#[test]
fn reviews_and_pictures_replace_those_of_katachi_alone() {
    let folder = folder();
    let review = ["review", "game.sgf", "--visits", "10", "-q", "-o"];
    for name in ["review.html", "review.sgf", "review.json"] {
        let arguments = [&review[..], &[name]].concat();
        check_own(&folder, name, &arguments);
        check(&folder, name, &arguments);
    }
    let view = ["view", "game.sgf", "--level", "1", "--svg", "a.svg"];
    check_own(&folder, "a.svg", &view);
    check(&folder, "a.svg", &view);
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
        check(&folder, &diary, &["arena", "run", "cup.toml", "--out", "cup"]);
    }
    let folder = folder();
    check_own(
        &folder,
        "cup/table.txt",
        &["arena", "run", "cup.toml", "--out", "cup"],
    );
}

#[test]
fn jobs_and_merges_leave_files_of_others_alone() {
    let folder = folder();
    folder.write("jobs.jsonl", done(&folder.run(&["arena", "plan", "cup.toml"])));
    let job = ["arena", "job", "jobs.jsonl", "--out", "results"];
    check(&folder, "results/game-000001.jsonl", &job);
    fs::remove_dir_all(folder.path("results")).unwrap();
    check_own(&folder, "results/game-000001.jsonl", &job);

    let merge = ["arena", "merge", "results", "--json", "state.json"];
    check_own(&folder, "state.json", &merge);
    check(&folder, "state.json", &merge);
    let merge = ["arena", "merge", "results", "--out", "merged"];
    check(&folder, "merged/standings.csv", &merge);
    fs::remove_dir_all(folder.path("merged")).unwrap();
    check_own(&folder, "merged/standings.csv", &merge);
}

#[test]
fn a_review_of_20000_moves_is_refused_at_once() {
    let folder = folder();
    let moves = ";B[];W[]".repeat(10_000);
    folder.write("long.sgf", format!("(;GM[1]SZ[19]{moves})"));
    let message = refused(&folder.run(&["review", "long.sgf", "--visits", "10"]));
    assert!(message.contains("20000"), "{message}");
}
