//! A node of the search: what is known of its moves, and what follows for itself.

use arrayvec::ArrayVec;
use katachi_rules::{Point, PointSet};

use super::graph::Place;

/// Proof and disproof number. If one is 0 the other is infinite, and the node is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::reading) struct ProofNumbers {
    pub(in crate::reading) proof: u32,
    pub(in crate::reading) disproof: u32,
}

pub(in crate::reading) const INFINITE: u32 = 1 << 28;

impl ProofNumbers {
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

    /// Adds the penalty of a move to the number that the side choosing it minimises: the proof number at an OR node.
    pub(in crate::reading) fn penalized(self, is_or: bool, penalty: u32) -> Self {
        if is_or {
            Self {
                proof: self.proof + penalty,
                ..self
            }
        } else {
            Self {
                disproof: self.disproof + penalty,
                ..self
            }
        }
    }

    pub(in crate::reading) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// What a decided result depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dependence {
    /// Its relevance zone: the points that the proof depends on.
    pub(super) zone: PointSet,
    /// It depends on who wins a ko.
    pub(super) ko: bool,
}

impl Dependence {
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
    pub(super) numbers: ProofNumbers,
    /// The result of the move depends on the ko threats.
    pub(super) depends_on_ko: bool,
    /// It takes a ko that is retaken at once: see [`Searcher::after_retaking`](super::Searcher::after_retaking).
    pub(super) is_retaken: bool,
}

impl Child {
    /// The stone that the move leaves on the board; none for a pass and for a ko stone that is retaken.
    pub(super) fn played(&self) -> Option<Point> {
        self.point.filter(|_| !self.is_retaken)
    }
}

/// A node while it is expanded.
pub(super) struct Node {
    pub(super) is_or: bool,
    /// Its numbers before it was expanded.
    pub(super) first: ProofNumbers,
    pub(super) children: ArrayVec<Child, MAX_CHILDREN>,
    /// The position after the last move that failed: others may fail in the same way.
    pub(super) reply: Option<Place>,
    /// Further candidates have been added.
    pub(super) widened: bool,
    /// What the proof of a winning move depends on.
    pub(super) won: Option<Dependence>,
    /// What the refutations of all failed moves depend on.
    pub(super) lost: Dependence,
    /// The relevance zone of the refutation after a pass.
    pub(super) pass_refutation_zone: PointSet,
    /// A move was not possible because of a ko.
    pub(super) lost_to_ko: bool,
    /// The defender must not pass: that would only repeat the position with one ko threat less.
    pub(super) must_move: bool,
    /// At the root: no move is needed. A move that works too is a better answer.
    pub(super) pass_works: bool,
}

impl Node {
    pub(super) fn new(is_or: bool) -> Self {
        Self {
            is_or,
            first: ProofNumbers {
                proof: 1,
                disproof: 1,
            },
            children: ArrayVec::new(),
            reply: None,
            widened: false,
            won: None,
            lost: Dependence::NOTHING,
            pass_refutation_zone: PointSet::EMPTY,
            lost_to_ko: false,
            must_move: false,
            pass_works: false,
        }
    }

    /// Do these numbers decide for the side to move?
    pub(super) fn is_won(&self, numbers: ProofNumbers) -> bool {
        numbers.is_decided() && (numbers.proof == 0) == self.is_or
    }

    /// Do these numbers decide against the side to move?
    pub(super) fn is_lost(&self, numbers: ProofNumbers) -> bool {
        numbers.is_decided() && (numbers.proof == 0) != self.is_or
    }

    /// Stores what the result of a decided move depends on.
    pub(super) fn note(&mut self, point: Option<Point>, numbers: ProofNumbers, dependence: &Dependence) {
        if !numbers.is_decided() {
            return;
        }
        let mut dependence = *dependence;
        if let Some(point) = point {
            dependence.zone.insert(point);
        }
        if self.is_won(numbers) {
            self.won = Some(dependence);
        } else {
            self.lost.extend_with(&dependence);
            if point.is_none() {
                self.pass_refutation_zone = dependence.zone;
            }
        }
    }

    /// The points at which a further move may refute the failure of all moves so far. For a defender who may pass it is the
    /// relevance zone of the refutation after his pass: only a move within it can change that result. Otherwise it is the union
    /// of the zones of all failed moves.
    pub(super) fn refutation_zone(&self) -> &PointSet {
        if self.is_or || self.pass_works || self.must_move {
            &self.lost.zone
        } else {
            &self.pass_refutation_zone
        }
    }

    pub(super) fn dependence(&self) -> &Dependence {
        self.won.as_ref().unwrap_or(&self.lost)
    }
}

/// Numbers of a node from those of its moves, the index of the best move, and the minimised number of the second best.
pub(in crate::reading) fn combine(
    moves: impl Iterator<Item = ProofNumbers>,
    is_or: bool,
    open_moves: u32,
) -> (ProofNumbers, usize, u32) {
    // The number that is otherwise a sum is the largest of the moves' numbers plus 1 for every `open_moves` other open
    // moves: a sum would count what the moves have in common more than once (weak proof numbers, T. Ueda and others, 2008).
    let (mut least, mut second, mut hardest, mut open, mut best) = (INFINITE, INFINITE, 0u32, 0u32, 0);
    for (i, ProofNumbers { proof, disproof }) in moves.enumerate() {
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
    // If one number is 0, the node is decided and the other is infinite.
    let sum = if least == 0 {
        INFINITE
    } else {
        (hardest + open.saturating_sub(1) / open_moves).min(INFINITE)
    };
    let numbers = if is_or {
        ProofNumbers {
            proof: least,
            disproof: sum,
        }
    } else {
        ProofNumbers {
            proof: sum,
            disproof: least,
        }
    };
    (numbers, best, second)
}
