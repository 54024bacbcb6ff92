// SPDX-License-Identifier: MIT OR Apache-2.0

//! The ends of a program's three pipes, each for a thread of its own, with bounds on what is kept.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};

/// Bytes of the longest line that is read. Longest in use are lists of points and analysis lines.
pub(crate) const MAX_LINE: usize = 256 * 1024;
/// Lines of standard error that are kept, and characters of each.
const LAST_WORDS: usize = 3;
/// Characters of a program's text that are repeated in a message.
const QUOTED: usize = 120;

/// What comes from a program's standard output.
pub(crate) enum Output {
    /// A line without its end, as it came.
    Line(Vec<u8>),
    /// A line beyond [`MAX_LINE`]; nothing comes after it.
    TooLong,
    /// What came after the last end of a line, once the output has closed.
    Unfinished(Vec<u8>),
}

/// Writes what it is given until nothing more can come or the program closes its standard input.
pub(crate) fn write_commands(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        if stdin
            .write_all(command.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Reads lines until the end, or until one is too long, or nobody wants them any more.
pub(crate) fn read_output(stdout: impl Read, lines: &SyncSender<Output>) {
    let mut reader = BufReader::new(stdout);
    while let Some(output) = read_line(&mut reader, MAX_LINE) {
        let is_last = !matches!(output, Output::Line(_));
        if lines.send(output).is_err() || is_last {
            return;
        }
    }
}

/// Counts what is no answer, so that nobody waits for ever for one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Garbage {
    lines: usize,
    bytes: usize,
}

impl Garbage {
    /// Lines and bytes that may be passed over.
    pub(crate) const MAX_LINES: usize = 10_000;
    pub(crate) const MAX_BYTES: usize = 1 << 20;

    /// Counts a line. True if it is too much now.
    pub(crate) fn add(&mut self, line: &[u8]) -> bool {
        self.lines += 1;
        self.bytes += line.len() + 1;
        self.lines > Self::MAX_LINES || self.bytes > Self::MAX_BYTES
    }
}

/// Reads standard error to its end and keeps the last lines.
pub(crate) fn keep_last_words(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(stderr);
    // Until the end, so that the program never waits for a reader. A longer line counts as several.
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(4096).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = clean(&bytes);
        if !line.trim().is_empty() {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() == LAST_WORDS {
                kept.pop_front();
            }
            kept.push_back(line);
        }
    }
}

/// The next line; none at the end.
fn read_line(reader: &mut BufReader<impl Read>, limit: usize) -> Option<Output> {
    let mut bytes = Vec::new();
    match reader
        .by_ref()
        .take(limit as u64 + 1)
        .read_until(b'\n', &mut bytes)
    {
        Ok(0) | Err(_) => None,
        Ok(n) if n > limit => Some(Output::TooLong),
        Ok(_) if bytes.last() == Some(&b'\n') => {
            bytes.pop();
            Some(Output::Line(bytes))
        }
        Ok(_) => Some(Output::Unfinished(bytes)),
    }
}

/// Text without control characters but tabs, which become spaces, and without the end of the line.
pub(crate) fn clean(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect()
}

/// A program's text on one line and cut to a bearable length.
pub(crate) fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
