// SPDX-License-Identifier: MIT OR Apache-2.0

//! Digests of data, SHA-256.

use sha2::{Digest as _, Sha256};

/// Returns the digest of some parts, one after the other.
pub(crate) fn digest(parts: &[&[u8]]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
