// SPDX-License-Identifier: MIT OR Apache-2.0

//! A program that reads and writes lines, in no fixed order of question and answer.

use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use thiserror::Error;

use crate::{EXIT_GRACE, MAX_LINE, Output, Pipes, Process, clean};

/// Why a program gives no line.
#[derive(Debug, Error)]
pub enum NoLine {
    /// It has ended, or closed its output. The text has its status and its last words.
    #[error("died{0}")]
    Died(String),
    /// It has written nothing in time.
    #[error("is silent")]
    Silent,
    /// It writes lines without end.
    #[error("flooded its output: more than {MAX_LINE} bytes in a line")]
    Flooded,
}

/// A running program. Dropping it kills the program and waits for its end.
pub struct LineProgram {
    program: Process,
    /// Closes the input of the program if it and all its copies are gone.
    input: Sender<String>,
    output: Receiver<Output>,
}

impl LineProgram {
    /// Starts the program of a command.
    ///
    /// # Errors
    /// A command that cannot be split into words, or a program that cannot be started.
    pub fn start(command: &str) -> Result<Self> {
        let words = split_words(command)?;
        ensure!(!words.is_empty(), "the command is empty");
        let started = Process::start(Command::new(&words[0]).args(&words[1..]));
        let (program, Pipes { input, output }) =
            started.with_context(|| format!("cannot start '{}'", words[0]))?;
        Ok(Self {
            program,
            input,
            output,
        })
    }

    /// Sends a line, without its end. A program that has closed its input is found by [`Self::receive`].
    pub fn send(&self, line: &str) {
        let _ = self.input.send(format!("{line}\n"));
    }

    /// Moves the input out, so that another thread can send lines with their ends. The program's input closes
    /// when the sender is dropped.
    pub fn take_input(&mut self) -> Sender<String> {
        std::mem::replace(&mut self.input, channel().0)
    }

    /// Waits for the next line. Bytes that are no UTF-8 are replaced, control characters left out.
    ///
    /// # Errors
    /// If there is none within the time.
    pub fn receive(&mut self, limit: Duration) -> Result<String, NoLine> {
        match self.output.recv_timeout(limit) {
            Ok(Output::Line(line) | Output::Unfinished(line)) => Ok(clean(&line)),
            Ok(Output::TooLong) => Err(NoLine::Flooded),
            Err(RecvTimeoutError::Timeout) => Err(NoLine::Silent),
            Err(RecvTimeoutError::Disconnected) => Err(NoLine::Died(self.program.obituary())),
        }
    }

    /// Closes the input of the program, which should end by that, and kills it if it does not.
    pub fn close(self) {
        let Self {
            mut program,
            input,
            output,
        } = self;
        drop(input);
        program.wait(EXIT_GRACE);
        // It stays open until then, as the program may still write.
        drop(output);
    }
}

/// Splits a command into words, as a shell does.
///
/// # Errors
/// A quote that is not closed.
pub fn split_words(command: &str) -> Result<Vec<String>> {
    shlex::split(command)
        .with_context(|| format!("cannot split '{command}' into words: a quote is not closed"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Long enough for a busy machine; no test waits that long.
    const LONG: Duration = Duration::from_secs(120);

    #[test]
    fn lines_go_to_a_program_and_come_from_it() {
        let mut program = LineProgram::start("cat").unwrap();
        program.send("one");
        program.send("two");
        assert_eq!(program.receive(LONG).unwrap(), "one");
        assert_eq!(program.receive(LONG).unwrap(), "two");
        let silent = program.receive(Duration::from_millis(10));
        assert!(matches!(silent, Err(NoLine::Silent)));
        program.close();
    }

    #[test]
    fn death_is_reported_with_the_last_words() {
        let mut program = LineProgram::start("sh -c 'printf end; echo why >&2; exit 3'").unwrap();
        assert_eq!(program.receive(LONG).unwrap(), "end");
        let error = program.receive(LONG).unwrap_err();
        assert_eq!(error.to_string(), "died (exit status: 3), its last words: 'why'");
    }

    #[test]
    fn bad_commands_are_not_started() {
        let error = |command| LineProgram::start(command).err().unwrap().to_string();
        assert_eq!(error("/no/such/program x"), "cannot start '/no/such/program'");
        assert_eq!(error("  "), "the command is empty");
        assert_eq!(
            error("a 'b"),
            "cannot split 'a 'b' into words: a quote is not closed"
        );
    }
}
