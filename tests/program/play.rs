// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games against a person at a terminal: the program runs in a pseudo-terminal, is ended in every way there
//! is, and started again.
#![cfg(all(feature = "tui", target_os = "linux"))]

use std::io::{Read as _, Write as _};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::folder::has;
use crate::screen::{Session, command, emulator_of, pseudo_terminal};

/// Quick answers on a small board.
const QUICK: [&str; 6] = ["--boardsize", "7", "--visits", "20", "--seed", "1"];

/// A folder for the games that are kept.
struct State(TempDir);

impl State {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder can be made"))
    }

    /// The program with quick answers on a small board; none if there are no terminals.
    fn start(&self, arguments: &[&str]) -> Option<Session> {
        let arguments = [arguments, &QUICK].concat();
        Some(Session::program(
            pseudo_terminal()?,
            &arguments,
            &self.variables(),
        ))
    }

    fn variables(&self) -> [(&str, &str); 2] {
        let folder = self.0.path().to_str().expect("it is text");
        [("KATACHI_STATE_DIR", folder), ("NO_COLOR", "1")]
    }
}

pub(crate) fn signal(session: &Session, signal: Signal) {
    let id = session.child.process_id().expect("it runs");
    kill(Pid::from_raw(id as i32), signal).expect("it can be signalled");
}

#[test]
fn a_game_that_was_killed_is_offered_at_the_next_start_and_one_that_is_over_is_not() {
    let state = State::new();
    let Some(mut session) = state.start(&[]) else {
        return;
    };
    session.sees("Your turn.");
    session.press("d4\r");
    session.sees("Move 3, Black to play; last: White");
    session.press("\r");
    session.sees("You cannot play D4: occupied;");
    // A click on B2, by the protocol of xterm: button, column and line from 1.
    session.press("\x1b[<0;6;8M");
    session.sees("Move 5, Black to play; last: White");
    signal(&session, Signal::SIGKILL);
    session.end();

    let mut session = state.start(&["play"]).expect("there was a terminal before");
    session.sees("You left a game ");
    session.sees("7x7, move 5, you play Black, Katachi plays White.");
    session.press("\r");
    session.sees("Move 5, Black to play; last: White");
    session.press("u");
    session.sees("Move 3, Black to play; last: White");
    session.press("y");
    session.sees("Move 5, Black to play; last: White");
    session.press("?");
    session.sees("Keys and words");
    session.press("\x1b");
    session.sees("Your turn.");
    session.press("resign\r");
    session.sees("White wins by resignation.");
    session.press("\x03");
    assert_eq!(session.end(), 0);
    session.has_given_the_terminal_back();
    has(session.emulator.screen().contents(), ["records/0001.sgf"]);

    let mut session = state.start(&[]).expect("there was a terminal before");
    session.sees("Move 1, Black to play");
    session.press("\x03");
    assert_eq!(session.end(), 0);
}

#[test]
fn signals_give_the_terminal_back_and_the_game_is_kept() {
    let state = State::new();
    let Some(mut session) = state.start(&["--color", "white"]) else {
        return;
    };
    for (ending, point, move_number) in [(Signal::SIGTERM, "b2", 2), (Signal::SIGHUP, "f6", 4)] {
        session.sees(&format!("Move {move_number}, White to play"));
        session.press(&format!("{point}\r"));
        session.sees(&format!("Move {}, White to play", move_number + 2));
        signal(&session, ending);
        assert_eq!(session.end(), 0, "{ending}");
        session.has_given_the_terminal_back();
        has(
            session.emulator.screen().contents(),
            ["offers it at the next start"],
        );
        session = state.start(&[]).expect("there was a terminal before");
        session.sees("You left a game ");
        session.press("\r");
    }
    session.sees("Move 6, White to play");
    session.press("quit\r");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_game_whose_terminal_is_closed_ends_and_is_offered_at_the_next_start() {
    let state = State::new();
    let Some(terminal) = pseudo_terminal() else {
        return;
    };
    let program = command(&QUICK, &state.variables());
    let mut child = terminal.slave.spawn_command(program).expect("it starts");
    drop(terminal.slave);
    let mut output = terminal.master.try_clone_reader().expect("it can be read");
    let mut keys = terminal.master.take_writer().expect("it can be written");
    let mut emulator = emulator_of(80, 24);
    let mut wait_for = |text| {
        while !emulator.screen().contents().contains(text) {
            let mut bytes = [0; 4096];
            let count = output.read(&mut bytes).expect("it draws the board");
            assert_ne!(count, 0, "the program has ended");
            emulator.process(&bytes[..count]);
        }
    };
    // Keys that come before the screen is there are those of lines.
    wait_for("Your turn.");
    keys.write_all(b"d4\r").expect("it takes keys");
    wait_for("Move 3, Black to play");
    drop((keys, output, terminal.master));
    child.wait().expect("it ends");

    let mut session = state.start(&[]).expect("there was a terminal before");
    session.sees("You left a game ");
    session.press("\r");
    session.sees("Move 3, Black to play");
    session.press("\x03");
    assert_eq!(session.end(), 0);
}

#[test]
fn lines_are_edited_and_remembered_and_a_game_that_was_left_can_give_way() {
    let state = State::new();
    let Some(mut session) = state.start(&["play", "--plain"]) else {
        return;
    };
    session.sees("Black> ");
    // The letter that is too much is deleted.
    session.press("d44\x7f\r");
    session.sees("Move 3, Black to play; last: White");
    session.press("\x1b[A\r");
    session.sees("You cannot play D4: occupied;");
    session.press("quit\r");
    session.sees("offers it at the next start");
    assert_eq!(session.end(), 0);

    let mut session = state
        .start(&["play", "--plain"])
        .expect("there was a terminal before");
    session.sees("Go on with it? (yes, or no: then ");
    session.press("no\r");
    session.sees("The game before is in ");
    session.sees("Move 1, Black to play");
    // Before the prompt the terminal keeps the end of the input for itself.
    session.sees("Black> ");
    session.press("\x04");
    assert_eq!(session.end(), 0);
    assert!(state.0.path().join("records/0001.sgf").exists());
}
