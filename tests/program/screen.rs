// SPDX-License-Identifier: MIT OR Apache-2.0

//! The interactive screen as a person at a terminal meets it: the program runs in a pseudo-terminal, keys are
//! typed, and what is seen is read from a terminal emulator.
#![cfg(feature = "tui")]

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtyPair, PtySize, native_pty_system};

/// Only a program that hangs takes as long as this.
const PATIENCE: Duration = Duration::from_secs(60);

const LEFT: &str = "\x1b[D";
const HOME: &str = "\x1b[H";
const PAGE_DOWN: &str = "\x1b[6~";

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        ..PtySize::default()
    }
}

fn dimensions(cols: u16, rows: u16) -> (NonZero<u16>, NonZero<u16>) {
    let positive = |n| NonZero::new(n).expect("a terminal has lines and columns");
    (positive(rows), positive(cols))
}

pub(crate) fn emulator_of(cols: u16, rows: u16) -> vt100::Parser {
    let (lines, columns) = dimensions(cols, rows);
    vt100::Parser::new(lines, columns, 0)
}

/// A pseudo-terminal of 80 columns and 24 lines; none, and a word about it, where there are none.
pub(crate) fn pseudo_terminal() -> Option<PtyPair> {
    match native_pty_system().openpty(size(80, 24)) {
        Ok(pair) => Some(pair),
        Err(error) => {
            eprintln!("skipped: there are no pseudo-terminals here: {error}");
            None
        }
    }
}

/// The program in a terminal.
pub(crate) struct Session {
    pub(crate) child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    bytes: Receiver<Vec<u8>>,
    pub(crate) emulator: vt100::Parser,
}

impl Session {
    /// `katachi view` with these arguments, in `tests/data`.
    fn start(pair: PtyPair, arguments: &[&str]) -> Self {
        Self::program(pair, &[&["view"], arguments].concat(), &[])
    }

    /// `katachi` with these arguments and variables, in `tests/data`.
    pub(crate) fn program(pair: PtyPair, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let command = command(arguments, variables);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut output = pair.master.try_clone_reader().expect("a terminal can be read");
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            keys: pair.master.take_writer().expect("a terminal can be written"),
            master: pair.master,
            child,
            bytes,
            emulator: emulator_of(80, 24),
        }
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys arrive");
        self.keys.flush().expect("keys arrive");
    }

    pub(crate) fn resize(&mut self, cols: u16, rows: u16) {
        let (lines, columns) = dimensions(cols, rows);
        self.emulator.screen_mut().set_size(lines, columns);
        self.master
            .resize(size(cols, rows))
            .expect("a terminal has any size");
    }

    /// Reads on until that is on the screen.
    #[track_caller]
    pub(crate) fn sees(&mut self, what: &str) {
        let begin = Instant::now();
        while !self.emulator.screen().contents().contains(what) {
            let left = PATIENCE.saturating_sub(begin.elapsed());
            match self.bytes.recv_timeout(left) {
                Ok(bytes) => self.emulator.process(&bytes),
                Err(error) => panic!(
                    "'{what}' never came ({error}):\n{}",
                    self.emulator.screen().contents()
                ),
            }
        }
    }

    #[track_caller]
    pub(crate) fn has_given_the_terminal_back(&self) {
        let screen = self.emulator.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }

    /// Waits for the end of the program and all that it has written; its exit status.
    pub(crate) fn end(&mut self) -> u32 {
        let status = self.child.wait().expect("it ends");
        // The channel is closed when the terminal has nobody left who writes to it.
        while let Ok(bytes) = self.bytes.recv_timeout(PATIENCE) {
            self.emulator.process(&bytes);
        }
        status.exit_code()
    }
}

/// `katachi` with these arguments and variables, in `tests/data`.
pub(crate) fn command(arguments: &[&str], variables: &[(&str, &str)]) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_katachi"));
    command.cwd(crate::repository().join("tests/data"));
    command.env(crate::NO_CONFIG, "true");
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C.UTF-8");
    command.env_remove("NO_COLOR");
    command.env_remove("COLORTERM");
    for (name, value) in variables {
        command.env(name, value);
    }
    command.args(arguments);
    command
}

#[test]
fn a_game_is_stepped_through_looked_at_and_played_on() {
    let Some(pair) = pseudo_terminal() else { return };
    let mut session = Session::start(pair, &["short.sgf", "--seed", "1"]);
    session.sees("Move 6, White to play; last: Black G3 (5/5)");
    assert!(session.emulator.screen().alternate_screen());
    session.sees("G3: Black");

    session.press(LEFT);
    session.sees("last: White pass (4/5)");
    session.sees("G3: empty");
    session.press(HOME);
    session.sees("Move 1, Black to play (0/5)");
    session.press(PAGE_DOWN);
    session.sees("(5/5)");

    session.press("3\r");
    session.sees("Move 3, Black to play; last: White G5 (2/5)");
    session.press("9\r");
    session.sees("There is no position before move 9: use 1 to 6.");
    // A click on C7, by the protocol of xterm: button, column and line from 1.
    session.press("\x1b[<0;10;5M");
    session.sees("C7: empty");
    session.press("\x1b[F");
    session.sees("(5/5)");

    session.press("m");
    session.sees("points of area");
    session.press("mm");
    session.sees("points of territory");

    session.press("lllljjj\r");
    session.sees("Move 7, Black to play; last: White G4 (5/5 +1)");
    session.press("\r");
    session.sees("Black cannot play G4: occupied.");
    session.press("u");
    session.sees("Move 6, White to play; last: Black G3 (5/5)");

    session.resize(30, 8);
    session.sees("30x8. The board needs 40x14.");
    session.resize(60, 30);
    session.sees("Groups: Black A-Z");
    session.press("?");
    session.sees("Keys; any of them leads back");
    session.press("?");
    session.sees("(5/5)");

    session.press("q");
    assert_eq!(session.end(), 0);
    session.has_given_the_terminal_back();
}

#[test]
fn a_collection_is_opened_by_the_list_of_its_games() {
    let Some(pair) = pseudo_terminal() else { return };
    let games = "(;SZ[9]PB[Ichiro]PW[Jiro];B[ee])(;SZ[13]PB[Saburo];B[dd];W[jj])";
    let folder = crate::folder::Folder::with(&[("two.sgf", games)]);
    let mut session = Session::start(pair, &[folder.path("two.sgf").to_str().unwrap()]);
    session.sees("The file has 2 games:");
    session.sees("> 1  9x9    Ichiro - Jiro, 1 move");
    session.press("\x1b[B\r");
    session.sees("Move 3, Black to play; last: White K4 (2/2); game 2 of 2");
    session.press("o");
    session.sees("> 2  13x13  Saburo");
    session.press("\x03");
    assert_eq!(session.end(), 0);
}

#[test]
#[cfg(unix)]
fn the_terminal_is_as_before_afterwards() {
    let Some(pair) = pseudo_terminal() else { return };
    let before = pair.master.get_termios();
    assert!(before.is_some());
    let mut session = Session::start(pair, &["--boardsize", "5"]);
    session.sees("Move 1, Black to play (0/0)");
    assert_ne!(session.master.get_termios(), before, "keys arrive without Enter");
    session.press("\x03");
    assert_eq!(session.end(), 0);
    assert_eq!(session.master.get_termios(), before);
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_ends_the_program_gives_the_terminal_back() {
    use nix::sys::signal::Signal;
    let programs: [(&[&str], &str); 3] = [
        (&["view", "--boardsize", "5"], "Move 1, Black to play (0/0)"),
        (&["guess", "short.sgf", "--visits", "8"], "Move 1, Black"),
        (
            &["play", "--boardsize", "5", "--level", "1"],
            "Move 1, Black to play",
        ),
    ];
    for (arguments, seen) in programs {
        for signal in [Signal::SIGQUIT, Signal::SIGTERM, Signal::SIGUSR1, Signal::SIGALRM] {
            let Some(pair) = pseudo_terminal() else { return };
            let state = tempfile::tempdir().expect("a folder can be made");
            let variables = [("KATACHI_STATE_DIR", state.path().to_str().unwrap())];
            let before = pair.master.get_termios();
            let mut session = Session::program(pair, arguments, &variables);
            session.sees(seen);
            super::play::signal(&session, signal);
            assert_eq!(session.end(), 0, "{arguments:?}: {signal}");
            assert_eq!(session.master.get_termios(), before, "{arguments:?}: {signal}");
            session.has_given_the_terminal_back();
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_that_is_stopped_gives_the_terminal_back_until_it_goes_on() {
    use nix::sys::signal::Signal;
    use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
    let Some(pair) = pseudo_terminal() else { return };
    let before = pair.master.get_termios();
    let mut session = Session::start(pair, &["--boardsize", "5"]);
    let id = nix::unistd::Pid::from_raw(session.child.process_id().expect("it runs") as i32);
    for by_key in [true, false] {
        session.sees("Move 1, Black to play (0/0)");
        let during = session.master.get_termios();
        match by_key {
            true => session.press("\x1a"),
            false => super::play::signal(&session, Signal::SIGTSTP),
        }
        let stopped = waitpid(id, Some(WaitPidFlag::WUNTRACED)).expect("it stops");
        assert!(matches!(stopped, WaitStatus::Stopped(..)), "{stopped:?}");
        assert_eq!(session.master.get_termios(), before);
        let is_ours = |screen: &vt100::Screen| screen.alternate_screen() || screen.hide_cursor();
        while is_ours(session.emulator.screen()) {
            let bytes = session
                .bytes
                .recv_timeout(PATIENCE)
                .expect("it leaves the screen");
            session.emulator.process(&bytes);
        }
        session.has_given_the_terminal_back();
        super::play::signal(&session, Signal::SIGCONT);
        session.sees("Move 1, Black to play (0/0)");
        assert!(session.emulator.screen().alternate_screen());
        assert_eq!(session.master.get_termios(), during);
    }
    session.press("q");
    assert_eq!(session.end(), 0);
    assert_eq!(session.master.get_termios(), before);
}

#[test]
fn stones_are_discs_and_the_cursor_leaves_them_their_colours() {
    let Some(pair) = pseudo_terminal() else { return };
    let mut session = Session::start(pair, &["short.sgf"]);
    session.sees("?: help");
    let screen = session.emulator.screen();
    let colours = |row| {
        (0..80).filter(move |&col| {
            screen
                .cell(row, col)
                .is_some_and(|c| c.bgcolor() != vt100::Color::Default)
        })
    };
    assert!((0..24).any(|row| colours(row).next().is_some()));
    let cell = |row, col| screen.cell(row, col).expect("it is on the screen");
    // G3, the last move: the seventh column, and the seventh row below title and letters. C7 is Black's, too.
    let (cursor, other) = (cell(2 + 6, 3 + 6 * 3), cell(2 + 2, 3 + 2 * 3));
    assert_eq!((cursor.contents(), other.contents()), ("●", "●"));
    assert!(!cursor.inverse());
    assert_eq!(cursor.fgcolor(), other.fgcolor());
    assert_ne!(cursor.bgcolor(), other.bgcolor());
    session.press("q");
    assert_eq!(session.end(), 0);
}

#[test]
fn a_record_that_cannot_be_used_is_refused_before_the_screen_opens() {
    let Some(pair) = pseudo_terminal() else { return };
    let mut session = Session::start(pair, &["outside.sgf"]);
    session.sees("cannot use AB[kk]: expected points of the board");
    assert_eq!(session.end(), 2);
    assert!(!session.emulator.screen().alternate_screen());
}
