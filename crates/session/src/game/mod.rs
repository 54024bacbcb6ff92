// SPDX-License-Identifier: MIT OR Apache-2.0

//! The game of a session: its state, and the execution of commands.

mod answers;
mod changes;
mod ending;
mod files;
mod moves;
mod notes;
#[cfg(test)]
mod tests;

pub use files::{Saved, parse_turn};

use katachi_engine::search::Clock;
use katachi_engine::{Choice, Engine};
use katachi_gtp::files::GameFile;
use katachi_katago_json::SharedJudge;
use katachi_rules::{Color, End, Game, GameResult, Move, Phase, PointSet, TimeLeft};
use serde::Serialize;

use crate::agreement::Marks;
use crate::clocks::Clocks;
use crate::commands::Command;
use crate::event::Event;
use crate::opened::Opened;
use crate::refusal::Refusal;
use crate::setup::Setup;
use crate::store::Slot;
use crate::teaching::Teaching;
use crate::worker::{Job, Task, Thinking, Worker};

/// The next event that the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "stage", content = "color", rename_all = "lowercase")]
pub enum Stage {
    /// A move of the person, of that colour.
    Person(Color),
    /// A move of Katachi, which is thinking. [`InteractiveGame::poll`] takes it.
    Thinking(Color),
    /// It is Katachi's turn, but moves were taken back: [`Command::Go`] or [`Command::Redo`] continues. Or
    /// the person's last move is in question ([`InteractiveGame::warning`]): [`Command::Go`] keeps it.
    Waiting(Color),
    /// Both have passed: the person marks dead stones, then [`Command::Done`], or [`Command::Resume`]. The
    /// engine marks first and is busy until [`Event::Counted`].
    Agreement,
    /// The game is over.
    Over(#[serde(skip_serializing)] GameResult),
}

/// A game between a person and the engine. See the documentation of the crate.
#[derive(Debug)]
pub struct InteractiveGame {
    engine: Engine,
    /// Sides and time system of this game, and options of the next one.
    setup: Setup,
    game: Game,
    /// Moves that were taken back; the next one is the last.
    taken_back: Vec<(Color, Move)>,
    worker: Worker,
    clocks: Clocks,
    marks: Option<Marks>,
    result: Option<GameResult>,
    /// With territory scoring: a dispute is played out in the cleanup phases.
    plays_cleanup: bool,
    /// Position of the last dispute. Katachi captures dead stones from then on.
    disputed: Option<u64>,
    /// Katachi's last choice, with the number of moves before it.
    explained: Option<(usize, Choice)>,
    numbers: Option<String>,
    /// The engine's thread has ended.
    has_failed: bool,
    teaching: Teaching,
    /// The engine whose values hints, reasons, estimates and teaching have, with Katachi's words. Katachi's
    /// moves stay its own. When the judge fails, [`Event::JudgeFailed`] comes, and Katachi advises alone.
    pub judge: Option<SharedJudge>,
    opened: Option<Opened>,
    slot: Option<Slot>,
    game_log: Option<GameFile>,
    /// The events that nobody has heard of yet.
    events: Vec<Event>,
}

impl InteractiveGame {
    /// Begins a new game. If Katachi moves first, it starts to think.
    ///
    /// # Errors
    /// The board does not have the handicap of the setup.
    pub fn new(engine: Engine, setup: Setup, thinking: Thinking) -> Result<Self, Refusal> {
        let game = setup.game()?;
        Ok(Self::with_game(engine, game, setup, thinking))
    }

    /// Continues a game. Board, rules, komi and handicap of `setup` apply to the next game.
    pub fn with_game(engine: Engine, game: Game, setup: Setup, thinking: Thinking) -> Self {
        let mut this = Self::idle(engine, game, setup, thinking);
        this.update();
        this.events.clear();
        this
    }

    /// Creates the game before the engine gets its first task.
    fn idle(engine: Engine, game: Game, setup: Setup, thinking: Thinking) -> Self {
        Self {
            engine: engine.clone(),
            setup,
            game,
            taken_back: Vec::new(),
            worker: Worker::new(engine, thinking),
            clocks: Clocks::new(Clock::default(), setup.time),
            marks: None,
            result: None,
            plays_cleanup: false,
            disputed: None,
            explained: None,
            numbers: None,
            has_failed: false,
            teaching: Teaching::default(),
            judge: None,
            opened: None,
            slot: None,
            game_log: None,
            events: Vec::new(),
        }
    }

    /// Returns the game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns what the game waits for.
    pub fn stage(&self) -> Stage {
        let to_move = self.game.to_move();
        if let Some(result) = self.result {
            Stage::Over(result)
        } else if self.marks.is_some() {
            Stage::Agreement
        } else if self.setup.sides.has(to_move) {
            Stage::Person(to_move)
        } else if self.taken_back.is_empty() && !self.has_failed && self.warning().is_none() {
            Stage::Thinking(to_move)
        } else {
            Stage::Waiting(to_move)
        }
    }

    /// Returns whether the engine has a task whose events [`InteractiveGame::poll`] will return.
    pub fn is_busy(&self) -> bool {
        self.worker.task.is_some()
    }

    /// Returns the sides and the time system of this game, and the options of the next one.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the engine, with the settings of its moves.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns the stones that are marked as dead. `None` before two passes.
    pub fn dead(&self) -> Option<&PointSet> {
        self.marks.as_ref().map(|marks| &marks.dead)
    }

    /// Returns the count by the marks, in one line. `None` before two passes.
    pub fn count(&self) -> Option<String> {
        self.marks.as_ref().map(|marks| marks.count(&self.game))
    }

    /// Returns the result if the game is over.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// Returns the moves that can be played again, the next one first.
    pub fn taken_back(&self) -> impl Iterator<Item = (Color, Move)> {
        self.taken_back.iter().rev().copied()
    }

    /// Returns the choice of the last move of the game if Katachi made it.
    pub fn explained(&self) -> Option<&Choice> {
        let last = self.game.moves().next_back()?.1;
        let (moves, choice) = self.explained.as_ref()?;
        (moves + 1 == self.game.move_count() && choice.mv == last).then_some(choice)
    }

    /// Returns the time that a side has left, as its clock shows it. `None`: no limit.
    pub fn time_left(&self, color: Color) -> Option<TimeLeft> {
        self.clocks.showing(color)
    }

    /// Executes a command and returns its events, among them [`Event::Refused`] if nothing was done. Answers
    /// of the engine come later, by [`InteractiveGame::poll`].
    pub fn execute(&mut self, command: Command) -> Vec<Event> {
        self.worker.stop_pondering();
        self.check_flag();
        self.run(|this| this.apply(command))
    }

    /// Changes the game unless that is refused. Returns the events.
    fn run(&mut self, change: impl FnOnce(&mut Self) -> Result<(), Refusal>) -> Vec<Event> {
        if let Err(why) = change(self) {
            self.tell(Event::Refused(why));
        }
        self.update();
        self.news()
    }

    fn apply(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Play(mv) => self.play(mv)?,
            Command::Undo(count) => self.undo(count)?,
            Command::Redo(count) => self.redo(count)?,
            Command::GoTo(number) => self.go_to(number)?,
            Command::Go => self.go()?,
            Command::Hint => self.ask_hint()?,
            Command::Why => self.why()?,
            Command::Numbers => self.show_numbers()?,
            Command::Score => self.score()?,
            Command::Resign => self.resign()?,
            Command::ToggleDead(point) => self.mark(point, None)?,
            Command::Alive(point) => self.mark(point, Some(false))?,
            Command::Done => self.agree()?,
            Command::Resume => self.resume()?,
            Command::New(size) => {
                let size = size.unwrap_or(self.setup.size);
                self.begin(Setup { size, ..self.setup })?;
            }
            Command::Load(path, number) => self.load(&path, number)?,
            Command::Save { path, overwrite } => self.save(&path, overwrite)?,
            Command::Level(level) => self.set_level(level),
            Command::Komi(komi) => self.set_komi(komi),
            Command::Handicap(stones) => self.set_handicap(stones)?,
            Command::Rules(rules) => self.set_rules(rules)?,
            Command::Teach(strictness) => self.set_teaching(strictness),
            Command::Better => self.show_better()?,
            Command::Sides(sides) => self.set_sides(sides),
            Command::Swap => self.set_sides(self.setup.sides.swapped()),
            Command::Clock(system) => self.set_time(system),
        }
        Ok(())
    }

    fn tell(&mut self, event: Event) {
        self.events.push(event);
    }

    fn note(&mut self, text: impl Into<String>) {
        self.tell(Event::Note(text.into()));
    }

    fn news(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Updates everything that follows from the position: the end of the game, the task of the engine, the
    /// clocks, the stored game.
    fn update(&mut self) {
        self.notice_end();
        let stage = self.stage();
        match stage {
            // The judgement takes the time of neither side.
            Stage::Thinking(_) if self.is_judging() => {
                self.clocks.run(None);
                if self.worker.task != Some(Task::Judge) {
                    self.ask(Task::Judge);
                }
            }
            Stage::Thinking(color) if !matches!(self.worker.task, Some(Task::Move { .. })) => {
                self.clocks.run(Some(color));
                let captures = self.disputed.is_some();
                self.ask(Task::Move { captures });
            }
            Stage::Person(color) | Stage::Thinking(color) => self.clocks.run(Some(color)),
            Stage::Waiting(_) | Stage::Agreement | Stage::Over(_) => self.clocks.run(None),
        }
        match stage {
            // The task of the job does not matter here.
            Stage::Person(_) if self.engine.settings.time.ponder => {
                self.worker.ponder(self.job(Task::Status))
            }
            _ => self.worker.stop_pondering(),
        }
        self.keep();
    }

    /// Ends the game, or begins the agreement, after the last move.
    fn notice_end(&mut self) {
        if self.result.is_some() || !self.game.main_phase_is_over() {
            self.plays_cleanup &= self.game.main_phase_is_over();
        } else if self.game.end() == Some(End::NoResult) {
            self.end(GameResult::NoResult);
        } else if self.plays_cleanup && self.game.phase() != Phase::Main || !self.game.allows_agreement() {
            // In the cleanup phases, and where the rules know no agreement, all stones on the board count.
            if let Some(result) = self.game.result() {
                self.end(result);
            }
        } else if self.marks.is_none() {
            self.marks = Some(Marks::unread(PointSet::EMPTY));
            self.ask(Task::Status);
        }
    }

    fn end(&mut self, result: GameResult) {
        self.worker.cancel();
        self.result = Some(result);
        self.tell(Event::Ended(result));
    }

    fn ask(&mut self, task: Task) {
        self.worker.ask(self.job(task));
    }

    fn job(&self, task: Task) -> Job {
        Job {
            task,
            game: self.game.clone(),
            engine: self.engine.clone(),
            clocks: self.clocks.clone(),
            judge: self.judge.clone(),
            choice: None,
        }
    }
}
