// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that users keep.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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

/// Returns the files that paths name: a folder stands for its files with that ending, in the order of their
/// names.
///
/// # Errors
/// A folder that cannot be read.
pub fn named_files(paths: impl IntoIterator<Item: AsRef<Path>>, ending: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        let path = path.as_ref();
        if !path.is_dir() {
            files.push(path.to_owned());
            continue;
        }
        let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.with_context(|| format!("cannot read the folder {}", path.display()))?;
        let mut found: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
        found.retain(|file| file.extension().is_some_and(|own| own == ending));
        found.sort();
        files.append(&mut found);
    }
    Ok(files)
}

/// Writes a file in one step: no reader ever sees half of it.
///
/// # Errors
/// A file that cannot be written.
pub fn write_whole(path: &Path, text: &str) -> Result<()> {
    katachi_atomic_file::replace(path, text.as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}
