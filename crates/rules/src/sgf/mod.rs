// SPDX-License-Identifier: MIT OR Apache-2.0

//! Game records in SGF, the Smart Game Format, of the versions `FF[1]` to `FF[4]`.
//!
//! [`read`] gives a [`Collection`]: every game of a file as a [`Tree`] with all its variations and properties,
//! and what was odd as [`Warning`]s with their places. [`Games`] gives the trees one by one. A [`Record`] is one
//! line of play of a tree, from which games are made. Whatever can be saved of a file is read with a warning;
//! the rest is refused with its place and a reason.
//!
//! The reader is an own one. The crates for SGF build on strict text: they give no places, want the file in
//! UTF-8, stop at the first bracket too many, keep lists of points as sets without order, and walk and drop
//! deep trees by recursion. Records as they are found need the opposite of each. What is not about SGF is left
//! to crates: `encoding_rs` decodes text, `chardetng` guesses its encoding.
//!
//! - `encoding`: which encoding, and where its letters end.
//! - `scan`, `parser`, `games`: bytes to values, values to a tree, trees of a file.
//! - `value`, `tree`, `write`: escapes, the tree itself, and back to text.
//! - `origin`: which program has written a file.
//! - `points`, `header`, `line`, `record`, `replay`: what a tree means as a game of Go.
//!
//! Reading takes time in proportion to the length of the file, and never recurses. Memory is bounded by some
//! forty bytes for each byte of the tree that is read; only [`read`] holds all trees of a file at once. Beyond
//! [`MAX_BYTES`] and [`MAX_PARTS`] a file is refused.

mod encoding;
mod error;
mod games;
mod header;
mod limits;
mod line;
mod origin;
mod parser;
mod points;
mod record;
mod replay;
mod scan;
mod tree;
mod value;
mod write;

pub use error::{Place, SgfError, Warning};
pub use games::{Collection, Games, read};
pub use limits::{MAX_BYTES, MAX_PARTS};
pub use origin::reason_to_keep;
pub use points::point_text;
pub use record::{APPLICATION, Lost, Record, Step};
pub use replay::Position;
pub use tree::{NodeId, Property, Tree};
pub use value::Value;
