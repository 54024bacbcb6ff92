// SPDX-License-Identifier: MIT OR Apache-2.0

//! The position that a suite has set up, kept so that an engine that was lost can be brought back to it.

use super::engine::{Answer, TestedEngine};
use super::outcome::Outcome;

/// An engine that is lost so often in a row, without answering a test, is given up for the rest of the suite.
const MAX_LOSSES: u32 = 5;

fn name(command: &str) -> &str {
    command.split_whitespace().next().unwrap_or_default()
}

/// Returns whether the command begins with a new board.
pub(super) fn begins_anew(command: &str) -> bool {
    matches!(name(command), "loadsgf" | "boardsize")
}

/// Returns whether the position is wrong without the command.
pub(super) fn changes_board(command: &str) -> bool {
    let word = name(command);
    begins_anew(command)
        || matches!(
            word,
            "clear_board" | "play" | "black" | "white" | "undo" | "trymove" | "popgo"
        )
}

/// The text and the verdict of a test without an answer to compare.
pub(super) type Failure = (String, Outcome);

pub(super) struct Position<'a> {
    engine: &'a mut dyn TestedEngine,
    /// It has given an answer to the last command.
    is_running: bool,
    set_up: Vec<String>,
    broken: Option<Failure>,
    losses: u32,
}

impl<'a> Position<'a> {
    pub(super) fn new(engine: &'a mut dyn TestedEngine) -> Self {
        Self {
            engine,
            is_running: false,
            set_up: Vec::new(),
            broken: None,
            losses: 0,
        }
    }

    /// Sends a command that sets up. If a command for the board fails or the engine is lost, tests fail until
    /// the next new board.
    pub(super) fn change(&mut self, command: &str) {
        if begins_anew(command) {
            self.set_up.clear();
            self.broken = None;
        }
        if self.broken.is_some() {
            return;
        }
        match self.ask(command) {
            Ok(_) => self.set_up.push(command.to_string()),
            Err((why, outcome)) => {
                if changes_board(command) || !self.is_running {
                    self.broken = Some((format!("{command}: {why}"), outcome));
                }
            }
        }
    }

    pub(super) fn test(&mut self, command: &str) -> Result<String, Failure> {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        let answer = self.ask(command);
        if self.is_running {
            self.losses = 0;
        }
        answer
    }

    /// Returns the nodes of all readings so far, if the engine knows them.
    pub(super) fn nodes(&mut self) -> Option<u64> {
        if !self.is_running {
            return None;
        }
        let answer = self.ask_engine("get_reading_node_counter").ok()?;
        answer.text.parse().ok().filter(|_| answer.is_success)
    }

    fn ask(&mut self, command: &str) -> Result<String, Failure> {
        if self.losses >= MAX_LOSSES {
            let why = format!("not asked, the engine was lost {MAX_LOSSES} times in a row");
            return Err((why, Outcome::Error));
        }
        match self.resume().and_then(|()| self.ask_engine(command)) {
            Err(why) => {
                self.losses += 1;
                Err((why, Outcome::Error))
            }
            Ok(answer) if answer.is_success => Ok(answer.text),
            Ok(Answer { text, .. }) => {
                let is_unknown = text.to_lowercase().contains("unknown command");
                let outcome = [Outcome::Error, Outcome::Unsupported][usize::from(is_unknown)];
                Err((format!("? {text}"), outcome))
            }
        }
    }

    /// Restores the position in an engine that is not running.
    fn resume(&mut self) -> Result<(), String> {
        let lost = if self.is_running { &[] } else { &self.set_up[..] };
        lost.iter()
            .try_for_each(|command| self.engine.ask(command).map(drop))
    }

    fn ask_engine(&mut self, command: &str) -> Result<Answer, String> {
        let answer = self.engine.ask(command);
        self.is_running = answer.is_ok();
        answer
    }
}
