//! The Go Text Protocol: how Go programs, their boards and their referees talk to the engine.
//!
//! [`Session`] answers lines and knows nothing of streams; [`serve`] connects one to an input and an output.
//! The commands are rows of the table [`COMMANDS`]. Sources: the draft of GTP version 2, and what the
//! clients in use are seen to send.

mod clock;
mod commands;
mod protocol;
mod session;

use std::io::{self, BufRead, Write};

pub use clock::{Clock, TimeLeft, TimeSystem};
pub use commands::{COMMANDS, Command};
pub use protocol::{Arguments, Failure, Reply, Request};
pub use session::{Disk, Files, Session};

/// Answers commands until `quit` or the end of the input. Every reply is flushed. The reasons of failures
/// that the protocol gives no room for go to `log`, one line each.
///
/// # Errors
/// Those of reading and writing; errors of the log are ignored.
pub fn serve(
    session: &mut Session,
    mut input: impl BufRead,
    mut output: impl Write,
    mut log: impl Write,
) -> io::Result<()> {
    let mut line = Vec::new();
    while !session.has_quit() {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let Some(reply) = session.answer(&String::from_utf8_lossy(&line)) else {
            continue;
        };
        if let Err(Failure {
            text,
            detail: Some(detail),
        }) = &reply.outcome
        {
            let _ = writeln!(log, "katachi: {text}: {detail}");
        }
        // Before the reply, so that who has got it finds the game in the file.
        if let Err(error) = session.write_record() {
            let _ = writeln!(log, "katachi: cannot write the game: {error}");
        }
        write!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
