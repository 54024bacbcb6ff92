// SPDX-License-Identifier: MIT OR Apache-2.0

//! The Usenix computer Go tournament of 1984, program `katachi-usenix84`: its line [`protocol`], the engine
//! as a player, adapters between that protocol and GTP, the referee, and tournaments under the referee.
//!
//! Programs are started by `katachi_line_program`, and results are added up by `katachi_arena`. The referee
//! runs on Linux alone: no other system tells the CPU time of a running program and forbids it to fork
//! without privileges.

mod commands;
mod from_gtp;
mod player;
pub mod protocol;
#[cfg(target_os = "linux")]
mod referee;
mod to_gtp;
#[cfg(target_os = "linux")]
mod tournament;

pub use commands::{command, run};
