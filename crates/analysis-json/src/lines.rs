// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of the input, read by a thread of its own: a client that is gone ends the program even while its
//! input stays open.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use katachi_gtp_protocol::read_line;

/// Maximum bytes of a line, more than any query has. Of a longer one only the beginning is kept.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// Lines that wait at most; the thread continues when one is taken.
const MAX_LINES: usize = 100;

/// A line; none at the end of the input, or when the client is gone.
type Line = io::Result<Option<Vec<u8>>>;

/// The lines that are not taken yet.
pub(crate) struct Lines {
    lines: Receiver<Line>,
    sender: SyncSender<Line>,
}

/// Ends the lines from another thread.
pub(crate) struct HangUp(SyncSender<Line>);

impl Lines {
    /// Starts to read. The thread ends with the input, or with the program.
    pub(crate) fn open(mut input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (sender, lines) = sync_channel(MAX_LINES);
        let to = sender.clone();
        let read = move || {
            loop {
                let mut line = Vec::new();
                let line = match read_line(&mut input, MAX_BYTES, &mut line) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read.map(|length| Some(line).filter(|_| length > 0)),
                };
                let is_end = !matches!(line, Ok(Some(_)));
                if to.send(line).is_err() || is_end {
                    return;
                }
            }
        };
        thread::Builder::new().name("queries".to_owned()).spawn(read)?;
        Ok(Self { lines, sender })
    }

    /// Waits for the next line; none at the end of the input, or when the client is gone.
    pub(crate) fn next(&self) -> io::Result<Option<String>> {
        let line = self.lines.recv().unwrap_or(Ok(None))?;
        Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned()))
    }

    pub(crate) fn hang_up(&self) -> HangUp {
        HangUp(self.sender.clone())
    }
}

impl HangUp {
    /// The client is gone. A full queue is no matter: the next answer fails, too.
    pub(crate) fn now(&self) {
        let _ = self.0.try_send(Ok(None));
    }

    /// The client is gone, and there may be no other answer. Waits until the queue has room.
    pub(crate) fn for_good(&self) {
        let _ = self.0.send(Ok(None));
    }
}
