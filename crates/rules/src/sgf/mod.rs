// SPDX-License-Identifier: MIT OR Apache-2.0

//! Game records in SGF, the Smart Game Format, of the versions `FF[1]` to `FF[4]`.
//!
//! [`read`] returns a [`Collection`]: every game of a file as a [`Tree`] with all variations and properties,
//! and [`Warning`]s with their places. [`Games`] returns the trees one by one. A [`Record`] is one line of
//! play of a tree, which becomes a game. Violations of the standard are read with a warning where possible,
//! else refused with place and reason.
//!
//! The parser is our own because existing crates expect strict text: they give no places, require UTF-8, stop
//! at a superfluous bracket, store lists of points as unordered sets, and recurse over deep trees. Real
//! records need the opposite. `encoding_rs` decodes text, `chardetng` guesses its encoding; without the
//! feature `encodings` text is UTF-8 alone.
//!
//! - `encoding`: detection of the encoding, and ends of letters; `utf8_only`: both without the feature
//!   `encodings`.
//! - `scan`, `parser`, `games`: bytes to values, values to a tree, trees of a file.
//! - `value`, `tree`, `write`: escapes, the tree itself, and back to text.
//! - `foreign`: GIB, NGF and UGF, the formats of three servers, as SGF.
//! - `other_file`: archives, pictures and web pages, which are no records.
//! - `number`, `komi`: numbers in words, and units of programs.
//! - `points`, `header`, `line`, `record`, `replay`, `turns`: trees as games of Go.
//!
//! Reading takes time in proportion to the length of the file and never recurses. It takes at most some
//! hundred bytes of memory for each byte of a tree; only [`read`] holds all trees of a file at once. Files
//! beyond [`MAX_BYTES`] or [`MAX_PARTS`] are refused.

#[cfg(feature = "encodings")]
mod encoding;
#[cfg(not(feature = "encodings"))]
#[path = "utf8_only.rs"]
mod encoding;
mod error;
mod foreign;
mod games;
mod header;
mod komi;
mod line;
mod marks;
mod number;
mod other_file;
mod parser;
mod points;
mod record;
mod replay;
mod scan;
mod tree;
mod turns;
mod value;
mod write;

pub use error::{Place, SgfError, Warning};
pub use games::{Collection, Games, read, reason_to_keep};
pub use marks::Mark;
pub use points::point_text;
pub use record::{APPLICATION, HANDICAP_KOMI, Lost, Record, Step};
pub use replay::Replay;
pub use tree::{NodeId, Property, Tree};
pub use turns::{Played, Turn, Turns};
pub use value::Value;

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 1 << 30;
/// Maximum number of nodes, properties and values of one tree, and of all trees that [`read`]
/// returns.
pub const MAX_PARTS: usize = 50_000_000;
/// Maximum number of moves of a game that a command goes through position by position, or that is opened to
/// be played on. The longest games of people have some four hundred, those of programs some seven hundred.
pub const MAX_MOVES: usize = 2000;
