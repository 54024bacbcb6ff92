// SPDX-License-Identifier: MIT OR Apache-2.0

//! A command: a row of the table, and its execution.

use katachi_gtp_protocol::{Arguments, Failure, Stream};

use crate::session::Session;

/// The text of the reply, or the failure.
pub(super) type Outcome = Result<String, Failure>;

/// The function of a command that answers at once.
type Answer = fn(&mut Session, Arguments<'_>) -> Outcome;
/// The function of a command that reports while it runs.
type Report = fn(&mut Session, Arguments<'_>, &mut dyn Stream) -> Outcome;

#[derive(Clone, Copy, Debug)]
enum Handler {
    Answer(Answer),
    Report(Report),
}

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The name, case-sensitive.
    pub name: &'static str,
    /// Its arguments; those in brackets may be left out.
    pub usage: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    handler: Handler,
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// The failure for the reply; the session is then unchanged.
    pub fn run(&self, session: &mut Session, arguments: Arguments<'_>, stream: &mut dyn Stream) -> Outcome {
        let outcome = match self.handler {
            Handler::Answer(answer) => answer(session, arguments),
            Handler::Report(report) => report(session, arguments, stream),
        };
        outcome.map_err(|failure| match &failure.detail {
            Some(detail) if failure.text == "syntax error" => {
                let usage = format!("{} {}", self.name, self.usage);
                let detail = format!("{detail}; usage: {}", usage.trim_end());
                failure.because(detail)
            }
            _ => failure,
        })
    }
}

/// A row of the table.
pub(super) const fn row(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    answer: Answer,
) -> Command {
    Command {
        name,
        usage,
        doc,
        handler: Handler::Answer(answer),
    }
}

/// A row of a command that reports while it runs.
pub(super) const fn stream(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    report: Report,
) -> Command {
    Command {
        name,
        usage,
        doc,
        handler: Handler::Report(report),
    }
}
