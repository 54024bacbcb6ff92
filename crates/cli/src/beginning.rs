// SPDX-License-Identifier: MIT OR Apache-2.0

//! The beginning of a game against a person: a new game, or an unfinished one.

use std::time::SystemTime;

use katachi_engine::Engine;
use katachi_katago_json::SharedJudge;
use katachi_rules::{Game, printable_line, printable_path};
use katachi_session::{Command, Event, InteractiveGame, Setup, Store, Thinking, Unfinished};

use super::game_args::{GameArgs, PersonArgs, Teaching};
use super::start;

/// Setup of a game.
pub(crate) struct Beginning {
    engine: Engine,
    game: Game,
    pub(crate) setup: Setup,
    log: Option<katachi_gtp::files::GameFile>,
    /// The store of unfinished games.
    store: Option<Store>,
    /// Teaching, if the options say anything about it; else it is that of the game that is continued.
    teaching: Option<Teaching>,
    judge: Option<SharedJudge>,
    /// Does it begin with a record? Then no game that was left is offered.
    is_of_record: bool,
}

impl Beginning {
    pub(crate) fn new(
        args: &GameArgs,
        person: &PersonArgs,
        judge: Option<SharedJudge>,
        is_kept: bool,
    ) -> anyhow::Result<Self> {
        let game = start::game(args)?;
        Ok(Self {
            engine: start::player(args, start::seed(&args.engine))?,
            setup: start::setup(&args.new, Some(person)),
            log: start::game_log(&args.out, &game)?,
            store: Store::of_user().filter(|_| is_kept),
            teaching: person.teach,
            judge,
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
                    "{} cannot be used: {}.",
                    printable_path(unfinished.slot.path()),
                    printable_line(why)
                )),
            }
        }
        (offered, wrong)
    }

    /// The new game.
    pub(crate) fn begin(self, thinking: Thinking) -> (InteractiveGame, Vec<Event>) {
        let mut play =
            InteractiveGame::with_game(self.engine.clone(), self.game.clone(), self.setup, thinking);
        let mut events = Vec::new();
        match self.store.as_ref().map(Store::slot) {
            Some(Ok(slot)) => events = play.keep_in(slot),
            Some(Err(error)) => events.push(Event::NotKept(error.to_string())),
            None => {}
        }
        events.extend(self.join(&mut play));
        (play, events)
    }

    /// Gives a game the teaching, the judge and the log of the options.
    fn join(self, play: &mut InteractiveGame) -> Vec<Event> {
        if let Some(judge) = self.judge {
            play.let_judge(judge);
        }
        let events = teach(play, self.teaching);
        if let Some(log) = self.log {
            play.log_to(log);
        }
        events
    }

    /// Continues an unfinished game, or begins the new one if that fails.
    pub(crate) fn resume(self, left: Unfinished, thinking: Thinking) -> (InteractiveGame, Vec<Event>) {
        let name = left.slot.path().display().to_string();
        let restored = left
            .saved
            .and_then(|saved| InteractiveGame::restore(self.engine.clone(), &saved, thinking.clone()));
        match restored {
            Ok(mut play) => {
                let mut events = play.keep_in(left.slot);
                events.extend(self.join(&mut play));
                (play, events)
            }
            Err(why) => {
                let (play, mut events) = self.begin(thinking);
                events.push(Event::NotKept(format!("{name} cannot be used: {why}")));
                (play, events)
            }
        }
    }

    /// What the options ask for, if it is a new game: `9x9, level 1`.
    pub(crate) fn about_new(&self) -> String {
        format!("{}, level {}", self.game.size(), self.engine.settings.level)
    }

    /// The engine that plays.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }
}

/// Begins or ends teaching in a game.
fn teach(play: &mut InteractiveGame, teaching: Option<Teaching>) -> Vec<Event> {
    match teaching {
        Some(Teaching(strictness)) if strictness != play.teaching() => {
            play.execute(Command::Teach(strictness))
        }
        _ => Vec::new(),
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
        Ok((path, _)) => format!("The game before is in {}.", printable_path(&path)),
        Err(error) => format!("Cannot put the game before away: {error}."),
    }
}
