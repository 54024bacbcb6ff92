// SPDX-License-Identifier: MIT OR Apache-2.0

//! Settings that change during a game, and new games.

use katachi_engine::knowledge::Knowledge;
use katachi_engine::play::Level;
use katachi_rules::{Game, Rules, TimeSystem};

use super::InteractiveGame;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::{Setup, Sides};
use crate::teaching::State;

impl InteractiveGame {
    pub(super) fn begin(&mut self, setup: Setup) -> Result<(), Refusal> {
        let game = setup.game()?;
        self.setup = setup;
        self.replace(game);
        Ok(())
    }

    /// Begins a new game with other options, which also apply to later games. Returns an [`Event::Refused`]
    /// if they are impossible.
    pub fn begin_with(&mut self, setup: Setup) -> Vec<Event> {
        self.run(|this| this.begin(setup))
    }

    /// Replaces the patterns and models, and restarts the present task of the engine.
    pub fn set_knowledge(&mut self, knowledge: Knowledge) -> Vec<Event> {
        self.engine.knowledge = knowledge;
        self.ask_again();
        self.update();
        self.news()
    }

    /// Replaces the game by another one, and archives it.
    pub(super) fn replace(&mut self, game: Game) {
        self.worker.cancel();
        self.archive();
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
        self.tell(Event::Jumped(String::new()));
    }

    pub(super) fn set_level(&mut self, level: Level) {
        self.engine.settings.level = level;
        // A level takes the place of visits.
        if let Some(search) = &mut self.engine.settings.search {
            search.visits = None;
        }
        self.changed(format!("Level {level} from now on."));
    }

    pub(super) fn set_komi(&mut self, komi: f32) {
        self.game.set_komi(komi);
        self.setup.komi = Some(komi);
        self.changed(format!("Komi {komi}."));
    }

    pub(super) fn set_handicap(&mut self, handicap: u8) -> Result<(), Refusal> {
        let setup = Setup {
            handicap,
            ..self.setup
        };
        let game = Setup {
            size: self.game.size(),
            rules: self.game.rules(),
            ..setup
        };
        let game = game.game()?;
        self.setup = setup;
        let words = match handicap {
            0 => "no handicap".to_owned(),
            _ => format!("{handicap} handicap stones"),
        };
        if self.has_person_moved() {
            self.note(format!("The next game has {words}; `new` begins it."));
        } else {
            self.replace(game);
            self.note(format!("This game has {words}, komi {}.", self.game.komi()));
        }
        Ok(())
    }

    pub(super) fn set_rules(&mut self, rules: Rules) -> Result<(), Refusal> {
        self.game.set_rules(rules).map_err(|(number, why)| {
            format!("The rules cannot be changed: move {number} would be illegal ({why})")
        })?;
        self.setup.rules = rules;
        if !self.has_person_moved() && self.setup.komi.is_none() && self.game.handicap() == 0 {
            self.game.set_komi(rules.usual_komi());
        }
        self.marks = None;
        self.plays_cleanup = false;
        self.changed(format!("{rules} rules, komi {}.", self.game.komi()));
        Ok(())
    }

    pub(super) fn set_sides(&mut self, sides: Sides) {
        self.setup.sides = sides;
        self.teaching.state = State::Kept;
        self.changed(format!("From now on {sides}."));
    }

    pub(super) fn set_time(&mut self, system: TimeSystem) {
        self.setup.time = system;
        self.clocks.restart(system);
        self.changed(match system {
            TimeSystem::Unlimited => "No clocks.".to_owned(),
            _ => format!("Both clocks have {system} from now on."),
        });
    }

    /// Tells a changed setting, under which a task begins again.
    fn changed(&mut self, text: String) {
        self.ask_again();
        self.note(text);
    }

    /// Cancels a task under old settings. `update` starts it again if it is still needed.
    fn ask_again(&mut self) {
        self.worker.cancel();
        self.clocks.run(None);
        self.marks.take_if(|marks| !marks.is_read());
    }

    pub(super) fn has_person_moved(&self) -> bool {
        let sides = self.setup.sides;
        let mut all = self.game.moves().chain(self.taken_back.iter().copied());
        all.any(|(color, _)| sides == Sides::Neither || sides.has(color))
    }
}
