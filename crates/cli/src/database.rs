// SPDX-License-Identifier: MIT OR Apache-2.0

//! Databases named on the command line.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use katachi::playout::PlayoutWeights;
use katachi::{Engine, Settings};

/// An engine with the knowledge of these files, or with the built-in one if there are none. Prints to
/// standard error what it loaded, and warnings about the databases.
///
/// # Errors
/// If a file cannot be read or used.
pub fn engine(settings: Settings, files: &[PathBuf], allow_unknown_helpers: bool) -> anyhow::Result<Engine> {
    if files.is_empty() {
        return Ok(Engine::new(settings));
    }
    from_files(settings, files, allow_unknown_helpers)
}

/// Playout weights of a file, or the built-in ones.
///
/// # Errors
/// If the file cannot be read or used.
pub fn playout_weights(file: Option<&Path>) -> anyhow::Result<PlayoutWeights> {
    let Some(file) = file else {
        return Ok(PlayoutWeights::default());
    };
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    PlayoutWeights::parse(&text).map_err(|error| error.in_file(file).into())
}

#[cfg(feature = "runtime-db")]
fn from_files(settings: Settings, files: &[PathBuf], allow_unknown_helpers: bool) -> anyhow::Result<Engine> {
    use std::io::Write as _;

    let loaded = katachi::play::Loaded::read(files, allow_unknown_helpers)?;
    let mut err = std::io::stderr().lock();
    if !loaded.warnings.is_empty() {
        writeln!(err, "{}", loaded.warnings.trim_end())?;
    }
    writeln!(err, "{loaded}")?;
    Ok(Engine {
        knowledge: loaded.knowledge,
        settings,
    })
}

#[cfg(not(feature = "runtime-db"))]
fn from_files(_: Settings, files: &[PathBuf], _: bool) -> anyhow::Result<Engine> {
    anyhow::bail!(
        "cannot load {}: this program was built without the feature runtime-db",
        files[0].display()
    )
}
