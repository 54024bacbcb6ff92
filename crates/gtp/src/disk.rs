// SPDX-License-Identifier: MIT OR Apache-2.0

//! The files that a client may read and write.

use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::{fs, str};

use katachi_rules::sgf::MAX_BYTES;

use crate::files;
use crate::session::Files;

/// The part of the file system that a client may use. Only regular files are read, and none longer than a
/// record can be; a file of another program is not overwritten.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Disk {
    /// All files.
    #[default]
    All,
    /// The files in a folder and in its folders. Names are relative to it.
    Folder(PathBuf),
    /// No file.
    None,
}

impl str::FromStr for Disk {
    type Err = io::Error;

    /// Reads `all`, `none`, or the name of a folder that exists.
    fn from_str(text: &str) -> io::Result<Self> {
        match text {
            "all" => Ok(Self::All),
            "none" => Ok(Self::None),
            folder => {
                let folder = fs::canonicalize(folder)?;
                match folder.is_dir() {
                    true => Ok(Self::Folder(folder)),
                    false => Err(io::ErrorKind::NotADirectory.into()),
                }
            }
        }
    }
}

impl Disk {
    /// Where a file with that name is. Links count where they lead to.
    fn path(&self, name: &str) -> io::Result<PathBuf> {
        let denied = |why: &str| Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        let folder = match self {
            Self::All => return Ok(PathBuf::from(name)),
            Self::None => return denied("files are not allowed here (--files none)"),
            Self::Folder(folder) => folder,
        };
        let path = folder.join(name);
        // A new file is where its folder is.
        let real = fs::canonicalize(&path).or_else(|_| {
            let file = path.file_name().unwrap_or(OsStr::new(""));
            fs::canonicalize(path.parent().unwrap_or(folder)).map(|parent| parent.join(file))
        })?;
        match real.starts_with(folder) {
            true => Ok(real),
            false => denied("it is outside the folder of --files"),
        }
    }
}

impl Files for Disk {
    fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let path = self.path(name)?;
        if !fs::metadata(&path)?.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "it is no regular file",
            ));
        }
        let mut bytes = Vec::new();
        // One byte more shows that it is too long; the reader of records tells it.
        let limit = MAX_BYTES as u64 + 1;
        fs::File::open(path)?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.path(name)?;
        files::check_own(&path)?;
        files::replace(Path::new(&path), text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why<T>(result: io::Result<T>) -> String {
        result.err().expect("it is refused").to_string()
    }

    #[test]
    fn a_client_stays_in_its_folder() {
        let outside = tempfile::tempdir().unwrap();
        let folder = outside.path().join("games");
        fs::create_dir_all(folder.join("old")).unwrap();
        fs::write(outside.path().join("secret"), "a secret").unwrap();
        let disk: Disk = folder.to_str().unwrap().parse().unwrap();
        disk.write("old/a.sgf", "(;AP[Katachi])").unwrap();
        assert_eq!(disk.read("old/a.sgf").unwrap(), b"(;AP[Katachi])");
        let secret = outside.path().join("secret");
        for name in ["../secret", secret.to_str().unwrap(), "old/../../secret"] {
            assert!(why(disk.read(name)).contains("outside"), "{name}");
            assert!(why(disk.write(name, "x")).contains("outside"), "{name}");
        }
        assert!(why(disk.write("../new", "x")).contains("outside"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&secret, folder.join("link")).unwrap();
            assert!(why(disk.read("link")).contains("outside"));
            assert!(why(disk.write("link", "x")).contains("outside"));
        }
        assert_eq!(fs::read_to_string(secret).unwrap(), "a secret");
    }

    #[test]
    fn no_file_is_used_where_none_is_allowed() {
        let disk: Disk = "none".parse().unwrap();
        assert!(why(disk.read("a.sgf")).contains("not allowed"));
        assert!(why(disk.write("a.sgf", "x")).contains("not allowed"));
    }

    #[test]
    fn files_of_other_programs_and_devices_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let letter = folder.path().join("letter");
        fs::write(&letter, "a letter").unwrap();
        assert!(why(Disk::All.write(letter.to_str().unwrap(), "x")).contains("was not written by Katachi"));
        assert_eq!(fs::read_to_string(letter).unwrap(), "a letter");
        #[cfg(unix)]
        assert!(why(Disk::All.read("/dev/zero")).contains("no regular file"));
        assert!("nowhere/at/all".parse::<Disk>().is_err());
    }
}
