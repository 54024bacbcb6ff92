// SPDX-License-Identifier: MIT OR Apache-2.0

//! Loading and saving of games, and storage for the next start.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use katachi_atomic_file::replace;
use katachi_engine::Engine;
use katachi_engine::play::Level;
use katachi_gtp::files::{GameFile, check_own};
use katachi_rules::sgf::{Games, Record, Tree};
use katachi_rules::{BoardSize, ByColor, Color, Game, Move, PointSet, TimeLeft};
use katachi_view::data;
use serde::Deserialize;

use super::InteractiveGame;
use crate::agreement::Marks;
use crate::event::Event;
use crate::opened::Opened;
use crate::refusal::Refusal;
use crate::setup::{Setup, Sides};
use crate::store::{Slot, VERSION};
use crate::teaching::Strictness;
use crate::worker::{Task, Thinking};

data! {
    /// The stored form of a game.
    #[derive(Clone, PartialEq, Deserialize)]
    pub struct Saved(play: &InteractiveGame, size: BoardSize, tree: &Tree, made: Option<usize>) {
        /// Version of this form.
        version: u32 = VERSION,
        /// The game as SGF.
        record: String = tree.to_sgf(),
        /// If the game began with a record that was opened: the number of moves on its main line that are
        /// made. The record has names, comments and variations then. `None`: all moves are made.
        #[serde(default)]
        opened: Option<usize> = made,
        /// The record was not opened: it has variations and comments of the person.
        #[serde(default)]
        notes: bool = play.opened.as_ref().is_some_and(|opened| opened.is_own),
        /// Moves that were taken back, such as `B D4`. The next one is the last.
        taken_back: Vec<String> = play.taken_back.iter().map(|&turn| turn_text(turn, size)).collect(),
        /// Those of the person.
        sides: Sides = play.setup.sides,
        /// The strength of Katachi.
        level: f32 = play.engine.settings.level.number(),
        /// The seed of its moves.
        seed: u64 = play.engine.settings.seed,
        /// `None`: the moves of the person are not judged.
        #[serde(default)]
        teaching: Option<Strictness> = play.teaching.strictness,
        /// The time system.
        time: String = play.setup.time.to_string(),
        /// Milliseconds and periods or stones that Black and White have left. `None`: all.
        left: [Option<(u64, u32)>; 2] = Color::BOTH.map(|color| play.clocks.clock.left[color].map(stored)),
        /// Stones that are marked as dead, after two passes.
        dead: Option<Vec<String>> = play.dead().map(|dead| vertices(dead, size)),
        /// A dispute is played out in the cleanup phases.
        plays_cleanup: bool = play.plays_cleanup,
        /// Key of the position of the last dispute.
        disputed: Option<u64> = play.disputed,
        /// `None`: the game is not over.
        result: Option<String> = play.result.map(|result| result.to_string()),
        /// A short description: `9x9, move 14, you play Black, Katachi plays White`.
        summary: String = format!("{size}, move {}, {}", play.game.move_count() + 1, play.setup.sides),
    }
}

impl InteractiveGame {
    /// Stores the game in that slot from the person's first move on.
    pub fn keep_in(&mut self, slot: Slot) -> Vec<Event> {
        self.slot = Some(slot);
        self.keep();
        self.news()
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
        let (mut opened, whole) = Opened::new(tree_of(saved.record.as_bytes())?)?;
        opened.is_own = saved.notes;
        let game = match saved.opened {
            Some(moves) => opened.game_after(moves)?,
            None => whole,
        };
        let game = match saved.plays_cleanup {
            true => in_phases(&game)?,
            false => game,
        };
        let setup = Setup {
            size: game.size(),
            rules: game.rules(),
            komi: None,
            handicap: game.handicap().try_into().unwrap_or(0),
            sides: saved.sides,
            time: saved.time.parse()?,
        };
        engine.settings.level = Level::new(saved.level).unwrap_or_default();
        engine.settings.seed = saved.seed;
        let (size, key) = (game.size(), game.board().key());
        let mut this = Self::idle(engine, game, setup, thinking);
        this.opened = saved.opened.map(|_| opened);
        let turn = |text: &String| parse_turn(text, size).ok_or_else(|| format!("'{text}' is no move"));
        this.taken_back = saved.taken_back.iter().map(turn).collect::<Result<_, _>>()?;
        this.clocks.clock.left = ByColor::from_fn(|color| left(saved.left[color as usize]));
        this.teaching.strictness = saved.teaching;
        this.plays_cleanup = saved.plays_cleanup;
        this.disputed = saved.disputed;
        let result = |text: &String| text.parse().map_err(|()| format!("'{text}' is no result"));
        this.result = saved.result.as_ref().map(result).transpose()?;
        if let (Some(dead), None) = (&saved.dead, this.result) {
            this.marks = Some(Marks::unread(points(size, dead)?));
            this.ask(Task::Status);
        }
        debug_assert_eq!(this.game.board().key(), key);
        this.update();
        this.events.clear();
        Ok(this)
    }

    /// Returns the stored form of the game.
    pub fn saved(&self) -> Saved {
        let (tree, made) = self.tree_and_moves();
        Saved::new(self, self.game.size(), &tree, made)
    }

    /// Returns the record of the game with its players and its result, without variations and comments.
    pub fn record(&self) -> Record {
        let mut record = Record::from_game(&self.game);
        match self.opened_record() {
            Some(opened) => opened.describe(&mut record, &self.moves()),
            None => {
                record.set("PB", self.setup.sides.player(Color::Black));
                record.set("PW", self.setup.sides.player(Color::White));
            }
        }
        if let Some(result) = self.result {
            record.set("RE", result.to_string());
        }
        record
    }

    /// Returns the game as a tree, with all that the record had from which it began. The line of the game
    /// comes first; other lines of the record are variations.
    pub fn tree(&self) -> Tree {
        self.tree_and_moves().0
    }

    /// Returns the tree, and the number of moves on its main line that are made if a record was opened.
    fn tree_and_moves(&self) -> (Tree, Option<usize>) {
        match &self.opened {
            None => (self.record().to_tree(), None),
            Some(opened) => {
                let (mut tree, moves) = opened.with_game(&self.game, self.result);
                if opened.is_own {
                    let root = tree.root();
                    tree.set_text(root, "PB", self.setup.sides.player(Color::Black));
                    tree.set_text(root, "PW", self.setup.sides.player(Color::White));
                }
                (tree, Some(moves))
            }
        }
    }

    /// Returns a text of the record that was opened, by its property: `PB`, `EV` and others of the root. The
    /// result `RE` is there only while the game is on the main line of the record.
    pub fn opened_text(&self, property: &str) -> Option<&str> {
        let opened = self.opened_record()?;
        match property {
            "RE" => opened.result(&self.moves()),
            _ => opened.get(property),
        }
    }

    /// Returns the record that was opened. `None` if it was made for notes.
    fn opened_record(&self) -> Option<&Opened> {
        self.opened.as_ref().filter(|opened| !opened.is_own)
    }

    fn moves(&self) -> Vec<(Color, Move)> {
        self.game.moves().collect()
    }

    /// Closes the game. A finished game is archived; another one is offered at the next start if it is
    /// stored.
    pub fn close(mut self) -> Vec<Event> {
        if self.result.is_some() {
            self.archive();
        } else if self.slot.is_some() && self.has_person_moved() {
            self.note("The game is kept; `katachi` offers it at the next start.");
        }
        self.news()
    }

    /// Archives the game beside its slot if the person has made a move.
    pub(super) fn archive(&mut self) {
        if self.slot.is_none() || !self.has_person_moved() {
            return;
        }
        let record = self.tree().to_sgf();
        if let Some(slot) = &mut self.slot {
            let archived = slot.archive(&record);
            self.tell(archived.map_or_else(|error| Event::NotKept(error.to_string()), Event::Archived));
        }
    }

    pub(super) fn keep(&mut self) {
        let saved = (self.slot.is_some() && self.has_person_moved()).then(|| self.saved());
        let result = self.result.map(|result| result.to_string());
        let kept = self.slot.as_mut().map(|slot| {
            let kept = match &saved {
                Some(saved) => slot.write(saved),
                None => slot.clear(),
            };
            kept.map_err(|error| format!("{}: {error}", slot.path().display()))
        });
        let logged = self.game_log.as_mut().map(|log| {
            let logged = log.update(&self.game, result.as_deref());
            logged.map_err(|error| format!("{}: {error}", log.path().display()))
        });
        let failures = [kept, logged].into_iter().flatten().filter_map(Result::err);
        self.events.extend(failures.map(Event::NotKept));
    }

    pub(super) fn save(&mut self, path: &Path, overwrite: bool) -> Result<(), Refusal> {
        let written = if overwrite { Ok(()) } else { check_own(path) };
        let written = written.and_then(|()| replace(path, self.tree().to_sgf()));
        let name = path.display();
        written.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("{name} {error}; choose another name, or save! {name}")
            }
            _ => format!("Cannot write {name}: {error}"),
        })?;
        self.note(format!("The game is in {name}."));
        Ok(())
    }

    /// Replaces the game by the main line of a tree and continues from its end. Returns an
    /// [`Event::Refused`] if the tree is no game.
    pub fn open(&mut self, tree: Tree) -> Vec<Event> {
        self.run(|this| {
            let opened = Opened::from_outside(tree).map_err(|why| Refusal::load("the record", &why))?;
            this.replace_by(opened, None)
        })
    }

    /// Adds names, comments and variations of the record that the game was made from. Nothing is added if the
    /// game is not on a line of the record.
    pub fn describe(&mut self, tree: Tree) {
        if let Ok((opened, _)) = Opened::new(tree)
            && opened.has(&self.moves())
        {
            self.opened = Some(opened);
            self.keep();
            self.events.clear();
        }
    }

    pub(super) fn load(&mut self, path: &Path, number: Option<usize>) -> Result<(), Refusal> {
        let name = path.display();
        let bytes = fs::read(path).map_err(|error| error.to_string());
        let opened = bytes.and_then(|bytes| Opened::from_outside(tree_of(&bytes)?));
        let opened = opened.map_err(|why| Refusal::load(&name, &why))?;
        let moves = opened.1.move_count();
        let number = number.unwrap_or(moves + 1);
        if !(1..=moves + 1).contains(&number) {
            return Err(Refusal::no_position(number, moves + 1));
        }
        let text = match number > moves {
            true => format!("{name} is loaded, {moves} moves."),
            false => format!("{name} is loaded, before move {number} of {moves}; redo goes forward."),
        };
        self.replace_by(opened, Some((number, text)))
    }

    /// Replaces the game by an opened one, and goes to the position before a move, which is told.
    fn replace_by(
        &mut self,
        (opened, game): (Opened, Game),
        before: Option<(usize, String)>,
    ) -> Result<(), Refusal> {
        self.setup.size = game.size();
        self.setup.rules = game.rules();
        self.replace(game);
        let stopped = opened.stop.as_ref().map(|why| format!("Note: {why}."));
        self.opened = Some(opened);
        if let Some((number, text)) = before {
            self.go_to(number)?;
            self.note(text);
        }
        self.events.extend(stopped.map(Event::Note));
        Ok(())
    }
}

/// Returns the game whose moves after two passes are those of the cleanup phases, as a dispute is played.
fn in_phases(game: &Game) -> Result<Game, String> {
    let mut again = game.clone();
    while again.undo().is_some() {}
    for (color, mv) in game.moves() {
        again.play(color, mv).map_err(|why| why.to_string())?;
    }
    Ok(again)
}

fn tree_of(bytes: &[u8]) -> Result<Tree, String> {
    let games = Games::new(bytes).map_err(|error| error.to_string())?;
    let first = games.into_iter().next().ok_or("there is no game in it")?;
    first.map_err(|error| error.to_string())
}

fn vertices(points: &PointSet, size: BoardSize) -> Vec<String> {
    points.iter().map(|p| size.vertex(p).to_string()).collect()
}

fn stored(left: TimeLeft) -> (u64, u32) {
    (left.time.as_millis() as u64, left.count)
}

fn left(left: Option<(u64, u32)>) -> Option<TimeLeft> {
    left.map(|(milliseconds, count)| TimeLeft {
        time: Duration::from_millis(milliseconds),
        count,
    })
}

fn turn_text((color, mv): (Color, Move), size: BoardSize) -> String {
    format!("{} {}", color.letter(), size.show(mv))
}

/// Reads a move with its side, such as `B D4`.
pub fn parse_turn(text: &str, size: BoardSize) -> Option<(Color, Move)> {
    let (color, vertex) = text.split_once(' ')?;
    Some((Color::parse(color)?, size.parse_move(vertex)?))
}

fn points(size: BoardSize, vertices: &[String]) -> Result<PointSet, String> {
    let all = vertices.iter().map(|text| {
        size.parse_vertex(text)
            .ok_or_else(|| format!("'{text}' is no point"))
    });
    all.collect()
}
