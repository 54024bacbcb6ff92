// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the program does beside playing: it makes joseki of records ([`harvest`]) and measures playouts
//! ([`judgement`]). Options that tests need, too, are in [`arena_args`]; [`counts`] puts numbers into words.

pub mod arena_args;
pub mod counts;
pub mod harvest;
pub mod judgement;
