// SPDX-License-Identifier: MIT OR Apache-2.0

//! Limits of file size.

/// Maximum size of a file in bytes.
pub const MAX_BYTES: usize = 1 << 30;
/// Maximum number of nodes, properties and values of one tree, and of all trees that [`read`](super::read)
/// returns.
pub const MAX_PARTS: usize = 100_000_000;
