// SPDX-License-Identifier: MIT OR Apache-2.0

//! How well playouts, or the search, judge positions, measured without playing games.
//!
//! - games: positions of records whose result is known ([`PolicyMeasurement`]); the truth is the winner and
//!   the owner of each point at the end (`truth`), the prediction the win rate, the lead and the ownership by
//!   playouts (`predict`), corrected as people read them, the figures log-loss, Brier score and share right
//!   ([`Measure`]), how often a win rate came true ([`Reliability`]), and the error of the lead ([`Leads`]);
//! - ends: the result that the engine counts at the end of a game, and that of the record
//!   ([`EndsMeasurement`]);
//! - positions: groups whose life is known for certain ([`KnownPosition`]); the ownership of their points
//!   must have the right sign.
//!
//! Games are divided into two halves ([`Half`]): policies are tuned on the development half, and the held-out
//! half is measured once in a while to see whether that holds for other games.

mod ends;
mod half;
mod leads;
mod measure;
mod measurement;
mod positions;
mod predict;
mod reliability;
mod sample;
mod table;
mod training_positions;
mod truth;

pub use ends::{Agreement, CountedEnd, EndsMeasurement, EndsReport};
pub(crate) use half::hash_of_moves;
pub use half::{Half, UnknownHalf};
pub use leads::Leads;
pub use measure::{Bin, Measure};
pub use measurement::{Conditions, Figures, OfSize, PolicyMeasurement, Report, Sample};
pub use positions::{Answer, KnownPosition, LifeQuestion, PositionError, Status};
pub use predict::Judge;
pub use reliability::{Reliability, Row};
pub use sample::{Sampling, UnknownMoves, parse_moves};
pub use training_positions::{judged_positions, training_positions};

pub use katachi::playout::{PolicyName, UnknownPolicy};
