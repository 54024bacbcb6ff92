// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records of games from files: any number in each, plain or compressed by gzip.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::Context as _;
use flate2::read::MultiGzDecoder;
use katachi_rules::sgf::{Games, MAX_BYTES, Record};

/// Hands over every record of a file.
pub(super) fn each(file: &Path, mut take: impl FnMut(Record)) -> anyhow::Result<()> {
    let name = file.display();
    let bytes = fs::read(file).with_context(|| format!("cannot read {name}"))?;
    let bytes = unpacked(&bytes).with_context(|| format!("cannot unpack {name}"))?;
    for tree in Games::new(&bytes).with_context(|| format!("cannot use {name}"))? {
        let tree = tree.with_context(|| format!("cannot use {name}"))?;
        take(Record::of_tree(&tree).with_context(|| format!("cannot use {name}"))?);
    }
    Ok(())
}

/// The text of a file that may be compressed.
fn unpacked(bytes: &[u8]) -> io::Result<Cow<'_, [u8]>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.into());
    }
    let mut text = Vec::new();
    // One byte more than is read of a file, so that a longer one is refused and not cut.
    MultiGzDecoder::new(bytes)
        .take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut text)?;
    Ok(text.into())
}
