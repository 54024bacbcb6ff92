// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kos in the cleanup phases.
//!
//! A *ko-move* is a move whose answer could restore the stones before it. In the current text the stone of a
//! ko-move is marked; the other side cannot capture a marked stone by a ko-move. Choosing the stone, or the
//! point from which it would be captured, removes the mark instead and ends the turn. A mark stays on its
//! stone until the stone is removed. In the draft the point of the reply is marked as closed for the other
//! side, who removes the mark by choosing it. A mark also goes when no ko-move is left there after a move of
//! the opponent.
//!
//! In both texts no player may make the same ko-move twice from the same arrangement of stones in one phase,
//! whatever the marks. The marks belong to the state whose third occurrence ends the game.

use super::legal::ko_capture;
use super::{Action, Game, IllegalMove};
use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::rules::Edition;
use crate::zobrist;

impl Game {
    /// Marks that keep a side from taking a ko: on enemy stones in the current text, on empty points in the
    /// draft. None in the main phase.
    pub fn blocked(&self, color: Color) -> &PointSet {
        &self.now.blocked[color]
    }

    pub(super) fn blocked_key(&self) -> u64 {
        let key = |color: Color| {
            let marks = self.now.blocked[color].iter();
            marks.fold(0, |key, point| key ^ zobrist::blocked(color, point))
        };
        key(Color::Black) ^ key(Color::White)
    }

    pub(super) fn cleanup_action(&self, color: Color, point: Point) -> Result<Action, IllegalMove> {
        let board = &self.board;
        if !board.is_empty(point) {
            let is_marked = self.now.blocked[color].contains(point);
            let can_be_taken = is_marked
                && board.cell(point).is(color.opposite())
                && board.string_size(point) == 1
                && board.liberties(point) == 1;
            return if can_be_taken {
                Ok(Action::Unblock(point))
            } else {
                Err(IllegalMove::Occupied)
            };
        }
        self.check_suicide(color, point)?;
        let Some(captured) = ko_capture(board, color, point) else {
            return Ok(Action::Stone(point));
        };
        let mark = match self.rules.edition {
            Edition::Current => captured,
            Edition::Draft0 => point,
        };
        if self.now.blocked[color].contains(mark) {
            return Ok(Action::Unblock(mark));
        }
        if self
            .captures
            .contains_since(self.now.captures_from, self.capture_key(color, point))
        {
            return Err(IllegalMove::TakenBefore);
        }
        Ok(Action::Stone(point))
    }

    /// The key of a ko-move from the present arrangement of stones.
    pub(super) fn capture_key(&self, color: Color, point: Point) -> u64 {
        self.board.key() ^ zobrist::blocked(color, point)
    }

    /// Updates the marks after a stone. `captured` is the stone that it captured as a ko-move.
    pub(super) fn update_blocked(&mut self, color: Color, point: Point, captured: Option<Point>) {
        let enemy = color.opposite();
        let board = &self.board;
        let blocked = &mut self.now.blocked;
        match self.rules.edition {
            Edition::Current => {
                if captured.is_some() {
                    blocked[enemy].insert(point);
                }
                for side in Color::BOTH {
                    blocked[side].retain(|p| !board.is_empty(p));
                }
            }
            Edition::Draft0 => {
                if let Some(reply) = captured {
                    blocked[enemy].insert(reply);
                }
                blocked[color].remove(point);
                blocked[enemy].retain(|p| board.is_empty(p) && ko_capture(board, enemy, p).is_some());
            }
        }
    }
}
