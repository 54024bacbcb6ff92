// SPDX-License-Identifier: MIT OR Apache-2.0

//! The files that a client may read and write, game logs, and protection of files of other programs.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use katachi_atomic_file::replace;
use katachi_engine::Choice;
use katachi_rules::sgf::{MAX_BYTES, reason_to_keep};
use katachi_rules::{Color, Game};
use katachi_view::Notes;

/// The files of `loadsgf` and `printsgf`.
pub trait Files {
    /// Reads a file.
    ///
    /// # Errors
    /// Those of the file system.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Writes a file; replaces an old one of that name.
    ///
    /// # Errors
    /// Those of the file system.
    fn write(&self, path: &str, text: &str) -> io::Result<()>;
}

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

impl FromStr for Disk {
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
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let path = self.path(name)?;
        check_own(&path)?;
        replace(&path, text)
    }
}

/// A game log: a game in an SGF file, with the moves that the engine considered.
#[derive(Clone, Debug)]
pub struct GameFile {
    path: PathBuf,
    notes: Notes,
    written: String,
}

impl GameFile {
    /// Writes a new file with a game and its result, if it has one.
    ///
    /// # Errors
    /// Those of writing the file.
    pub fn new(path: PathBuf, game: &Game, result: Option<&str>) -> io::Result<Self> {
        let mut this = Self {
            path,
            notes: Notes::default(),
            written: String::new(),
        };
        this.update(game, result)?;
        Ok(this)
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds the choice in the current position; the next update writes it.
    pub fn add(&mut self, game: &Game, color: Color, choice: &Choice) {
        self.notes.add(game, color, choice.clone());
    }

    /// Writes the game with its result, if it has one, unless the file is up to date.
    ///
    /// # Errors
    /// Those of writing; the file is then unchanged.
    pub fn update(&mut self, game: &Game, result: Option<&str>) -> io::Result<()> {
        let mut tree = self.notes.to_tree(game);
        if let Some(result) = result {
            tree.set_text(tree.root(), "RE", result);
        }
        let text = tree.to_sgf();
        if text != self.written {
            replace(&self.path, &text)?;
            self.written = text;
        }
        Ok(())
    }
}

/// Splits the name of a file, which may contain spaces, from the number of a move at its end, if there is
/// one.
pub fn path_and_move(text: &str) -> (&str, Option<usize>) {
    match text.rsplit_once(char::is_whitespace) {
        Some((path, last)) => match last.parse() {
            Ok(number) => (path.trim_end(), Some(number)),
            Err(_) => (text, None),
        },
        None => (text, None),
    }
}

const PAGE: &[u8] =
    b"<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"generator\" content=\"Katachi:";
/// Beginnings of pictures of views, and of pages and data of reviews.
const OURS: [&[u8]; 3] = [b"<svg aria-label=\"Move ", PAGE, b"{\"application\":\"Katachi:"];

/// Returns whether the content is that of a page by Katachi.
pub fn is_page(content: &[u8]) -> bool {
    content.starts_with(PAGE)
}

/// Refuses to overwrite files of other programs. Allowed are empty files, records of one game by Katachi, its
/// pictures and pages, and special files such as devices.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] for such a file, with words that follow its name; those of reading the
/// file.
pub fn check_own(path: &Path) -> io::Result<()> {
    katachi_atomic_file::check_free(path, |content| {
        let is_ours = OURS.iter().any(|begin| content.starts_with(begin));
        reason_to_keep(content).filter(|_| !is_ours)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_have_written_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        assert!(check_own(&file).is_ok(), "it is not there");
        for (text, is_ours) in [
            ("", true),
            ("(;GM[1]AP[Katachi:0.1.0]SZ[9])", true),
            ("<svg aria-label=\"Move 1, Black to play\"/>", true),
            ("{\"application\":\"Katachi:0.1.0\"}", true),
            ("<!DOCTYPE html><html lang=\"en\"></html>", false),
            ("<svg/>", false),
            ("(;AP[Katachi:0.1.0])(;AP[Katachi:0.1.0])", false),
            ("(;GM[1]AP[CGoban:3]SZ[9])", false),
            ("a letter", false),
        ] {
            fs::write(&file, text).unwrap();
            assert_eq!(check_own(&file).is_ok(), is_ours, "{text}");
        }
        assert!(
            check_own(folder.path()).is_ok(),
            "writing to a folder fails by itself"
        );
    }

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
