// SPDX-License-Identifier: MIT OR Apache-2.0

//! Answers of the engine, judged moves of the person, and clocks that run out.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use katachi_answers::{Advice, Question};
use katachi_engine::Choice;
use katachi_engine::play::Level;
use katachi_katago_json::JudgeFailure;
use katachi_review::JudgedMove;
use katachi_rules::{Game, GameResult};
use katachi_view::Named;

use super::InteractiveGame;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::Sides;
use crate::teaching::{State, Strictness, Warning};
use crate::worker::Answer;

const CLOCK_INTERVAL: Duration = Duration::from_millis(50);

impl InteractiveGame {
    /// Returns the events since the last call: an answer of the engine, a clock that has run out. Does not
    /// wait in [`Thinking::Background`](crate::Thinking::Background). Takes at most one answer; call it while
    /// [`InteractiveGame::is_busy`].
    pub fn poll(&mut self) -> Vec<Event> {
        self.take_answer(Duration::ZERO)
    }

    /// Waits for the next event. Returns at once if the engine has no task.
    pub fn wait(&mut self) -> Vec<Event> {
        while self.is_busy() {
            let events = self.take_answer(CLOCK_INTERVAL);
            if !events.is_empty() {
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

    fn take_answer(&mut self, within: Duration) -> Vec<Event> {
        let answer = self.worker.answer(within);
        let is_answered = answer.is_ok();
        match answer {
            Ok((answer, failure)) => {
                if let Some(news) = failure.and_then(|failure| self.judge_failed(&failure)) {
                    self.tell(Event::JudgeFailed(news));
                }
                self.use_answer(answer);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => self.engine_failed(),
        }
        self.check_flag();
        // An answer without an event still leads to the next task.
        if is_answered || !self.events.is_empty() {
            self.update();
        }
        self.news()
    }

    fn engine_failed(&mut self) {
        self.has_failed = true;
        self.tell(Event::Refused(Refusal::ENGINE_FAILED));
    }

    pub(super) fn check_flag(&mut self) {
        let Some(color) = self.clocks.fallen().filter(|_| self.result.is_none()) else {
            return;
        };
        self.clocks.run(None);
        let whose = match self.setup.sides.has(color) {
            true => "Your",
            false => "Katachi's",
        };
        self.note(format!("{whose} time is over ({color})."));
        self.end(GameResult::Time(color.opposite()));
        self.keep();
    }

    fn use_answer(&mut self, answer: Answer) {
        match answer {
            Answer::Move(choice) if choice.resigns => {
                self.note("Katachi resigns.");
                self.end(GameResult::Resignation(self.game.to_move().opposite()));
            }
            Answer::Move(choice) => self.engine_moves(*choice),
            Answer::Advice(question, Some(advice)) => self.advised(question, *advice),
            Answer::Advice(_, None) => self.tell(Event::Refused(Refusal::NO_MOVE)),
            Answer::Judged { last, judge } => self.judged(last.as_deref(), judge),
            Answer::Status(status) => self.counted(&status),
        }
    }

    /// Drops a judge that has ended. Returns the failure in sentences if it is news.
    pub fn judge_failed(&mut self, failure: &JudgeFailure) -> Option<String> {
        if failure.has_ended {
            self.judge = None;
        }
        failure.is_news.then(|| failure.to_string())
    }

    /// Tells advice, and keeps its numbers.
    fn advised(&mut self, question: Question, advice: Advice) {
        let text = advice.in_dialogue(question, &self.level_note(&self.game));
        if question != Question::Score {
            self.numbers = Some(advice.numbers);
        }
        self.tell(match (question, advice.mv) {
            (Question::Hint, Some(mv)) => Event::Hint { mv, text },
            _ => Event::Note(text),
        });
    }

    /// Returns a sentence for an explanation at full strength of the last move of a game, if Katachi has made
    /// it at a lower level. Empty for other moves.
    pub fn level_note(&self, game: &Game) -> String {
        let (level, last) = (self.engine.settings.level, game.moves().next_back());
        if level == Level::FULL || last.is_none_or(|(color, _)| self.setup.sides.has(color)) {
            return String::new();
        }
        match level.plays_shape() {
            true => format!("At level {level} Katachi chooses by shape and hardly reads. "),
            false => format!("At level {level} Katachi searches less than at full strength. "),
        }
    }

    fn engine_moves(&mut self, mut choice: Choice) {
        let color = self.game.to_move();
        // A move after the end of the time does not count.
        if self.clocks.fallen().is_some() {
            return;
        }
        if let Some(game_log) = &mut self.game_log {
            game_log.add(&self.game, color, &choice);
        }
        choice.mv = choice.allowed(&self.game, color);
        let (moves, mv) = (self.game.move_count(), choice.mv);
        if self.game.play(color, mv).is_err() {
            // Only a cleanup phase forbids a pass, to the side that is not to move.
            return self.engine_failed();
        }
        self.clocks.moved(color);
        self.explained = Some((moves, choice));
        let by_person = false;
        self.tell(Event::Moved { color, mv, by_person });
    }

    /// Returns from which loss on moves are criticised. `None` without teaching.
    pub fn teaching(&self) -> Option<Strictness> {
        self.teaching.strictness
    }

    /// Returns the criticism of the last move while the person is asked about it.
    pub fn warning(&self) -> Option<&Warning> {
        match &self.teaching.state {
            State::Warned(warning, _) => Some(warning),
            State::Kept | State::Due => None,
        }
    }

    pub(super) fn set_teaching(&mut self, strictness: Option<Strictness>) {
        self.teaching.strictness = strictness;
        self.teaching.state = State::Kept;
        self.note(strictness.map_or("Teaching is off.".to_owned(), Strictness::sentence));
    }

    /// Marks the move that the person has just made as one to be judged. A move that was criticised and is
    /// played again is kept.
    pub(super) fn begin_judging(&mut self) {
        let answers = matches!(self.setup.sides, Sides::Black | Sides::White);
        let is_again = self.teaching.criticised == Some(self.game.board().key());
        let is_over = self.game.main_phase_is_over();
        let is_judged = self.teaching.strictness.is_some() && answers && !is_again && !is_over;
        self.teaching.state = if is_judged { State::Due } else { State::Kept };
    }

    /// Returns whether the last move is judged before Katachi answers.
    pub fn is_judging(&self) -> bool {
        self.teaching.state == State::Due
    }

    /// Takes the judgement of the last move, with the name of the judge if it is not Katachi's. Without one,
    /// as after [`Command::Go`](crate::Command::Go), the move is kept.
    fn judged(&mut self, judged: Option<&JudgedMove>, judge: Option<&str>) {
        self.teaching.state = State::Kept;
        let last = self.game.moves().next_back();
        let last = last.map(|(color, mv)| (color, Named::new(mv, self.game.size())));
        if let (Some(last), Some(judged), Some(strictness)) = (last, judged, self.teaching.strictness)
            && let Some((warning, better)) = Warning::new(last, judged, judge, strictness)
        {
            let warning = Box::new(warning);
            self.teaching.criticised = Some(self.game.board().key());
            self.teaching.state = State::Warned(warning.clone(), better);
            self.tell(Event::Warned(warning));
        }
    }

    pub(super) fn show_better(&mut self) -> Result<(), Refusal> {
        let State::Warned(warning, better) = &mut self.teaching.state else {
            return Err(Refusal::because(
                "No move of yours is in question: `better` follows a warning of `teach`",
            ));
        };
        warning.better = Some(better.clone());
        let (mv, text) = (*better.mv, better.text.clone());
        self.tell(Event::Better { mv, text });
        Ok(())
    }
}
