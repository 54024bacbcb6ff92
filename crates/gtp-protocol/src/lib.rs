// SPDX-License-Identifier: MIT OR Apache-2.0

//! The Go Text Protocol, version 2, without commands: lines and replies ([`Request`], [`Arguments`],
//! [`Reply`]), and [`serve`], which connects a [`Responder`] to an input and an output ([`Outlet`]).

mod inbox;
mod line;
mod outlet;
mod stream;

use std::io::{self, BufRead, Read as _, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use inbox::{Inbox, MAX_BYTES};
use katachi_rules::printable_line;
pub use line::{Arguments, Failure, Reply, Request, color, mv, number, vertices};
pub use outlet::Outlet;
pub use stream::Stream;
use stream::{Collected, Outgoing};

/// A program that answers GTP commands.
pub trait Responder {
    /// Carries out a command and returns the reply. A reply in parts goes to `stream`, but for its last part,
    /// which is returned.
    ///
    /// # Errors
    /// The error for the reply.
    fn respond(&mut self, request: &Request, stream: &mut dyn Stream) -> Result<String, Failure>;

    /// Whether the client has sent `quit`.
    fn has_quit(&self) -> bool;

    /// A flag that is set while the client wants the running command to end soon.
    fn interrupt(&self) -> Arc<AtomicBool> {
        Arc::default()
    }

    /// Updates the file with the game, if there is one.
    ///
    /// # Errors
    /// Those of writing the file.
    fn write_record(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Called when every line is answered and no other has come yet. Background work that starts here must
    /// end by itself when a request comes.
    fn idle(&mut self) {}
}

/// Reads a line with its end, and returns its length; 0 at the end of the input. If a line is longer than
/// `limit` bytes, it keeps one byte more than the limit, and skips the rest.
///
/// # Errors
/// Those of reading.
pub fn read_line(input: &mut impl BufRead, limit: usize, line: &mut Vec<u8>) -> io::Result<usize> {
    let read = input.by_ref().take(limit as u64 + 1).read_until(b'\n', line)?;
    if read > limit && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read)
}

/// Returns the reply to one line, none for blank lines and comments. A stream ends at once, as if the next
/// line had already come; its lines become the reply.
pub fn reply(responder: &mut (impl Responder + ?Sized), line: &str) -> Option<Reply> {
    let request = Request::parse(line)?;
    let interrupt = responder.interrupt();
    let mut stream = Collected::new(&interrupt);
    let outcome = responder.respond(&request, &mut stream);
    stream.end_interrupt();
    Some(Reply {
        id: request.id,
        outcome: outcome.map(|last| stream.with(last)),
    })
}

/// Answers commands until `quit` or the end of the input. Every reply is flushed. Details of failures, which
/// the protocol has no place for, go to `log`, one line each. A thread reads the input and ends with it or
/// with the program.
///
/// A reader of the output that has gone ends the running command and the conversation.
///
/// # Errors
/// Those of reading and writing, and a client that speaks HTTP; errors of the log are ignored.
pub fn serve(
    responder: &mut impl Responder,
    input: impl BufRead + Send + 'static,
    mut output: Outlet<impl Write>,
    mut log: impl Write,
) -> io::Result<()> {
    let inbox = Inbox::open(input, responder.interrupt())?;
    output.when_gone(inbox.hang_up())?;
    while !responder.has_quit() {
        if !inbox.waits().load(Relaxed) {
            responder.idle();
        }
        let Some(line) = inbox.next()? else { break };
        if is_http(&line) {
            return Err(io::Error::other("the client speaks HTTP, not GTP"));
        }
        let Some(request) = Request::parse(&String::from_utf8_lossy(&line)) else {
            continue;
        };
        let mut stream = Outgoing {
            id: request.id,
            output: &mut output,
            inbox: &inbox,
            is_begun: false,
            written: Ok(()),
        };
        let outcome = match line.len() > MAX_BYTES {
            true => Err(Failure::new("line too long").because(format!("more than {MAX_BYTES} bytes"))),
            false => responder.respond(&request, &mut stream),
        };
        let is_begun = stream.end()?;
        if let Err(failure) = &outcome
            && let Some(detail) = &failure.detail
        {
            let why = format!("{}: {detail}", failure.text);
            let _ = writeln!(log, "katachi: {}", printable_line(&why));
        }
        // The file is written before the reply, so that the client finds the game in it.
        if let Err(error) = responder.write_record() {
            let why = printable_line(&error.to_string());
            let _ = writeln!(log, "katachi: cannot write the game: {why}");
        }
        let text = match outcome {
            Ok(last) if is_begun => stream::last_lines(&last) + "\n",
            Err(_) if is_begun => "\n".to_owned(),
            outcome => Reply {
                id: request.id,
                outcome,
            }
            .to_string(),
        };
        output.write_unless(text.as_bytes(), || inbox.gives_up())?;
    }
    Ok(())
}

/// Whether it is the first line of a request in HTTP. A page in a browser can send one to any port of the
/// machine, with commands in its body.
fn is_http(line: &[u8]) -> bool {
    let last = line.trim_ascii().rsplit(|&byte| byte == b' ').next();
    last.is_some_and(|word| word.starts_with(b"HTTP/"))
}

#[cfg(test)]
mod tests;
