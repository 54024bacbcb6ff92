// SPDX-License-Identifier: MIT OR Apache-2.0

//! Programs that are started and asked, without trust in them.
//!
//! No program can block its starter or fill its memory: standard input, output and error have a thread each
//! (`pipes`); lines and the kept part of standard error are bounded; every wait has an end. The threads are
//! not joined: they end when the program's pipes close. [`LineProgram`] sends and receives single lines;
//! [`cpu`] reads the operating system's account of a running program; `keeper` ends all that a program has
//! started, on Linux.

pub mod cpu;
#[cfg(target_os = "linux")]
pub mod keeper;
mod line_program;
mod pipes;

use std::collections::VecDeque;
use std::io;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use wait4::{ResUse, Wait4 as _};

use cpu::{Account, ROUNDING, account};
pub use line_program::{LineProgram, NoLine, split_words};
pub use pipes::{MAX_LINE, Output, clean, quote};
use pipes::{keep_last_words, read_output, write_commands};

/// Maximum number of lines that wait to be read; a program that writes more waits at its pipe.
pub const QUEUED_LINES: usize = 64;
/// Time to exit for a program that was asked to quit or has closed its output.
pub const EXIT_GRACE: Duration = Duration::from_secs(2);

/// A running program. Dropping it kills it, and on Linux all that it has started.
pub struct Process {
    /// The program, or its keeper.
    child: Child,
    #[cfg(target_os = "linux")]
    is_kept: bool,
    last_words: Arc<Mutex<VecDeque<String>>>,
    stderr_reader: JoinHandle<()>,
    /// Set after the wait for its end; then its number may belong to another program.
    ended: Option<ResUse>,
    /// The last known account.
    account: Option<Account>,
    /// CPU time of children that have ended without anybody waiting for them: it has left the account.
    lost: Duration,
}

/// The ends of a program's standard input and output.
pub struct Pipes {
    /// Takes whole lines with their ends. Sending fails only if the program has closed its standard input.
    /// Dropping this closes the input.
    pub input: Sender<String>,
    /// Closes when the program closes its standard output.
    pub output: Receiver<Output>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// Errors of the operating system.
    pub fn start(command: &mut Command) -> io::Result<(Self, Pipes)> {
        #[cfg(target_os = "linux")]
        let mut kept = keeper::kept(command)?;
        #[cfg(target_os = "linux")]
        let (is_kept, command) = (kept.is_some(), kept.as_mut().unwrap_or(command));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three are piped");
        };
        let (input, commands) = channel();
        let (lines, output) = sync_channel(QUEUED_LINES);
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last_words);
        thread::spawn(move || write_commands(stdin, &commands));
        thread::spawn(move || read_output(stdout, &lines));
        let stderr_reader = thread::spawn(move || keep_last_words(stderr, &kept));
        let program = Self {
            child,
            #[cfg(target_os = "linux")]
            is_kept,
            last_words,
            stderr_reader,
            ended: None,
            account: None,
            lost: Duration::ZERO,
        };
        Ok((program, Pipes { input, output }))
    }

    /// Returns what it has used since the start, with children; none if that is not known. The last known
    /// account stays when it has ended.
    pub fn account(&mut self) -> Option<Account> {
        let (before, lost) = (self.account.unwrap_or_default().cpu, self.lost);
        let fall = |now: &Account| before.saturating_sub(now.cpu + lost);
        let read = || account(self.child.id()).filter(|_| self.ended.is_none());
        // A child that was waited for in between was in no account.
        let now = read().filter(|now| fall(now) <= ROUNDING).or_else(read);
        if let Some(now) = now {
            self.lost += Some(fall(&now))
                .filter(|&fall| fall > ROUNDING)
                .unwrap_or_default();
            let cpu = before.max(now.cpu + self.lost);
            self.account = Some(Account { cpu, ..now });
        }
        self.account
    }

    /// Returns the user and system seconds of its account.
    pub fn cpu_seconds(&mut self) -> Option<f64> {
        Some(self.account()?.cpu.as_secs_f64())
    }

    /// Returns how it ended, for a message: its status and its last words.
    pub fn obituary(&mut self) -> String {
        // It is lost after the wait.
        self.account();
        let mut text = match self.wait(EXIT_GRACE) {
            Some(status) => format!(" ({status})"),
            None => " (closed its output but runs on)".to_string(),
        };
        let patience = Instant::now() + Duration::from_millis(200);
        while !self.stderr_reader.is_finished() && Instant::now() < patience {
            thread::sleep(Duration::from_millis(2));
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = words.back() {
            let last = quote(last);
            text += &format!(", its last words: '{last}'");
        }
        text
    }

    /// Waits for its end; returns its status if it came in time.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.wait_for_usage(patience).map(|end| end.status)
    }

    /// Waits for its end; returns its whole usage by the operating system's last account.
    pub fn wait_for_usage(&mut self, patience: Duration) -> Option<ResUse> {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_millis(1);
        loop {
            if self.ended.is_some() {
                return self.ended;
            }
            match self.child.try_wait4() {
                Ok(Some(end)) => self.ended = Some(end),
                Ok(None) if Instant::now() < deadline => thread::sleep(pause),
                Ok(None) | Err(_) => return None,
            }
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Kills it unless it has ended.
    pub fn kill(&mut self) {
        if self.ended.is_some() {
            return;
        }
        #[cfg(target_os = "linux")]
        if self.is_kept {
            return keeper::end(self.child.id());
        }
        let _ = self.child.kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        // A keeper goes on by itself.
        self.wait(EXIT_GRACE);
    }
}
