// SPDX-License-Identifier: MIT OR Apache-2.0

//! Lines that a person types, at a terminal with editing and a history, or from a pipe or a file; and text
//! that is shown, with the characters and colours that standard output takes.

use std::env;
use std::io::{self, IsTerminal as _, Write as _};

use katachi_gtp_protocol::read_line;
use katachi_view::colours::Depth;
use katachi_view::{Charset, Look};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// Maximum bytes of a line from a pipe or a file.
const MAX_BYTES: usize = 64 << 10;

/// The lines of standard input, with an editor where a person types them.
pub(crate) struct Lines(Option<DefaultEditor>);

impl Lines {
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self(is_terminal().then(DefaultEditor::new).transpose()?))
    }

    pub(crate) fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        let Some(editor) = &mut self.0 else {
            return piped(prompt);
        };
        match editor.readline(prompt) {
            Ok(line) => {
                // A line that is not remembered can be typed again.
                let _ = editor.add_history_entry(line.as_str());
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

fn piped(prompt: &str) -> anyhow::Result<Option<String>> {
    show(prompt)?;
    let mut line = Vec::new();
    if read_line(&mut io::stdin().lock(), MAX_BYTES, &mut line)? == 0 {
        show("\n")?;
        return Ok(None);
    }
    anyhow::ensure!(line.len() <= MAX_BYTES, "a line has more than {MAX_BYTES} bytes");
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

pub(crate) fn is_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

pub(crate) fn show(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Stones as characters where the locale has them, unless ASCII is requested. Colours where they are welcome:
/// not in pipes, not under `NO_COLOR`.
pub(crate) fn look_for(ascii: bool) -> Look {
    let variable = |name| env::var(name).ok();
    Look {
        charset: if ascii {
            Charset::Ascii
        } else {
            Charset::of_locale(["LC_ALL", "LC_CTYPE", "LANG"].map(variable))
        },
        depth: if colours_are_welcome() {
            Depth::of_terminal(variable("COLORTERM").as_deref(), variable("TERM").as_deref())
        } else {
            Depth::Plain
        },
    }
}

fn colours_are_welcome() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}
