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
    let asked = asked_of(review).into_iter().map(|index| &review.moves[index]);
    let is_wanted = |mv: &&ReviewedMove| side.is_none_or(|side| side == mv.color);
    let wanted: Vec<_> = asked.filter(is_wanted).collect();
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

/// Returns the indices of the moves of a review that are asked.
pub fn asked_of(review: &Review) -> Vec<usize> {
    let best = |mv: &ReviewedMove| mv.judgement.as_ref().map(|found| found.best);
    let moves = review.moves.iter();
    asked(moves.map(|mv| (mv.color, mv.severity, best(mv))))
}

/// Chooses mistakes and blunders of a game, and returns their indices. The moves are in order, each with the
/// best move in its place, if it is known. A best move that a side misses several times in a row is asked
/// once, where it was missed first: its answer would be known afterwards.
pub fn asked<M: PartialEq>(moves: impl Iterator<Item = (Color, Severity, Option<M>)>) -> Vec<usize> {
    let mut missed: ByColor<Option<M>> = ByColor::default();
    let asks = |(index, (color, severity, best)): (usize, (Color, Severity, Option<M>))| {
        let best = best.filter(|_| severity > Severity::Fine);
        let last = &mut missed[color];
        if best.is_some() && best == *last {
            return None;
        }
        let is_asked = severity >= Severity::Mistake;
        *last = best.filter(|_| is_asked);
        is_asked.then_some(index)
    };
    moves.enumerate().filter_map(asks).collect()
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
        let asked = |moves: &[(Severity, Option<&str>)]| {
            let moves = moves
                .iter()
                .map(|&(severity, best)| (Color::Black, severity, best));
            super::asked(moves)
        };
        let missed = [(Mistake, "D4"), (Inaccuracy, "D4"), (Blunder, "D4")];
        assert_eq!(asked(&missed.map(|(severity, best)| (severity, Some(best)))), [0]);
        let between = [(Mistake, "D4"), (Mistake, "C3"), (Mistake, "D4")];
        let between = between.map(|(severity, best)| (severity, Some(best)));
        assert_eq!(asked(&between), [0, 1, 2], "another one came between");
        let fine = [(Mistake, "D4"), (Fine, "D4"), (Mistake, "D4")];
        let fine = fine.map(|(severity, best)| (severity, Some(best)));
        assert_eq!(asked(&fine), [0, 2], "a fine move came between");
        let unknown = [(Mistake, None), (Mistake, None)];
        assert_eq!(asked(&unknown), [0, 1], "the best moves are unknown");
        let inaccuracy = [(Inaccuracy, Some("A1")), (Mistake, Some("A1"))];
        assert_eq!(asked(&inaccuracy), [1], "an inaccuracy is not asked");
        let sides = Color::BOTH.map(|color| (color, Mistake, Some("A1")));
        assert_eq!(super::asked(sides.into_iter()), [0, 1], "each side has its own");
    }
}
