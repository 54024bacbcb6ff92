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
//! From the outside in: `match_run` hands games to threads and prints ([`play_match`]), `plan` checks what the
//! user asked for, `game` is the referee of one game, `seat` a program at its board, `adjudicator` may end it, `scoring`
//! settles the finished position, `finished` asks a program whether a recorded game was played to its end, and `opening`, `clock` and `stats` are what they say. [`tournament`] plays many such games;
//! `rating` and `sprt` say what results are worth. [`regress`] puts suites of questions to a program, [`usenix`] and [`referee`]
//! are for the tournament of 1984. Programs run as `process` starts them.
//!
//! The arena knows the rules and GTP, not the engine: what needs one is handed in ([`regress::LocalEngine`],
//! `referee::Judge`).

#[macro_use]
mod error;

mod adjudication;
mod adjudicator;
mod clock;
mod finished;
mod game;
mod jobs;
mod match_run;
mod opening;
pub mod options;
mod outcome;
mod plan;
mod process;
mod quantity;
mod rating;
#[cfg(target_os = "linux")]
pub mod referee;
pub mod regress;
mod report;
mod scoring;
mod seat;
mod sprt;
mod stats;
pub mod tournament;
pub mod usenix;

pub use adjudication::Adjudication;
pub use clock::TimeControl;
pub use error::{Error, Result};
pub use finished::{Finisher, PlayedOn};
pub use match_run::play_match;
pub use options::MatchOptions;
pub use outcome::Player;
pub use rating::{Estimate, Ratings, Scores, elo_of_score, expected_score, lead};
pub use sprt::{Pairs, Sprt, Verdict, shares};
pub use stats::{Interval, Tally, wilson_interval};
