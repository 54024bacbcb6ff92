// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that users keep.

use std::io;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use katachi_rules::sgf::reason_to_keep;

/// Refuses to overwrite a record by another program or one of several games; `instead` tells the way out.
///
/// # Errors
/// Such a file, or a file that cannot be read.
pub fn check_own(path: &Path, instead: &str) -> Result<()> {
    let name = path.display();
    katachi_atomic_file::check_free(path, reason_to_keep).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => anyhow!("{name} {error}; {instead}"),
        _ => anyhow!(error).context(format!("cannot write the record {name}")),
    })
}

/// Writes a file in one step: no reader ever sees half of it.
///
/// # Errors
/// A file that cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<()> {
    katachi_atomic_file::replace(path, text.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}
