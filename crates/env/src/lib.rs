// SPDX-License-Identifier: MIT OR Apache-2.0

//! An environment for reinforcement learning: the Go environment `go_9x9`, `go_19x19` of Pgx (Koyama and
//! others, 2023; version `v1`, as of Pgx 2.6), step for step and bit for bit, for one game ([`Env`]) and for
//! many ([`BatchEnv`]).
//!
//! The actions are the N * N points, row by row from the top left, and the pass. An observation is what
//! AlphaGo Zero was shown: the stones of both sides on the last eight boards, and a colour; see
//! [`Env::observe`] for the layout. It is written into a slice that the caller owns.
//!
//! # What is unlike a game under the rules
//!
//! All of it is Pgx's, and agents that were trained there rely on it:
//!
//! * The mask knows simple ko and suicide (which is illegal, for strings too), not superko. **A play that
//!   repeats a position loses**, whoever was to move the first time; the start does not count as a
//!   position that was there before.
//! * An illegal action ends the game, loses it, and is still seen on the board.
//! * A game ends after two passes in a row, or after 2 * N * N steps, and is scored by area as it stands:
//!   dead stones are not removed. A tie is won by White, and a board without stones is owned by both.
//! * A step after the end does nothing, but the rewards, which the last step gave, are 0 from then on.
//! * The mask is all ones at the start and after the end.
//! * The last plane is 1 for a player who has White; in the paper it is 1 for Black.
//! * Pgx's `truncated` is never set, so there is no such thing here.
//!
//! What Pgx draws with JAX is not reproduced: the player who has Black is given ([`Env`]), or drawn by a
//! seed in another way ([`BatchEnv`]).

mod area;
mod batch;
mod config;
mod games;
mod history;
mod lane;
mod legal;
mod player;
mod random;
mod repetition;
mod single;
mod spread;

pub use batch::BatchEnv;
pub use config::{Config, EnvError, MAX_HISTORY, MAX_STEPS};
pub use player::Player;
pub use single::Env;

#[cfg(test)]
mod tests;
