// SPDX-License-Identifier: MIT OR Apache-2.0

//! The folders in which programs may write, one for each.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use katachi_rules::Color;
use tempfile::TempDir;

/// The folder of a game, with a folder for each program. A temporary one is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Scratch {
    path: PathBuf,
    temporary: Option<TempDir>,
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if self.temporary.is_some() && fs::remove_dir_all(&self.path).is_err() {
            // A program has taken the rights from its folders. What still cannot be removed stays.
            open_folders(&self.path);
        }
    }
}

/// Gives the user all rights in the folders below a folder. Those with paths that are too long are left out.
fn open_folders(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            let _ = fs::set_permissions(entry.path(), Permissions::from_mode(0o700));
            open_folders(&entry.path());
        }
    }
}

impl Scratch {
    pub(super) fn new(kept: Option<&Path>) -> Result<Self> {
        if let Some(path) = kept {
            let cannot = || format!("cannot make the folder {}", path.display());
            fs::create_dir_all(path).with_context(cannot)?;
            let (path, temporary) = (path.canonicalize().with_context(cannot)?, None);
            return Ok(Self { path, temporary });
        }
        let made = tempfile::Builder::new().prefix("katachi-referee-").tempdir();
        let made = made.context("cannot make a temporary folder")?;
        Ok(Self {
            path: made.path().to_owned(),
            temporary: Some(made),
        })
    }

    /// Returns the folder of a side; it is made.
    pub(super) fn folder(&self, color: Color) -> Result<PathBuf> {
        let name = if color == Color::Black { "black" } else { "white" };
        let path = self.path.join(name);
        fs::create_dir_all(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_folder_is_removed_with_folders_that_are_closed() {
        let scratch = Scratch::new(None).expect("a folder can be made");
        let path = scratch.folder(Color::Black).expect("a folder can be made");
        fs::create_dir_all(path.join("a/b")).expect("a folder can be made");
        for closed in ["a/b", "a"] {
            fs::set_permissions(path.join(closed), Permissions::from_mode(0o300)).expect("it is ours");
        }
        drop(scratch);
        assert!(!path.exists());
    }
}
