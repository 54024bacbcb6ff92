// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions on a local board: playing, capturing, ko.

use katachi_rules::Board;

use super::{Bits, LocalBoard, NOWHERE, bit};
use crate::local::{KoThreats, Role, SmallBoard, parts, singles};

/// The stones of both sides on a local board, and the side to move. A move makes a copy; nothing is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LocalPosition {
    pub(crate) own: Bits,
    pub(crate) attackers: Bits,
    pub(crate) to_move: Role,
    /// The point of a ko that the side to move may not retake at once.
    ko: u8,
}

/// Dependence of a result on more than the stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dependence {
    /// The rule of ko, and so the ko threats.
    pub(crate) ko: bool,
    /// The border of the local board: a string of the owner has a liberty outside that nobody can take there.
    pub(crate) border: bool,
    /// A false eye that a ko without end may hold counts as none: the attacker can end all threats first.
    pub(crate) false_eye: bool,
}

impl Dependence {
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            ko: self.ko || other.ko,
            border: self.border || other.border,
            false_eye: self.false_eye || other.false_eye,
        }
    }
}

/// In place of the point of a ko: the attacker has passed.
const PASSED: u8 = NOWHERE - 1;

pub(crate) enum Played {
    /// The position after it.
    To(LocalPosition),
    /// It is suicide, or the point is not empty.
    Illegal,
    /// The rule of ko forbids it, or the other side retakes at once so that nothing has changed.
    StoppedByKo,
}

impl LocalBoard {
    /// Whether the group is beside the place of a large string of attackers that was captured.
    pub(crate) fn has_captured_large(&self, position: &LocalPosition) -> bool {
        let captured = self.attackers & self.solid & !position.attackers;
        captured != 0 && self.around(captured) & self.flood(self.group & position.own, position.own) != 0
    }

    pub(crate) fn position(&self, board: &Board, to_move: Role) -> LocalPosition {
        let mover = to_move.color(self.owner);
        let ko = board.ko().filter(|&(_, closed_to)| closed_to == mover);
        LocalPosition::new(self, to_move, ko.and_then(|(point, _)| self.number(point)))
    }
}

impl LocalPosition {
    pub(crate) fn new(board: &LocalBoard, to_move: Role, ko: Option<u8>) -> Self {
        Self {
            own: board.own,
            attackers: board.attackers,
            to_move,
            ko: ko.unwrap_or(NOWHERE),
        }
    }

    pub(crate) fn empty(&self, board: &LocalBoard) -> Bits {
        board.area & !(self.own | self.attackers)
    }

    /// Stones of the side to move, and of the other.
    pub(crate) fn sides(&self) -> (Bits, Bits) {
        if self.to_move.is_owner() {
            (self.own, self.attackers)
        } else {
            (self.attackers, self.own)
        }
    }

    pub(crate) fn pass(&self) -> Self {
        Self {
            to_move: self.to_move.opposite(),
            ko: NOWHERE,
            ..*self
        }
    }

    /// The position after a pass of the attacker's, which the owner can end by another.
    pub(crate) fn pass_to_end(&self) -> Self {
        Self {
            ko: PASSED,
            ..self.pass()
        }
    }

    pub(crate) fn may_end(&self) -> bool {
        self.ko == PASSED
    }

    /// Returns whether a move is forbidden by the rule of ko, or a pass may end the play.
    pub(crate) fn has_ko(&self) -> bool {
        self.ko != NOWHERE
    }

    pub(crate) fn swapped(&self) -> Self {
        Self {
            own: self.attackers,
            attackers: self.own,
            to_move: self.to_move.opposite(),
            ko: self.ko,
        }
    }

    /// Plays a stone of the side to move, and notes the dependence of the result.
    pub(crate) fn play(
        &self,
        board: &LocalBoard,
        point: u8,
        threats: KoThreats,
        dependence: &mut Dependence,
    ) -> Played {
        let stone = bit(point);
        let empty = self.empty(board);
        if empty & stone == 0 {
            return Played::Illegal;
        }
        if self.ko == point {
            dependence.ko = true;
            if threats != Some(self.to_move) {
                return Played::StoppedByKo;
            }
        }
        let (mine, theirs) = self.sides();
        let small = SmallBoard {
            graph: board.neighbours(),
            area: board.area,
            lasting: [self.to_move, self.to_move.opposite()].map(|role| board.lasting(role)),
        };
        let played = small.play(mine, theirs, stone, |string| {
            if self.to_move.is_attacker() && board.around(string) & empty & !stone == 0 {
                let lasting = board.friend_beside | (board.outside_beside & !board.border);
                dependence.border |= string & lasting == 0;
            }
        });
        if played.is_suicide {
            return Played::Illegal;
        }
        if played.ko != 0 && threats == Some(self.to_move.opposite()) && !self.has_other_ko(&small, point) {
            // The other side retakes at once: the two moves change nothing.
            dependence.ko = true;
            return Played::StoppedByKo;
        }
        let (own, attackers) = played.sides(self.to_move.is_owner());
        Played::To(Self {
            own,
            attackers,
            to_move: self.to_move.opposite(),
            ko: if played.ko == 0 {
                NOWHERE
            } else {
                played.ko.trailing_zeros() as u8
            },
        })
    }

    /// Whether the side to move may take a second ko in turn with that at a point. It needs no threats then,
    /// and no number of them is enough for the other side.
    fn has_other_ko(&self, small: &SmallBoard<'_, Bits>, point: u8) -> bool {
        let (mine, theirs) = self.sides();
        let empty = small.area & !(mine | theirs) & !bit(point);
        singles(empty).any(|other| small.play(mine, theirs, other, |_| ()).ko != 0)
    }

    /// The position after a move or a pass, without ko threats. None if the move is not legal.
    pub(crate) fn after(&self, board: &LocalBoard, point: u8) -> Option<Self> {
        if point == NOWHERE {
            return Some(self.pass());
        }
        match self.play(board, point, None, &mut Dependence::default()) {
            Played::To(next) => Some(next),
            Played::StoppedByKo | Played::Illegal => None,
        }
    }

    pub(crate) fn liberties(&self, board: &LocalBoard, string: Bits) -> Bits {
        board.around(string) & self.empty(board)
    }

    /// Whether a string of the owner's has a liberty beyond the border, and at most one on the local board.
    pub(crate) fn is_short_at_border(&self, board: &LocalBoard) -> bool {
        self.own & board.border != 0
            && Self::strings(board, self.own)
                .any(|string| string & board.border != 0 && count(self.liberties(board, string)) <= 1)
    }

    /// Strings of a set of stones, those with the lowest points first.
    pub(crate) fn strings(board: &LocalBoard, stones: Bits) -> impl Iterator<Item = Bits> + '_ {
        parts(board.neighbours(), stones)
    }
}

pub(crate) fn count(set: Bits) -> u32 {
    set.count_ones()
}
