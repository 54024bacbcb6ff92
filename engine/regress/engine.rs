// SPDX-License-Identifier: MIT OR Apache-2.0

//! Whoever answers the tests: the engine in this process, or a program that speaks GTP.

use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use katachi_rules::Game;

use crate::gtp::{Files, Session};
use crate::play::Engine;
use crate::process::gtp_client::{Client, GtpError};

/// An engine that has to be started anew: it died, hung or fell out of step. In words.
#[derive(Debug)]
pub(super) struct Lost(pub(super) String);

/// The first line of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) text: String,
    /// Was it `=`, and not `?`?
    pub(super) is_success: bool,
}

/// Who answers, one conversation a suite.
pub(super) trait Respondent {
    /// Asks, after starting what is not running.
    fn ask(&mut self, command: &str) -> Result<Answer, Lost>;

    /// Has it been started, and not been lost since?
    fn is_running(&self) -> bool;

    /// CPU seconds that it has taken so far; none if that is not known.
    fn cpu_seconds(&mut self) -> Option<f64>;
}

/// The engine in this process. A panic costs the conversation and no more.
pub(super) struct InProcess {
    engine: Engine,
    game: Game,
    folder: PathBuf,
    session: Option<Session>,
    cpu_before: Option<f64>,
}

impl InProcess {
    /// Conversations begin with that game; names of files start from the folder. CPU time is that of the thread.
    pub(super) fn new(engine: Engine, game: Game, folder: &Path) -> Self {
        Self {
            engine,
            game,
            folder: folder.to_owned(),
            session: None,
            cpu_before: thread_seconds(),
        }
    }
}

impl Respondent for InProcess {
    fn ask(&mut self, command: &str) -> Result<Answer, Lost> {
        if self.session.as_ref().is_some_and(Session::has_quit) {
            self.session = None;
            return Err(Lost("it was told to quit before".to_string()));
        }
        let mut session = self.session.take().unwrap_or_else(|| {
            let folder = Folder(self.folder.clone());
            Session::with_files(self.engine.clone(), self.game.clone(), folder)
        });
        // What a panic leaves behind is dropped with the session.
        let answered = catch_unwind(AssertUnwindSafe(|| {
            let reply = session.answer(command).map(|reply| reply.to_string());
            (session, reply)
        }));
        let Ok((session, reply)) = answered else {
            return Err(Lost("it panicked".to_string()));
        };
        self.session = Some(session);
        let reply = reply.ok_or_else(|| Lost("it gave no answer".to_string()))?;
        first_line(&reply, command)
    }

    fn is_running(&self) -> bool {
        self.session.is_some()
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        Some(thread_seconds()? - self.cpu_before?)
    }
}

/// Files by names that start from a folder, as a process that runs there would see them.
pub(super) struct Folder(pub(super) PathBuf);

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        fs::read(self.0.join(path))
    }

    fn write(&self, path: &str, text: &str) -> io::Result<()> {
        fs::write(self.0.join(path), text)
    }
}

/// CPU seconds of the running thread.
fn thread_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        use nix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok()?;
        Some(time.tv_sec() as f64 + time.tv_nsec() as f64 * 1e-9)
    }
    #[cfg(not(unix))]
    None
}

/// A program that speaks GTP.
pub(super) struct Program {
    words: Vec<String>,
    folder: PathBuf,
    patience: Duration,
    client: Option<Client>,
    /// Of those that have been lost.
    cpu: Option<f64>,
}

impl Program {
    /// The program `words[0]` with the other words as its arguments; it runs in the folder, and each answer has to come
    /// within `patience`.
    pub(super) fn new(words: Vec<String>, folder: &Path, patience: Duration) -> Self {
        Self {
            words,
            folder: folder.to_owned(),
            patience,
            client: None,
            cpu: Some(0.0),
        }
    }
}

impl Respondent for Program {
    fn ask(&mut self, command: &str) -> Result<Answer, Lost> {
        let lost = |error: GtpError| Lost(error.to_string());
        let mut client = match self.client.take() {
            Some(client) => client,
            None => Client::start_in(&self.words, &self.folder).map_err(lost)?,
        };
        let reply = client.reply(command, self.patience).map_err(lost);
        let answer = reply.and_then(|reply| first_line(&reply, command));
        if answer.is_ok() {
            self.client = Some(client);
        } else {
            self.cpu = self.cpu.zip(client.cpu_seconds()).map(|(sum, more)| sum + more);
        }
        answer
    }

    fn is_running(&self) -> bool {
        self.client.is_some()
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        let running = self.client.as_mut().map_or(Some(0.0), Client::cpu_seconds);
        self.cpu.zip(running).map(|(sum, more)| sum + more)
    }
}

/// The first line of a reply such as `=10 1 C3`, without sign and number. The number has to be that of the command.
fn first_line(reply: &str, command: &str) -> Result<Answer, Lost> {
    let line = reply.lines().next().unwrap_or_default();
    let number_of = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let rest = line.get(1..).unwrap_or_default();
    let (number, text) = rest.split_at(number_of(rest));
    if number != &command[..number_of(command)] {
        return Err(Lost(format!(
            "it answered '{command}' with a wrong number: '{line}'"
        )));
    }
    Ok(Answer {
        text: text.trim().to_string(),
        is_success: line.starts_with('='),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use katachi_rules::{BoardSize, Rules};

    #[test]
    fn the_number_of_a_reply_is_that_of_the_command() {
        let answer = |reply, command| first_line(reply, command).map(|a| (a.text, a.is_success));
        let text = |text: &str, is_success| (text.to_string(), is_success);
        assert_eq!(
            answer("=10 1 C3\nmore\n\n", "10 attack D4").unwrap(),
            text("1 C3", true)
        );
        assert_eq!(
            answer("?10 unknown command\n\n", "10 x").unwrap(),
            text("unknown command", false)
        );
        assert_eq!(answer("=\n\n", "loadsgf a").unwrap(), text("", true));
        assert!(answer("= 1 C3\n\n", "10 attack D4").is_err());
        assert!(answer("=3 1 C3\n\n", "attack D4").is_err());
    }

    #[test]
    fn a_conversation_in_this_process_ends_with_quit_and_begins_anew() {
        let game = Game::new(BoardSize::square(9), Rules::CHINESE, 7.5);
        let mut engine = InProcess::new(Engine::new(Settings::default()), game, Path::new("."));
        assert!(!engine.is_running());
        assert_eq!(engine.ask("3 name").unwrap().text, "Katachi");
        engine.ask("play b D4").unwrap();
        engine.ask("quit").unwrap();
        assert!(engine.ask("4 list_stones black").is_err() && !engine.is_running());
        assert_eq!(engine.ask("5 list_stones black").unwrap().text, "");
    }
}
