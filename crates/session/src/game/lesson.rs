// SPDX-License-Identifier: MIT OR Apache-2.0

//! Teaching in a game: which moves are judged, and what follows from the judgement.

use katachi_review::JudgedMove;
use katachi_rules::{Color, Move};

use super::InteractiveGame;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::Sides;
use crate::teaching::{State, Strictness, Warning};

impl InteractiveGame {
    /// Returns from which loss on moves are criticised. `None` without teaching.
    pub fn teaching(&self) -> Option<Strictness> {
        self.teaching.strictness
    }

    /// Returns the criticism of the last move while the person is asked about it.
    pub fn warning(&self) -> Option<&Warning> {
        match &self.teaching.state {
            State::Warned(warning) => Some(warning),
            State::Kept | State::Due => None,
        }
    }

    /// Begins or ends teaching from the next move on.
    pub(super) fn set_teaching(&mut self, strictness: Option<Strictness>, events: &mut Vec<Event>) {
        self.teaching.strictness = strictness;
        self.teaching.state = State::Kept;
        events.push(Event::Changed(match strictness {
            Some(strictness) => strictness.to_string(),
            None => "Teaching is off.".to_owned(),
        }));
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
    pub(super) fn judged(
        &mut self,
        judged: Option<&(JudgedMove, Option<&'static str>)>,
        events: &mut Vec<Event>,
    ) {
        self.teaching.state = State::Kept;
        let last: Option<(Color, Move)> = self.game.moves().next_back();
        let (Some(last), Some((judged, judge)), Some(strictness)) = (last, judged, self.teaching.strictness)
        else {
            return;
        };
        if let Some(warning) = Warning::new(last, judged, *judge, strictness) {
            self.teaching.criticised = Some(self.game.board().key());
            self.teaching.state = State::Warned(Box::new(warning.clone()));
            events.push(Event::Warned(Box::new(warning)));
        }
    }

    /// Names the better move after a warning.
    pub(super) fn show_better(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let State::Warned(warning) = &mut self.teaching.state else {
            return Err(Refusal::NoWarning);
        };
        warning.is_better_told = true;
        events.push(Event::Better {
            mv: warning.better,
            text: warning.better_text.clone(),
        });
        Ok(())
    }
}
