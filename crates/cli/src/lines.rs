// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines that a person types: at a terminal with editing and a history, or from a pipe or a file.

use std::io::{self, IsTerminal as _, Write as _};

use katachi_gtp_protocol::read_line;
use rustyline::error::ReadlineError;

/// A source of lines.
pub(crate) trait Lines {
    /// The next line. None at the end.
    fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>>;
}

/// Maximum bytes of a line from a pipe or a file.
const MAX_BYTES: usize = 64 << 10;

/// A pipe or a file.
pub(crate) struct Piped;

impl Lines for Piped {
    fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        let mut out = anstream::stdout().lock();
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut line = Vec::new();
        if read_line(&mut io::stdin().lock(), MAX_BYTES, &mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        anyhow::ensure!(line.len() <= MAX_BYTES, "a line has more than {MAX_BYTES} bytes");
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

/// A terminal, with editing and a history.
pub(crate) struct Edited(rustyline::DefaultEditor);

impl Edited {
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self(rustyline::DefaultEditor::new()?))
    }
}

impl Lines for Edited {
    fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        match self.0.readline(prompt) {
            Ok(line) => {
                // A line that is not remembered can be typed again.
                let _ = self.0.add_history_entry(line.as_str());
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Are input and output a terminal?
pub(crate) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The lines of standard input, with editing where a person types them.
pub(crate) fn typed() -> anyhow::Result<Box<dyn Lines>> {
    Ok(match is_terminal() {
        true => Box::new(Edited::new()?),
        false => Box::new(Piped),
    })
}

/// Shows a text at once.
pub(crate) fn show(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
}
