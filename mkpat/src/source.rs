// SPDX-License-Identifier: MIT OR Apache-2.0

//! What is compiled: texts with a name, and where they come from.

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

/// In which language a text is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    /// Move patterns.
    #[default]
    Moves,
    /// Connection patterns, as in `conn.db`.
    Connections,
    /// Eye shapes, as in `eyes.db`.
    Eyes,
    /// A tree of corner sequences in SGF, which becomes move patterns.
    Joseki,
}

impl Input {
    /// Every input with the name that users give it.
    pub const ALL: [(&'static str, Self); 4] = [
        ("moves", Self::Moves),
        ("conn", Self::Connections),
        ("eyes", Self::Eyes),
        ("joseki", Self::Joseki),
    ];

    /// Tells by the name of a file: `.sgf` is joseki, `conn.db` and `eyes.db` (or `conn-more.db`, `conn_2.db`) are
    /// what their names say, everything else is move patterns.
    pub fn of_file(name: &str) -> Self {
        let file = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
        let is = |word: &str| {
            let rest = stem.strip_prefix(word);
            rest.is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_alphabetic()))
        };
        match () {
            () if extension.eq_ignore_ascii_case("sgf") => Self::Joseki,
            () if is("conn") => Self::Connections,
            () if is("eyes") => Self::Eyes,
            () => Self::Moves,
        }
    }
}

/// A text to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Its name, mostly a path, as diagnostics show it.
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
    /// Which.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

impl Source {
    /// A text with its name, which tells its language: [`Input::of_file`].
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let name = name.into();
        Self {
            input: Input::of_file(&name),
            text: text.into(),
            name,
        }
    }

    /// The same text in that language, whatever its name says.
    pub fn with_input(mut self, input: Input) -> Self {
        self.input = input;
        self
    }

    /// Reads a file; of a folder all its `.db` and `.sgf` files, sorted by name. What is not UTF-8, as comments in
    /// old databases may be, is read with replacement characters.
    ///
    /// # Errors
    /// The file that cannot be read.
    pub fn read(path: &Path) -> Result<Vec<Self>, ReadError> {
        let failed = |path: &Path| {
            let path = path.to_path_buf();
            move |error| ReadError { path, error }
        };
        let mut files = vec![path.to_path_buf()];
        if path.is_dir() {
            let entries = fs::read_dir(path).map_err(failed(path))?;
            files = entries
                .map(|entry| entry.map(|e| e.path()))
                .collect::<Result<_, _>>()
                .map_err(failed(path))?;
            files.retain(|f| f.extension().is_some_and(|e| e == "db" || e == "sgf"));
            // The order of a directory is not the same everywhere; that of a table is.
            files.sort();
        }
        let read = |file: &PathBuf| {
            let bytes = fs::read(file).map_err(failed(file))?;
            let name = file.to_string_lossy().replace('\\', "/");
            Ok(Self::new(name, String::from_utf8_lossy(&bytes)))
        };
        files.iter().map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(Input::of_file(name), input, "{name}");
        }
    }
}
