// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which losing moves of a game are asked.

use katachi_review::Severity;
use katachi_rules::{ByColor, Color};

/// Chooses mistakes and blunders of a game, in the order of its moves. A best move that a side misses several
/// times in a row is asked once, where it was missed first: its answer would be known afterwards.
#[derive(Clone, Debug)]
pub struct Missed<M>(ByColor<Option<M>>);

// The derived one would need a default move.
impl<M> Default for Missed<M> {
    fn default() -> Self {
        Self(ByColor::default())
    }
}

impl<M: PartialEq> Missed<M> {
    /// Returns whether a move of that side is asked. `best` was the best move in its place, if it is known.
    pub fn asks(&mut self, color: Color, severity: Severity, best: Option<M>) -> bool {
        let best = best.filter(|_| severity > Severity::Fine);
        let last = &mut self.0[color];
        if best.is_some() && best == *last {
            return false;
        }
        let is_asked = severity >= Severity::Mistake;
        *last = best.filter(|_| is_asked);
        is_asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_is_missed_again_and_again_is_asked_once() {
        use Severity::{Blunder, Fine, Inaccuracy, Mistake};
        let mut missed = Missed::default();
        let mut asks = |severity, best| missed.asks(Color::Black, severity, best);
        assert!(asks(Mistake, Some("D4")));
        assert!(!asks(Inaccuracy, Some("D4")));
        assert!(!asks(Blunder, Some("D4")));
        assert!(asks(Mistake, Some("C3")));
        assert!(asks(Mistake, Some("D4")), "another one came between");
        assert!(!asks(Fine, Some("D4")));
        assert!(asks(Mistake, Some("D4")), "a fine move came between");
        assert!(
            asks(Mistake, None) && asks(Mistake, None),
            "the best moves are unknown"
        );
        assert!(!asks(Inaccuracy, Some("A1")));
        assert!(asks(Mistake, Some("A1")), "an inaccuracy is not asked");
        assert!(
            missed.asks(Color::White, Mistake, Some("A1")),
            "each side has its own"
        );
    }
}
