//! A node of the search: what is known of its moves, and what follows for itself.

use arrayvec::ArrayVec;
use katachi_rules::{Point, PointSet};

use super::graph::Place;

/// Proof and disproof number. One of them infinite and the other 0: decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::reading) struct Numbers {
    pub(in crate::reading) proof: u32,
    pub(in crate::reading) disproof: u32,
}

pub(in crate::reading) const INFINITE: u32 = 1 << 28;

impl Numbers {
    pub(in crate::reading) const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    pub(in crate::reading) const DISPROVED: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };

    pub(in crate::reading) fn decided(success: bool) -> Self {
        if success { Self::PROVED } else { Self::DISPROVED }
    }

    /// The number that counts for the side to choose, made worse.
    pub(in crate::reading) fn doubted(self, is_or: bool, doubt: u32) -> Self {
        if is_or {
            Self {
                proof: self.proof + doubt,
                ..self
            }
        } else {
            Self {
                disproof: self.disproof + doubt,
                ..self
            }
        }
    }

    pub(in crate::reading) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What a result rests on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rests {
    /// The points that it depends on.
    pub(super) zone: PointSet,
    /// It depends on who wins a ko.
    pub(super) ko: bool,
}

impl Rests {
    pub(super) const NOTHING: Self = Self {
        zone: PointSet::EMPTY,
        ko: false,
    };

    pub(super) fn extend_with(&mut self, other: &Self) {
        self.zone.extend_with(&other.zone);
        self.ko |= other.ko;
    }
}

const MAX_CHILDREN: usize = 48;

/// A move of a node with what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// None is a pass.
    pub(super) point: Option<Point>,
    pub(super) to: Place,
    pub(super) numbers: Numbers,
    /// The move is possible only as the ko threats are.
    pub(super) rests_on_ko: bool,
    /// It takes a ko that is retaken at once: see [`Searcher::after_retaking`](super::Searcher::after_retaking).
    pub(super) is_retaken: bool,
}

impl Child {
    /// What changes on the board: a stone, or nothing.
    pub(super) fn played(&self) -> Option<Point> {
        self.point.filter(|_| !self.is_retaken)
    }
}

/// A node while it is expanded.
pub(super) struct Node {
    pub(super) is_or: bool,
    /// What was thought of it before it was expanded.
    pub(super) first: Numbers,
    pub(super) children: ArrayVec<Child, MAX_CHILDREN>,
    /// The position after the last move that failed: others may fail in the same way.
    pub(super) reply: Option<Place>,
    /// Further candidates have been added.
    pub(super) widened: bool,
    /// What a move that wins for the side to move rests on.
    pub(super) won: Option<Rests>,
    /// What the failures of moves rest on.
    pub(super) lost: Rests,
    /// Where what the failure of passing rests on lies.
    pub(super) pass_lost: PointSet,
    /// A move was not possible because of a ko.
    pub(super) lost_to_ko: bool,
    /// The defender would come round to the same with a ko threat less if he passed.
    pub(super) must_move: bool,
    /// At the root: no move is needed. A move that works too is a better answer.
    pub(super) pass_works: bool,
}

impl Node {
    pub(super) fn new(is_or: bool) -> Self {
        Self {
            is_or,
            first: Numbers {
                proof: 1,
                disproof: 1,
            },
            children: ArrayVec::new(),
            reply: None,
            widened: false,
            won: None,
            lost: Rests::NOTHING,
            pass_lost: PointSet::EMPTY,
            lost_to_ko: false,
            must_move: false,
            pass_works: false,
        }
    }

    /// Do these numbers decide for the side to move?
    pub(super) fn is_won(&self, numbers: Numbers) -> bool {
        numbers.is_decided() && (numbers.proof == 0) == self.is_or
    }

    /// Do these numbers decide against the side to move?
    pub(super) fn is_lost(&self, numbers: Numbers) -> bool {
        numbers.is_decided() && (numbers.proof == 0) != self.is_or
    }

    /// Notes what the result of a move rests on, if it has one.
    pub(super) fn note(&mut self, point: Option<Point>, numbers: Numbers, rests_on: &Rests) {
        if !numbers.is_decided() {
            return;
        }
        let mut rests_on = *rests_on;
        if let Some(point) = point {
            rests_on.zone.insert(point);
        }
        if self.is_won(numbers) {
            self.won = Some(rests_on);
        } else {
            self.lost.extend_with(&rests_on);
            if point.is_none() {
                self.pass_lost = rests_on.zone;
            }
        }
    }

    /// Where a move has to be that turns the failure of all moves so far: whoever wins although the other
    /// side passes can be disturbed only by moves within what that rests on. The attacker has no such single
    /// proof against him.
    pub(super) fn lost_because(&self) -> &PointSet {
        if self.is_or || self.pass_works || self.must_move {
            &self.lost.zone
        } else {
            &self.pass_lost
        }
    }

    pub(super) fn rests_on(&self) -> &Rests {
        self.won.as_ref().unwrap_or(&self.lost)
    }
}

/// Numbers of a node from those of its moves, the best move, and the deciding number of the second best.
pub(in crate::reading) fn combine(
    moves: impl Iterator<Item = Numbers>,
    is_or: bool,
    open_moves: u32,
) -> (Numbers, usize, u32) {
    // The side that has to answer every move is charged for the hardest, and one for so many other open ones: the
    // sum would count again what the moves have in common (weak proof numbers, T. Ueda and others, 2008).
    let (mut least, mut second, mut hardest, mut open, mut best) = (INFINITE, INFINITE, 0u32, 0u32, 0);
    for (i, Numbers { proof, disproof }) in moves.enumerate() {
        let (own, other) = if is_or {
            (proof, disproof)
        } else {
            (disproof, proof)
        };
        if own < least {
            (second, least, best) = (least, own, i);
        } else {
            second = second.min(own);
        }
        hardest = hardest.max(other);
        open += u32::from(other > 0);
    }
    // Nobody can win a node and have it open: a decided number makes the other infinite.
    let sum = if least == 0 {
        INFINITE
    } else {
        (hardest + open.saturating_sub(1) / open_moves).min(INFINITE)
    };
    let numbers = if is_or {
        Numbers {
            proof: least,
            disproof: sum,
        }
    } else {
        Numbers {
            proof: sum,
            disproof: least,
        }
    };
    (numbers, best, second)
}
