// SPDX-License-Identifier: MIT OR Apache-2.0

//! Atomic writing of files, and protection of files of other programs.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use katachi_rules::sgf::reason_to_keep;
use katachi_rules::{Color, Game};

use katachi_engine::Choice;
use katachi_view::Notes;

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

/// Replaces a file atomically: writes a temporary file beside it and renames it, so that readers find the old
/// content or the new one. Devices and other special files are written directly.
///
/// # Errors
/// Those of the file system; the old file is then unchanged.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    katachi_atomic_file::replace(path, content.as_ref())
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

/// Is the content that of a page by Katachi?
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
    use std::fs;

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
}
