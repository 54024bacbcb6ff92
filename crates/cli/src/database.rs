// SPDX-License-Identifier: MIT OR Apache-2.0

//! Databases named on the command line.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use katachi_engine::playout::PlayoutWeights;
use katachi_engine::{Engine, Settings};

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct DatabaseArgs {
    /// Patterns and models in place of the built-in ones
    ///
    /// A file or folder of patterns (.db, .sgf) and models (.txt) replaces the built-in ones of its kind:
    /// conn.db has connection patterns, eyes.db eye shapes, reading/*.db reading patterns. May be repeated.
    #[arg(long, value_name = "FILE", action = clap::ArgAction::Append)]
    pub(crate) db: Vec<PathBuf>,
    /// With --db: show all warnings about the databases
    ///
    /// Without it a line counts them.
    #[arg(
        long,
        alias = "allow-unknown-helpers",
        requires = "db",
        hide_short_help = true
    )]
    pub(crate) warnings: bool,
}

impl DatabaseArgs {
    pub(crate) fn engine(&self, settings: Settings) -> anyhow::Result<Engine> {
        engine(settings, &self.db, self.warnings)
    }
}

/// An engine with the knowledge of these files, or with the built-in one if there are none. Prints to
/// standard error what it loaded, and the warnings about the databases or their number. A helper that does
/// not exist is a warning.
///
/// # Errors
/// If a file cannot be read or used.
pub fn engine(settings: Settings, files: &[PathBuf], warnings: bool) -> anyhow::Result<Engine> {
    if files.is_empty() {
        return Ok(Engine::new(settings));
    }
    from_files(settings, files, warnings)
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
fn from_files(settings: Settings, files: &[PathBuf], warnings: bool) -> anyhow::Result<Engine> {
    use std::io::Write as _;

    use katachi_rules::printable;

    let loaded = katachi_engine::play::Loaded::read(files, true)?;
    let mut err = std::io::stderr().lock();
    match warnings {
        true if loaded.warnings.is_empty() => {}
        true => writeln!(err, "{}", printable(loaded.warnings.trim_end()))?,
        false => {
            if let Some(line) = counted(&loaded.warnings) {
                writeln!(err, "{line}")?;
            }
        }
    }
    writeln!(err, "{}", printable(&loaded.to_string()))?;
    Ok(Engine {
        knowledge: loaded.knowledge,
        settings,
    })
}

/// A line with the numbers of the warnings in a report and the places of the first, if there are any.
#[cfg(feature = "runtime-db")]
fn counted(report: &str) -> Option<String> {
    let of = |start: &str| report.lines().filter(|line| line.starts_with(start)).count();
    let all = match of("warning[") {
        0 => return None,
        1 => "1 warning".to_owned(),
        all => format!("{all} warnings"),
    };
    let helpers = match of("warning[P029]") {
        0 => String::new(),
        lacking => format!(", {lacking} about helpers that Katachi lacks"),
    };
    let mut places = report
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("--> "));
    let first: Vec<&str> = places.by_ref().take(MAX_PLACES).collect();
    let more = if places.next().is_some() { ", ..." } else { "" };
    let first = first.join(", ");
    Some(format!(
        "{all} about the databases{helpers}: {first}{more} (--warnings shows all)"
    ))
}

/// Places of warnings that a line names.
#[cfg(feature = "runtime-db")]
const MAX_PLACES: usize = 3;

#[cfg(not(feature = "runtime-db"))]
fn from_files(_: Settings, files: &[PathBuf], _: bool) -> anyhow::Result<Engine> {
    anyhow::bail!(
        "cannot load {}: this program was built without the feature runtime-db",
        files[0].display()
    )
}
