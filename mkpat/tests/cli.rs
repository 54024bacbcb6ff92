//! The `mkpat` program.
#![cfg(feature = "cli")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program on a database given on the standard input.
fn mkpat(arguments: &[&str], database: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mkpat"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end without reading.
    let _ = child.stdin.take().expect("piped").write_all(database.as_bytes());
    child.wait_with_output().expect("the program ends")
}

#[track_caller]
fn check(arguments: &[&str], database: &str, status: i32, last_line: &str) {
    let output = mkpat(arguments, database);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{text}");
    assert_eq!(text.lines().last().unwrap_or_default(), last_line);
    assert!(!text.contains('\u{1b}'), "no colours into a pipe");
}

const GOOD: &str = "Pattern A\nO*X\n.O?\n:8,50\n";

#[test]
fn check_succeeds_without_errors() {
    check(
        &["check", "-"],
        GOOD,
        0,
        "1 patterns, 8 variants, 0 errors, 0 warnings",
    );
    let warned = "Pattern A\nO*X\n.O.\n:8,50,0,Z\n";
    check(
        &["check", "-"],
        warned,
        0,
        "1 patterns, 8 variants, 0 errors, 1 warnings",
    );
}

#[test]
fn check_fails_with_errors_and_shows_them() {
    let wrong = "Pattern A\nO*Q\n:8,50\n";
    check(
        &["check", "-"],
        wrong,
        1,
        "0 patterns, 0 variants, 1 errors, 0 warnings",
    );
    let output = mkpat(&["check", "-"], wrong);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with("error[P010]: `Q` is no cell of a diagram\n --> -:2:3\n"),
        "{text}"
    );
}

#[test]
fn wrong_usage_and_missing_files_have_status_2() {
    check(&["check"], "", 2, "");
    check(&["check", "no/such/file.db"], "", 2, "");
    check(&["ponder"], "", 2, "");
}

#[test]
fn stats_count_what_is_there() {
    let output = mkpat(&["stats", "-"], "Pattern A\nO*X|\n.O?|\n:8,50,0,sO,some_helper\n");
    let text = String::from_utf8_lossy(&output.stdout);
    for line in [
        "       1  patterns\n",
        "       8  variants\n",
        "       1  with an edge\n",
        "       1  class s\n",
        "       0  class X\n",
        "       1  helper some_helper\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}
