// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files that are whole at every moment, whatever happens to the program, and that are not overwritten by chance.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use katachi_rules::sgf::reason_to_keep;
use katachi_rules::{Color, Game};

use katachi::Choice;
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
    /// Begins a file with a game and its result, if it has one.
    ///
    /// # Errors
    /// Those of writing it.
    pub fn new(path: PathBuf, game: &Game, result: Option<&str>) -> io::Result<Self> {
        let mut this = Self {
            path,
            notes: Notes::default(),
            written: String::new(),
        };
        this.update(game, result)?;
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

    /// Writes the game as it is now with its result, if it has one and that is not what the file holds.
    ///
    /// # Errors
    /// Those of writing; the file is as it was then.
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

/// How pictures of views, and pages and data of reviews begin.
const OURS: [&[u8]; 3] = [
    b"<svg aria-label=\"Move ",
    b"<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"generator\" content=\"Katachi:",
    b"{\"application\":\"Katachi:",
];

/// Refuses to overwrite what others have written: a file that is neither empty, nor a record of one game by Katachi, nor a picture or a page
/// of its own. What is no plain file, such as a device, may be written to.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] for such a file, with words that follow its name; those of reading it.
pub fn check_own(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(data) if data.is_file() && data.len() > 0 => {}
        // What else is wrong is found when it is written.
        _ => return Ok(()),
    }
    let bytes = fs::read(path)?;
    let is_ours = OURS.iter().any(|begin| bytes.starts_with(begin));
    match reason_to_keep(&bytes).filter(|_| !is_ours) {
        None => Ok(()),
        Some(why) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!("exists and {why}"),
        )),
    }
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

    #[test]
    fn what_others_have_written_is_not_overwritten() {
        let folder = std::env::temp_dir().join(format!("katachi-{}-own", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("file");
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
        assert!(check_own(&folder).is_ok(), "writing to a folder fails by itself");
        fs::remove_dir_all(&folder).unwrap();
    }
}
