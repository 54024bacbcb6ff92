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

use crate::database::{Database, Kind};
pub use error::TableError;
use error::{VERSION, ensure};
use reader::Reader;
use writer::Writer;

mod check;
mod error;
mod reader;
mod writer;

const LABEL: [u8; 8] = *b"KATAPAT\n";

impl Database {
    /// Encodes the table. Equal databases give equal bytes. O(size).
    pub fn encode(&self) -> Vec<u8> {
        let mut body = Writer(Vec::new());
        body.u8(self.kind as u8);
        body.length(self.files.len());
        self.files.iter().for_each(|f| body.text(f));
        body.length(self.patterns.len());
        self.patterns.iter().for_each(|p| body.pattern(p));
        body.length(self.variants.len());
        self.variants.iter().for_each(|v| body.variant(v));
        body.length(self.windows.len());
        for window in &self.windows {
            body.offset(window.at);
            body.u32(window.mask);
            body.u32(window.value);
        }
        body.length(self.eyes.len());
        self.eyes.iter().for_each(|e| body.eye(e));
        body.length(self.forms.len());
        self.forms.iter().for_each(|f| body.form(f));
        let mut bytes = LABEL.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(checksum(&body.0).to_le_bytes());
        bytes.extend(body.0);
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
        let mut reader = Reader { rest, part: "head" };
        let found = reader.u32()?;
        if found != VERSION {
            return Err(TableError::Version { found });
        }
        if u64::from_le_bytes(reader.take()?) != checksum(reader.rest) {
            return Err(TableError::Checksum);
        }
        let kind = reader.code(&Kind::ALL, "kind")?;
        reader.part = "files";
        let files = reader.list(4, Reader::text)?;
        reader.part = "patterns";
        let patterns = reader.list(50, Reader::pattern)?;
        reader.part = "variants";
        let variants = reader.list(18, Reader::variant)?;
        reader.part = "windows";
        let windows = reader.list(10, Reader::window)?;
        reader.part = "eye shapes";
        let eyes = reader.list(16, Reader::eye)?;
        reader.part = "forms";
        let forms = reader.list(11, Reader::form)?;
        ensure(reader.rest.is_empty(), "length")?;
        let database = Self {
            kind,
            files,
            patterns,
            variants,
            windows,
            eyes,
            forms,
        };
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
