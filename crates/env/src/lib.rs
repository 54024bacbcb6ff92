// SPDX-License-Identifier: MIT OR Apache-2.0

//! An environment for reinforcement learning. It reproduces the Go environments `go_9x9` and `go_19x19` of
//! Pgx (Koyama and others, 2023; version `v1`, as of Pgx 2.6) step by step and bit by bit, for any number of
//! games: [`BatchEnv`].
//!
//! The actions are the N * N points, row by row from the top left, and the pass. An observation has the
//! planes of AlphaGo Zero: the stones of both sides on the last eight boards, and a colour;
//! [`Game::observe`] defines the layout. It is written into a slice of the caller.
//!
//! # Differences from a game under the rules
//!
//! These come from Pgx, and agents that were trained there rely on them:
//!
//! * The mask excludes simple ko and suicide (also of several stones), but not superko. **A play that repeats
//!   a position loses**, with either side to move the first time; the start position does not count.
//! * An illegal action ends the game, loses it, and still appears on the board.
//! * A game ends after two consecutive passes or 2 * N * N steps and is scored by area without removing dead
//!   stones. White wins a tie, and a board without stones counts for both sides.
//! * A step after the end only sets the rewards to 0.
//! * The mask is all ones at the start and after the end.
//! * The last plane is 1 for a player who has White; in the paper it is 1 for Black.
//! * Pgx never sets `truncated`, so it does not exist here.
//!
//! The random draws of Pgx with JAX are not reproduced: a seed draws the player of Black in another way, or
//! the caller chooses it ([`BatchEnv::reset`]).

mod area;
mod batch;
mod config;
mod game;
mod history;
mod legal;
mod player;
mod random;
mod unpack;

pub use batch::BatchEnv;
pub use config::{Config, EnvError, MAX_HISTORY, MAX_STEPS};
pub use game::Game;
pub use player::Player;
