// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person on the full screen, or line by line: the loop between typed lines and a
//! [`Dialogue`].

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use katachi_session::Thinking;
use katachi_view::Look;
use rustyline::error::ReadlineError;

use super::beginning::{Beginning, about, put_away};
use super::colours::look_for;
use super::dialogue::Dialogue;
use super::game_args::{GameArgs, PersonArgs, TerminalArgs};
use super::start;

/// Plays until the person leaves or the input ends, on the full screen of a terminal or line by line.
pub(crate) fn play(args: &GameArgs, person: &PersonArgs, terminal: TerminalArgs) -> anyhow::Result<()> {
    start::check_input(&args.record)?;
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut beginning = Beginning::new(args, person, is_terminal)?;
    beginning.teaching = terminal.teach;
    let look = look_for(terminal.board.ascii);
    match (is_terminal, terminal.plain) {
        #[cfg(feature = "tui")]
        (true, false) => super::play_screen::run(beginning, look),
        (true, _) => by_lines(beginning, look, &mut Edited::new()?),
        (false, _) => by_lines(beginning, look, &mut Piped),
    }
}

/// A source of lines.
trait Lines {
    /// The next line. None at the end.
    fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>>;
}

/// A pipe or a file.
struct Piped;

impl Lines for Piped {
    fn next(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        let mut out = anstream::stdout().lock();
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut line = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }
}

/// A terminal, with editing and a history.
struct Edited(rustyline::DefaultEditor);

impl Edited {
    fn new() -> anyhow::Result<Self> {
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

fn by_lines(beginning: Beginning, look: Look, lines: &mut dyn Lines) -> anyhow::Result<()> {
    let (offered, wrong) = beginning.offered();
    for text in wrong {
        anstream::eprintln!("{text}");
    }
    let (play, events) = match offered {
        Some(left) => {
            let answer = lines.next(&format!(
                "{} Go on with it? (yes, or no: then {} begins) ",
                about(&left),
                beginning.about_new()
            ))?;
            let Some(answer) = answer else { return Ok(()) };
            if answer.trim().to_ascii_lowercase().starts_with('n') {
                anstream::println!("{}", put_away(left));
                beginning.begin(Thinking::Synchronous)
            } else {
                beginning.resume(left, Thinking::Synchronous)
            }
        }
        None => beginning.begin(Thinking::Synchronous),
    };
    for event in events {
        anstream::eprintln!("{}", event.text(play.game().size()));
    }
    let mut dialogue = Dialogue::new(play, look);
    show(&dialogue.greeting())?;
    loop {
        while dialogue.is_busy() {
            show(&dialogue.wait())?;
        }
        if dialogue.is_done() {
            break;
        }
        let Some(line) = lines.next(&dialogue.prompt())? else {
            break;
        };
        show(&dialogue.answer(&line))?;
    }
    show(&dialogue.close())
}

fn show(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(())
}
