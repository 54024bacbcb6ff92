// SPDX-License-Identifier: MIT OR Apache-2.0

//! Playouts: games played to their end by a policy, until nobody can move.
//!
//! - `policy`: the trait of policies, playouts by a policy, and policies: `Uniform` (any move), `Settled`
//!   (keeps settled stones), `Learned` (the policy of the search, with weights fitted to the moves and the
//!   ends of records); a policy by its name ([`PolicyName`]);
//! - observers: `FirstMoves` (all moves as first), `PlayoutStats` (score, ownership, criticality);
//! - `eye_space`: moves that decide about two eyes in small spaces;
//! - `nearby`: sums over the points around each point;
//! - `tactics`: the local rules that policies share.
//!
//! All playouts are one loop (`play_on`) with a policy and an observer. `Uniform` serves the ownership of
//! open positions, `Settled` positions at their end, `Learned` the search. A policy is judged before it
//! plays: `katachi-lab judgement` compares its playouts with recorded games and with groups whose life is
//! known. Cost counts, too: a policy over all points of the board judged best and lost at equal CPU time
//! (`docs/experiments/playouts.md`).

mod eye_space;
mod learned;
mod nearby;
mod observer;
mod policy;
mod tactics;

pub(crate) use eye_space::is_nakade;
pub(crate) use learned::is_small;
pub use learned::{Learned, PlayoutWeights, training};
pub use nearby::Nearby;
pub(crate) use observer::FirstMoves;
pub use observer::{PlayoutStats, owner_at_the_end};
pub use policy::{PlayoutPolicy, Policy, PolicyName, Turn, play_on};
pub(crate) use policy::{Settled, Uniform, stats_of};
pub use tactics::{first_acceptable, is_sensible, random_below};
