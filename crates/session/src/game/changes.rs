// SPDX-License-Identifier: MIT OR Apache-2.0

//! Settings that change during a game, and new games.

use katachi_engine::knowledge::Knowledge;
use katachi_engine::play::{Level, TimeSystem};
use katachi_rules::{BoardSize, Game, Rules};

use super::InteractiveGame;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::{Setup, Sides};
use crate::teaching::State;
use crate::time_text::time_system_text;

impl InteractiveGame {
    /// Begins a new game with the present settings.
    pub(super) fn begin(&mut self, size: Option<BoardSize>, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let setup = Setup {
            size: size.unwrap_or(self.setup.size),
            ..self.setup
        };
        let game = setup.game()?;
        self.setup = setup;
        self.replace(game, events);
        events.push(Event::Began);
        Ok(())
    }

    /// Begins a new game with other options, which also apply to later games. Returns an [`Event::Refused`]
    /// if they are impossible.
    pub fn begin_with(&mut self, setup: Setup) -> Vec<Event> {
        let mut events = Vec::new();
        match setup.game() {
            Ok(game) => {
                self.setup = setup;
                self.replace(game, &mut events);
                events.push(Event::Began);
            }
            Err(why) => events.push(Event::Refused(why)),
        }
        self.update(&mut events);
        events
    }

    /// Replaces the patterns and models, and restarts the present task of the engine.
    pub fn set_knowledge(&mut self, knowledge: Knowledge) -> Vec<Event> {
        let mut events = Vec::new();
        self.knowledge = knowledge;
        self.ask_again();
        self.update(&mut events);
        events
    }

    /// Replaces the game by another one, and archives it.
    pub(super) fn replace(&mut self, game: Game, events: &mut Vec<Event>) {
        self.worker.cancel();
        self.archive(events);
        self.game = game;
        self.taken_back.clear();
        self.marks = None;
        self.result = None;
        self.plays_cleanup = false;
        self.disputed = None;
        self.explained = None;
        self.has_failed = false;
        self.teaching.state = State::Kept;
        self.teaching.criticised = None;
        self.opened = None;
        self.clocks.restart(self.setup.time);
    }

    pub(super) fn set_level(&mut self, level: Level, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.settings.level = level;
        // A level takes the place of visits.
        if let Some(search) = &mut self.settings.search {
            search.visits = None;
        }
        self.changed(format!("Level {level} from now on."), events)
    }

    pub(super) fn set_komi(&mut self, komi: f32, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.game.set_komi(komi);
        self.setup.komi = Some(komi);
        self.changed(format!("Komi {komi}."), events)
    }

    pub(super) fn set_handicap(&mut self, stones: u8, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let setup = Setup {
            handicap: stones,
            ..self.setup
        };
        let game = Setup {
            size: self.game.size(),
            rules: self.game.rules(),
            ..setup
        };
        let game = game.game()?;
        self.setup = setup;
        let words = match stones {
            0 => "no handicap".to_owned(),
            _ => format!("{stones} handicap stones"),
        };
        if self.has_person_moved() {
            events.push(Event::ForNextGame(format!(
                "The next game has {words}; `new` begins it."
            )));
            return Ok(());
        }
        self.replace(game, events);
        events.push(Event::Began);
        events.push(Event::Changed(format!(
            "This game has {words}, komi {}.",
            self.game.komi()
        )));
        Ok(())
    }

    pub(super) fn set_rules(&mut self, rules: Rules, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.game
            .set_rules(rules)
            .map_err(|(number, why)| Refusal::Rules(number, why))?;
        self.setup.rules = rules;
        if !self.has_person_moved() && self.setup.komi.is_none() && self.game.handicap() == 0 {
            self.game.set_komi(rules.usual_komi());
        }
        self.marks = None;
        self.plays_cleanup = false;
        self.changed(format!("{rules} rules, komi {}.", self.game.komi()), events)
    }

    pub(super) fn set_sides(&mut self, sides: Sides, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.setup.sides = sides;
        self.teaching.state = State::Kept;
        self.changed(format!("From now on {sides}."), events)
    }

    pub(super) fn set_time(&mut self, system: TimeSystem, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.setup.time = system;
        self.clocks.restart(system);
        let text = match system {
            TimeSystem::Unlimited => "No clocks.".to_owned(),
            _ => format!("Both clocks have {} from now on.", time_system_text(system)),
        };
        self.changed(text, events)
    }

    /// Tells a changed setting, under which a task begins again.
    fn changed(&mut self, text: String, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.ask_again();
        events.push(Event::Changed(text));
        Ok(())
    }

    /// Cancels a task under old settings. `update` starts it again if it is still needed.
    fn ask_again(&mut self) {
        self.worker.cancel();
        self.clocks.run(None);
        if let Some(marks) = &self.marks
            && !marks.is_read()
        {
            self.marks = None;
        }
    }

    /// Returns whether the person has made a move in this game.
    pub(super) fn has_person_moved(&self) -> bool {
        let sides = self.setup.sides;
        let any_counts = sides == Sides::Neither;
        let mut all = self.game.moves().chain(self.taken_back.iter().copied());
        all.any(|(color, _)| any_counts || sides.has(color))
    }
}
