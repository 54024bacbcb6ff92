// SPDX-License-Identifier: MIT OR Apache-2.0

//! The folders in which programs may write, one for each.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use katachi_rules::Color;
use tempfile::TempDir;

/// The folder of a game, with a folder for each program. A temporary one is removed when this is dropped.
#[derive(Debug)]
pub(super) enum Scratch {
    Temporary(TempDir),
    Kept(PathBuf),
}

impl Scratch {
    /// Makes the folder: the user's if there is one.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub(super) fn new(kept: Option<&Path>) -> Result<Self> {
        match kept {
            Some(path) => {
                let cannot = || format!("cannot make the folder {}", path.display());
                fs::create_dir_all(path).with_context(cannot)?;
                Ok(Self::Kept(path.canonicalize().with_context(cannot)?))
            }
            None => {
                let made = tempfile::Builder::new().prefix("katachi-referee-").tempdir();
                Ok(Self::Temporary(made.context("cannot make a temporary folder")?))
            }
        }
    }

    /// Returns the folder of a side; it is made.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub(super) fn folder(&self, color: Color) -> Result<PathBuf> {
        let own = match self {
            Self::Temporary(folder) => folder.path(),
            Self::Kept(folder) => folder,
        };
        let name = if color == Color::Black { "black" } else { "white" };
        let path = own.join(name);
        fs::create_dir_all(&path).with_context(|| format!("cannot make the folder {}", path.display()))?;
        Ok(path)
    }
}
