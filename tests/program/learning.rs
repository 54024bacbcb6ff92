// SPDX-License-Identifier: MIT OR Apache-2.0

//! Teaching, guessing and the quiz from outside: lines go in by a pipe, and results are kept in a folder.

use std::fs;
use std::path::PathBuf;

use snapbox::cmd::{Command, OutputAssert};
use tempfile::TempDir;

/// Black saves no stones with move 1. White captures four.
const LOST_STONES: &str = "(;GM[1]FF[4]SZ[7]KM[0.5]RU[Chinese]PB[You]PW[Ann]\
    AB[bb][cb][bc][bd][be][cf][dd][ed][de][ee]AW[fb][dc][ec][cd][fd][ce][df][ef][ff];B[ag];W[fe])";

/// A folder with these files, and one for results.
struct Folder(TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("a folder can be made"));
        for (name, text) in files {
            fs::write(folder.path(name), text).expect("a file can be written");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &[&str], typed: &str) -> OutputAssert {
        Command::from_std(crate::program())
            .env("LC_ALL", "C")
            .env("KATACHI_STATE_DIR", self.path("state"))
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(typed.to_owned())
            .assert()
    }

    /// What the program prints.
    #[track_caller]
    fn done(&self, arguments: &[&str], typed: &str) -> String {
        let output = self.run(arguments, typed).success();
        String::from_utf8_lossy(&output.get_output().stdout).into_owned()
    }

    /// The message of a refusal.
    #[track_caller]
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments, "").code(2);
        let output = output.get_output();
        assert!(
            output.stdout.is_empty(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

#[track_caller]
fn has(text: &str, all: &[&str]) {
    for expected in all {
        assert!(text.contains(expected), "no '{expected}' in\n{text}");
    }
}

#[test]
fn teaching_questions_a_bad_move_in_a_game_by_lines() {
    let folder = Folder::new(&[("game.sgf", LOST_STONES)]);
    let play = [
        "play", "-l", "game.sgf", "-L", "1", "--seed", "1", "--visits", "50",
    ];
    let text = folder.done(
        &[&play[..], &["--teach", "gentle"]].concat(),
        "a1\nbetter\ny\na2\nn\nquit\n",
    );
    has(
        &text,
        &[
            "Black> Black A1: White can capture at ",
            "You lose about ",
            "Take it back? (y, n, better)> Better: ",
            "Move 1, Black to play",
            "Black> Black A2: ",
            "Take it back? (y, n, better)> Katachi plays ",
            "Goodbye.",
        ],
    );
    let text = folder.done(&play, "a1\nquit\n");
    assert!(!text.contains("Take it back?"), "{text}");
    let message = folder.refused(&["play", "--teach", "hard"]);
    has(&message, &["expected strict, normal, gentle or off"]);
}

#[test]
fn guesses_are_compared_with_the_moves_of_a_game() {
    let folder = Folder::new(&[("game.sgf", LOST_STONES)]);
    let guess = ["guess", "game.sgf", "--visits", "40"];
    let text = folder.done(&guess, "zz\nb6\na2\n");
    has(
        &text,
        &[
            "1 move to guess; type a point such as D4, or pass, skip, board or quit.",
            "Move 1, Black to play",
            "'zz' is no point of the 7x7 board",
            "B6 is illegal: occupied.",
            "Near: A2",
            "A1 was played.",
            "At full strength Katachi plays ",
            "Of 1 guess: 0 as played, 0 as good, 1 near, 0 elsewhere. Found: 0 %.",
            "  move 1, A2: about ",
        ],
    );
    let text = folder.done(&[&guess[..], &["--player", "white"]].concat(), "f3\n");
    has(
        &text,
        &[
            "Move 2, White> Right: F3 was played.",
            "Of 1 guess: 1 as played",
            "Found: 100 %.",
        ],
    );
    let text = folder.done(&[&guess[..], &["--player", "both"]].concat(), "skip\nquit\n");
    has(
        &text,
        &[
            "2 moves to guess",
            "A1 was played.",
            "Move 2, White to play",
            "No move was guessed.",
        ],
    );
}

#[test]
fn a_game_that_cannot_be_guessed_is_refused() {
    let folder = Folder::new(&[("game.sgf", LOST_STONES), ("bad.sgf", "(;SZ[9];B[ee];W[ee])")]);
    let refused = |arguments: &[&str]| folder.refused(&[&["guess"], arguments].concat());
    has(&refused(&["none.sgf"]), &["cannot read none.sgf"]);
    has(&refused(&["-"]), &["name a file"]);
    has(
        &refused(&["game.sgf", "--from", "9"]),
        &["cannot use game.sgf: there is no move of Black to guess from move 9 on: the game has 2 moves"],
    );
    has(
        &refused(&["game.sgf", "--from", "9", "--to", "3"]),
        &["--from 9 is behind --to 3"],
    );
    has(
        &refused(&["bad.sgf"]),
        &["cannot use bad.sgf: --to 1 stops before the fault: ", "E5"],
    );
}
