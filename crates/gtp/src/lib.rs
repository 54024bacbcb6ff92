// SPDX-License-Identifier: MIT OR Apache-2.0

//! The Go Text Protocol: how Go programs, their boards and their referees talk to the engine.
//!
//! [`Session`] answers lines and knows nothing of streams; [`serve`] connects one to an input and an output.
//! The commands are rows of the table [`COMMANDS`]. Sources: the draft of GTP version 2, and what the
//! clients in use are seen to send.

mod commands;
pub mod cpu;
pub mod files;
mod respond;
pub mod results;
mod session;
pub mod why;

pub use commands::{COMMANDS, Command};
pub use katachi_gtp_protocol::{Arguments, Failure, Reply, Request, Responder, Stream, reply, serve};
pub use session::{Disk, Files, Session};

pub use katachi::play::{Clock, TimeLeft, TimeSystem};

#[cfg(test)]
mod tests;
