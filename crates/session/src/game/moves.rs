// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves: played, taken back and played again.

use katachi_answers::Question;
use katachi_engine::play::{Level, TimeSystem};
use katachi_rules::{Color, Game, GameResult, Move};

use super::{InteractiveGame, Stage};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::Sides;
use crate::teaching::State;
use crate::worker::{Job, Task};

impl InteractiveGame {
    pub(super) fn play(&mut self, mv: Move, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let color = self.persons_turn()?;
        let size = self.game.size();
        self.game
            .play(color, mv)
            .map_err(|why| Refusal::illegal(size, mv, why))?;
        // A hint for the earlier position is obsolete.
        self.worker.cancel();
        self.taken_back.clear();
        self.clocks.moved(color);
        self.begin_judging();
        events.push(Event::Moved {
            color,
            mv,
            by_person: true,
        });
        Ok(())
    }

    /// Returns the person's colour if the person is to move.
    pub(super) fn persons_turn(&self) -> Result<Color, Refusal> {
        match self.stage() {
            Stage::Person(color) => Ok(color),
            Stage::Thinking(_) => Err(Refusal::Thinking),
            Stage::Waiting(_) if self.has_failed => Err(Refusal::EngineFailed),
            Stage::Waiting(_) if self.warning().is_some() => Err(Refusal::Warned),
            Stage::Waiting(_) => Err(Refusal::Waiting),
            Stage::Agreement => Err(Refusal::Agreeing),
            Stage::Over(_) => Err(Refusal::Over),
        }
    }

    /// Makes Katachi move now.
    pub(super) fn go(&mut self) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Thinking(_) => self.worker.hurry(),
            Stage::Waiting(_) => {
                self.taken_back.clear();
                self.has_failed = false;
                self.teaching.state = State::Kept;
            }
            Stage::Person(_) => return Err(Refusal::YourTurn),
            Stage::Agreement => return Err(Refusal::Agreeing),
            Stage::Over(_) => return Err(Refusal::Over),
        }
        Ok(())
    }

    pub(super) fn undo(&mut self, count: usize, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let mut count = count;
        if let Some(GameResult::Resignation(winner)) = self.result
            && self.setup.sides.has(winner.opposite())
            && count > 0
        {
            // The person has resigned.
            self.result = None;
            events.push(Event::Jumped);
            count -= 1;
            if count == 0 {
                return Ok(());
            }
        }
        let sides = self.setup.sides;
        let is_persons = |game: &Game| game.moves().any(|(color, _)| sides.has(color));
        let any_counts = sides == Sides::Neither;
        let mut is_undone = false;
        for _ in 0..count {
            if !(is_persons(&self.game) || any_counts && self.game.move_count() > 0) {
                break;
            }
            is_undone = true;
            while let Some((color, _)) = self.take_back() {
                if any_counts || sides.has(color) {
                    break;
                }
            }
        }
        if !is_undone {
            return Err(Refusal::NothingToUndo);
        }
        self.jumped(events);
        Ok(())
    }

    pub(super) fn redo(&mut self, count: usize, events: &mut Vec<Event>) -> Result<(), Refusal> {
        if self.taken_back.is_empty() {
            return Err(Refusal::NothingToRedo);
        }
        for _ in 0..count {
            while let Some(color) = self.make_again() {
                if self.setup.sides.has(color) {
                    break;
                }
            }
            // The answers to the move.
            while let Some(&(color, _)) = self.taken_back.last() {
                if self.setup.sides.has(color) {
                    break;
                }
                self.make_again();
            }
        }
        self.jumped(events);
        Ok(())
    }

    /// Goes to the position before the move of that number.
    pub(super) fn go_to(&mut self, number: usize, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let last = self.game.move_count() + self.taken_back.len() + 1;
        if !(1..=last).contains(&number) {
            return Err(Refusal::NoPosition(number, last));
        }
        while self.game.move_count() + 1 > number {
            self.take_back();
        }
        while self.game.move_count() + 1 < number {
            self.make_again();
        }
        self.jumped(events);
        Ok(())
    }

    fn take_back(&mut self) -> Option<(Color, Move)> {
        let taken = self.game.undo()?;
        self.taken_back.push(taken);
        Some(taken)
    }

    /// Plays the next move that was taken back. Returns its side.
    fn make_again(&mut self) -> Option<Color> {
        let (color, mv) = self.taken_back.pop()?;
        match self.game.play(color, mv) {
            Ok(()) => Some(color),
            // It was legal before; if it is not now, later moves are impossible too.
            Err(_) => {
                self.taken_back.clear();
                None
            }
        }
    }

    /// Forgets the answers about the previous position.
    pub(super) fn jumped(&mut self, events: &mut Vec<Event>) {
        self.worker.cancel();
        self.clocks.run(None);
        // A game that was lost on time continues without clocks.
        if let Some(GameResult::Time(_)) = self.result {
            self.setup.time = TimeSystem::Unlimited;
            self.clocks.restart(self.setup.time);
        }
        self.result = None;
        self.marks = None;
        self.teaching.state = State::Kept;
        events.push(Event::Jumped);
    }

    pub(super) fn ask_hint(&mut self) -> Result<(), Refusal> {
        self.persons_turn()?;
        self.ask(Task::Ask(Question::Hint));
        Ok(())
    }

    /// Explains the last move. The engine thinks about it now, at full strength, unless it did so before the
    /// move. A judge is asked in any case.
    pub(super) fn why(&mut self) -> Result<(), Refusal> {
        if self.game.move_count() == 0 {
            return Err(Refusal::NoMove);
        }
        self.is_free()?;
        let is_its_own = self.settings.level == Level::FULL && self.judge.is_none();
        let choice = self.explained().filter(|_| is_its_own).cloned();
        self.worker.ask(Job {
            choice,
            ..self.job(Task::Ask(Question::Why))
        });
        Ok(())
    }

    /// Shows the numbers behind the last explanation.
    pub(super) fn show_numbers(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let numbers = self.numbers.clone().ok_or(Refusal::NoNumbers)?;
        events.push(Event::Numbers(numbers));
        Ok(())
    }

    /// Gives an estimate, or the count after two passes.
    pub(super) fn score(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.is_free()?;
        match &self.marks {
            Some(marks) => events.push(Event::Marked {
                dead: marks.dead,
                text: marks.count(&self.game),
            }),
            None => self.ask(Task::Ask(Question::Score)),
        }
        Ok(())
    }

    /// Fails if the engine has a task for the game itself.
    fn is_free(&self) -> Result<(), Refusal> {
        match self.worker.task() {
            Some(Task::Move { .. } | Task::Judge) => Err(Refusal::Thinking),
            Some(Task::Status) => Err(Refusal::Counting),
            _ => Ok(()),
        }
    }
}
