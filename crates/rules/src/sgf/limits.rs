// SPDX-License-Identifier: MIT OR Apache-2.0

//! How large a file may be.

/// Bytes of the longest file that is read.
pub const MAX_BYTES: usize = 1 << 30;
/// Nodes, properties and values of the largest tree that is read, and of all trees that [`read`](super::read) holds at once.
pub const MAX_PARTS: usize = 100_000_000;
