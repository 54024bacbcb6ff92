// SPDX-License-Identifier: MIT OR Apache-2.0

//! The end of a game: by resignation, or by two passes and an agreement on dead stones.
//!
//! Katachi marks the stones that it has read as dead, and the person changes the marks. A mark that
//! contradicts the reading in the person's favour is in dispute. The game then continues: with area scoring
//! from before the passes, which costs nothing; with territory scoring in the cleanup phases of the rules. If
//! both pass again without a move, disputed stones count as alive.

use katachi_engine::analysis::FinalStatus;
use katachi_rules::{GameResult, Point, Scoring};
use katachi_view::Named;

use super::{InteractiveGame, Stage};
use crate::agreement::Marks;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::Sides;
use crate::worker::Task;

impl InteractiveGame {
    pub(super) fn resign(&mut self) -> Result<(), Refusal> {
        let (to_move, sides) = (self.game.to_move(), self.setup.sides);
        let color = match self.stage() {
            Stage::Over(_) => return Err(Refusal::OVER),
            Stage::Person(color) => color,
            // The person may also resign at Katachi's turn.
            _ if sides.has(to_move) => to_move,
            _ if sides.has(to_move.opposite()) => to_move.opposite(),
            _ => return Err(Refusal::THINKING),
        };
        self.note("You resign.");
        self.end(GameResult::Resignation(color.opposite()));
        Ok(())
    }

    pub(super) fn counted(&mut self, status: &FinalStatus) {
        let Some(marks) = &mut self.marks else { return };
        let is_kept = !marks.dead.is_empty();
        marks.record(status, is_kept);
        self.tell_count();
        if self.setup.sides == Sides::Neither {
            // No person can disagree.
            self.end_by_marks();
        }
    }

    pub(super) fn tell_count(&mut self) {
        if let Some(marks) = &self.marks {
            self.tell(Event::Counted(marks.text(&self.game)));
        }
    }

    /// Marks a string as dead or alive; `None` toggles its mark.
    pub(super) fn mark(&mut self, stone: Point, dead: Option<bool>) -> Result<(), Refusal> {
        let board = self.game.board().clone();
        let marks = self.agreed()?;
        if !board.cell(stone).is_stone() {
            return Err(format!("There is no stone on {}", board.size().vertex(stone)).into());
        }
        let dead = dead.unwrap_or(!marks.dead.contains(stone));
        marks.mark(&board, stone, dead);
        self.tell_count();
        Ok(())
    }

    pub(super) fn agree(&mut self) -> Result<(), Refusal> {
        let (board, sides, before) = (self.game.board().clone(), self.setup.sides, self.disputed);
        let marks = self.agreed()?;
        let disputed = marks.disputed(&board, |color| !sides.has(color));
        if disputed.is_empty() {
            self.end_by_marks();
        } else if before == Some(board.key()) {
            marks.dead.retain(|stone| !disputed.contains(stone));
            self.tell_count();
            self.end_by_marks();
        } else {
            self.disputed = Some(board.key());
            self.tell(Event::Jumped(format!(
                "Katachi does not agree about {}. The game goes on: play it out, then both pass again.",
                Named::new(disputed, board.size())
            )));
            self.play_on();
        }
        Ok(())
    }

    pub(super) fn resume(&mut self) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Agreement => {}
            Stage::Over(_) => return Err(Refusal::OVER),
            _ => return Err(Refusal::NOT_OVER),
        }
        self.tell(Event::Jumped("The game goes on.".to_owned()));
        self.play_on();
        Ok(())
    }

    fn play_on(&mut self) {
        self.worker.cancel();
        self.marks = None;
        match self.game.rules().scoring {
            Scoring::Territory => self.plays_cleanup = true,
            // The passes were an offer that the person declines.
            Scoring::Area => {
                for _ in 0..self.game.consecutive_passes() {
                    self.game.undo();
                }
            }
        }
    }

    fn end_by_marks(&mut self) {
        if let Some(marks) = &self.marks {
            self.end(marks.score(&self.game).result());
        }
    }

    /// Returns the marks, if the person may change or accept them.
    fn agreed(&mut self) -> Result<&mut Marks, Refusal> {
        match self.stage() {
            Stage::Over(_) => Err(Refusal::OVER),
            _ if self.worker.task == Some(Task::Status) => Err(Refusal::COUNTING),
            _ => self.marks.as_mut().ok_or(Refusal::NOT_OVER),
        }
    }
}
