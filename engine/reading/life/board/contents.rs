// SPDX-License-Identifier: MIT OR Apache-2.0

//! What reading patterns see of a local board: its points, and those around the move. A pattern that asks for
//! more does not hold, so that the order of moves depends on the local board alone.

use katachi_rules::{BoardSize, Cell, Color, Point};
use mkpat::Aim;

use super::{Bits, LocalBoard, LocalPosition, bit, count};
use crate::local::Role;
use crate::reading::life::policy::{ATTACKER, OFF, OWN};
use crate::reading::{Contents, Proposals};

/// Liberties of a string that is not on the local board; 5 to 20.
const MANY: u32 = 9;

/// A position on a local board, seen from a move.
struct LocalContents<'a> {
    board: &'a LocalBoard,
    position: &'a LocalPosition,
    mv: u8,
}

impl LocalBoard {
    /// The moves among some points that patterns propose for the side to move.
    pub(crate) fn proposals(&self, position: &LocalPosition, points: impl Iterator<Item = u8>) -> Proposals {
        let (aim, side) = match position.to_move {
            Role::Owner => (Aim::Save, self.owner),
            Role::Attacker => (Aim::Kill, self.owner.opposite()),
        };
        let mut found = Proposals::new();
        for mv in points {
            let contents = LocalContents {
                board: self,
                position,
                mv,
            };
            let in_group = |letter: char, point: Point| {
                !"gG".contains(letter) || self.number(point).is_some_and(|i| self.group & bit(i) != 0)
            };
            let anchor = self.points[usize::from(mv)];
            self.order
                .patterns
                .add_at(aim, (&contents, side, anchor), in_group, &mut found);
        }
        found
    }
}

impl LocalContents<'_> {
    /// The place of a point among the eight around the move, in the order of `LocalBoard::ring`.
    fn slot(&self, point: Point) -> Option<usize> {
        let mv = self.board.points[usize::from(self.mv)];
        let ([above, left, right, below], corners) = (mv.neighbours(), mv.diagonals());
        let [a, b, c, d] = corners;
        let ring = [a, above, b, left, right, c, below, d];
        ring.iter().position(|&p| p == point)
    }

    fn string(&self, i: u8) -> Bits {
        let stones = [self.position.own, self.position.attackers].into_iter();
        let stones = stones.filter(|stones| stones & bit(i) != 0);
        stones.fold(0, |_, stones| self.board.flood(bit(i), stones))
    }

    /// Liberties of stones; those beyond the local board count as one for each stone beside them.
    fn liberties_of(&self, stones: Bits) -> u32 {
        count(self.position.liberties(self.board, stones)) + count(stones & self.board.outside_beside)
    }
}

impl Contents for LocalContents<'_> {
    fn size(&self) -> BoardSize {
        self.board.size
    }

    fn cell(&self, point: Point) -> Cell {
        let content = match self.board.number(point) {
            Some(i) if self.position.own & bit(i) != 0 => OWN,
            Some(i) if self.position.attackers & bit(i) != 0 => ATTACKER,
            Some(_) => 0,
            None => {
                let beyond = self.board.beyond[usize::from(self.mv)];
                self.slot(point).map_or(0, |slot| beyond >> (2 * slot) & OFF)
            }
        };
        match content {
            OWN => self.board.owner.into(),
            ATTACKER => self.board.owner.opposite().into(),
            OFF => Cell::Off,
            _ => Cell::Empty,
        }
    }

    fn knows(&self, point: Point) -> bool {
        self.board.number(point).is_some() || self.slot(point).is_some()
    }

    fn liberties(&self, stone: Point) -> u32 {
        self.board
            .number(stone)
            .map_or(MANY, |i| self.liberties_of(self.string(i)))
    }

    fn liberties_after(&self, color: Color, point: Point) -> u32 {
        let Some(i) = self.board.number(point) else {
            return MANY;
        };
        let (friends, enemies) = match color == self.board.owner {
            true => (self.position.own, self.position.attackers),
            false => (self.position.attackers, self.position.own),
        };
        let stones = self.board.flood(bit(i), friends | bit(i));
        let beside =
            LocalPosition::strings(self.board, enemies).filter(|&s| self.board.around(s) & bit(i) != 0);
        let captured = beside.filter(|&s| self.liberties_of(s) == 1).count() as u32;
        let safe = count(stones & self.board.safe_beside(Role::of_owner(color == self.board.owner)));
        self.liberties_of(stones) + captured + safe
    }
}
