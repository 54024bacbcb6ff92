// SPDX-License-Identifier: MIT OR Apache-2.0

//! Limits of files and games.

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 1 << 30;
/// Maximum number of nodes, properties and values of one tree, and of all trees that [`read`](super::read)
/// returns.
pub const MAX_PARTS: usize = 100_000_000;
/// Maximum number of moves of a game that a command goes through position by position, or that is opened to
/// be played on. The longest games of people have some four hundred, those of programs some seven hundred.
pub const MAX_MOVES: usize = 2000;
