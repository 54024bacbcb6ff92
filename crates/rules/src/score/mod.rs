// SPDX-License-Identifier: MIT OR Apache-2.0

//! Counting.
//!
//! There are two ways to a score. Programs that play each other to the very end count what is there by the
//! rules alone: [`Areas`] finds who owns what and which areas live independently, [`Count`] sums the points
//! under a [`Scoring`](crate::Scoring) and [`Tax`](crate::Tax), and [`Game::score`](crate::Game::score)
//! adds bonuses and komi. People stop earlier and agree on dead stones and sekis:
//! [`Game::agreed_score`](crate::Game::agreed_score) counts what they agree on.

mod area;
mod areas;
mod count;
mod result;

pub use area::{AreaScore, area_owner, area_score};
pub use areas::Areas;
pub(crate) use count::sign;
pub use count::{Count, Removal};
pub use result::{GameResult, result_text};
