// SPDX-License-Identifier: MIT OR Apache-2.0

//! A quiz: problems from one's own mistakes and of life and death, asked again after days.
//!
//! A [`Problem`] has the form in which it is kept. A [`Book`] has the problems with the results so far, and
//! knows on which [`Day`] each is asked again. [`Quiz`] asks them.

mod book;
mod day;
mod exercise;
mod problem;
mod verdict;

pub use book::{Book, Card, Place};
pub use day::Day;
pub use exercise::Quiz;
pub use problem::{Kind, Problem, hash, with_side};
pub use verdict::group_name;

use katachi_review::{Review, ReviewedMove, Severity};
use katachi_rules::{ByColor, Color, Game};

/// Returns the mistakes and blunders in a review of a game as problems; of one side, if there is one. `name`
/// is that of the game.
pub fn mistakes(review: &Review, game: &Game, side: Option<Color>, name: &str) -> Vec<Problem> {
    let mut game = game.clone();
    let mut missed = Missed::default();
    let asks = |mv: &&ReviewedMove| {
        let best = mv.judgement.as_ref().map(|found| found.best);
        missed.asks(mv.color, mv.severity, best) && side.is_none_or(|side| side == mv.color)
    };
    let wanted: Vec<_> = review.moves.iter().filter(asks).collect();
    let problems = wanted.into_iter().rev().map(|mistake| {
        while game.move_count() >= mistake.number && game.undo().is_some() {}
        let name = format!("{name}, move {}", mistake.number);
        let before = with_side(game.clone(), mistake.color);
        Problem::of_mistake(name, &before, *mistake.mv)
    });
    let mut problems: Vec<Problem> = problems.collect();
    problems.reverse();
    problems
}

/// Whose mistakes are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those of the player whose name is `You`, of both where there is none.
    Yours,
    /// Those of a side; of both if there is none.
    Side(Option<Color>),
}

impl Whose {
    /// Returns the side in a game with these names of Black and White.
    pub fn side(self, names: [Option<&str>; 2]) -> Option<Color> {
        match (self, names.map(|name| name == Some("You"))) {
            (Self::Side(side), _) => side,
            (Self::Yours, [true, false]) => Some(Color::Black),
            (Self::Yours, [false, true]) => Some(Color::White),
            (Self::Yours, _) => None,
        }
    }
}

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
    fn your_side_is_known_by_its_name() {
        let side = |names| Whose::Yours.side(names);
        assert_eq!(side([Some("You"), Some("Katachi")]), Some(Color::Black));
        assert_eq!(side([Some("Katachi"), Some("You")]), Some(Color::White));
        assert_eq!(
            (side([Some("You"), Some("You")]), side([None, Some("Ann")])),
            (None, None)
        );
        assert_eq!(
            Whose::Side(Some(Color::White)).side([Some("You"), None]),
            Some(Color::White)
        );
    }

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
