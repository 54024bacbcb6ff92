// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that are replaced as a whole or not at all.

use std::fs::{self, Permissions};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::Builder;

/// Writes a file. One that exists keeps its permissions, and its content until all of the new one is on the
/// disk. A link stays a link.
///
/// # Errors
/// If the new content cannot be written beside the file. Then nothing has changed.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let before = fs::metadata(&path).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        // A device or a pipe has no content to keep.
        return fs::write(&path, content);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    if let Some(permissions) = usual() {
        builder.permissions(permissions);
    }
    let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    if let Some(before) = before {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    Ok(())
}

/// The permissions of new files, from which the system takes those that the user does not want.
#[cfg(unix)]
fn usual() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual() -> Option<Permissions> {
    None
}
