// SPDX-License-Identifier: MIT OR Apache-2.0

//! Random input against laws, and long runs of the engine in one process.
//!
//! A law ([`laws`]) takes any bytes as the input of one boundary of the programs, such as a record or a
//! query, and panics if a promise is broken: input is read or refused, and written input reads back the same.
//! [`TARGETS`] joins each law with seeds. Each is a test with random changes of the seeds by proptest, and an
//! input of `cargo fuzz` in the folder `fuzz/`, which follows the coverage.
//!
//! [`soak`] plays whole games and GTP sessions in one process and checks every move, every score and the
//! memory.
//!
//! The plain models of the rules are those of the tests of `katachi-rules`, which compare them with random
//! games.

pub mod laws;
pub mod soak;
mod targets;
#[cfg(test)]
mod tests;
mod twins;

pub use targets::{Law, TARGETS, Target, target};
