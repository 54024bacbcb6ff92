// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune report` from outside: the text, the page, the patch, and refusals.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const PATTERNS: &str = "\
# Two patterns that say the same, and one that never holds.

Pattern Beside
X*
:-,12

Pattern Beside<again>
X*
:-,30 # by hand

Pattern Never
X*
:-,20
A*
;lib(A) > 99
";

/// A game in which each move stands beside the last one.
const GAME: &str = "(;SZ[9]KM[7.5];B[ee];W[ed];B[dd];W[dc];B[cc];W[cb];B[bb])\n";

/// A folder with eight games and a database.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    fs::write(folder.path().join("games.sgf"), GAME.repeat(8)).expect("a file can be written");
    fs::write(folder.path().join("own.db"), PATTERNS).expect("a file can be written");
    folder
}

fn report(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = crate::program();
    program.args(["tune", "report", "games.sgf", "--db", "own.db", "--level", "1"]);
    let output = program.args(arguments).current_dir(folder).output();
    output.expect("the program starts")
}

#[track_caller]
fn printed(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).expect("it prints text")
}

#[track_caller]
fn refused(output: &Output, message: &str) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(message), "{errors}");
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn the_lists_say_which_patterns_predict_and_which_say_the_same() {
    let folder = folder();
    let text = printed(&report(folder.path(), &[]));
    let after = |heading: &str| {
        let at = text
            .find(heading)
            .unwrap_or_else(|| panic!("{heading} is not in\n{text}"));
        &text[at..]
    };
    assert!(text.starts_with("56 positions of 8 games\n3 patterns: 3 match somewhere, 2 hold somewhere\n"));
    assert!(after("Predict: 2 patterns").contains("Beside"));
    assert!(after("Never hold: 1 pattern").contains("constraint is false"));
    assert!(after("Say the same: 1 pair").contains("30 and 12"));
    assert!(after("Split: 2 patterns").contains("the move is an atari"));
    assert!(after("Suggested values: 2 patterns").contains("Beside<again>"));
    assert!(after("Prediction of 28 moves of 4 games").contains("model alone"));
    let shorter = printed(&report(folder.path(), &["--top", "1"]));
    assert!(shorter.contains("  and 1 more\n"), "{shorter}");
}

#[test]
fn a_report_about_some_patterns_has_a_table_of_all_of_them() {
    let folder = folder();
    let named = printed(&report(folder.path(), &["--name", "beside"]));
    for line in [
        "2 patterns: 2 match somewhere, 2 hold somewhere",
        "Patterns of that name: 2 patterns, with a match, and the verdict of the games",
        "  pattern        value  measured  interval  holds  played  expected  verdict",
    ] {
        assert!(
            named
                .lines()
                .any(|l| l.split_whitespace().eq(line.split_whitespace())),
            "{line}\n{named}"
        );
    }
    let rows: Vec<&str> = named
        .lines()
        .filter(|line| line.ends_with("  predicts"))
        .collect();
    assert_eq!(rows.len(), 2, "{named}");
    assert!(
        !named.contains(": none\n") && named.contains("nearer to 0 is better"),
        "{named}"
    );
    let few = printed(&report(
        folder.path(),
        &["--name", "Beside", "-L", "2", "--games", "1", "--top", "1"],
    ));
    assert_eq!(few.matches("  unclear: needs more places\n").count(), 2, "{few}");
    let never = printed(&report(folder.path(), &["--name", "Never"]));
    assert!(
        never.contains("1 pattern: 1 match somewhere, 0 hold somewhere"),
        "{never}"
    );
    refused(
        &report(folder.path(), &["--name", "Besides"]),
        "--name: no pattern has Besides in its name; there are Beside, Beside<again>",
    );
}

#[test]
fn the_page_needs_no_other_file_and_shows_each_pattern_with_examples() {
    let folder = folder();
    printed(&report(folder.path(), &["--html", "report.html"]));
    let page = read(folder.path(), "report.html");
    for needed in [
        "<h2>Predict</h2>",
        "Beside&lt;again&gt;",
        "katachi view games.sgf --game 1 --db own.db -L 2",
        "<svg class=\"plot\"",
        "<svg class=\"pattern\"",
        "prefers-color-scheme:dark",
        "href=\"#p0\"",
        "id=\"p0\"",
    ] {
        assert!(page.contains(needed), "{needed}");
    }
    for foreign in ["<script", "http://", "https://", "Beside<again>"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // The page is of this program and may be written again.
    printed(&report(folder.path(), &["--html", "report.html"]));
}

#[test]
fn the_patch_is_applied_by_git_and_the_database_can_be_loaded_then() {
    let folder = folder();
    let text = printed(&report(folder.path(), &["--patch", "values.patch"]));
    assert!(text.ends_with("values.patch changes 2 values; git apply values.patch makes the changes.\n"));
    let apply = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("apply")
            .args(arguments)
            .arg("values.patch")
            .current_dir(folder.path());
        git.output()
    };
    let Ok(checked) = apply(&["--check"]) else {
        eprintln!("git is not installed: the patch is not applied");
        return;
    };
    let patch = read(folder.path(), "values.patch");
    assert!(
        checked.status.success(),
        "{}\n{patch}",
        String::from_utf8_lossy(&checked.stderr)
    );
    assert!(apply(&[]).expect("it has just run").status.success());
    let changed = read(folder.path(), "own.db");
    assert!(
        changed.contains(" # by hand\n") && !changed.contains(":-,12\n"),
        "{changed}"
    );
    assert_eq!(changed.lines().count(), PATTERNS.lines().count());
    // The values are those of the games now: nothing is left to change.
    let again = printed(&report(folder.path(), &["--patch", "values.patch"]));
    assert!(
        again.ends_with("values.patch is empty, as no value changes.\n"),
        "{again}"
    );
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let folder = folder();
    let with = |threads: &str| {
        let mut program = crate::program();
        program.args([
            "tune",
            "report",
            "games.sgf",
            "--db",
            "own.db",
            "--level",
            "1",
            "--html",
            "a.html",
        ]);
        program
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(folder.path());
        let text = printed(&program.output().expect("the program starts"));
        (text, read(folder.path(), "a.html"))
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn what_cannot_be_reported_or_written_is_said() {
    let folder = folder();
    let path = folder.path();
    refused(
        &report(path, &["--patch", "own.db"]),
        "cannot write own.db: it is no patch; name another file, or use --overwrite",
    );
    assert_eq!(read(path, "own.db"), PATTERNS);
    fs::write(path.join("letter.html"), "a letter").expect("a file can be written");
    refused(&report(path, &["--html", "letter.html"]), "letter.html");
    refused(&report(path, &["nowhere.sgf"]), "cannot read nowhere.sgf");
    refused(&report(path, &["--games", "0"]), "there is no game to look at");
    let inside = path.join("inside");
    fs::create_dir(&inside).expect("a folder can be made");
    let mut program = crate::program();
    program.args([
        "tune",
        "report",
        "../games.sgf",
        "--db",
        "../own.db",
        "--level",
        "1",
        "--patch",
        "a.patch",
    ]);
    let output = program.current_dir(&inside).output().expect("the program starts");
    refused(
        &output,
        "../own.db is in no git repository and not below the folder",
    );
    assert!(output.stdout.is_empty() && !inside.join("a.patch").exists());
}

/// Runs git in a folder. `None` if it is not installed.
fn git(folder: &Path, arguments: &[&str]) -> Option<Output> {
    Command::new("git")
        .args(arguments)
        .current_dir(folder)
        .output()
        .ok()
}

#[test]
fn a_patch_has_paths_from_the_root_of_the_repository_wherever_the_command_runs() {
    let folder = folder();
    let root = fs::canonicalize(folder.path()).expect("it is there");
    let (repository, beside) = (root.join("my"), root.join("beside"));
    for folder in [&repository, &beside] {
        fs::create_dir(folder).expect("a folder can be made");
    }
    fs::rename(root.join("own.db"), repository.join("own.db")).expect("a file can be moved");
    if git(&repository, &["init", "-q"]).is_none() {
        eprintln!("git is not installed");
        return;
    }
    let report = |folder: &Path, games: &str, database: &str| {
        let mut program = crate::program();
        program.args(["tune", "report", games, "--db", database, "--level", "1"]);
        program.args(["--patch", "my.patch"]).current_dir(folder);
        printed(&program.output().expect("the program starts"))
    };
    let command = |folder: &str| {
        format!(
            "git -C {} apply {}/{folder}my.patch makes",
            repository.display(),
            root.display()
        )
    };
    let above = report(&root, "games.sgf", "my/own.db");
    assert!(above.contains(&command("")), "{above}");
    let below = report(&beside, "../games.sgf", "../my/own.db");
    assert!(below.contains(&command("beside/")), "{below}");
    let inside = report(&repository, "../games.sgf", "own.db");
    assert!(inside.contains("; git apply my.patch makes"), "{inside}");
    let patch = beside.join("my.patch");
    let applied = git(&root, &["-C", "my", "apply", patch.to_str().expect("a path")]).expect("it is there");
    assert!(
        applied.status.success(),
        "{}",
        String::from_utf8_lossy(&applied.stderr)
    );
    assert!(!read(&repository, "own.db").contains(":-,12\n"));
}
