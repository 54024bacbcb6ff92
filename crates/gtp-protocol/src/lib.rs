// SPDX-License-Identifier: MIT OR Apache-2.0

//! The Go Text Protocol, version 2, whatever the commands: how their lines are read and replies written ([`Request`], [`Arguments`], [`Reply`]), and
//! [`serve`], which connects a [`Responder`] to an input and an output.

mod inbox;
mod line;
mod stream;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use inbox::Inbox;
pub use line::{Arguments, Failure, Reply, Request, color, mv, number, vertices};
pub use stream::Stream;
use stream::{Collected, Outgoing};

/// An answerer of GTP commands.
pub trait Responder {
    /// Does what a command asks for. A reply that comes in parts goes to `stream`; what is returned is its last part then.
    ///
    /// # Errors
    /// Why it cannot be done, as the reply says it.
    fn respond(&mut self, request: &Request, stream: &mut dyn Stream) -> Result<String, Failure>;

    /// Has the command to quit been given?
    fn has_quit(&self) -> bool;

    /// A flag that is set while a command runs that the client wants answered soon.
    fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::default()
    }

    /// Brings the file in which it keeps the game up to date, if it keeps one.
    ///
    /// # Errors
    /// Those of writing it.
    fn write_record(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// All that was said is answered, and no further line has come yet. What is begun here has to end by itself when a request comes.
    fn idle(&mut self) {}
}

/// The reply to one line, none to blank lines and comments. A stream ends at once, as if the next line had come already, and
/// its lines are those of the reply.
pub fn reply(responder: &mut (impl Responder + ?Sized), line: &str) -> Option<Reply> {
    let request = Request::parse(line)?;
    let mut stream = Collected::default();
    let outcome = responder.respond(&request, &mut stream);
    Some(Reply {
        id: request.id,
        outcome: outcome.map(|last| stream.with(last)),
    })
}

/// Answers commands until `quit` or the end of the input. Every reply is flushed. The reasons of failures
/// that the protocol has no place for go to `log`, one line each. The input is read by a thread of its own, which ends with it
/// or with the program.
///
/// # Errors
/// Those of reading and writing; errors of the log are ignored.
pub fn serve(
    responder: &mut impl Responder,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    mut log: impl Write,
) -> io::Result<()> {
    let inbox = Inbox::open(input, responder.interrupt())?;
    while !responder.has_quit() {
        if !inbox.waits().load(Relaxed) {
            responder.idle();
        }
        let Some(line) = inbox.next()? else { break };
        let Some(request) = Request::parse(&String::from_utf8_lossy(&line)) else {
            continue;
        };
        let mut stream = Outgoing::new(request.id, &mut output, &inbox);
        let outcome = responder.respond(&request, &mut stream);
        let is_begun = stream.end()?;
        if let Err(Failure {
            text,
            detail: Some(detail),
        }) = &outcome
        {
            let _ = writeln!(log, "katachi: {text}: {detail}");
        }
        // Before the reply, so that a reader of the reply finds the game in the file.
        if let Err(error) = responder.write_record() {
            let _ = writeln!(log, "katachi: cannot write the game: {error}");
        }
        match outcome {
            Ok(last) if is_begun => writeln!(output, "{}", stream::last_lines(&last))?,
            Err(_) if is_begun => output.write_all(b"\n")?,
            outcome => {
                let id = request.id;
                write!(output, "{}", Reply { id, outcome })?;
            }
        }
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
