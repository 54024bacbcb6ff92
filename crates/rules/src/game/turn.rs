// SPDX-License-Identifier: MIT OR Apache-2.0

//! Taking turns: moves, passes, unblocking, and how phases and games end.

use super::legal::ko_capture;
use super::{Action, Effect, End, Game, IllegalMove, Phase, Turn};
use crate::benson::pass_alive;
use crate::color::{ByColor, Color};
use crate::point::Move;
use crate::rules::{KoRule, Scoring};
use crate::zobrist;

impl Game {
    /// Makes a move.
    ///
    /// # Errors
    /// Why the move is illegal; the game is then unchanged.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let action = self.action(color, mv)?;
        let (before, lengths) = (self.now, [self.passes.len(), self.captures.len()]);
        self.now.end = None;
        self.lead(color, action);
        let effect = match action {
            Action::Stone(point) => {
                let captured = match self.now.phase {
                    Phase::Main => None,
                    _ => ko_capture(&self.board, color, point),
                };
                if captured.is_some() {
                    self.captures.push(self.capture_key(color, point));
                }
                let undo = self.board.play(color, point);
                if self.now.phase != Phase::Main {
                    self.board.clear_ko();
                    self.update_blocked(color, point, captured);
                }
                self.pay_for_stone(color);
                self.after_move(color);
                Effect::Stone(undo)
            }
            Action::Unblock(point) => {
                self.now.blocked[color].remove(point);
                self.after_move(color);
                Effect::Unblock
            }
            Action::Pass => {
                let lifted_ko = self.board.clear_ko();
                self.pass(color);
                Effect::Pass(lifted_ko)
            }
        };
        self.turns.push(Turn {
            color,
            mv,
            effect,
            before,
            lengths,
        });
        if self.rules.self_play_opts
            && self.now.end.is_none()
            && pass_alive(&self.board, self.rules.suicide).is_everything(self.size())
        {
            if std::mem::take(&mut self.now.button_left) {
                self.now.button = Some(self.to_move());
            }
            self.now.end = Some(End::AllPassAlive);
        }
        Ok(())
    }

    /// Updates the state after a stone or an unblocking.
    fn after_move(&mut self, color: Color) {
        self.now.ending_passes = 0;
        self.states
            .push(self.state_key(self.board.key(), color.opposite()));
        let counts_cycles = self.now.phase != Phase::Main || self.rules.ko == KoRule::Simple;
        if counts_cycles && self.states.is_third_since(self.now.last_pass) {
            self.now.end = Some(End::NoResult);
        }
    }

    fn pass(&mut self, color: Color) {
        let takes_button = std::mem::take(&mut self.now.button_left);
        if takes_button {
            self.now.button = Some(color);
            self.now.ending_passes = 0;
        } else {
            let ends = self.pass_ends_phase(color);
            if self.passes_count() {
                self.now.ending_passes += 1;
            }
            self.passes.push(self.pass_key(color));
            if let Some(end) = ends {
                self.end_phase(end);
            }
        }
        let next = self.states.len();
        if takes_button || self.now.phase == Phase::Main && self.rules.ko == KoRule::Spight {
            self.now.states_from = next;
        }
        self.now.last_pass = next;
        self.states
            .push(self.state_key(self.board.key(), color.opposite()));
    }

    /// Whether two passes end the phase.
    fn passes_count(&self) -> bool {
        self.now.phase != Phase::Main || self.rules.ko != KoRule::Spight
    }

    /// Key of the state in which a player passes. The side to move is part of it under every rule.
    fn pass_key(&self, color: Color) -> u64 {
        self.board.key() ^ self.blocked_key() ^ zobrist::side(color)
    }

    /// How a pass that does not take the button would end the phase, if it would.
    fn pass_ends_phase(&self, color: Color) -> Option<End> {
        if self.passes_count() && self.now.ending_passes >= 1 {
            return Some(End::TwoPasses);
        }
        let remembers =
            self.now.phase != Phase::Main || matches!(self.rules.ko, KoRule::Simple | KoRule::Spight);
        let again = || {
            let key = self.pass_key(color);
            self.passes.contains_since(self.now.passes_from, key)
        };
        (remembers && again()).then_some(End::RepeatedPass)
    }

    fn end_phase(&mut self, end: End) {
        if self.rules.scoring == Scoring::Area || self.now.phase == Phase::Cleanup2 {
            self.now.end = Some(end);
            return;
        }
        if self.now.phase == Phase::Main {
            self.now.phase = Phase::Cleanup1;
        } else {
            self.now.phase = Phase::Cleanup2;
            let board = &self.board;
            let stones = |color| {
                let points = board.size().points();
                points.filter(move |&p| board.cell(p).is(color)).collect()
            };
            self.cleanup2 = ByColor::from_fn(stones);
        }
        self.now.ending_passes = 0;
        self.now.blocked = ByColor::default();
        self.now.states_from = self.states.len();
        self.now.passes_from = self.passes.len();
        self.now.captures_from = self.captures.len();
    }
}
