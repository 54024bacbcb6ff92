//! Katachi (形, "shape"): a Go engine that plays by shapes with names.
//!
//! A text database of patterns proposes moves; tactical reading and influence judge them. Every move can
//! be explained: a [`Choice`] carries all [`Proposal`]s with their reasons.
//!
//! Data flows one way: a position becomes an [`Analysis`](analysis::Analysis), patterns are matched and evaluated by it,
//! proposals are collected, one is chosen. Nothing here prints, reads a clock or keeps state between
//! moves, save [`play::Player`] and the shells at the rim: [`gtp`], [`arena`], [`regress`], [`usenix`], [`referee`] and [`view`].

pub mod analysis;
pub mod arena;
pub mod env;
pub mod files;
pub mod gtp;
pub mod harvest;
pub mod judgement;
pub mod matcher;
pub mod model;
pub mod movegen;
mod parallel;
pub mod play;
pub mod playout;
mod process;
pub mod reading;
#[cfg(target_os = "linux")]
pub mod referee;
pub mod regress;
#[cfg(feature = "tui")]
pub mod screen;
pub mod search;
pub mod tuning;
pub mod usenix;
pub mod view;

pub use movegen::{Choice, Proposal, Reason};
pub use play::{Engine, Settings};
