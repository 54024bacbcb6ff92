// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune report` from outside: the text, the page, the patch, and refusals.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::folder::{Folder, done, errors, has, refused};

const PATTERNS: &str = "\
# Two patterns that say the same, and one that never holds.

Pattern Beside
X*
:-,12

Pattern Beside<again>
X*
:-,20 # by hand

Pattern Never
X*
:-,20
A*
;lib(A) > 99
";

/// A game in which each move stands beside the last one.
const GAME: &str = "(;SZ[9]KM[7.5];B[ee];W[ed];B[dd];W[dc];B[cc];W[cb];B[bb])\n";

/// A folder with eight games and a database.
fn folder() -> Folder {
    Folder::with(&[("games.sgf", &GAME.repeat(8)), ("own.db", PATTERNS)])
}

const REPORT: [&str; 7] = ["tune", "report", "games.sgf", "--db", "own.db", "--level", "1"];

fn report(folder: &Folder, arguments: &[&str]) -> Output {
    folder.run(&[&REPORT, arguments].concat())
}

#[test]
fn the_lists_say_which_patterns_predict_and_which_say_the_same() {
    let folder = folder();
    let text = done(&report(&folder, &[]));
    let after = |heading: &str| {
        let at = text
            .find(heading)
            .unwrap_or_else(|| panic!("{heading} is not in\n{text}"));
        &text[at..]
    };
    assert!(text.starts_with("56 positions of 8 games\n3 patterns: 3 match somewhere, 2 hold somewhere\n"));
    assert!(after("Predict: 2 patterns").contains("Beside"));
    assert!(after("Never hold: 1 pattern").contains("constraint is false"));
    assert!(after("Say the same: 1 pair").contains("20 and 12"));
    assert!(after("Split: 2 patterns").contains("the move is an atari"));
    assert!(after("Suggested values: 2 patterns").contains("Beside<again>"));
    assert!(after("Prediction of 28 moves of 4 games").contains("model alone"));
    let shorter = done(&report(&folder, &["--top", "1"]));
    assert!(shorter.contains("  and 1 more\n"), "{shorter}");
}

#[test]
fn a_report_about_some_patterns_has_a_table_of_all_of_them() {
    let folder = folder();
    let named = done(&report(&folder, &["--name", "beside"]));
    let words: Vec<&str> = named.split_whitespace().collect();
    has(
        words.join(" "),
        [
            "2 patterns: 2 match somewhere, 2 hold somewhere",
            "Patterns of that name: 2 patterns, with a match, and the verdict of the games",
            "pattern value measured interval holds played expected verdict",
            "nearer to 0 is better",
        ],
    );
    assert_eq!(named.matches("  predicts\n").count(), 2, "{named}");
    assert!(!named.contains(": none\n"), "{named}");
    let few = done(&report(
        &folder,
        &["--name", "Beside", "-L", "2", "--games", "1", "--top", "1"],
    ));
    assert_eq!(few.matches("  unclear: needs more places\n").count(), 2, "{few}");
    let never = done(&report(&folder, &["--name", "Never"]));
    has(&never, ["1 pattern: 1 match somewhere, 0 hold somewhere"]);
}

#[test]
fn the_page_needs_no_other_file_and_shows_each_pattern_with_examples() {
    let folder = folder();
    done(&report(&folder, &["--html", "report.html"]));
    let page = folder.read("report.html");
    has(
        &page,
        [
            "<h2>Predict</h2>",
            "Beside&lt;again&gt;",
            "katachi view games.sgf --game 1 --db own.db -L 2",
            "<svg class=\"plot\"",
            "<svg class=\"pattern\"",
            "prefers-color-scheme:dark",
            "href=\"#p0\"",
            "id=\"p0\"",
        ],
    );
    for foreign in ["<script", "http://", "https://", "Beside<again>"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    // The page is of this program and may be written again.
    done(&report(&folder, &["--html", "report.html"]));
}

#[test]
fn the_patch_is_applied_by_git_and_the_database_can_be_loaded_then() {
    let folder = folder();
    let text = done(&report(&folder, &["--patch", "values.patch"]));
    assert!(text.ends_with("values.patch changes 2 values; git apply values.patch makes the changes.\n"));
    let apply = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("apply")
            .args(arguments)
            .arg("values.patch")
            .current_dir(folder.path("."));
        git.output()
    };
    let Ok(checked) = apply(&["--check"]) else {
        eprintln!("git is not installed: the patch is not applied");
        return;
    };
    let patch = folder.read("values.patch");
    assert!(checked.status.success(), "{}\n{patch}", errors(&checked));
    assert!(apply(&[]).expect("it has just run").status.success());
    let changed = folder.read("own.db");
    assert!(changed.contains(" # by hand\n"), "{changed}");
    assert!(!changed.contains(":-,12\n"), "{changed}");
    assert_eq!(changed.lines().count(), PATTERNS.lines().count());
    // The values are those of the games now: nothing is left to change.
    let again = done(&report(&folder, &["--patch", "values.patch"]));
    assert!(
        again.ends_with("values.patch is empty, as no value changes.\n"),
        "{again}"
    );
}

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let folder = folder();
    let with = |threads: &str| {
        let mut program = folder.program(&[&REPORT[..], &["--html", "a.html"]].concat());
        let output = program.env("RAYON_NUM_THREADS", threads).output();
        (done(&output.expect("the program starts")), folder.read("a.html"))
    };
    assert_eq!(with("1"), with("3"));
}

#[test]
fn what_cannot_be_reported_or_written_is_said() {
    let folder = folder();
    folder.write("letter.html", "a letter");
    for (arguments, why) in [
        (
            &["--name", "Besides"][..],
            "has Besides in its name; there are Beside, Beside<again>",
        ),
        (
            &["--patch", "own.db"],
            "cannot write own.db: it is no patch; name another file, or use --overwrite",
        ),
        (&["--html", "letter.html"], "letter.html"),
        (&["nowhere.sgf"], "cannot read nowhere.sgf"),
        (&["--games", "0"], "there is no game to look at"),
    ] {
        has(refused(&report(&folder, arguments)), [why]);
    }
    assert_eq!(folder.read("own.db"), PATTERNS);
    let inside = folder.path("inside");
    fs::create_dir(&inside).expect("a folder can be made");
    let mut program = folder.program(&[
        "tune",
        "report",
        "../games.sgf",
        "--db",
        "../own.db",
        "--level",
        "1",
    ]);
    program.args(["--patch", "a.patch"]).current_dir(&inside);
    let output = program.output().expect("the program starts");
    let why = "../own.db is in no git repository and not below the folder";
    has(refused(&output), [why]);
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
    let root = fs::canonicalize(folder.path(".")).expect("it is there");
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
        done(&program.output().expect("the program starts"))
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
    done(&applied);
    assert!(!folder.read("my/own.db").contains(":-,12\n"));
}
