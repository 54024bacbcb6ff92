// SPDX-License-Identifier: MIT OR Apache-2.0

//! The Go Text Protocol, version 2, whatever the commands: how their lines are read and replies written ([`Request`], [`Arguments`], [`Reply`]), and
//! [`serve`], which connects a [`Responder`] to an input and an output.

mod line;

use std::io::{self, BufRead, Write};

pub use line::{Arguments, Failure, Reply, Request, color, mv, number, vertices};

/// An answerer of GTP commands.
pub trait Responder {
    /// Does what a command asks for.
    ///
    /// # Errors
    /// Why it cannot be done, as the reply says it.
    fn respond(&mut self, request: &Request) -> Result<String, Failure>;

    /// Has the command to quit been given?
    fn has_quit(&self) -> bool;

    /// Brings the file in which it keeps the game up to date, if it keeps one.
    ///
    /// # Errors
    /// Those of writing it.
    fn write_record(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The reply has been written; the next line has not come yet. What is begun here has to end by itself when a request comes.
    fn idle(&mut self) {}
}

/// The reply to one line, none to blank lines and comments.
pub fn reply(responder: &mut (impl Responder + ?Sized), line: &str) -> Option<Reply> {
    let request = Request::parse(line)?;
    Some(Reply {
        id: request.id,
        outcome: responder.respond(&request),
    })
}

/// Answers commands until `quit` or the end of the input. Every reply is flushed. The reasons of failures
/// that the protocol has no place for go to `log`, one line each.
///
/// # Errors
/// Those of reading and writing; errors of the log are ignored.
pub fn serve(
    responder: &mut impl Responder,
    mut input: impl BufRead,
    mut output: impl Write,
    mut log: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    while !responder.has_quit() {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let Some(reply) = reply(responder, &String::from_utf8_lossy(&line)) else {
            continue;
        };
        if let Err(Failure {
            text,
            detail: Some(detail),
        }) = &reply.outcome
        {
            let _ = writeln!(log, "katachi: {text}: {detail}");
        }
        // Before the reply, so that a reader of the reply finds the game in the file.
        if let Err(error) = responder.write_record() {
            let _ = writeln!(log, "katachi: cannot write the game: {error}");
        }
        write!(output, "{reply}")?;
        output.flush()?;
        responder.idle();
    }
    Ok(())
}
