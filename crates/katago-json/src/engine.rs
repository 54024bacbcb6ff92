// SPDX-License-Identifier: MIT OR Apache-2.0

//! A running program that speaks the protocol.

use std::time::Duration;

use katachi_line_program::{LineProgram, NoLine, quote};
use thiserror::Error;

use crate::{Action, Query, Response, object};

/// Why a judge gives no values.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The program gives no line.
    #[error("the judge {0}")]
    NoLine(#[from] NoLine),
    /// The program refuses a position.
    #[error("the judge refuses a position: {why}")]
    Refused {
        /// The id of the query, if the program says it.
        id: Option<String>,
        /// Its reason.
        why: String,
    },
    /// The watcher has stopped the work.
    #[error("stopped")]
    Stopped,
    /// The program cannot be started, or gives an answer that is none of the protocol.
    #[error("{0}")]
    Other(String),
}

impl JudgeError {
    /// The error of a line that cannot be used.
    pub(crate) fn wrong(why: &str, line: &str) -> Self {
        let line = quote(line);
        Self::Other(format!(
            "the judge's answer is not that of KataGo's analysis engine ({why}): {line}"
        ))
    }
}

/// A running program that speaks the protocol. Dropping it ends the program.
pub struct AnalysisEngine(LineProgram);

impl AnalysisEngine {
    /// Starts the program of a command, which is split into words as by a shell.
    ///
    /// # Errors
    /// A program that cannot be started.
    pub fn start(command: &str) -> Result<Self, JudgeError> {
        let program = LineProgram::start(command).map(Self);
        program.map_err(|error| JudgeError::Other(format!("cannot start the judge: {error:#}")))
    }

    /// Sends a query.
    pub fn ask(&self, query: &Query) {
        self.0.send(&object(query).to_string());
    }

    /// Sends an action, whose answer has that id.
    pub(crate) fn act(&self, action: &Action, id: &str) {
        let mut action = object(action);
        action["id"] = id.into();
        self.0.send(&action.to_string());
    }

    /// Waits for the next answer, but no longer than that. `None` without one, and for a line that says
    /// nothing: an empty one, or a warning.
    ///
    /// # Errors
    /// A program that dies or floods its output, an error that it tells, and a line that is no answer.
    pub fn receive(&mut self, limit: Duration) -> Result<Option<Response>, JudgeError> {
        let line = match self.0.receive(limit) {
            Ok(line) if line.trim().is_empty() => return Ok(None),
            Err(NoLine::Silent) => return Ok(None),
            line => line?,
        };
        let response: Response = serde_json::from_str(&line)
            .map_err(|error| JudgeError::wrong(&format!("no JSON answer: {error}"), &line))?;
        let field = response.field.as_ref();
        let field = field.map_or(String::new(), |field| format!(" (field {field})"));
        match &response.error {
            Some(error) => Err(JudgeError::Refused {
                why: format!("{}{field}", quote(error)),
                id: response.id,
            }),
            None => Ok(Some(response).filter(|response| response.warning.is_none())),
        }
    }

    /// Ends the program: its input is closed, and it is killed if it runs on.
    pub fn close(self) {
        self.0.close();
    }
}
