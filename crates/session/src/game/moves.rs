// SPDX-License-Identifier: MIT OR Apache-2.0

//! Moves: played, taken back and played again.

use katachi_answers::Question;
use katachi_engine::play::Level;
use katachi_rules::{Color, GameResult, Move, TimeSystem};

use super::{InteractiveGame, Stage};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::Sides;
use crate::teaching::State;
use crate::worker::{Job, Task};

impl InteractiveGame {
    pub(super) fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        let color = self.persons_turn()?;
        let size = self.game.size();
        let played = self.game.play(color, mv);
        played.map_err(|why| Refusal::illegal(size, mv, why))?;
        // A hint for the earlier position is obsolete.
        self.worker.cancel();
        self.taken_back.clear();
        self.clocks.moved(color);
        self.begin_judging();
        let by_person = true;
        self.tell(Event::Moved { color, mv, by_person });
        Ok(())
    }

    fn persons_turn(&self) -> Result<Color, Refusal> {
        Err(match self.stage() {
            Stage::Person(color) => return Ok(color),
            Stage::Thinking(_) => Refusal::THINKING,
            Stage::Waiting(_) if self.has_failed => Refusal::ENGINE_FAILED,
            Stage::Waiting(_) if self.warning().is_some() => Refusal::because(
                "Your last move is in question: `undo` takes it back, `go` keeps it, `better` shows a better one",
            ),
            Stage::Waiting(_) => {
                Refusal::because("It is Katachi's turn: `go` lets it move, `redo` goes forward again")
            }
            Stage::Agreement => Refusal::AGREEING,
            Stage::Over(_) => Refusal::OVER,
        })
    }

    pub(super) fn go(&mut self) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Thinking(_) => self.worker.hurry(),
            Stage::Waiting(_) => {
                self.taken_back.clear();
                self.has_failed = false;
                self.teaching.state = State::Kept;
            }
            Stage::Person(_) => return Err(Refusal::because("It is your turn: play a point, or `pass`")),
            Stage::Agreement => return Err(Refusal::AGREEING),
            Stage::Over(_) => return Err(Refusal::OVER),
        }
        Ok(())
    }

    pub(super) fn undo(&mut self, mut count: usize) -> Result<(), Refusal> {
        let sides = self.setup.sides;
        if let Some(GameResult::Resignation(winner)) = self.result
            && sides.has(winner.opposite())
            && count > 0
        {
            // The person has resigned.
            self.result = None;
            self.tell(Event::Jumped(String::new()));
            count -= 1;
            if count == 0 {
                return Ok(());
            }
        }
        let counts = |color| sides == Sides::Neither || sides.has(color);
        let moves = self.game.moves().enumerate();
        let own: Vec<usize> = moves
            .filter(|(_, (color, _))| counts(*color))
            .map(|(at, _)| at)
            .collect();
        let first = own.get(own.len().saturating_sub(count));
        let &first = first.ok_or(Refusal::because("You have made no move yet"))?;
        self.jump_to(first);
        Ok(())
    }

    pub(super) fn redo(&mut self, count: usize) -> Result<(), Refusal> {
        if self.taken_back.is_empty() {
            return Err(Refusal::because("There is nothing to redo"));
        }
        let (sides, made) = (self.setup.sides, self.game.move_count());
        // The answers to the last of the moves come back, too.
        let is_own = |(_, (color, _)): &(usize, (Color, Move))| sides.has(*color);
        let after = self.taken_back().enumerate().filter(is_own).nth(count);
        let after = after.map_or(self.taken_back.len(), |(at, _)| at);
        self.jump_to(made + after);
        Ok(())
    }

    pub(super) fn go_to(&mut self, number: usize) -> Result<(), Refusal> {
        let last = self.game.move_count() + self.taken_back.len() + 1;
        if !(1..=last).contains(&number) {
            return Err(Refusal::no_position(number, last));
        }
        self.jump_to(number - 1);
        Ok(())
    }

    /// Goes to the position after that number of moves, and forgets the answers about the previous position.
    fn jump_to(&mut self, moves: usize) {
        while self.game.move_count() > moves {
            self.taken_back.extend(self.game.undo());
        }
        while self.game.move_count() < moves
            && let Some((color, mv)) = self.taken_back.pop()
        {
            // It was legal before; if it is not now, later moves are impossible too.
            if self.game.play(color, mv).is_err() {
                self.taken_back.clear();
            }
        }
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
        self.tell(Event::Jumped(String::new()));
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
            return Err(Refusal::NO_MOVE);
        }
        self.is_free()?;
        let is_its_own = self.engine.settings.level == Level::FULL && self.judge.is_none();
        let choice = self.explained().filter(|_| is_its_own).cloned();
        self.worker.ask(Job {
            choice,
            ..self.job(Task::Ask(Question::Why))
        });
        Ok(())
    }

    pub(super) fn show_numbers(&mut self) -> Result<(), Refusal> {
        let none = || Refusal::because("There are no numbers yet: ask for a `hint`, or `why`");
        self.note(self.numbers.clone().ok_or_else(none)?);
        Ok(())
    }

    /// Gives an estimate, or the count after two passes.
    pub(super) fn score(&mut self) -> Result<(), Refusal> {
        self.is_free()?;
        match self.marks {
            Some(_) => self.tell_count(),
            None => self.ask(Task::Ask(Question::Score)),
        }
        Ok(())
    }

    /// Fails if the engine has a task for the game itself.
    fn is_free(&self) -> Result<(), Refusal> {
        match self.worker.task {
            Some(Task::Move { .. } | Task::Judge) => Err(Refusal::THINKING),
            Some(Task::Status) => Err(Refusal::COUNTING),
            _ => Ok(()),
        }
    }
}
