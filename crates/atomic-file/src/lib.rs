// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that are replaced as a whole or not at all.
//!
//! The new content is written to a file beside the old one, brought to the disk, and renamed: readers, a full
//! disk, a kill and a power failure meet the old content or the new one.

use std::fs::{self, Permissions};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::Builder;

/// Beginning of the names of files that are being written. A kill leaves them behind.
const UNFINISHED: &str = ".unfinished-";

/// Writes a file. One that exists keeps its permissions, and its content until all of the new one is on the
/// disk. A link stays a link.
///
/// # Errors
/// If the new content cannot be written beside the file. Then nothing has changed.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let before = fs::metadata(&path).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        // A device or a pipe has no content to keep.
        return fs::write(&path, content);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    builder.prefix(UNFINISHED);
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

/// Removes the files that a killed process left in a folder. No other process may be writing there.
///
/// # Errors
/// If the folder cannot be read, or a file cannot be removed.
pub fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
            fs::remove_file(entry.path())?;
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_else_is_left_in_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        for content in ["a long first content", "short"] {
            replace(&path, content.as_bytes()).expect("it can be written");
            assert_eq!(fs::read_to_string(&path).expect("a file"), content);
        }
        assert_eq!(names(folder.path()), ["game.sgf"]);
    }

    #[test]
    fn a_neighbour_with_a_usual_name_of_unfinished_files_is_not_touched() {
        let folder = tempfile::tempdir().expect("a folder");
        for end in ["part", "tmp", "new"] {
            fs::write(folder.path().join(format!("game.sgf.{end}")), "of another")
                .expect("it can be written");
        }
        replace(&folder.path().join("game.sgf"), b"ours").expect("it can be written");
        for end in ["part", "tmp", "new"] {
            let neighbour = fs::read_to_string(folder.path().join(format!("game.sgf.{end}")));
            assert_eq!(neighbour.expect("it is still there"), "of another");
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(replace(&folder.path().join("none/game.sgf"), b"ours").is_err());
        assert!(replace(folder.path(), b"ours").is_err());
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn what_a_killed_process_left_behind_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [".unfinished-Ab3xYz", ".hidden", "game.sgf"] {
            fs::write(folder.path().join(name), "").expect("it can be written");
        }
        remove_unfinished(folder.path()).expect("it can be removed");
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, [".hidden", "game.sgf"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("game.sgf"), folder.path().join("link.sgf"));
        fs::write(&path, "old").expect("it can be written");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("it is ours");
        symlink(&path, &link).expect("links are known");
        replace(&link, b"new").expect("it can be written");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "new");
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        assert_eq!(
            fs::metadata(&path).expect("a file").permissions().mode() & 0o777,
            0o640
        );
    }
}
