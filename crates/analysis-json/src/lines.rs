// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines of the input, read by a thread of its own: a client that is gone ends the program even while its
//! input stays open.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use katachi_gtp_protocol::read_line;

/// Maximum bytes of a line, more than any query has. Of a longer one only the beginning is kept.
pub(crate) const MAX_BYTES: usize = 1 << 20;
/// Lines that wait at most; the thread continues when one is taken.
const MAX_LINES: usize = 100;
/// Interval at which a wait for a line looks whether the client is gone.
const TICK: Duration = Duration::from_millis(50);

/// The lines that are not taken yet; none at the end of the input.
pub(crate) struct Lines(Receiver<io::Result<Option<Vec<u8>>>>);

impl Lines {
    /// Starts to read. The thread ends with the input, or with the program.
    pub(crate) fn open(mut input: impl BufRead + Send + 'static) -> io::Result<Self> {
        let (sender, lines) = sync_channel(MAX_LINES);
        let read = move || {
            loop {
                let mut line = Vec::new();
                let line = match read_line(&mut input, MAX_BYTES, &mut line) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read.map(|length| Some(line).filter(|_| length > 0)),
                };
                let is_end = !matches!(line, Ok(Some(_)));
                if sender.send(line).is_err() || is_end {
                    return;
                }
            }
        };
        thread::Builder::new().name("queries".to_owned()).spawn(read)?;
        Ok(Self(lines))
    }

    /// Waits for the next line; none at the end of the input, or when the client is gone.
    pub(crate) fn next(&self, is_gone: impl Fn() -> bool) -> io::Result<Option<String>> {
        loop {
            let line = self.0.recv_timeout(TICK);
            if is_gone() {
                return Ok(None);
            }
            if !matches!(line, Err(RecvTimeoutError::Timeout)) {
                let line = line.unwrap_or(Ok(None))?;
                return Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned()));
            }
        }
    }
}
