// SPDX-License-Identifier: MIT OR Apache-2.0

//! The order of moves: features of a move (`templates`, `features`, `shape`, `history`), their weights, and
//! candidates sorted by them.

mod features;
mod history;
mod moves;
mod shape;
mod templates;
mod weights;

pub(crate) use features::Extractor;
pub(crate) use history::History;
pub(crate) use moves::{Moves, candidates};
pub(crate) use shape::{ATTACKER, OFF, OWN, canonical};
pub(crate) use templates::FEATURES;
pub use weights::LifePolicy;
