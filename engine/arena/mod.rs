// SPDX-License-Identifier: MIT OR Apache-2.0

//! The arena: matches and tournaments of programs that speak GTP, with a referee of our own.
//!
//! A match is a number of games; game `n` and game `n + 1` of a pair start from the same random opening
//! with the colours swapped. What happens in a game depends on its number and the programs alone, not on
//! the games that run beside it, so deterministic programs give the same match again, whatever `--jobs`.
//!
//! Programs are not trusted: every move goes through the rules of [`katachi_rules::Game`], every answer has
//! a time limit and a size limit. A program that dies, hangs, floods its output or breaks the rules loses
//! that game with the reason shown, and the match goes on with a fresh process.
//!
//! From the outside in: `match_run` hands games to threads and prints ([`run`], [`play_match`]), `plan` checks what the
//! user asked for, `game` is the referee of one game, `adjudication` may end it, `scoring` settles the finished position,
//! and `opening`, `clock` and `stats` are what they say. [`tournament`] plays many such games; `rating` and `sprt` say what
//! results are worth. Processes are those of `engine/process`.

mod adjudication;
mod args;
mod clock;
mod game;
mod match_run;
mod opening;
mod outcome;
mod plan;
mod rating;
mod report;
mod scoring;
mod sprt;
mod stats;
pub mod tournament;

pub use adjudication::Adjudication;
pub use args::MatchArgs;
pub use clock::TimeControl;
pub use match_run::{play_match, run};
pub use outcome::Player;
pub use rating::{Estimate, Ratings, Scores, elo_of_score, expected_score, lead};
pub use sprt::{Pairs, Sprt, Verdict, shares};
pub use stats::{Interval, Tally, wilson_interval};
