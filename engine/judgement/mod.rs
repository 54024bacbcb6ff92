//! How well playouts judge positions, measured without playing games.
//!
//! - games: positions of records whose result is known ([`Study`]); the truth is who won and whose each point was at the end
//!   (`truth`), the prediction the win rate and the ownership of playouts (`predict`), the figures log-loss, Brier score and
//!   share right, with a calibration table ([`Measure`]);
//! - positions: groups whose life is known for certain ([`Position`]); the ownership of their points must have the right sign.
//!
//! Games are divided into two halves ([`Half`]): policies are changed by what the work half shows, and the sealed half is
//! measured once in a while to see whether that holds for other games.

mod half;
mod lessons;
mod measure;
mod positions;
mod predict;
mod sample;
mod study;
mod table;
mod truth;

pub use half::{Half, UnknownHalf};
pub use lessons::lessons;
pub use measure::{Bin, Measure};
pub use positions::{Answer, Position, PositionError, Question, Status};
pub use sample::{Sampling, UnknownMoves, parse_moves};
pub use study::{Conditions, Figures, OfSize, Report, Study};

pub use crate::playout::{PolicyName, UnknownPolicy};
