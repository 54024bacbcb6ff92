// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person: its beginning, and the loop between typed lines and a [`Dialogue`].

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::time::SystemTime;

use katachi::Engine;
use katachi_rules::Game;
use katachi_session::{Event, InteractiveGame, Setup, Store, Thinking, Unfinished};
use katachi_view::Look;
use rustyline::error::ReadlineError;

use super::colours::look_for;
use super::dialogue::Dialogue;
use super::game_args::{GameArgs, PersonArgs, TerminalArgs};
use super::start;

/// Plays until the person leaves or the input ends, on the full screen of a terminal or line by line.
pub(crate) fn play(args: &GameArgs, person: &PersonArgs, terminal: TerminalArgs) -> anyhow::Result<()> {
    start::check_input(&args.record)?;
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let beginning = Beginning::new(args, person, is_terminal)?;
    let look = look_for(terminal.board.ascii);
    match (is_terminal, terminal.plain) {
        #[cfg(feature = "tui")]
        (true, false) => super::play_screen::run(beginning, look),
        (true, _) => by_lines(beginning, look, &mut Edited::new()?),
        (false, _) => by_lines(beginning, look, &mut Piped),
    }
}

/// Setup of a game.
pub(crate) struct Beginning {
    engine: Engine,
    game: Game,
    pub(crate) setup: Setup,
    log: Option<katachi_gtp::files::GameFile>,
    /// The store of unfinished games.
    store: Option<Store>,
    /// Does it begin with a record? Then no game that was left is offered.
    is_of_record: bool,
}

impl Beginning {
    pub(crate) fn new(args: &GameArgs, person: &PersonArgs, is_kept: bool) -> anyhow::Result<Self> {
        let game = start::game(args)?;
        Ok(Self {
            engine: start::player(args, start::seed(&args.engine))?,
            setup: start::setup(&args.new, Some(person)),
            log: start::game_log(&args.out, &game)?,
            store: Store::of_user().filter(|_| is_kept),
            is_of_record: args.record.load.is_some(),
            game,
        })
    }

    /// The last unfinished game, unless another one is asked for, and errors of others.
    pub(crate) fn offered(&self) -> (Option<Unfinished>, Vec<String>) {
        let store = self.store.as_ref().filter(|_| !self.is_of_record);
        let left = match store.map(Store::unfinished) {
            None => return (None, Vec::new()),
            Some(Err(error)) => {
                return (
                    None,
                    vec![format!("Games that were left cannot be read: {error}.")],
                );
            }
            Some(Ok(left)) => left,
        };
        let (mut offered, mut wrong) = (None, Vec::new());
        for unfinished in left {
            match &unfinished.saved {
                Ok(_) => offered = offered.or(Some(unfinished)),
                Err(why) => wrong.push(format!(
                    "{} cannot be used: {why}.",
                    unfinished.slot.path().display()
                )),
            }
        }
        (offered, wrong)
    }

    /// The new game.
    pub(crate) fn begin(self, thinking: Thinking) -> (InteractiveGame, Vec<Event>) {
        let mut play = InteractiveGame::with_game(self.engine, self.game, self.setup, thinking);
        let mut events = Vec::new();
        match self.store.as_ref().map(Store::slot) {
            Some(Ok(slot)) => events = play.keep_in(slot),
            Some(Err(error)) => events.push(Event::NotKept(error.to_string())),
            None => {}
        }
        if let Some(log) = self.log {
            play.log_to(log);
        }
        (play, events)
    }

    /// Continues an unfinished game, or begins the new one if that fails.
    pub(crate) fn resume(self, left: Unfinished, thinking: Thinking) -> (InteractiveGame, Vec<Event>) {
        let name = left.slot.path().display().to_string();
        let restored = left
            .saved
            .and_then(|saved| InteractiveGame::restore(self.engine.clone(), &saved, thinking.clone()));
        match restored {
            Ok(mut play) => {
                let events = play.keep_in(left.slot);
                if let Some(log) = self.log {
                    play.log_to(log);
                }
                (play, events)
            }
            Err(why) => {
                let (play, mut events) = self.begin(thinking);
                events.push(Event::NotKept(format!("{name} cannot be used: {why}")));
                (play, events)
            }
        }
    }

    /// The engine that plays.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }
}

/// A description of an unfinished game.
pub(crate) fn about(left: &Unfinished) -> String {
    let summary = left.saved.as_ref().map_or("", |saved| saved.summary());
    let since = SystemTime::now().duration_since(left.written).unwrap_or_default();
    let minutes = since.as_secs() / 60;
    let ago = match minutes {
        0 => "just now".to_owned(),
        1 => "a minute ago".to_owned(),
        2..120 => format!("{minutes} minutes ago"),
        120..2880 => format!("{} hours ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    };
    format!("You left a game {ago}: {summary}.")
}

/// Makes a record of a game that gives way to a new one. Returns a message with its path.
pub(crate) fn put_away(left: Unfinished) -> String {
    let Ok(saved) = left.saved else {
        return String::new();
    };
    match left.slot.archive(saved.record()) {
        Ok((path, _)) => format!("The game before is in {}.", path.display()),
        Err(error) => format!("Cannot put the game before away: {error}."),
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
            let answer = lines.next(&format!("{} Go on with it? (yes, or no) ", about(&left)))?;
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
