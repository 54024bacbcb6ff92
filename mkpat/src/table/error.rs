// SPDX-License-Identifier: MIT OR Apache-2.0

//! Errors of the bytes of a table.

use thiserror::Error;

/// The version of the format.
pub(super) const VERSION: u32 = 7;

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
pub(super) fn ensure(holds: bool, what: &'static str) -> Result<(), TableError> {
    if holds {
        Ok(())
    } else {
        Err(TableError::Value(what))
    }
}
