// SPDX-License-Identifier: MIT OR Apache-2.0

//! Katachi (形, "shape"): a Go engine that plays by shapes with names.
//!
//! A text database of patterns proposes moves; tactical reading and influence judge them. Every move can
//! be explained: a [`Choice`] carries all [`Proposal`]s with their reasons.
//!
//! Data flows one way: a position becomes an [`Analysis`](analysis::Analysis), patterns are matched and evaluated by it,
//! proposals are collected, one is chosen. Nothing here prints, reads a clock or keeps state between
//! moves, save [`play::Player`]. The shells at the rim are crates of their own: `katachi-view`, `katachi-gtp` and the
//! program `katachi`.

pub mod analysis;
mod builtin;
pub mod knowledge;
mod ladder;
pub mod learn;
mod local;
pub mod matcher;
pub mod model;
pub mod movegen;
pub mod play;
pub mod playout;
pub mod position;
pub mod reading;
pub mod search;
pub mod tuning;

pub use movegen::{Proposal, Reason};
pub use play::{Choice, Engine, Settings};
