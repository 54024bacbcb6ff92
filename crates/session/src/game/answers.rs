// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers of the engine, and clocks that run out.

use std::time::Duration;

use katachi_answers::{Advice, Question};
use katachi_engine::Choice;
use katachi_engine::play::Level;
use katachi_katago_json::JudgeFailure;
use katachi_rules::{Color, GameResult};

use super::InteractiveGame;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::worker::{Answer, Answered, Missing};

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
            if let Some(events) = self
                .take_answer(CLOCK_INTERVAL)
                .filter(|events| !events.is_empty())
            {
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
        // An answer without an event still leads to the next task.
        let mut is_answered = false;
        match self.worker.answer(within) {
            Ok(Answered { answer, failure }) => {
                is_answered = true;
                if let Some(failure) = failure {
                    self.judge_failed(&failure, &mut events);
                }
                self.use_answer(answer, &mut events);
            }
            Err(Missing::NotYet) => {}
            Err(Missing::Never) => {
                self.has_failed = true;
                events.push(Event::Refused(Refusal::EngineFailed));
            }
        }
        self.check_flag(&mut events);
        if events.is_empty() && !is_answered {
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
            Answer::Advice(question, Some(advice)) => self.advised(question, *advice, events),
            Answer::Advice(_, None) => events.push(Event::Refused(Refusal::NoMove)),
            Answer::Judged(judged) => self.judged(judged.as_deref(), events),
            Answer::Status(status) => self.counted(&status, events),
        }
    }

    /// Tells the failure of the judge, once. One that has ended is not asked again.
    fn judge_failed(&mut self, failure: &JudgeFailure, events: &mut Vec<Event>) {
        if failure.has_ended {
            self.dismiss_judge();
        }
        if failure.is_news {
            events.push(Event::JudgeFailed(failure.to_string()));
        }
    }

    /// Tells advice, and keeps its numbers.
    fn advised(&mut self, question: Question, advice: Advice, events: &mut Vec<Event>) {
        let Advice {
            mv, text, numbers, ..
        } = advice;
        if question != Question::Score {
            self.numbers = Some(numbers);
        }
        events.push(match (question, mv) {
            (Question::Hint, Some(mv)) => Event::Hint { mv, text },
            (Question::Why, _) => {
                let last = self.game.moves().next_back();
                let note = last.map_or_else(String::new, |(color, _)| self.level_note(color));
                Event::Why(note + &text)
            }
            _ => Event::Estimate(text),
        });
    }

    /// Returns a sentence for an explanation at full strength of a move that Katachi has made at a lower
    /// level. Empty for other moves.
    pub fn level_note(&self, color: Color) -> String {
        let level = self.settings.level;
        if self.setup.sides.has(color) || level == Level::FULL {
            return String::new();
        }
        match level.plays_shape() {
            true => format!("At level {level} Katachi chooses by shape and hardly reads. "),
            false => format!("At level {level} Katachi searches less than at full strength. "),
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
