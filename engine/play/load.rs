// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pattern databases from files, at run time.

use std::path::PathBuf;

use mkpat::{Options, ReadError, Severity, Source};
use thiserror::Error;

use super::{Engine, Settings};
use crate::movegen::helper_names;

/// Why a database could not be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or folder could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The text has errors; all of them, drawn with their places.
    #[error("the patterns have {count} error(s)\n{report}")]
    Invalid {
        /// How many.
        count: usize,
        /// Each with its place and how to mend it.
        report: String,
    },
}

impl Engine {
    /// An engine with the patterns of these files instead of the built-in ones; of a folder, all its `.db` and `.sgf`
    /// files. With `allow_unknown_helpers` a pattern may name a helper that this engine lacks: it has the value of its
    /// colon line then.
    ///
    /// # Errors
    /// A file that cannot be read, or every error of all the texts together.
    pub fn with_database_files(
        settings: Settings,
        paths: &[PathBuf],
        allow_unknown_helpers: bool,
    ) -> Result<Self, LoadError> {
        let mut sources = Vec::new();
        for path in paths {
            sources.extend(Source::read(path)?);
        }
        let options = Options {
            helpers: Some(helper_names().into_iter().map(Into::into).collect()),
            allow_unknown_helpers,
        };
        let compiled = mkpat::compile(&sources, &options);
        if compiled.has_errors() {
            let errors: Vec<_> = compiled
                .diagnostics
                .into_iter()
                .filter(|d| d.severity == Severity::Error)
                .collect();
            let report = mkpat::render(&errors, &sources, false);
            return Err(LoadError::Invalid {
                count: errors.len(),
                report,
            });
        }
        Ok(Self::with_database(settings, compiled.database))
    }
}
