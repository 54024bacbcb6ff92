// SPDX-License-Identifier: MIT OR Apache-2.0

//! Loading and saving of games, and storage for the next start.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use katachi::Engine;
use katachi::play::{Level, TimeLeft};
use katachi_gtp::files::{self, GameFile};
use katachi_rules::sgf::Record;
use katachi_rules::{BoardSize, ByColor, Color, Game, Move, PointSet, Rules};

use super::InteractiveGame;
use crate::agreement::Marks;
use crate::event::{Event, names};
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::store::{Saved, Slot, VERSION};
use crate::time_text::{parse_time_system, time_system_text};
use crate::worker::Thinking;

impl InteractiveGame {
    /// Stores the game in that slot from the person's first move on.
    pub fn keep_in(&mut self, slot: Slot) -> Vec<Event> {
        let mut events = Vec::new();
        self.slot = Some(slot);
        self.keep(&mut events);
        events
    }

    /// Writes a game log from now on.
    pub fn log_to(&mut self, file: GameFile) {
        self.game_log = Some(file);
    }

    /// Resumes a stored game. [`InteractiveGame::keep_in`] stores it further in its slot.
    ///
    /// # Errors
    /// A description of the damage.
    pub fn restore(mut engine: Engine, saved: &Saved, thinking: Thinking) -> Result<Self, String> {
        let record = Record::parse(saved.record.as_bytes()).map_err(|error| error.to_string())?;
        let game = game_of(&record)?;
        let setup = Setup {
            size: game.size(),
            rules: game.rules(),
            komi: None,
            handicap: game.handicap().try_into().unwrap_or(0),
            sides: saved.sides,
            time: parse_time_system(&saved.time)?,
        };
        engine.settings.level = Level::new(saved.level).unwrap_or_default();
        engine.settings.seed = saved.seed;
        let (size, key) = (game.size(), game.board().key());
        let mut this = Self::idle(engine, game, setup, thinking);
        this.taken_back = taken_back(size, &saved.taken_back)?;
        this.clocks.clock.left = ByColor {
            black: left(saved.left[0]),
            white: left(saved.left[1]),
        };
        this.plays_cleanup = saved.plays_cleanup;
        this.disputed = saved.disputed;
        this.result = match &saved.result {
            Some(text) => Some(text.parse().map_err(|()| format!("'{text}' is no result"))?),
            None => None,
        };
        if let (Some(dead), None) = (&saved.dead, this.result) {
            this.marks = Some(Marks::unread(points(size, dead)?));
            this.ask(crate::worker::Task::Status);
        }
        debug_assert_eq!(this.game.board().key(), key);
        this.update(&mut Vec::new());
        Ok(this)
    }

    /// Returns the stored form of the game.
    pub fn saved(&self) -> Saved {
        let size = self.game.size();
        let left = |color| {
            let left = self.clocks.clock.left[color]?;
            Some((left.time.as_millis() as u64, left.count))
        };
        Saved {
            version: VERSION,
            record: self.record().to_sgf(),
            taken_back: self
                .taken_back
                .iter()
                .map(|&(color, mv)| format!("{} {}", color.letter(), size.show(mv)))
                .collect(),
            sides: self.setup.sides,
            level: self.settings.level.number(),
            seed: self.settings.seed,
            time: time_system_text(self.setup.time),
            left: Color::BOTH.map(left),
            dead: self.dead().map(|dead| {
                let text = names(size, dead);
                text.split_whitespace().map(str::to_owned).collect()
            }),
            plays_cleanup: self.plays_cleanup,
            disputed: self.disputed,
            result: self.result.map(|result| result.to_string()),
            summary: format!(
                "{size}, move {}, {}",
                self.game.move_count() + 1,
                self.setup.sides
            ),
        }
    }

    /// Returns the record of the game with its players and its result.
    pub fn record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        record.set("PB", self.setup.sides.player(Color::Black));
        record.set("PW", self.setup.sides.player(Color::White));
        if let Some(result) = self.result {
            record.set("RE", result.to_string());
        }
        record
    }

    /// Closes the game. A finished game is archived; another one is offered at the next start if it is
    /// stored.
    pub fn close(mut self) -> Vec<Event> {
        let mut events = Vec::new();
        if self.result.is_some() {
            self.archive(&mut events);
        } else if self.is_kept() {
            events.push(Event::Kept);
        }
        events
    }

    /// Returns whether the game is stored for the next start.
    fn is_kept(&self) -> bool {
        self.slot.is_some() && self.has_person_moved()
    }

    /// Archives the game beside its slot if the person has made a move.
    pub(super) fn archive(&mut self, events: &mut Vec<Event>) {
        if !self.has_person_moved() {
            return;
        }
        let record = self.record().to_sgf();
        if let Some(slot) = &mut self.slot {
            events.push(match slot.archive_to(&record) {
                Ok(path) => Event::Archived(path),
                Err(error) => Event::NotKept(error.to_string()),
            });
        }
    }

    /// Updates the stored game and the game log.
    pub(super) fn keep(&mut self, events: &mut Vec<Event>) {
        let is_worth_it = self.has_person_moved();
        let saved = (self.slot.is_some() && is_worth_it).then(|| self.saved());
        if let Some(slot) = &mut self.slot {
            let kept = match &saved {
                Some(saved) => slot.write(saved),
                None => slot.clear(),
            };
            if let Err(error) = kept {
                events.push(Event::NotKept(format!("{}: {error}", slot.path().display())));
            }
        }
        let result = self.result.map(|result| result.to_string());
        if let Some(game_log) = &mut self.game_log
            && let Err(error) = game_log.update(&self.game, result.as_deref())
        {
            events.push(Event::NotKept(format!("{}: {error}", game_log.path().display())));
        }
    }

    pub(super) fn save(
        &mut self,
        path: PathBuf,
        overwrite: bool,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let name = || path.display().to_string();
        let written = match overwrite {
            true => Ok(()),
            false => files::check_own(&path),
        };
        let written = written.and_then(|()| files::replace(&path, self.record().to_sgf()));
        match written {
            Ok(()) => events.push(Event::Saved(path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(Refusal::NotOwn {
                    path: name(),
                    why: error.to_string(),
                });
            }
            Err(error) => return Err(Refusal::Write(name(), error.to_string())),
        }
        Ok(())
    }

    /// Replaces the game by a record and continues from its end. Returns an [`Event::Refused`] if the record
    /// is invalid.
    pub fn open(&mut self, record: &Record) -> Vec<Event> {
        let mut events = Vec::new();
        match game_of(record) {
            Ok(game) => {
                self.setup.size = game.size();
                self.setup.rules = game.rules();
                self.replace(game, &mut events);
                events.push(Event::Began);
            }
            Err(why) => events.push(Event::Refused(Refusal::Load("the record".to_owned(), why))),
        }
        self.update(&mut events);
        events
    }

    /// Loads the first game of a file, at its end or before a move.
    pub(super) fn load(
        &mut self,
        path: PathBuf,
        number: Option<usize>,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        let refused = |why: String| Refusal::Load(path.display().to_string(), why);
        let game = loaded(&path).map_err(refused)?;
        let moves = game.move_count();
        let number = number.unwrap_or(moves + 1);
        if !(1..=moves + 1).contains(&number) {
            return Err(Refusal::NoPosition(number, moves + 1));
        }
        self.setup.size = game.size();
        self.setup.rules = game.rules();
        self.replace(game, events);
        self.go_to(number, &mut Vec::new())?;
        events.push(Event::Loaded {
            path,
            made: number - 1,
            moves,
        });
        Ok(())
    }
}

fn loaded(path: &Path) -> Result<Game, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let record = Record::parse(&bytes).map_err(|error| error.to_string())?;
    game_of(&record)
}

/// Returns the game of a record up to its end, with the usual rules and komi where it has none.
fn game_of(record: &Record) -> Result<Game, String> {
    let rules = rules_of(record);
    let game = record.game_after(usize::MAX, rules, rules.usual_komi());
    game.map_err(|error| error.to_string())
}

fn rules_of(record: &Record) -> Rules {
    let named = record.get("RU").and_then(|text| text.parse().ok());
    named.unwrap_or_default()
}

fn left(left: Option<(u64, u32)>) -> Option<TimeLeft> {
    left.map(|(milliseconds, count)| TimeLeft {
        time: Duration::from_millis(milliseconds),
        count,
    })
}

fn taken_back(size: BoardSize, moves: &[String]) -> Result<Vec<(Color, Move)>, String> {
    let read = |text: &String| {
        let (color, vertex) = text.split_once(' ')?;
        Some((Color::parse(color)?, size.parse_move(vertex)?))
    };
    let all = moves
        .iter()
        .map(|text| read(text).ok_or_else(|| format!("'{text}' is no move")));
    all.collect()
}

fn points(size: BoardSize, vertices: &[String]) -> Result<PointSet, String> {
    let all = vertices.iter().map(|text| {
        size.parse_vertex(text)
            .ok_or_else(|| format!("'{text}' is no point"))
    });
    all.collect()
}
