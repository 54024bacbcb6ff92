// SPDX-License-Identifier: MIT OR Apache-2.0

//! Katachi (形, "shape"): a Go engine that searches, and explains its moves by shapes with names.
//!
//! A [`Player`](play::Player) chooses a move by Monte-Carlo tree search ([`search`]): priors come from a
//! move-prediction model ([`model`]), results from playouts with learned weights ([`playout`]). It keeps its
//! tree from move to move.
//!
//! [`Engine::choose`] makes the classical choice, without a search: a position becomes an
//! [`Analysis`](analysis::Analysis) by reading ([`reading`]); patterns of a text database, readings and the
//! model give evidence ([`movegen`]); the sum of the evidence chooses. A [`Choice`] carries all [`Proposal`]s
//! with their reasons, which explain the moves of the search, too. In decided games the evidence guides the
//! search.
//!
//! The search and the classical choice do not know each other; [`play`] joins them. Nothing here prints.
//! Interfaces are crates of their own, among them `katachi-view`, `katachi-gtp` and the program `katachi`.

pub mod analysis;
pub mod answers;
mod builtin;
mod choice_model;
pub mod knowledge;
mod ladder;
pub mod learn;
mod local;
pub mod matcher;
pub mod model;
pub mod movegen;
mod patterns;
pub mod play;
pub mod playout;
pub mod position;
pub mod reading;
pub mod search;

pub use movegen::{Proposal, Reason};
pub use play::{Choice, Engine, Settings};
