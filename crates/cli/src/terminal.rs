// SPDX-License-Identifier: MIT OR Apache-2.0

//! A game against a person at a terminal: a new game or an unfinished one, on the full screen or line by
//! line.

use std::time::SystemTime;

use katachi_engine::Engine;
use katachi_gtp::files::GameFile;
use katachi_katago_json::SharedJudge;
use katachi_rules::{Game, printable_line, printable_path};
use katachi_session::{Command, Event, InteractiveGame, Setup, Store, Thinking, Unfinished};
use katachi_view::Look;

use super::dialogue::Dialogue;
use super::game_args::{GameArgs, PersonArgs, PlayArgs, Teaching};
use super::lines::{self, Lines, look_for, show};
use super::start;

/// Plays until the person leaves or the input ends, on the full screen of a terminal or line by line.
pub(crate) fn play(args: &PlayArgs) -> anyhow::Result<()> {
    start::check_input(&args.game.record)?;
    let is_terminal = lines::is_terminal();
    let beginning = Beginning::new(&args.game, &args.person, args.judge.start(), is_terminal)?;
    let look = look_for(args.terminal.board.ascii);
    match is_terminal && !args.terminal.plain {
        #[cfg(feature = "tui")]
        true => on_screen(beginning, look),
        _ => by_lines(beginning, look),
    }
}

#[cfg(feature = "tui")]
fn on_screen(beginning: Beginning, look: Look) -> anyhow::Result<()> {
    let (question, engine) = (beginning.question(), beginning.engine.clone());
    let begin = |goes_on| beginning.begin(goes_on, Thinking::Background(None));
    for line in katachi_tui::play(question, begin, engine, look)? {
        anstream::println!("{line}");
    }
    Ok(())
}

fn by_lines(beginning: Beginning, look: Look) -> anyhow::Result<()> {
    let mut lines = Lines::new()?;
    let mut goes_on = false;
    if let Some([left, new]) = beginning.question() {
        let question = format!("{left} Go on with it? (yes, or no: then {new} begins) ");
        let Some(answer) = lines.next(&question)? else {
            return Ok(());
        };
        goes_on = !answer.trim().to_ascii_lowercase().starts_with('n');
    }
    let (play, messages) = beginning.begin(goes_on, Thinking::Synchronous);
    for message in messages {
        anstream::eprintln!("{message}");
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

pub(crate) struct Beginning {
    pub(crate) engine: Engine,
    game: Game,
    pub(crate) setup: Setup,
    log: Option<GameFile>,
    store: Option<Store>,
    /// The last unfinished game, unless a record is asked for.
    pub(crate) left: Option<Unfinished>,
    pub(crate) messages: Vec<String>,
    /// Teaching, if the options say anything about it; else it is that of the game that is continued.
    teaching: Option<Teaching>,
    judge: Option<SharedJudge>,
}

impl Beginning {
    pub(crate) fn new(
        args: &GameArgs,
        person: &PersonArgs,
        judge: Option<SharedJudge>,
        is_kept: bool,
    ) -> anyhow::Result<Self> {
        let (engine, game, log) = start::game(args)?;
        let store = Store::of_user().filter(|_| is_kept);
        let asked = store.as_ref().filter(|_| args.record.load.is_none());
        let (left, messages) = asked.map_or_else(Default::default, unfinished);
        Ok(Self {
            engine,
            setup: start::setup(&args.new, Some(person)),
            log,
            store,
            left,
            messages,
            teaching: person.teach,
            judge,
            game,
        })
    }

    /// Descriptions of the unfinished game, if there is one, and of the new one: `9x9, level 1`.
    pub(crate) fn question(&self) -> Option<[String; 2]> {
        let left = about(self.left.as_ref()?);
        let new = format!("{}, level {}", self.game.size(), self.engine.settings.level);
        Some([left, new])
    }

    /// Continues the unfinished game, or begins the new one. Returns it with messages.
    pub(crate) fn begin(mut self, goes_on: bool, thinking: Thinking) -> (InteractiveGame, Vec<String>) {
        let mut messages = std::mem::take(&mut self.messages);
        let (mut play, mut events) = match self.left.take() {
            Some(left) if goes_on => self.resumed(left, thinking),
            left => {
                messages.extend(left.and_then(put_away));
                self.new_game(thinking)
            }
        };
        play.judge = self.judge;
        if let Some(strictness) = self.teaching
            && strictness != play.teaching()
        {
            events.extend(play.execute(Command::Teach(strictness)));
        }
        if let Some(log) = self.log {
            play.log_to(log);
        }
        let size = play.game().size();
        let texts = events.iter().map(|event| event.text(size));
        messages.extend(texts.filter(|text| !text.is_empty()));
        (play, messages)
    }

    fn new_game(&self, thinking: Thinking) -> (InteractiveGame, Vec<Event>) {
        let mut play =
            InteractiveGame::with_game(self.engine.clone(), self.game.clone(), self.setup, thinking);
        let events = match self.store.as_ref().map(Store::slot) {
            Some(Ok(slot)) => play.keep_in(slot),
            Some(Err(error)) => vec![Event::NotKept(error.to_string())],
            None => Vec::new(),
        };
        (play, events)
    }

    /// The unfinished game, or the new one if that fails.
    fn resumed(&self, left: Unfinished, thinking: Thinking) -> (InteractiveGame, Vec<Event>) {
        let restored = left
            .saved
            .and_then(|saved| InteractiveGame::restore(self.engine.clone(), &saved, thinking.clone()));
        match restored {
            Ok(mut play) => {
                let events = play.keep_in(left.slot);
                (play, events)
            }
            Err(why) => {
                let (play, mut events) = self.new_game(thinking);
                let name = left.slot.path().display();
                events.push(Event::NotKept(format!("{name} cannot be used: {why}")));
                (play, events)
            }
        }
    }
}

/// The last unfinished game that can be used, and messages about the others.
fn unfinished(store: &Store) -> (Option<Unfinished>, Vec<String>) {
    let all = match store.unfinished() {
        Ok(all) => all,
        Err(error) => {
            let message = format!("Games that were left cannot be read: {error}.");
            return (None, vec![message]);
        }
    };
    let (mut last, mut messages) = (None, Vec::new());
    for left in all {
        match &left.saved {
            Ok(_) => last = last.or(Some(left)),
            Err(why) => {
                let (path, why) = (printable_path(left.slot.path()), printable_line(why));
                messages.push(format!("{path} cannot be used: {why}."));
            }
        }
    }
    (last, messages)
}

fn about(left: &Unfinished) -> String {
    let summary = left.saved.as_ref().map_or("", |saved| saved.summary.as_str());
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
fn put_away(mut left: Unfinished) -> Option<String> {
    let archived = left.slot.archive(&left.saved.ok()?.record);
    Some(match archived {
        Ok(path) => format!("The game before is in {}.", printable_path(&path)),
        Err(error) => format!("Cannot put the game before away: {error}."),
    })
}
