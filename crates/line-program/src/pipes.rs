// SPDX-License-Identifier: MIT OR Apache-2.0

//! The ends of a program's three pipes, each for its own thread, with bounds on the kept data.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};

use katachi_rules::is_unprintable;

/// Maximum length of a line in bytes. The longest lines in use are lists of points and analysis lines.
pub const MAX_LINE: usize = 256 * 1024;
const LAST_WORDS: usize = 3;
/// Maximum number of characters of a program's text in a message.
const QUOTED: usize = 120;

/// A piece of a program's standard output.
pub enum Output {
    /// A line without its end.
    Line(Vec<u8>),
    /// A line beyond [`MAX_LINE`], the last piece.
    TooLong,
    /// The text after the last line when the output has closed.
    Unfinished(Vec<u8>),
}

/// Writes commands until the sender is dropped or the program closes its standard input.
pub(crate) fn write_commands(mut stdin: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        let written = stdin.write_all(command.as_bytes());
        if written.and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the end, until a line is too long, or until the receiver is dropped.
pub(crate) fn read_output(stdout: impl Read, lines: &SyncSender<Output>) {
    let mut reader = BufReader::new(stdout);
    while let Some(output) = read_line(&mut reader, MAX_LINE) {
        let is_last = !matches!(output, Output::Line(_));
        if lines.send(output).is_err() || is_last {
            return;
        }
    }
}

/// Reads standard error to its end and keeps the last lines.
pub(crate) fn keep_last_words(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(stderr);
    // Until the end, so that the program never blocks. A long line counts as several.
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

fn read_line(reader: &mut BufReader<impl Read>, limit: usize) -> Option<Output> {
    let mut bytes = Vec::new();
    let mut part = reader.by_ref().take(limit as u64 + 1);
    match part.read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(n) if n > limit => Some(Output::TooLong),
        Ok(_) if bytes.last() == Some(&b'\n') => {
            bytes.pop();
            Some(Output::Line(bytes))
        }
        Ok(_) => Some(Output::Unfinished(bytes)),
    }
}

/// Decodes text without control characters; tabs become spaces.
pub fn clean(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|&c| !is_unprintable(c))
        .collect()
}

/// Returns a program's text on one line, shortened, without characters that could steer a terminal.
pub fn quote(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.replace(is_unprintable, "");
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_program_steers_no_terminal() {
        assert_eq!(
            quote("\u{1b}]0;title\u{7} of \n two\u{9b}2J lines"),
            "]0;title of two2J lines"
        );
    }
}
