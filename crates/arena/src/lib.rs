// SPDX-License-Identifier: MIT OR Apache-2.0

//! The arena: matches and tournaments of programs that speak GTP, with a referee of our own; suites of
//! questions for them.
//!
//! A match is a number of games. Games `n` and `n + 1` of a pair start from the same random opening with the
//! colours swapped. A game depends on its number and the programs alone, not on the games beside it, so
//! deterministic programs give the same match again with any number of `--jobs`.
//!
//! Programs are not trusted: every move goes through the rules of [`katachi_rules::Game`], every answer has a
//! time limit and a size limit. A program that dies, hangs, floods its output or breaks the rules loses that
//! game with the reason shown, and the match goes on with a fresh process.
//!
//! [`play_match`] plays a match (`matches`), [`tournament`] plays games of many programs, [`regress`] puts
//! suites of questions to a program. They share [`gtp_client`], which speaks GTP with a started program,
//! `opening`, and the evaluation of results: `stats`, `rating`, `sprt`.
//!
//! The arena knows the rules and GTP, not the engine. The caller provides what needs the engine
//! ([`regress::LocalEngine`]).

mod files;
pub mod gtp_client;
mod jobs;
mod matches;
mod opening;
pub mod options;
mod rating;
pub mod regress;
mod sprt;
mod stats;
pub mod tournament;

pub use files::{check_own, named_files, write_whole};
pub use matches::play_match;
pub use opening::shuffled;
pub use options::MatchOptions;
pub use stats::{Tally, winner_of};
