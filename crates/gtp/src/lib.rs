// SPDX-License-Identifier: MIT OR Apache-2.0

//! The Go Text Protocol, by which graphical boards, referees and servers use the engine.
//!
//! [`Session`] answers lines; [`serve`] connects it to an input and an output. The commands are rows of the
//! table [`COMMANDS`]. Sources: the draft of GTP version 2, and the observed behaviour of clients.

mod commands;
pub mod files;
mod session;

pub use commands::{COMMANDS, Command};
pub use files::{Disk, Files};
pub use katachi_gtp_protocol::{Arguments, Failure, Outlet, Reply, Request, Responder, Stream, reply, serve};
pub use session::Session;

#[cfg(test)]
mod tests;
