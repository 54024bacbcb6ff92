// SPDX-License-Identifier: MIT OR Apache-2.0

//! What reading patterns see of a local board: its points, and those around the move. A pattern that asks for
//! more does not hold, so that the order of moves depends on the local board alone.

use katachi_rules::{BoardSize, Cell, Color, Point};
use mkpat::Aim;

use super::{Bits, LocalBoard, LocalPosition, bit, count};
use crate::local::Role;
use crate::reading::life::policy::{ATTACKER, OWN};
use crate::reading::{Proposals, Sight};

/// Liberties of a string that is not on the local board; 5 to 20.
const MANY: u32 = 9;

/// A position on a local board, seen from a move.
struct LocalSight<'a> {
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
            let sight = LocalSight {
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
                .add_at(aim, (&sight, side, anchor), in_group, &mut found);
        }
        found
    }
}

impl LocalSight<'_> {
    /// The eight points around the move that are not on the local board: the slot of one.
    fn slot(&self, point: Point) -> Option<usize> {
        let mv = self.board.points[usize::from(self.mv)];
        let (dx, dy) = (
            i32::from(point.x()) - i32::from(mv.x()),
            i32::from(point.y()) - i32::from(mv.y()),
        );
        let at = 3 * (dy + 1) + dx + 1;
        let is_near = dx.abs() <= 1 && dy.abs() <= 1 && at != 4;
        is_near.then_some((at - i32::from(at > 4)) as usize)
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

impl Sight for LocalSight<'_> {
    fn size(&self) -> BoardSize {
        self.board.size
    }

    fn cell(&self, point: Point) -> Cell {
        let owner = self.board.owner;
        let (own, attacker) = match self.board.number(point) {
            Some(i) => (
                self.position.own & bit(i) != 0,
                self.position.attackers & bit(i) != 0,
            ),
            None => {
                let beyond = self.board.beyond[usize::from(self.mv)];
                let content = self.slot(point).map_or(0, |slot| beyond >> (2 * slot) & 3);
                (content == OWN, content == ATTACKER)
            }
        };
        match (own, attacker) {
            (true, _) => owner.into(),
            (_, true) => owner.opposite().into(),
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
