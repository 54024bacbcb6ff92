// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions under search, and the rule of ko in them.

use katachi_rules::{Board, Color, Point, PointSet, Undo};

use crate::ladder::LadderPosition;
use crate::local::{KoThreats, Role};

#[derive(Clone, Debug)]
pub(in crate::reading) struct SearchPosition {
    pub(in crate::reading) board: Board,
    pub(in crate::reading) threats: KoThreats,
    pub(in crate::reading) attacker: Color,
    /// A move was refused or allowed because of a ko, since this was last cleared.
    pub(in crate::reading) ko_mattered: std::cell::Cell<bool>,
    /// Where stones have been played since the search began.
    pub(in crate::reading) played: PointSet,
}

impl SearchPosition {
    pub(in crate::reading) fn new(board: &Board, attacker: Color, threats: KoThreats) -> Self {
        Self {
            board: board.clone(),
            threats,
            attacker,
            ko_mattered: std::cell::Cell::new(false),
            played: PointSet::EMPTY,
        }
    }

    /// Plays a stone that is taken back by `board.undo`.
    pub(in crate::reading) fn play(&mut self, color: Color, point: Point) -> Undo {
        self.played.insert(point);
        self.board.play(color, point)
    }

    fn role(&self, color: Color) -> Role {
        Role::of_owner(color != self.attacker)
    }

    /// May the colour play there, by the rule of ko with these threats?
    pub(in crate::reading) fn is_allowed(&self, color: Color, point: Point) -> bool {
        if !self.board.is_empty(point) || self.board.is_suicide(color, point) {
            return false;
        }
        if self.board.ko() != Some((point, color)) {
            return true;
        }
        self.ko_mattered.set(true);
        self.threats.favour(self.role(color))
    }

    /// Has `color` just taken a ko that the other side retakes at once? Then the two moves change nothing and
    /// are not searched.
    pub(in crate::reading) fn would_be_retaken(&self, color: Color) -> bool {
        let other_retakes = self.threats.favour(self.role(color).opposite());
        let retaken = other_retakes && self.board.ko().is_some_and(|(_, closed_to)| closed_to != color);
        if retaken {
            self.ko_mattered.set(true);
        }
        retaken
    }

    /// Can that colour fill the point of a ko without being in atari then?
    pub(in crate::reading) fn ends_ko(&mut self, color: Color, point: Point) -> bool {
        if self.board.is_suicide(color, point) {
            return false;
        }
        let undo = self.board.play(color, point);
        let ends = self.board.liberties(point) > 1;
        self.board.undo(undo);
        ends
    }

    /// Is there a ko that the colour cannot take now and will be able to take after a move elsewhere?
    pub(in crate::reading) fn is_ko_closed_to(&self, color: Color) -> bool {
        self.board
            .ko()
            .is_some_and(|(point, closed_to)| closed_to == color && !self.is_allowed(color, point))
    }
}

impl LadderPosition for SearchPosition {
    fn board(&self) -> &Board {
        &self.board
    }

    fn is_allowed(&self, color: Color, point: Point) -> bool {
        self.is_allowed(color, point)
    }

    fn play(&mut self, color: Color, point: Point) -> Undo {
        self.play(color, point)
    }

    fn undo(&mut self, undo: Undo) {
        self.board.undo(undo);
    }
}
