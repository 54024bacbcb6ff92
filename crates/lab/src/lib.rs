// SPDX-License-Identifier: MIT OR Apache-2.0

//! The laboratory of Katachi, program `katachi-lab`: it tests tactical reading ([`tactics`]), measures how
//! well playouts and searches judge positions ([`judgement`]), trains models, reads judged games
//! ([`judged`]) and lets other engines judge games (`label`), makes joseki of records (`harvest`),
//! measures how the player follows changed values of patterns, counts answers that contradict each other,
//! and checks that a change of the engine changes no choice. It reads no configuration: a measurement depends
//! on its command line alone.

mod chance;
mod commands;
mod digest;
mod games;
mod gzip;
mod harvest;
pub mod judged;
pub mod judgement;
mod label;
mod laws;
mod names;
mod parts;
mod pool;
pub mod tactics;
mod train;

pub use commands::{command, run};
