// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune fit` from outside: the report, the patch, the exit status, and refusals.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

const PATTERNS: &str = "\
Pattern Diagonal
X.
.*
:\\,40

Pattern Jump
O.*
:-,50 # by hand

Pattern Never
X..*
:-,90
A..*
;lib(A) > 4
";

/// White has C7, Black G3. The suite lies in a folder of its own, and its records beside it.
const GAME: &str = "(;SZ[9]KM[7.5]RU[Chinese];B[gg];W[cc])\n";

const SUITE: &str = "\
loadsgf ../games/a.sgf
10 reg_genmove black
#? [(B8|D8|B6|D6)]
# The stone of White is not there yet.
loadsgf ../games/a.sgf 2
20 reg_genmove black
#? [(G5|E3|G1|J3)]
30 reg_genmove black
#? [E5]
40 countlib G3
#? [4]
";

/// A folder with a game, a database and a suite.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for name in ["games", "suites"] {
        fs::create_dir(folder.path().join(name)).expect("a folder can be made");
    }
    for (file, text) in [
        ("games/a.sgf", GAME),
        ("own.db", PATTERNS),
        ("suites/my.tst", SUITE),
    ] {
        fs::write(folder.path().join(file), text).expect("a file can be written");
    }
    folder
}

fn fit(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = crate::program();
    program.args(["tune", "fit", "--db", "own.db", "--patterns-only"]);
    let output = program.args(arguments).current_dir(folder).output();
    output.expect("the program starts")
}

#[track_caller]
fn printed(output: &Output, status: i32) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{errors}");
    String::from_utf8(output.stdout.clone()).expect("it prints text")
}

#[track_caller]
fn refused(folder: &Path, suite: &str, message: &str) {
    fs::write(folder.join("suites/bad.tst"), suite).expect("a file can be written");
    let output = fit(folder, &["--wanted", "suites/bad.tst"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains(message), "{errors}");
    assert!(output.stdout.is_empty());
}

#[test]
fn a_test_is_mended_and_the_others_say_what_became_of_them() {
    let folder = folder();
    let output = fit(folder.path(), &["--wanted", "suites/my.tst"]);
    assert_eq!(
        printed(&output, 1),
        "\
test       position       wanted           before  after
my.tst 10  a.sgf 3 Black  [(B8|D8|B6|D6)]  G5      B8     mended
my.tst 20  a.sgf 2 Black  [(G5|E3|G1|J3)]  G5      G5     passes
my.tst 30  a.sgf 2 Black  [E5]             G5      G5     fails
1 test without a wanted move left out

Changes: 1 value
  Diagonal 40 -> 50

Of 2 tests that failed 1 is mended; 1 passes as before.

my.tst 30 wants [E5]:
  no pattern with a value above 0 matches there: write one
"
    );
}

#[test]
fn numbers_choose_tests_and_matches_that_do_not_hold_are_named_with_a_command() {
    let folder = folder();
    let mended = fit(folder.path(), &["--wanted", "suites/my.tst:10,20"]);
    assert!(printed(&mended, 0).contains("Of 1 test that failed 1 is mended"));
    let passes = fit(folder.path(), &["--wanted", "suites/my.tst:20"]);
    assert!(printed(&passes, 0).ends_with("\nNo value changes.\n\nNo test failed; 1 passes as before.\n"));
    let suite = "loadsgf ../games/a.sgf 3\n7 reg_genmove black\n#? [F7]*\n";
    fs::write(folder.path().join("suites/b.tst"), suite).expect("a file can be written");
    let text = printed(&fit(folder.path(), &["--wanted", "suites/b.tst"]), 1);
    let end = "
b.tst 7 wants [F7]*:
  no pattern with a value above 0 holds there
  F7: no pattern Never+a: its constraint is false
  katachi explain suites/../games/a.sgf -L 3 --at F7 --db own.db --patterns-only --seed 0 shows more
";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn the_patch_is_applied_by_git_and_the_wanted_move_is_chosen_then() {
    let folder = folder();
    let wanted = ["--wanted", "suites/my.tst:10,20", "--patch", "my.patch"];
    let text = printed(&fit(folder.path(), &wanted), 0);
    assert!(text.ends_with("\nmy.patch changes 1 value; git apply my.patch makes the changes.\n"));
    let mut git = Command::new("git");
    let applied = git
        .args(["apply", "my.patch"])
        .current_dir(folder.path())
        .output();
    let Ok(applied) = applied else {
        eprintln!("git is not installed: the patch is not applied");
        return;
    };
    let errors = String::from_utf8_lossy(&applied.stderr);
    assert!(applied.status.success(), "{errors}");
    let changed = fs::read_to_string(folder.path().join("own.db")).expect("it is there");
    assert_eq!(changed, PATTERNS.replace(",40", ",50"));
    let mut program = crate::program();
    let arguments = ["-l", "games/a.sgf", "--db", "own.db", "--patterns-only"];
    let chosen = program.args(arguments).current_dir(folder.path()).output();
    let chosen = printed(&chosen.expect("the program starts"), 0);
    assert_eq!(chosen, "Move 3: by patterns alone, Black plays B8, value 50\n");
    let again = printed(&fit(folder.path(), &wanted), 0);
    assert!(
        again.ends_with("\nmy.patch is empty, as no value changes.\n"),
        "{again}"
    );
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
    let repository = root.join("my");
    fs::create_dir(&repository).expect("a folder can be made");
    fs::rename(root.join("own.db"), repository.join("own.db")).expect("a file can be moved");
    if git(&repository, &["init", "-q"]).is_none() {
        eprintln!("git is not installed");
        return;
    }
    let fit = |folder: &Path, database: &str, suite: &str, patch: &str| {
        let mut program = crate::program();
        program.args([
            "tune",
            "fit",
            "--patterns-only",
            "--db",
            database,
            "--wanted",
            suite,
            "--patch",
            patch,
        ]);
        let output = program.current_dir(folder).output().expect("the program starts");
        printed(&output, 0)
    };
    let command = |folder: &str| {
        format!(
            "git -C {} apply {}/{folder}my.patch makes",
            repository.display(),
            root.display()
        )
    };
    let above = fit(&root, "my/own.db", "suites/my.tst:10,20", "my.patch");
    assert!(above.contains(&command("")), "{above}");
    let below = fit(&root.join("suites"), "../my/own.db", "my.tst:10,20", "my.patch");
    assert!(below.contains(&command("suites/")), "{below}");
    let inside = fit(&repository, "own.db", "../suites/my.tst:10,20", "my.patch");
    assert!(inside.contains("; git apply my.patch makes"), "{inside}");
    let patch = root.join("suites/my.patch");
    let applied = git(&root, &["-C", "my", "apply", patch.to_str().expect("a path")]).expect("it is there");
    assert!(
        applied.status.success(),
        "{}",
        String::from_utf8_lossy(&applied.stderr)
    );
    let changed = fs::read_to_string(repository.join("own.db")).expect("it is there");
    assert_eq!(changed, PATTERNS.replace(",40", ",50"));
}

#[test]
fn a_weight_of_its_author_is_no_value_that_could_be_fitted() {
    let folder = folder();
    let mine = PATTERNS.replace(":\\,40\n", ":\\,40\n#= 0.00, mine\n");
    assert_ne!(mine, PATTERNS);
    fs::write(folder.path().join("own.db"), mine).expect("a file can be written");
    let suite = "loadsgf ../games/a.sgf\n10 reg_genmove black\n#? [B6]\n";
    fs::write(folder.path().join("suites/my.tst"), suite).expect("a file can be written");
    let run = |arguments: &[&str]| {
        let mut program = crate::program();
        program.args(arguments).current_dir(folder.path());
        program.output().expect("the program starts")
    };
    let fit = run(&[
        "tune",
        "fit",
        "--db",
        "own.db",
        "--level",
        "1",
        "--wanted",
        "suites/my.tst:10",
    ]);
    let says = "the weight of Diagonal is of its author, and its value says nothing: change the weight";
    assert!(printed(&fit, 1).contains(says));
    let what_if = run(&["tune", "what-if", "Diagonal=80", "games/a.sgf", "--db", "own.db"]);
    assert!(String::from_utf8_lossy(&what_if.stderr).contains(says));
    let explain = run(&[
        "explain",
        "games/a.sgf",
        "--at",
        "B6",
        "--db",
        "own.db",
        "--level",
        "1",
    ]);
    let explained = printed(&explain, 0);
    assert!(
        explained.contains(
            "The weight of Diagonal is of its author, and its value says nothing: change the weight"
        ),
        "{explained}"
    );
    assert!(!explained.contains("makes it the move"), "{explained}");
}

#[test]
fn the_search_is_asked_and_has_no_bonus_for_a_name_of_its_own() {
    let folder = folder();
    let mut program = crate::program();
    program.args(["tune", "fit", "--db", "own.db", "--visits", "20"]);
    let output = program
        .args(["--wanted", "suites/my.tst:10"])
        .current_dir(folder.path());
    let text = printed(&output.output().expect("the program starts"), 1);
    assert!(
        text.contains("  Diagonal has no bonus, so that the search does not see its value\n"),
        "{text}"
    );
}

#[test]
fn a_suite_that_cannot_be_used_is_refused_with_its_line() {
    let folder = folder();
    let path = folder.path();
    refused(
        path,
        "\nloadsgf none.sgf\n10 reg_genmove black\n#? [D4]\n",
        "bad.tst:2: loadsgf none.sgf: cannot load file: none.sgf",
    );
    refused(
        path,
        "boardsize 9\n10 reg_genmove green\n#? [D4]\n",
        "bad.tst:2: reg_genmove green: write black or white after the command",
    );
    refused(
        path,
        "boardsize 9\n10 reg_genmove black\n#? [Z99]\n",
        "bad.tst:2: reg_genmove black: [Z99] is no move on 9x9: write a point such as [D4]",
    );
    refused(
        path,
        "boardsize 9\n10 attack D4\n#? [0]\n",
        "there is no test with a wanted move",
    );
    let over = fit(path, &["--wanted", "suites/my.tst", "--patch", "own.db"]);
    let errors = String::from_utf8_lossy(&over.stderr);
    assert!(
        errors.contains("cannot write own.db: it is no patch; name another file, or use --overwrite"),
        "{errors}"
    );
    assert_eq!(over.status.code(), Some(2));
}
