// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that are whole at every moment, whatever happens to the program.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use katachi_rules::{Color, Game};

use katachi::movegen::Choice;
use katachi_view::Notes;

/// A game that is kept in a file as SGF, with all that was considered on the way.
#[derive(Clone, Debug)]
pub struct GameFile {
    path: PathBuf,
    notes: Notes,
    /// The file as it was written last.
    written: String,
}

impl GameFile {
    /// Begins a file with a game.
    ///
    /// # Errors
    /// Those of writing it.
    pub fn new(path: PathBuf, game: &Game) -> io::Result<Self> {
        let mut this = Self {
            path,
            notes: Notes::default(),
            written: String::new(),
        };
        this.update(game)?;
        Ok(this)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes what was considered in the position that the game has reached; it is written with the next update.
    pub fn add(&mut self, game: &Game, color: Color, choice: &Choice) {
        self.notes.add(game, color, choice.clone());
    }

    /// Writes the game as it is now, if that is not what the file holds.
    ///
    /// # Errors
    /// Those of writing; the file is as it was then.
    pub fn update(&mut self, game: &Game) -> io::Result<()> {
        let text = self.notes.to_sgf(game);
        if text != self.written {
            replace(&self.path, &text)?;
            self.written = text;
        }
        Ok(())
    }
}

/// Writes a file, over an older one of that name. The text is written beside it first and then takes its name at once, so
/// that whoever reads the file finds the old text or the new one. What is no plain file, such as a device, is written to as
/// it is.
///
/// # Errors
/// Those of the file system; the older file is as it was then.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return fs::write(path, text);
    }
    // A link stays a link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut part: OsString = path.as_os_str().to_owned();
    part.push(".part");
    let moved = fs::write(&part, text).and_then(|()| fs::rename(&part, &path));
    if moved.is_err() {
        // What cannot be removed was mostly not written.
        let _ = fs::remove_file(&part);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_else_is_left() {
        let folder = std::env::temp_dir().join(format!("katachi-{}-files", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("game.sgf");
        for text in ["first", "second"] {
            replace(&file, text).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        assert!(replace(&folder.join("nowhere/game.sgf"), "text").is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
