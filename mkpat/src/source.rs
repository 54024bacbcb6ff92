// SPDX-License-Identifier: MIT OR Apache-2.0

//! Sources of the compiler: named texts from files or memory.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

/// The folder of reading patterns.
const READING_FOLDER: &str = "reading";

/// Language of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    /// Move patterns.
    #[default]
    Moves,
    /// Connection patterns, as in `conn.db`.
    Connections,
    /// Eye shapes, as in `eyes.db`.
    Eyes,
    /// Moves that readers try first, as in `reading/attack.db`.
    Reading,
    /// A tree of corner sequences in SGF, which becomes move patterns.
    Joseki,
}

impl Input {
    /// Every input with the name that users give it.
    pub const ALL: [(&'static str, Self); 5] = [
        ("moves", Self::Moves),
        ("conn", Self::Connections),
        ("eyes", Self::Eyes),
        ("reading", Self::Reading),
        ("joseki", Self::Joseki),
    ];

    /// The language by the name of a file: `.sgf` is joseki, a file in a folder `reading` has reading
    /// patterns, `conn.db` and `eyes.db` (also `conn-more.db`, `conn_2.db`) have connections and eyes, all
    /// others move patterns.
    pub fn from_file_name(name: &str) -> Self {
        let mut parts = name.rsplit(['/', '\\']);
        let (file, folder) = (parts.next().unwrap_or_default(), parts.next());
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
        let is = |word: &str| {
            let rest = stem.strip_prefix(word);
            rest.is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_alphabetic()))
        };
        match () {
            () if extension.eq_ignore_ascii_case("sgf") => Self::Joseki,
            () if folder == Some(READING_FOLDER) => Self::Reading,
            () if is("conn") => Self::Connections,
            () if is("eyes") => Self::Eyes,
            () => Self::Moves,
        }
    }
}

/// A text to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its name in diagnostics, usually a path.
    pub name: String,
    /// Its content.
    pub text: String,
    /// Its language.
    pub input: Input,
}

/// A file or folder that cannot be read.
#[derive(Debug, Error)]
#[error("cannot read {path}: {error}", path = path.display())]
pub struct ReadError {
    /// Its path.
    pub path: PathBuf,
    /// The error.
    pub error: io::Error,
}

impl Source {
    /// A text in the language of its name: [`Input::from_file_name`].
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            input: Input::from_file_name(&name),
            text: text.into(),
            name,
        }
    }

    /// Line and column of a byte, counted from 1; columns are characters. O(text).
    pub fn line_column(&self, byte: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(byte)];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = 1 + before.bytes().filter(|&b| b == b'\n').count();
        (line, 1 + before[line_start..].chars().count())
    }

    /// Sets the language.
    pub fn with_input(mut self, input: Input) -> Self {
        self.input = input;
        self
    }

    /// Reads a file, or all `.db` and `.sgf` files of a folder and of its subfolder `reading`, sorted by
    /// name. [`Source::from_bytes`] decodes the bytes.
    ///
    /// # Errors
    /// The first file that cannot be read.
    pub fn read(path: &Path) -> Result<Vec<Self>, ReadError> {
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| ReadError { path, error }
        };
        let mut files = vec![path.to_path_buf()];
        if path.is_dir() {
            files.clear();
            let reading = path.join(READING_FOLDER);
            for folder in [path, &reading].into_iter().filter(|folder| folder.is_dir()) {
                let entries = fs::read_dir(folder).map_err(failed(folder))?;
                let paths = entries.map(|entry| entry.map(|e| e.path()));
                files.extend(paths.collect::<Result<Vec<_>, _>>().map_err(failed(folder))?);
            }
            let is_known = |e: &OsStr| e.eq_ignore_ascii_case("db") || e.eq_ignore_ascii_case("sgf");
            files.retain(|f| f.is_file() && f.extension().is_some_and(is_known));
            // The order of a directory differs between systems; the order of a table must not.
            files.sort();
        }
        let read = |file: &PathBuf| {
            let bytes = fs::read(file).map_err(failed(file))?;
            let name = file.to_string_lossy().replace('\\', "/");
            Self::from_bytes(name, &bytes).map_err(failed(file))
        };
        files.iter().map(read).collect()
    }

    /// Decodes the bytes of a file: UTF-8 with replacement characters, or UTF-16 with a byte order mark.
    ///
    /// # Errors
    /// If there are zero bytes, which no text has.
    pub fn from_bytes(name: impl Into<String>, bytes: &[u8]) -> io::Result<Self> {
        let wide = |order: fn([u8; 2]) -> u16| {
            let units = bytes[2..]
                .chunks(2)
                .map(|b| order([b[0], b.get(1).copied().unwrap_or(0)]));
            String::from_utf16_lossy(&units.collect::<Vec<u16>>())
        };
        let text = match bytes {
            [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
            [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
            _ => String::from_utf8_lossy(bytes).into_owned(),
        };
        if text.contains('\0') {
            let message = "it is no text: a database is text in UTF-8";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(Self::new(name, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_any_encoding_become_a_text_and_binary_files_do_not() {
        let text = |bytes: &[u8]| Source::from_bytes("a.db", bytes).map(|s| s.text).ok();
        assert_eq!(text(b"O*X\xe9").as_deref(), Some("O*X\u{fffd}"));
        assert_eq!(text(b"\xff\xfeO\0*\0").as_deref(), Some("O*"));
        assert_eq!(text(b"\xfe\xff\0O\0*").as_deref(), Some("O*"));
        assert_eq!(text(b"\xff\xfeO").as_deref(), Some("O"));
        assert_eq!(text(b"KTBL\0\x01"), None);
        assert_eq!(text(b"").as_deref(), Some(""));
    }

    #[test]
    fn the_name_of_a_file_tells_what_it_holds() {
        for (name, input) in [
            ("patterns/patterns.db", Input::Moves),
            ("conn.db", Input::Connections),
            ("a\\b\\conn-2.db", Input::Connections),
            ("x/eyes.db", Input::Eyes),
            ("eyes_old", Input::Eyes),
            ("connect.db", Input::Moves),
            ("eyesore.db", Input::Moves),
            ("joseki/hoshi.SGF", Input::Joseki),
            ("-", Input::Moves),
            ("", Input::Moves),
        ] {
            assert_eq!(Input::from_file_name(name), input, "{name}");
        }
    }
}
