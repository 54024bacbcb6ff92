// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playouts: games played to their end by a policy, until nobody can move.
//!
//! - `policy`: the trait of policies; `play`: playouts by a policy;
//! - policies: `Uniform` (any move), `Settled` (keeps settled stones), `Learned` (the policy of the search,
//!   with weights fitted to the moves and the ends of records);
//! - `named`: a policy by its name ([`PolicyName`]);
//! - observers: `FirstMoves` (all moves as first), `PlayoutStats` (score, ownership, criticality);
//! - `eye_space`: moves that decide about two eyes in small spaces;
//! - `nearby`: sums over the points around each point;
//! - `tactics`: the local rules that policies share.
//!
//! All playouts are one loop (`play`) with a policy and an observer. `Uniform` serves the ownership of open
//! positions, `Settled` positions at their end, `Learned` the search. A policy is judged before it plays:
//! `katachi-lab judgement` compares its playouts with recorded games and with groups whose life is known.
//! Cost counts, too: a policy over all points of the board judged best and lost at equal CPU time
//! (`docs/experiments/playouts.md`).

mod eye_space;
mod learned;
mod named;
mod nearby;
mod observer;
mod play;
mod policy;
mod settled;
mod tactics;
mod uniform;

pub(crate) use eye_space::is_nakade;
pub use learned::{Balancer, PlayoutWeights, Trainer, TrainingPosition};
pub(crate) use learned::{Learned, is_small};
pub use named::{PlayoutPolicy, PolicyName, UnknownPolicy};
pub(crate) use nearby::Nearby;
pub(crate) use observer::FirstMoves;
pub use observer::PlayoutStats;
pub(crate) use play::{play_on, stats_of};
pub(crate) use settled::Settled;
pub(crate) use uniform::Uniform;
