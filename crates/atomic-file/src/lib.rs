// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that are replaced as a whole or not at all, and their locks.
//!
//! The new content is written to a file beside the old one, brought to the disk, and renamed: readers, a full
//! disk, a kill and a power failure meet the old content or the new one.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Beginning of the names of files that are being written. A kill leaves them behind.
const UNFINISHED: &str = ".unfinished-";

/// Writes a file. One that exists keeps its permissions, and its content until all of the new one is on the
/// disk. A link stays a link. Devices and other special files are written directly.
///
/// # Errors
/// If the new content cannot be written beside the file, or the file is read-only. Then nothing has changed.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    Prepared::new(path, content.as_ref())?.put()
}

/// Writes files as [`replace`] does, none of them before the contents of all are on the disk.
///
/// # Errors
/// If a content cannot be written beside its file. Then nothing has changed. The error names the file.
pub fn replace_all(files: &[(PathBuf, Vec<u8>)]) -> io::Result<()> {
    let named =
        |path: &Path, error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let mut prepared = Vec::new();
    for (path, content) in files {
        let ready = Prepared::new(path, content).map_err(|error| named(path, error))?;
        prepared.push((path, ready));
    }
    for (path, prepared) in prepared {
        prepared.put().map_err(|error| named(path, error))?;
    }
    Ok(())
}

/// A content beside its file.
enum Prepared<'a> {
    File(NamedTempFile, PathBuf),
    /// A device or a pipe has no content to keep.
    Device(PathBuf, &'a [u8]),
}

impl<'a> Prepared<'a> {
    fn new(path: &Path, content: &'a [u8]) -> io::Result<Self> {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let before = fs::metadata(&path).ok();
        if before.as_ref().is_some_and(Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            return Ok(Self::Device(path, content));
        }
        // The rights of the folder would allow it, but a file is made read-only to keep it.
        let before = before.map(|before| before.permissions());
        if before.as_ref().is_some_and(|before| before.readonly()) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = Builder::new();
        builder.prefix(UNFINISHED);
        // The system takes from these the permissions that the user does not want.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        if let Some(before) = before {
            file.as_file().set_permissions(before)?;
        }
        file.write_all(content)?;
        file.as_file().sync_all()?;
        Ok(Self::File(file, path))
    }

    fn put(self) -> io::Result<()> {
        match self {
            Self::File(file, path) => file.persist(path).map(|_| ()).map_err(Into::into),
            Self::Device(path, content) => fs::write(path, content),
        }
    }
}

/// Refuses to replace a file that has to be kept. `reason` is given the content and returns why, in words
/// that follow "exists and". A file that is missing or empty may be written, and so may devices. Reads the
/// whole file.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] for such a file, with words that follow its name; those of reading it.
pub fn check_free(path: &Path, reason: impl FnOnce(&[u8]) -> Option<&'static str>) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if data.is_file() && data.len() > 0 => {}
        // Other errors appear when the file is written.
        _ => return Ok(()),
    }
    let Some(why) = reason(&fs::read(path)?) else {
        return Ok(());
    };
    let why = format!("exists and {why}");
    Err(io::Error::new(io::ErrorKind::AlreadyExists, why))
}

/// Refuses to replace the file of somebody else, as [`check_free`] does. `is_own` is given the content.
///
/// # Errors
/// Those of [`check_free`].
pub fn check_own(path: &Path, is_own: impl FnOnce(&[u8]) -> bool) -> io::Result<()> {
    check_free(path, |content| {
        (!is_own(content)).then_some("was not written by Katachi")
    })
}

/// Takes the lock of a file, which lasts as long as the value. `None`: another process has it.
///
/// # Errors
/// Those of the file system.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    let mut options = File::options();
    let lock = options.create(true).truncate(false).write(true).open(path)?;
    match lock.try_lock() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
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
    fn of_several_files_all_are_replaced_or_none() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| (folder.path().join(name), name.as_bytes().to_vec());
        replace_all(&[file("a"), file("b")]).expect("they can be written");
        fs::write(folder.path().join("a"), "old").expect("it can be written");
        let error = replace_all(&[file("a"), file("none/c")]).expect_err("there is no such folder");
        assert!(error.to_string().contains("none/c: "), "{error}");
        assert_eq!(
            fs::read_to_string(folder.path().join("a")).expect("a file"),
            "old"
        );
        assert_eq!(names(folder.path()).len(), 2, "nothing else is left");
    }

    #[test]
    fn a_file_of_somebody_else_is_not_free() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("diary");
        let is_own = |content: &[u8]| content.starts_with(b"ours");
        assert!(check_own(&path, is_own).is_ok(), "it is missing");
        for (content, expected) in [("", true), ("ours, too", true), ("dear diary", false)] {
            fs::write(&path, content).expect("it can be written");
            assert_eq!(check_own(&path, is_own).is_ok(), expected, "{content:?}");
        }
        assert!(check_own(folder.path(), is_own).is_ok(), "a folder fails later");
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

    #[test]
    fn a_file_that_is_read_only_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.sgf");
        fs::write(&path, "old").expect("it can be written");
        let mut permissions = fs::metadata(&path).expect("a file").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("it is ours");
        let error = replace(&path, b"new").expect_err("it is read-only");
        assert_eq!(error.to_string(), "it is read-only");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "old");
        assert_eq!(names(folder.path()), ["game.sgf"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay_as_they_are() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("game.sgf"), folder.path().join("link.sgf"));
        fs::write(&path, "old").expect("it can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
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
