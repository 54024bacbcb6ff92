// SPDX-License-Identifier: MIT OR Apache-2.0

//! A quiz: problems from one's own mistakes and of life and death, asked again after days.
//!
//! A [`Problem`] has the form in which it is kept. A [`Book`] has the problems with the results so far, and
//! knows on which [`Day`] each is asked again. [`Quiz`] asks them.

mod book;
mod day;
mod exercise;
mod missed;
mod problem;
mod verdict;
mod whose;

pub use book::{Book, Card, Place};
pub use day::Day;
pub use exercise::Quiz;
pub use missed::Missed;
pub use problem::{Kind, Problem, hash, with_side};
pub use verdict::group_name;
pub use whose::Whose;

use katachi_review::Review;
use katachi_rules::{Color, Game};

/// Returns the mistakes and blunders in a review of a game as problems; of one side, if there is one. `name`
/// is that of the game.
pub fn mistakes(review: &Review, game: &Game, side: Option<Color>, name: &str) -> Vec<Problem> {
    let mut game = game.clone();
    let mut missed = Missed::default();
    let wanted = review.moves.iter().filter(|mv| {
        let best = mv.judgement.as_ref().map(|found| found.best);
        let is_asked = missed.asks(mv.color, mv.severity, best);
        is_asked && side.is_none_or(|side| side == mv.color)
    });
    let wanted: Vec<_> = wanted.collect();
    let mut problems = Vec::new();
    for mistake in wanted.into_iter().rev() {
        while game.move_count() >= mistake.number && game.undo().is_some() {}
        let name = format!("{name}, move {}", mistake.number);
        let before = with_side(game.clone(), mistake.color);
        problems.push(Problem::of_mistake(name, &before, *mistake.mv));
    }
    problems.reverse();
    problems
}
