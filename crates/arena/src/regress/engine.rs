// SPDX-License-Identifier: MIT OR Apache-2.0

//! Engines under test: the engine in this process, or a program that speaks GTP.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use katachi_line_program::cpu::thread_seconds;
use katachi_rules::Board;

use crate::gtp_client::{Client, GtpError};

/// The first line of an answer.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    /// The text without its sign and number.
    pub text: String,
    /// The sign was `=`, not `?`.
    pub is_success: bool,
}

/// An engine under test, with one conversation for a suite.
pub trait TestedEngine {
    /// Asks a question; starts the engine unless it is running.
    ///
    /// # Errors
    /// The reason why it has to be restarted: it died, hung or fell out of step.
    fn ask(&mut self, command: &str) -> Result<Answer, String>;

    /// Returns its CPU seconds so far; none if they are not known.
    fn cpu_seconds(&mut self) -> Option<f64>;
}

/// An engine in this process, which the caller provides: begins a conversation in which names of files start
/// from a folder.
pub type LocalEngine = dyn Fn(&Path) -> Box<dyn LocalConversation> + Send + Sync;

/// A conversation in GTP with an engine in this process.
pub trait LocalConversation {
    /// Returns the reply to a line, as in the protocol; none for blank lines and comments.
    fn answer(&mut self, line: &str) -> Option<String>;

    /// Whether it has received `quit`.
    fn has_quit(&self) -> bool;

    /// Returns the board after the commands so far.
    fn board(&self) -> Board;
}

/// The engine in this process. A panic ends the conversation alone.
pub(super) struct InProcess {
    engine: Arc<LocalEngine>,
    folder: PathBuf,
    session: Option<Box<dyn LocalConversation>>,
    cpu_before: Option<f64>,
}

impl InProcess {
    /// Makes an engine whose names of files start from `folder`. CPU time is the time of the thread.
    pub(super) fn new(engine: Arc<LocalEngine>, folder: &Path) -> Self {
        Self {
            engine,
            folder: folder.to_owned(),
            session: None,
            cpu_before: thread_seconds(),
        }
    }
}

impl TestedEngine for InProcess {
    fn ask(&mut self, command: &str) -> Result<Answer, String> {
        if self.session.as_ref().is_some_and(|session| session.has_quit()) {
            self.session = None;
            return Err("it has quit".to_string());
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => (self.engine)(&self.folder),
        };
        // A panic drops the session.
        let answered = catch_unwind(AssertUnwindSafe(|| {
            let reply = session.answer(command);
            (session, reply)
        }));
        let Ok((session, reply)) = answered else {
            return Err("it panicked".to_string());
        };
        self.session = Some(session);
        let reply = reply.ok_or("it gave no answer")?;
        first_line(&reply, command)
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        Some(thread_seconds()? - self.cpu_before?)
    }
}

/// A program that speaks GTP.
pub struct GtpEngine {
    words: Vec<String>,
    folder: PathBuf,
    patience: Duration,
    client: Option<Client>,
    /// CPU seconds of the processes that were lost.
    cpu: Option<f64>,
}

impl GtpEngine {
    /// Makes the program `words[0]` with the other words as arguments. It runs in `folder`; each answer has
    /// to come within `patience`.
    pub fn new(words: Vec<String>, folder: &Path, patience: Duration) -> Self {
        Self {
            words,
            folder: folder.to_owned(),
            patience,
            client: None,
            cpu: Some(0.0),
        }
    }
}

impl TestedEngine for GtpEngine {
    fn ask(&mut self, command: &str) -> Result<Answer, String> {
        let lost = |error: GtpError| error.to_string();
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

    fn cpu_seconds(&mut self) -> Option<f64> {
        let running = self.client.as_mut().map_or(Some(0.0), Client::cpu_seconds);
        self.cpu.zip(running).map(|(sum, more)| sum + more)
    }
}

/// Returns the first line of a reply such as `=10 1 C3` without sign and number. The command must have the
/// same number.
fn first_line(reply: &str, command: &str) -> Result<Answer, String> {
    let line = reply.lines().next().unwrap_or_default();
    let number_of = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let rest = line.get(1..).unwrap_or_default();
    let (number, text) = rest.split_at(number_of(rest));
    if number != &command[..number_of(command)] {
        return Err(format!("it answered '{command}' with a wrong number: '{line}'"));
    }
    Ok(Answer {
        text: text.trim().to_string(),
        is_success: line.starts_with('='),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_rules::BoardSize;

    #[test]
    fn a_reply_has_the_number_of_its_command() {
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

    /// Answers with all lines of the conversation.
    struct Heard(Vec<String>);

    fn parrot() -> InProcess {
        InProcess::new(Arc::new(|_| Box::new(Heard(Vec::new()))), Path::new("."))
    }

    impl LocalConversation for Heard {
        fn answer(&mut self, line: &str) -> Option<String> {
            assert_ne!(line, "panic");
            self.0.push(line.to_string());
            Some(format!("= {}\n\n", self.0.join(", ")))
        }

        fn has_quit(&self) -> bool {
            self.0.iter().any(|line| line == "quit")
        }

        fn board(&self) -> Board {
            Board::new(BoardSize::square(9))
        }
    }

    #[test]
    fn quit_ends_a_conversation_in_this_process() {
        let mut engine = parrot();
        assert_eq!(engine.ask("name").unwrap().text, "name");
        assert_eq!(engine.ask("quit").unwrap().text, "name, quit");
        assert!(engine.ask("list").is_err());
        assert_eq!(engine.ask("list").unwrap().text, "list");
    }

    #[test]
    fn a_panic_ends_a_conversation() {
        let mut engine = parrot();
        engine.ask("name").unwrap();
        assert_eq!(engine.ask("panic").unwrap_err(), "it panicked");
        assert_eq!(engine.ask("name").unwrap().text, "name");
    }
}
