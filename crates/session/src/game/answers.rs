// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers of the engine, and clocks that run out.

use std::fmt::Write as _;
use std::time::Duration;

use katachi::Choice;
use katachi_rules::{Color, Game, GameResult, Move};
use katachi_view as view;

use super::InteractiveGame;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::worker::{Answer, Missing};

/// Interval at which clocks are checked while the engine works.
const CLOCK_INTERVAL: Duration = Duration::from_millis(50);

impl InteractiveGame {
    /// Returns the events since the last call: an answer of the engine, a clock that has run out. Does not
    /// wait in [`Thinking::Background`](crate::Thinking::Background). Takes at most one answer; call it while
    /// [`InteractiveGame::is_busy`].
    pub fn poll(&mut self) -> Vec<Event> {
        self.take_answer(Duration::ZERO).unwrap_or_default()
    }

    /// Waits for the next event. Returns at once if the engine has no task.
    pub fn wait(&mut self) -> Vec<Event> {
        while self.is_busy() {
            if let Some(events) = self.take_answer(CLOCK_INTERVAL) {
                return events;
            }
        }
        self.poll()
    }

    /// Waits until the engine is idle, and appends its events. For dialogues that wait anyway. If Katachi
    /// plays both sides, this lasts until the game ends.
    pub fn finish(&mut self, mut events: Vec<Event>) -> Vec<Event> {
        while self.is_busy() {
            events.extend(self.wait());
        }
        events
    }

    fn take_answer(&mut self, within: Duration) -> Option<Vec<Event>> {
        let mut events = Vec::new();
        match self.worker.answer(within) {
            Ok(answer) => self.use_answer(answer, &mut events),
            Err(Missing::NotYet) => {}
            Err(Missing::Never) => {
                self.has_failed = true;
                events.push(Event::Refused(Refusal::EngineFailed));
            }
        }
        self.check_flag(&mut events);
        if events.is_empty() {
            return None;
        }
        self.update(&mut events);
        Some(events)
    }

    /// Ends the game if the time of the side to move is over.
    pub(super) fn check_flag(&mut self, events: &mut Vec<Event>) {
        let Some(color) = self.clocks.fallen().filter(|_| self.result.is_none()) else {
            return;
        };
        self.clocks.run(None);
        let of_person = self.setup.sides.has(color);
        events.push(Event::FlagFell { color, of_person });
        self.end(GameResult::Time(color.opposite()), events);
        self.keep(events);
    }

    fn use_answer(&mut self, answer: Answer, events: &mut Vec<Event>) {
        let color = self.game.to_move();
        match answer {
            Answer::Move(choice) => self.engine_moves(*choice, events),
            Answer::Resigns => {
                let by_person = false;
                events.push(Event::Resigned { color, by_person });
                self.end(GameResult::Resignation(color.opposite()), events);
            }
            Answer::Hint(choice) => events.push(Event::Hint {
                mv: choice.mv,
                text: explanation(&choice, &self.game, color),
            }),
            Answer::Why(text) => events.push(Event::Why(text)),
            Answer::Status(status) => self.counted(&status, events),
            Answer::Estimate(estimate) => events.push(Event::Estimate(estimate)),
        }
    }

    fn engine_moves(&mut self, mut choice: Choice, events: &mut Vec<Event>) {
        let color = self.game.to_move();
        // A move after the end of the time does not count.
        if self.clocks.fallen().is_some() {
            return;
        }
        if let Some(game_log) = &mut self.game_log {
            game_log.add(&self.game, color, &choice);
        }
        choice.mv = choice.allowed(&self.game, color);
        let moves = self.game.move_count();
        if self.game.play(color, choice.mv).is_err() {
            // Only a cleanup phase forbids a pass, to the side that is not to move.
            self.has_failed = true;
            events.push(Event::Refused(Refusal::EngineFailed));
            return;
        }
        self.clocks.moved(color);
        let mv = choice.mv;
        self.explained = Some((moves, choice));
        events.push(Event::Moved {
            color,
            mv,
            by_person: false,
        });
    }
}

/// Returns a choice with its reasons and its numbers in the search, in lines.
pub(super) fn explanation(choice: &Choice, game: &Game, color: Color) -> String {
    let size = game.size();
    let mut text = format!("{}.\n", view::choice::headline(choice, size, color));
    for reason in view::choice::chosen(choice).iter().flat_map(|p| p.counting()) {
        let _ = writeln!(text, "  {}", view::choice::reason_line(reason, size));
    }
    text += &view::search::explained(choice, size);
    if choice.mv == Move::Pass && choice.search.is_none() {
        text += "Nothing on the board is worth a stone.\n";
    }
    text.trim_end().to_owned()
}
