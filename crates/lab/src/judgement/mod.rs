// SPDX-License-Identifier: MIT OR Apache-2.0

//! How well playouts, or the search, judge positions, measured without playing games.
//!
//! - games: positions of records whose result is known (`measurement`); the truth is the winner and the
//!   owner of each point at the end (`truth`), the prediction the win rate, the lead and the ownership by
//!   playouts (`predict`), corrected as people read them;
//! - ends: the result that the engine counts at the end of a game, and that of the record (`ends`);
//! - positions: groups whose life is known for certain ([`KnownPosition`]); the ownership of their points
//!   must have the right sign.
//!
//! All are printed as lines of JSON; `python/judgement.py` makes the statistics.
//!
//! Games are divided into two halves ([`Half`]): policies are tuned on the development half, and the held-out
//! half is measured once in a while to see whether that holds for other games.

mod ends;
mod half;
mod measurement;
mod positions;
mod predict;
mod sample;
mod training_positions;
mod truth;

pub(crate) use ends::{CountedEnd, score};
pub use half::Half;
pub(crate) use half::hash_of_moves;
pub(crate) use measurement::MeasuredGame;
pub use positions::{Answer, KnownPosition, LifeQuestion, Status};
pub(crate) use predict::Judge;
pub(crate) use sample::{Sampling, parse_moves};
pub(crate) use training_positions::{judged_positions, training_positions};

pub use katachi_engine::playout::{PolicyName, UnknownPolicy};
