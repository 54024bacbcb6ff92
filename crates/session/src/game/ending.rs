// SPDX-License-Identifier: MIT OR Apache-2.0

//! The end of a game: by resignation, or by two passes and an agreement on dead stones.
//!
//! Katachi marks the stones that it has read as dead, and the person changes the marks. A mark that
//! contradicts the reading in the person's favour is in dispute. The game then continues: with area scoring
//! from before the passes, which costs nothing; with territory scoring in the cleanup phases of the rules. If
//! both pass again without a move, disputed stones count as alive.

use katachi_engine::analysis::FinalStatus;
use katachi_rules::{GameResult, Point, Scoring};

use super::{InteractiveGame, Stage};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::Sides;
use crate::worker::Task;

impl InteractiveGame {
    pub(super) fn resign(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        let color = match self.stage() {
            Stage::Over(_) => return Err(Refusal::Over),
            Stage::Person(color) => color,
            // The person may also resign at Katachi's turn.
            _ => {
                let to_move = self.game.to_move();
                let sides = self.setup.sides;
                match (sides.has(to_move), sides.has(to_move.opposite())) {
                    (true, _) => to_move,
                    (false, true) => to_move.opposite(),
                    (false, false) => return Err(Refusal::Thinking),
                }
            }
        };
        let by_person = true;
        events.push(Event::Resigned { color, by_person });
        self.end(GameResult::Resignation(color.opposite()), events);
        Ok(())
    }

    /// Takes the result of reading.
    pub(super) fn counted(&mut self, status: &FinalStatus, events: &mut Vec<Event>) {
        let Some(marks) = &mut self.marks else { return };
        let is_kept = !marks.dead.is_empty();
        marks.record(status, is_kept);
        events.push(Event::Counted {
            dead: marks.dead,
            text: marks.count(&self.game),
        });
        if self.setup.sides == Sides::Neither {
            // No person can disagree.
            self.end_by_marks(events);
        }
    }

    /// Marks a string as dead or alive; `None` toggles its mark.
    pub(super) fn mark(
        &mut self,
        stone: Point,
        dead: Option<bool>,
        events: &mut Vec<Event>,
    ) -> Result<(), Refusal> {
        self.is_agreeing()?;
        let board = self.game.board();
        if !board.cell(stone).is_stone() {
            return Err(Refusal::NoStone(board.size().vertex(stone).to_string()));
        }
        let Some(marks) = &mut self.marks else {
            return Err(Refusal::NotOver);
        };
        let dead = dead.unwrap_or(!marks.dead.contains(stone));
        marks.mark(board, stone, dead);
        events.push(Event::Marked {
            dead: marks.dead,
            text: marks.count(&self.game),
        });
        Ok(())
    }

    /// Accepts the marks of the person.
    pub(super) fn agree(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        self.is_agreeing()?;
        let (board, sides) = (self.game.board(), self.setup.sides);
        let Some(marks) = &mut self.marks else {
            return Err(Refusal::NotOver);
        };
        let disputed = marks.disputed(board, |color| !sides.has(color));
        if disputed.is_empty() {
            self.end_by_marks(events);
        } else if self.disputed == Some(board.key()) {
            marks.dead.retain(|stone| !disputed.contains(stone));
            events.push(Event::Marked {
                dead: marks.dead,
                text: marks.count(&self.game),
            });
            self.end_by_marks(events);
        } else {
            self.disputed = Some(board.key());
            events.push(Event::Disputed(disputed));
            self.play_on();
        }
        Ok(())
    }

    pub(super) fn resume(&mut self, events: &mut Vec<Event>) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Agreement => {}
            Stage::Over(_) => return Err(Refusal::Over),
            _ => return Err(Refusal::NotOver),
        }
        events.push(Event::Resumed);
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

    fn end_by_marks(&mut self, events: &mut Vec<Event>) {
        if let Some(marks) = &self.marks {
            let result = marks.score(&self.game).result();
            self.end(result, events);
        }
    }

    fn is_agreeing(&self) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Agreement if self.worker.task() == Some(Task::Status) => Err(Refusal::Counting),
            Stage::Agreement => Ok(()),
            Stage::Over(_) => Err(Refusal::Over),
            _ => Err(Refusal::NotOver),
        }
    }
}
