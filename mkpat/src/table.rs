// SPDX-License-Identifier: MIT OR Apache-2.0

//! The table format: a [`Database`] as bytes.
//!
//! ```text
//! label "KATAPAT\n" | version u32 | checksum u64 of the rest |
//! kind u8 | files | patterns | variants | windows | eyes | forms
//! ```
//!
//! Numbers are little-endian; lists and strings begin with their length. The reader checks every index, code
//! and range, and allocates at most a small multiple of the input's length.

use thiserror::Error;

use crate::database::{Database, Kind};
use codec::{Encoded, Reader};

mod check;
mod codec;

const LABEL: [u8; 8] = *b"KATAPAT\n";
const VERSION: u32 = 7;

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
    /// The bytes are damaged.
    #[error("pattern table damaged: the checksum does not fit")]
    Checksum,
    /// The bytes end too early.
    #[error("pattern table ends in the middle of its {0}")]
    End(&'static str),
    /// A value that the format does not allow.
    #[error("pattern table holds an impossible {0}")]
    Value(&'static str),
}

/// Returns an error about `what` unless `holds`.
fn ensure(holds: bool, what: &'static str) -> Result<(), TableError> {
    if holds {
        Ok(())
    } else {
        Err(TableError::Value(what))
    }
}

impl Database {
    /// Encodes the table. Equal databases give equal bytes. O(size).
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Vec::new();
        self.kind.write(&mut body);
        self.files.write(&mut body);
        self.patterns.write(&mut body);
        self.variants.write(&mut body);
        self.windows.write(&mut body);
        self.eyes.write(&mut body);
        self.forms.write(&mut body);
        let mut bytes = LABEL.to_vec();
        VERSION.write(&mut bytes);
        checksum(&body).write(&mut bytes);
        bytes.extend(body);
        bytes
    }

    /// Damaged bytes of a table with a valid checksum, for tests of the checks behind it.
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
        let mut reader = Reader::new(rest);
        let found = u32::read(&mut reader)?;
        if found != VERSION {
            return Err(TableError::Version { found });
        }
        if u64::read(&mut reader)? != checksum(reader.rest) {
            return Err(TableError::Checksum);
        }
        let database = Self {
            kind: Kind::read(&mut reader)?,
            files: reader.part("files")?,
            patterns: reader.part("patterns")?,
            variants: reader.part("variants")?,
            windows: reader.part("windows")?,
            eyes: reader.part("eye shapes")?,
            forms: reader.part("forms")?,
        };
        ensure(reader.rest.is_empty(), "length")?;
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
