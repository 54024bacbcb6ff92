// SPDX-License-Identifier: MIT OR Apache-2.0

//! The table format: a [`Database`] as bytes.
//!
//! ```text
//! label "KATAPAT\n" | version u32 | checksum u64 of the rest | the database in postcard's format
//! ```
//!
//! Version and checksum are little-endian. The reader checks every index, code and range, and allocates at
//! most a small multiple of the input's length.

use thiserror::Error;

use crate::database::Database;

mod check;

const LABEL: [u8; 8] = *b"KATAPAT\n";
const VERSION: u32 = 8;

/// Why bytes are not a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The bytes do not begin with the label of the format.
    #[error("not a pattern table: the label is missing")]
    Label,
    /// Written by another version of this crate.
    #[error("pattern table of format version {found}, expected {VERSION}")]
    Version {
        /// The version found.
        found: u32,
    },
    /// The bytes are damaged, or end too early.
    #[error("pattern table damaged: the checksum does not fit")]
    Checksum,
    /// A value that the format does not allow.
    #[error("pattern table holds an impossible {0}")]
    Value(&'static str),
}

/// Returns an error about `what` unless `holds`.
fn ensure(holds: bool, what: &'static str) -> Result<(), TableError> {
    holds.then_some(()).ok_or(TableError::Value(what))
}

impl Database {
    /// Encodes the table. Equal databases give equal bytes. O(size).
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = LABEL.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 8]);
        let bytes = postcard::to_extend(self, bytes).expect("a database can be written into memory");
        Self::sealed(&bytes)
    }

    /// The bytes of a table with their checksum. With damaged bytes it is for tests of the checks behind it.
    #[doc(hidden)]
    pub fn sealed(bytes: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        if bytes.len() >= 20 {
            let sum = checksum(&bytes[20..]).to_le_bytes();
            bytes[12..20].copy_from_slice(&sum);
        }
        bytes
    }

    /// Reads a table and checks all of it. O(size).
    ///
    /// # Errors
    /// The first error of the bytes.
    pub fn decode(bytes: &[u8]) -> Result<Self, TableError> {
        let rest = bytes.strip_prefix(&LABEL).ok_or(TableError::Label)?;
        let (version, rest) = rest.split_first_chunk().ok_or(TableError::Checksum)?;
        let found = u32::from_le_bytes(*version);
        if found != VERSION {
            return Err(TableError::Version { found });
        }
        let (sum, body) = rest.split_first_chunk().ok_or(TableError::Checksum)?;
        if u64::from_le_bytes(*sum) != checksum(body) {
            return Err(TableError::Checksum);
        }
        let read = postcard::take_from_bytes::<Self>(body);
        let (database, rest) = read.map_err(|_| TableError::Value("encoding"))?;
        ensure(rest.is_empty(), "length")?;
        database.check()?;
        Ok(database)
    }
}

/// As FNV-1a, but 8 bytes at a time: against damage, not against malice. It always detects a change within 8
/// bytes, because every step is invertible.
fn checksum(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    for &word in words.iter().chain([&last]) {
        hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        // Without this, high bits would never affect the low ones.
        hash ^= hash >> 32;
    }
    hash
}

#[cfg(test)]
mod tests;
