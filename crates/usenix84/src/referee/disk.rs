// SPDX-License-Identifier: MIT OR Apache-2.0

//! Space that a program takes on the disk.
//!
//! A program that fills the disk would keep its opponent and the referee from writing. It cannot remove what
//! it has written (see `confine::files`), and so its folder contains all of it; only programs with children
//! can. Few file systems have limits for a folder.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use nix::libc;

pub(super) const MAX_FILES: usize = 10_000;

const INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(super) struct Space {
    folder: PathBuf,
    allowed: u64,
    looked: Instant,
}

impl Space {
    /// Allows bytes beside those that are in the folder now.
    pub(super) fn new(folder: &Path, bytes: u64) -> io::Result<Self> {
        Ok(Self {
            folder: folder.to_owned(),
            allowed: size(folder)?.unwrap_or(0).saturating_add(bytes),
            looked: Instant::now(),
        })
    }

    /// Returns whether the folder contains too much. It is looked at ten times a second, and never at more
    /// than [`MAX_FILES`] of its files; between two looks the answer is no.
    ///
    /// Folders that cannot be read are too much: a program could make them to hide its files.
    pub(super) fn is_exceeded(&mut self) -> bool {
        if self.looked.elapsed() < INTERVAL {
            return false;
        }
        self.looked = Instant::now();
        match size(&self.folder) {
            Ok(found) => found.is_none_or(|bytes| bytes > self.allowed),
            Err(error) => matches!(error.raw_os_error(), Some(libc::EACCES | libc::ENAMETOOLONG)),
        }
    }
}

/// Returns the bytes that a folder takes on the disk. `None` with more than [`MAX_FILES`] files.
fn size(folder: &Path) -> io::Result<Option<u64>> {
    /// The unit of `blocks` on all file systems.
    const BLOCK: u64 = 512;
    let (mut bytes, mut files) = (0, 0);
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let (data, path) = match entry.and_then(|entry| Ok((entry.metadata()?, entry.path()))) {
                // It was removed meanwhile, on a system without Landlock.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                found => found?,
            };
            bytes += data.blocks() * BLOCK;
            files += 1;
            if files > MAX_FILES {
                return Ok(None);
            }
            if data.is_dir() {
                folders.push(path);
            }
        }
    }
    Ok(Some(bytes))
}
