// SPDX-License-Identifier: MIT OR Apache-2.0

//! The commands of the manuals that have no test of their own, run as they stand.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::repository;

/// A folder of one test, removed when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("katachi-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A record of 100 moves on 19x19, spread over the board: every 97th point.
fn record() -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    let mut text = "(;GM[1]FF[4]SZ[19]KM[6.5]RU[Japanese]".to_owned();
    for i in 0..100 {
        let point = i * 97 % 361;
        let side = if i % 2 == 0 { 'B' } else { 'W' };
        write!(text, ";{side}[{}{}]", letter(point % 19), letter(point / 19)).expect("a text grows");
    }
    text + ")"
}

/// The listings for a shell in a document.
fn listings(page: &str) -> impl Iterator<Item = &str> {
    page.split("```sh\n")
        .skip(1)
        .map(|rest| rest.split("\n```").next().unwrap_or_default())
}

#[test]
fn the_commands_of_the_manual_of_the_view_work() {
    let manual = fs::read_to_string(repository().join("docs/view.md")).expect("the manual can be read");
    let folder = Folder::new("manual-of-the-view");
    fs::write(folder.0.join("game.sgf"), record()).expect("a file can be written");
    let program = PathBuf::from(env!("CARGO_BIN_EXE_katachi"));
    let mut count = 0;
    for line in listings(&manual).flat_map(str::lines) {
        let command = line.split(" #").next().unwrap_or_default();
        let words = shlex::split(command).unwrap_or_else(|| panic!("a quote is not closed in '{line}'"));
        assert_eq!(words.first().map(String::as_str), Some("katachi"), "{line}");
        let done = Command::new(&program)
            .args(&words[1..])
            .current_dir(&folder.0)
            .output();
        let done = done.expect("the program starts");
        let errors = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{line}\n{errors}");
        count += 1;
    }
    assert!(count >= 10, "only {count} commands were found");
}
