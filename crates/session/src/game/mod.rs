// SPDX-License-Identifier: MIT OR Apache-2.0

//! The game: what it is made of, and what is done with a command.

mod answers;
mod changes;
mod ending;
mod files;
mod moves;
#[cfg(test)]
mod tests;

use katachi::knowledge::Knowledge;
use katachi::play::{Player, Settings, TimeLeft};
use katachi::search::Now;
use katachi::{Choice, Engine};
use katachi_gtp::files::GameFile;
use katachi_rules::{Color, End, Game, GameResult, Move, Phase, PointSet};

use crate::agreement::Marks;
use crate::clocks::Clocks;
use crate::command::Command;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::{Setup, Sides};
use crate::store::Slot;
use crate::worker::{Job, Task, Thinking, Worker};

/// What is awaited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// A move of the person, of that colour.
    Person(Color),
    /// A move of Katachi, which is thinking: see [`PersonGame::poll`].
    Thinking(Color),
    /// It is Katachi's turn, but moves were taken back that can be made again: [`Command::Go`] or [`Command::Redo`].
    Waiting(Color),
    /// Both have passed: the person marks dead stones, then [`Command::Done`]; or [`Command::Resume`]. The marks come with
    /// [`Event::Counted`]; until then the engine is busy.
    Agreement,
    /// The game is over.
    Over(GameResult),
}

/// A game between a person and the engine. It owns all that goes on from move to move; see the crate's documentation.
#[derive(Debug)]
pub struct PersonGame {
    settings: Settings,
    knowledge: Knowledge,
    /// Of this game, as far as it says more than the game itself; and of the next one.
    setup: Setup,
    game: Game,
    /// Moves that were taken back, the one that comes next at the end.
    taken_back: Vec<(Color, Move)>,
    worker: Worker,
    clocks: Clocks,
    /// After two passes.
    marks: Option<Marks>,
    result: Option<GameResult>,
    /// With territory scoring: the game goes on in its cleanup phases, as something was in dispute.
    plays_cleanup: bool,
    /// The position in which something was in dispute last. Katachi takes dead stones off from then on.
    disputed: Option<u64>,
    /// Katachi's last move and why, with the number of moves before it.
    explained: Option<(usize, Choice)>,
    /// The engine's thread is gone.
    has_failed: bool,
    slot: Option<Slot>,
    game_log: Option<GameFile>,
}

impl PersonGame {
    /// A new game. If Katachi begins, it thinks already.
    ///
    /// # Errors
    /// A handicap that the board has not.
    pub fn new(engine: Engine, setup: Setup, thinking: Thinking) -> Result<Self, Refusal> {
        let game = setup.game()?;
        Ok(Self::with_game(engine, game, setup, thinking))
    }

    /// Goes on with a game. What `setup` says of the board, the rules, komi and handicap is for the next game.
    pub fn with_game(engine: Engine, game: Game, setup: Setup, thinking: Thinking) -> Self {
        let mut this = Self::at_rest(engine, game, setup, thinking);
        this.settle(&mut Vec::new());
        this
    }

    /// The same, before anything is asked of the engine.
    fn at_rest(engine: Engine, game: Game, setup: Setup, thinking: Thinking) -> Self {
        let settings = engine.settings;
        Self {
            settings,
            knowledge: engine.knowledge.clone(),
            setup,
            game,
            taken_back: Vec::new(),
            worker: Worker::new(Player::new(engine), thinking),
            clocks: Clocks::new(Now::default(), setup.time),
            marks: None,
            result: None,
            plays_cleanup: false,
            disputed: None,
            explained: None,
            has_failed: false,
            slot: None,
            game_log: None,
        }
    }

    /// Measures time by that clock from now on; both clocks are full.
    pub fn set_now(&mut self, now: Now) {
        self.clocks = Clocks::new(now, self.setup.time);
        self.settle(&mut Vec::new());
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is awaited.
    pub fn stage(&self) -> Stage {
        let to_move = self.game.to_move();
        if let Some(result) = self.result {
            Stage::Over(result)
        } else if self.marks.is_some() {
            Stage::Agreement
        } else if self.setup.sides.has(to_move) {
            Stage::Person(to_move)
        } else if self.taken_back.is_empty() && !self.has_failed {
            Stage::Thinking(to_move)
        } else {
            Stage::Waiting(to_move)
        }
    }

    /// Is the engine about something, so that [`PersonGame::poll`] will bring events?
    pub fn is_busy(&self) -> bool {
        self.worker.task().is_some()
    }

    /// Which sides the person plays.
    pub fn sides(&self) -> Sides {
        self.setup.sides
    }

    /// What the next game begins with.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// How the engine plays.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The stones that are marked as dead. None before two passes.
    pub fn dead(&self) -> Option<&PointSet> {
        self.marks.as_ref().map(|marks| &marks.dead)
    }

    /// The count by the marks, in a line. None before two passes.
    pub fn count(&self) -> Option<String> {
        self.marks.as_ref().map(|marks| marks.count(&self.game))
    }

    /// The result, if the game is over.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The moves that can be made again, the one that comes next first.
    pub fn taken_back(&self) -> impl Iterator<Item = (Color, Move)> {
        self.taken_back.iter().rev().copied()
    }

    /// Moves that can be made again.
    pub fn redo_count(&self) -> usize {
        self.taken_back.len()
    }

    /// Katachi's last move with all that it considered; none if that is not the last move of the game.
    pub fn explained(&self) -> Option<&Choice> {
        let last = self.game.moves().next_back()?.1;
        let (moves, choice) = self.explained.as_ref()?;
        (moves + 1 == self.game.move_count() && choice.mv == last).then_some(choice)
    }

    /// The time that a side has left now, as its clock shows it. None: no limit.
    pub fn time_left(&self, color: Color) -> Option<TimeLeft> {
        self.clocks.showing(color)
    }

    /// Does what is asked for, as far as it can be done at once: what the engine has to find comes by [`PersonGame::poll`]. What has
    /// happened, in its order; an [`Event::Refused`] if nothing was done.
    pub fn obey(&mut self, command: Command) -> Vec<Event> {
        let mut events = Vec::new();
        self.worker.rest();
        self.check_flag(&mut events);
        if let Err(why) = self.act(command, &mut events) {
            events.push(Event::Refused(why));
        }
        self.settle(&mut events);
        events
    }

    fn act(&mut self, command: Command, events: &mut Vec<Event>) -> Result<(), Refusal> {
        match command {
            Command::Play(mv) => self.play(mv, events),
            Command::Undo(count) => self.undo(count, events),
            Command::Redo(count) => self.redo(count, events),
            Command::GoTo(number) => self.go_to(number, events),
            Command::Go => self.go(),
            Command::Hint => self.ask_hint(),
            Command::Why => self.why(events),
            Command::Score => self.score(events),
            Command::Resign => self.resign(events),
            Command::ToggleDead(point) => self.mark(point, None, events),
            Command::Alive(point) => self.mark(point, Some(false), events),
            Command::Done => self.agree(events),
            Command::Resume => self.resume(events),
            Command::New(size) => self.begin(size, events),
            Command::Load(path, number) => self.load(path, number, events),
            Command::Save { path, overwrite } => self.save(path, overwrite, events),
            Command::Level(level) => self.set_level(level, events),
            Command::Komi(komi) => self.set_komi(komi, events),
            Command::Handicap(stones) => self.set_handicap(stones, events),
            Command::Rules(rules) => self.set_rules(rules, events),
            Command::Sides(sides) => self.set_sides(sides, events),
            Command::Swap => self.set_sides(self.setup.sides.swapped(), events),
            Command::Clock(system) => self.set_time(system, events),
        }
    }

    /// Brings everything in line with the position: whether the game is over, what the engine is asked for, which clock runs,
    /// what is kept.
    fn settle(&mut self, events: &mut Vec<Event>) {
        self.notice_end(events);
        let stage = self.stage();
        match stage {
            Stage::Thinking(color) if !matches!(self.worker.task(), Some(Task::Move { .. })) => {
                self.clocks.run(Some(color));
                let captures = self.disputed.is_some();
                self.ask(Task::Move { captures });
            }
            Stage::Person(color) | Stage::Thinking(color) => self.clocks.run(Some(color)),
            Stage::Waiting(_) | Stage::Agreement | Stage::Over(_) => self.clocks.run(None),
        }
        self.ponder(stage);
        self.keep(events);
    }

    /// Thinks on the person's time, if it is set so.
    fn ponder(&mut self, stage: Stage) {
        match stage {
            // What is set for the task of a job does not matter here.
            Stage::Person(_) if self.settings.time.ponder => self.worker.ponder(self.job(Task::Hint)),
            _ => self.worker.rest(),
        }
    }

    /// Has the last move ended the game, or the part before the agreement?
    fn notice_end(&mut self, events: &mut Vec<Event>) {
        if self.result.is_some() || !self.game.main_phase_is_over() {
            self.plays_cleanup &= self.game.main_phase_is_over();
            return;
        }
        if self.game.end() == Some(End::NoResult) {
            self.end(GameResult::NoResult, events);
        } else if self.plays_cleanup && self.game.phase() != Phase::Main {
            // There everything that stands counts.
            if let Some(result) = self.game.result() {
                self.end(result, events);
            }
        } else if self.marks.is_none() {
            self.marks = Some(Marks::unread(PointSet::EMPTY));
            self.ask(Task::Status);
        }
    }

    fn end(&mut self, result: GameResult, events: &mut Vec<Event>) {
        self.worker.cancel();
        self.result = Some(result);
        events.push(Event::Ended(result));
    }

    fn ask(&mut self, task: Task) {
        let job = self.job(task);
        self.worker.ask(job);
    }

    fn job(&self, task: Task) -> Job {
        Job {
            task,
            game: self.game.clone(),
            color: self.game.to_move(),
            settings: self.settings,
            knowledge: self.knowledge.clone(),
            clock: self.clocks.clock,
            now: self.clocks.now.clone(),
            start: self.clocks.since(),
        }
    }
}
