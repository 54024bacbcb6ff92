// SPDX-License-Identifier: MIT OR Apache-2.0

//! Pattern databases named on the command line.

use std::path::PathBuf;

use katachi::{Engine, Settings};

/// An engine that plays by the patterns of these files, or by the built-in ones if there are none.
pub(super) fn engine(
    settings: Settings,
    files: &[PathBuf],
    allow_unknown_helpers: bool,
) -> anyhow::Result<Engine> {
    if files.is_empty() {
        return Ok(Engine::new(settings));
    }
    from_files(settings, files, allow_unknown_helpers)
}

#[cfg(feature = "runtime-db")]
fn from_files(settings: Settings, files: &[PathBuf], allow_unknown_helpers: bool) -> anyhow::Result<Engine> {
    Ok(Engine::with_database_files(
        settings,
        files,
        allow_unknown_helpers,
    )?)
}

#[cfg(not(feature = "runtime-db"))]
fn from_files(_: Settings, files: &[PathBuf], _: bool) -> anyhow::Result<Engine> {
    anyhow::bail!(
        "cannot load {}: this program was built without the feature runtime-db",
        files[0].display()
    )
}
