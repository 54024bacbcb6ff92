// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the program does beside playing: it makes joseki of records ([`harvest`]), measures playouts ([`judgement`]) and
//! tests tactical reading ([`bed`]). Options that tests need, too, are in [`arena_args`]; [`counts`] puts numbers into words.

pub mod arena_args;
pub mod bed;
pub mod counts;
pub mod harvest;
pub mod judgement;
pub mod pool;
