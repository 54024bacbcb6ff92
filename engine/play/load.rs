//! Pattern databases from files, at run time.

use std::path::{Path, PathBuf};
use std::{fs, io};

use mkpat::{Options, Severity, Source};
use thiserror::Error;

use super::{Engine, Patterns, Settings};

/// Why a database could not be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// A file or folder could not be read.
    #[error("cannot read {path}: {error}", path = path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
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
    /// An engine with the patterns of these files instead of the built-in ones; of a folder, all its `.db` files.
    ///
    /// # Errors
    /// A file that cannot be read, or every error of all the texts together.
    pub fn with_database_files(settings: Settings, paths: &[PathBuf]) -> Result<Self, LoadError> {
        let mut sources = Vec::new();
        for path in paths {
            for file in database_files(path)? {
                let text = fs::read_to_string(&file).map_err(|error| LoadError::Read {
                    path: file.clone(),
                    error,
                })?;
                sources.push(Source::new(file.display().to_string(), text));
            }
        }
        // There are no helper functions yet, so that any name is unknown.
        let options = Options {
            helpers: Some(Vec::new()),
            allow_unknown_helpers: false,
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
        Ok(Self {
            patterns: Patterns::new(compiled.database),
            settings,
        })
    }
}

fn database_files(path: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let failed = |error| LoadError::Read {
        path: path.to_path_buf(),
        error,
    };
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files: Vec<PathBuf> = fs::read_dir(path)
        .map_err(failed)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "db"));
    files.sort();
    Ok(files)
}
