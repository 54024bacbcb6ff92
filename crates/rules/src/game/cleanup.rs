// SPDX-License-Identifier: MIT OR Apache-2.0

//! Kos in the cleanup phases.
//!
//! A *ko-move* is a move whose answer could restore the stones before it. The stone of a ko-move is marked;
//! the other side cannot capture a marked stone by a ko-move. Choosing the stone, or the point from which it
//! would be captured, removes the mark instead and ends the turn. A mark stays on its stone until the stone
//! is removed.
//!
//! No player may make the same ko-move twice from the same arrangement of stones in one phase,
//! whatever the marks. The marks belong to the state whose third occurrence ends the game.

use super::legal::ko_capture;
use super::{Action, Game, IllegalMove};
use crate::color::Color;
use crate::point::{Point, PointSet};
use crate::zobrist;

impl Game {
    /// The marked enemy stones that a side may not capture by a ko-move. None in the main phase.
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
            let action = can_be_taken.then_some(Action::Unblock(point));
            return action.ok_or(IllegalMove::Occupied);
        }
        self.check_suicide(color, point)?;
        let Some(captured) = ko_capture(board, color, point) else {
            return Ok(Action::Stone(point));
        };
        if self.now.blocked[color].contains(captured) {
            return Ok(Action::Unblock(captured));
        }
        let key = self.capture_key(color, point);
        if self.captures.contains_since(self.now.captures_from, key) {
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
        let board = &self.board;
        let blocked = &mut self.now.blocked;
        if captured.is_some() {
            blocked[color.opposite()].insert(point);
        }
        for side in Color::BOTH {
            blocked[side].retain(|p| !board.is_empty(p));
        }
    }
}
