// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proof and disproof numbers: those of a node from those of its moves, and the thresholds below it.

/// Divisor of the number of the second best move; the threshold of the best one exceeds that number by the
/// quotient; 2 to 8. J. Pawlewicz, L. Lew, "Improving depth-first PN-search: 1 + epsilon trick", 2007.
/// life-and-death.md: 298 questions stay open, with 2 302, with 8 292.
const EPSILON_PART: u32 = 4;
/// Least such excess; 1 to 5. life-and-death.md: 298 questions stay open, with 3 288, with 5 303.
const MIN_THRESHOLD_STEP: u32 = 1;

/// Proof and disproof number. If one is 0 the other is infinite, and the node is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProofNumbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

pub(crate) const INFINITE: u32 = 1 << 28;

impl ProofNumbers {
    pub(crate) const PROVED: Self = Self::new(0, INFINITE);
    pub(crate) const DISPROVED: Self = Self::new(INFINITE, 0);

    pub(crate) const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof }
    }

    #[inline]
    pub(crate) fn decided(success: bool) -> Self {
        if success { Self::PROVED } else { Self::DISPROVED }
    }

    /// Adds the penalty of a move to the number that the side choosing it minimises: the proof number at an
    /// OR node.
    #[inline]
    pub(crate) fn penalized(self, is_or: bool, penalty: u32) -> Self {
        match is_or {
            true => Self::new(self.proof + penalty, self.disproof),
            false => Self::new(self.proof, self.disproof + penalty),
        }
    }

    #[inline]
    pub(crate) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Returns whether the attacker succeeds. `None` if it is open.
    #[inline]
    pub(crate) fn outcome(self) -> Option<bool> {
        self.is_decided().then_some(self.proof == 0)
    }

    /// Returns whether one of them is at its threshold, or the node is decided.
    #[inline]
    pub(crate) fn reach(self, thresholds: Self) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof || self.is_decided()
    }

    /// Numbers from the one that the side to move minimises and the other one.
    #[inline]
    fn from_sides(is_or: bool, own: u32, other: u32) -> Self {
        match is_or {
            true => Self::new(own, other),
            false => Self::new(other, own),
        }
    }

    /// The number that the side to move minimises and the other one.
    #[inline]
    fn sides(self, is_or: bool) -> (u32, u32) {
        match is_or {
            true => (self.proof, self.disproof),
            false => (self.disproof, self.proof),
        }
    }
}

/// The move that is cheapest to decide for the side to move, and the numbers of the node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    pub(crate) numbers: ProofNumbers,
    /// The index of the best move; 0 if there is none.
    pub(crate) best: usize,
    /// The minimised number of the second best.
    second: u32,
    is_or: bool,
}

impl Selection {
    /// Selects from the numbers of the moves.
    ///
    /// The number that is otherwise a sum is the largest of the moves' numbers plus 1 for every `open_moves`
    /// other open moves: a sum would count common parts of the moves more than once (weak proof numbers, T.
    /// Ueda and others, 2008).
    #[inline]
    pub(crate) fn new(moves: impl Iterator<Item = ProofNumbers>, is_or: bool, open_moves: u32) -> Self {
        let (mut least, mut second, mut hardest, mut open, mut best) = (INFINITE, INFINITE, 0u32, 0u32, 0);
        for (i, numbers) in moves.enumerate() {
            let (own, other) = numbers.sides(is_or);
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
        Self {
            numbers: ProofNumbers::from_sides(is_or, least, sum),
            best,
            second,
            is_or,
        }
    }

    /// Returns the thresholds up to which the search stays below the best move, which has these numbers and
    /// this penalty. Its own number may rise until another move is the best one, and the other number until
    /// the node reaches its threshold. The former is raised, so that the search does not switch between moves
    /// with nearly equal numbers.
    #[inline]
    pub(crate) fn thresholds_below(
        &self,
        thresholds: ProofNumbers,
        of_move: ProofNumbers,
        penalty: u32,
    ) -> ProofNumbers {
        let raised = self.second + self.second / EPSILON_PART + MIN_THRESHOLD_STEP;
        let (own, other) = thresholds.sides(self.is_or);
        let other_of = |numbers: ProofNumbers| numbers.sides(self.is_or).1;
        let of_others = other_of(self.numbers).saturating_sub(other_of(of_move));
        let own = own.min(raised).saturating_sub(penalty);
        ProofNumbers::from_sides(self.is_or, own, other.saturating_sub(of_others))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers { proof, disproof }
    }

    #[test]
    fn the_side_to_move_minimises_its_number() {
        let moves = [numbers(5, 2), numbers(3, 4), numbers(8, 1)];
        let or = Selection::new(moves.into_iter(), true, 1);
        assert_eq!((or.numbers, or.best), (numbers(3, 6), 1));
        let and = Selection::new(moves.into_iter(), false, 2);
        assert_eq!((and.numbers, and.best), (numbers(9, 1), 2));
    }

    #[test]
    fn a_move_that_wins_decides_and_no_move_loses() {
        let won = Selection::new([numbers(5, 2), ProofNumbers::PROVED].into_iter(), true, 1);
        assert_eq!((won.numbers, won.best), (ProofNumbers::PROVED, 1));
        let lost = Selection::new(std::iter::empty(), true, 1);
        assert_eq!(lost.numbers.outcome(), Some(false));
        let lost = Selection::new([ProofNumbers::PROVED; 2].into_iter(), false, 1);
        assert_eq!(lost.numbers.outcome(), Some(true));
    }

    #[test]
    fn the_search_stays_below_a_move_until_another_is_better_by_a_quarter() {
        let moves = [numbers(5, 2), numbers(8, 4)];
        let selection = Selection::new(moves.into_iter(), true, 1);
        let below = selection.thresholds_below(numbers(INFINITE, 20), moves[0], 0);
        assert_eq!(below, numbers(8 + 2 + 1, 20 - (5 - 2)));
        let below = selection.thresholds_below(numbers(9, 20), moves[0], 2);
        assert_eq!(
            below.proof, 7,
            "no higher than that of the node, less the penalty"
        );
    }
}
