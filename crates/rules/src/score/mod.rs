// SPDX-License-Identifier: MIT OR Apache-2.0

//! Counting.
//!
//! There are two ways to a score. Programs that play to the very end count by the rules alone: [`Areas`]
//! finds owners and independent life, [`Count`] sums the points under a [`Scoring`](crate::Scoring) and
//! [`Tax`](crate::Tax), and [`Game::white_lead`](crate::Game::white_lead) adds komi and bonuses. People stop
//! earlier, agree on dead stones and sekis, and count with [`Game::agreed_score`](crate::Game::agreed_score).

mod areas;
mod count;
mod result;

pub use areas::{Areas, area_owner, area_score};
pub use count::Count;
pub(crate) use count::sign;
pub use result::GameResult;
