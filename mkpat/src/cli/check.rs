// SPDX-License-Identifier: MIT OR Apache-2.0

//! `mkpat check` and `mkpat build`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use katachi_rules::printable_path;
use mkpat::{Compiled, Database, Kind, Severity, TableError, compile, counted, render};

use crate::{Helpers, Inputs, json, read};

#[derive(Args)]
pub(crate) struct Check {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    helpers: Helpers,
    /// How to show them: drawn for people, or one JSON object in a line for editors.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Every warning is an error.
    #[arg(long)]
    strict: bool,
}

#[derive(Args)]
pub(crate) struct Build {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    helpers: Helpers,
    /// A folder for `patterns.table`, `conn.table`, `eyes.table` and `reading.table`; or the file of the
    /// table, to whose name `-conn`, `-eyes` and `-reading` are added if there are tables of several kinds.
    #[arg(short, long, default_value = ".")]
    output: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Check {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let sources = read::sources(&self.inputs)?;
        let mut options = read::options(&self.helpers)?;
        options.strict = self.strict;
        let compiled = compile(&sources, &options);
        match self.format {
            Format::Text => {
                out.write_all(render(&compiled.diagnostics, &sources, true).as_bytes())?;
                writeln!(out, "{}", summary(&compiled))?;
            }
            Format::Json => {
                for diagnostic in &compiled.diagnostics {
                    writeln!(out, "{}", json::diagnostic(diagnostic, &sources))?;
                }
            }
        }
        Ok(ExitCode::from(u8::from(compiled.has_errors())))
    }
}

impl Build {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let sources = read::sources(&self.inputs)?;
        let mut compiled = compile(&sources, &read::options(&self.helpers)?);
        // `check` reports warnings.
        compiled.diagnostics.retain(|d| d.severity == Severity::Error);
        out.write_all(render(&compiled.diagnostics, &sources, true).as_bytes())?;
        if compiled.has_errors() {
            return Ok(ExitCode::from(1));
        }
        let has_kind = |kind: &Kind| !compiled.of_kind(*kind).files.is_empty();
        let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(has_kind).collect();
        let is_table = |content: &[u8]| !matches!(Database::decode(content), Err(TableError::Label));
        let path = |kind: &Kind| table_path(&self.output, *kind, kinds.len() > 1);
        let paths: Vec<PathBuf> = kinds.iter().map(path).collect();
        for path in &paths {
            katachi_atomic_file::check_own(path, is_table)
                .map_err(|why| anyhow!("{} {why}; choose another name for --output", path.display()))?;
        }
        for (kind, path) in kinds.into_iter().zip(&paths) {
            let table = compiled.of_kind(kind).encode();
            katachi_atomic_file::replace(path, &table)
                .with_context(|| format!("cannot write {}", path.display()))?;
            let bytes = counted(table.len(), "byte");
            let (path, contents) = (printable_path(path), contents(&compiled, kind));
            writeln!(out, "{path}: {contents}, {bytes}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn table_path(output: &Path, kind: Kind, among_others: bool) -> PathBuf {
    if output.is_dir() {
        return output.join(match kind {
            Kind::Moves => "patterns.table",
            Kind::Connections => "conn.table",
            Kind::Eyes => "eyes.table",
            Kind::Reading => "reading.table",
        });
    }
    let suffix = match kind {
        Kind::Connections if among_others => "-conn",
        Kind::Eyes if among_others => "-eyes",
        Kind::Reading if among_others => "-reading",
        _ => return output.to_path_buf(),
    };
    let mut name = output.file_stem().unwrap_or_default().to_os_string();
    name.push(suffix);
    let path = output.with_file_name(name);
    match output.extension() {
        Some(extension) => path.with_added_extension(extension),
        None => path,
    }
}

/// Numbers of entries and of findings.
pub(crate) fn summary(compiled: &Compiled) -> String {
    let has_entries = |kind: &Kind| {
        let database = compiled.of_kind(*kind);
        !database.patterns.is_empty() || !database.eyes.is_empty()
    };
    let mut kinds: Vec<Kind> = Kind::ALL.into_iter().filter(has_entries).collect();
    if kinds.is_empty() {
        kinds.push(Kind::Moves);
    }
    let parts: Vec<String> = kinds.into_iter().map(|kind| contents(compiled, kind)).collect();
    let errors = counted(compiled.count(Severity::Error), "error");
    let warnings = counted(compiled.count(Severity::Warning), "warning");
    format!("{}, {errors}, {warnings}", parts.join(", "))
}

fn contents(compiled: &Compiled, kind: Kind) -> String {
    let database = compiled.of_kind(kind);
    let what = match kind {
        Kind::Moves => "pattern",
        Kind::Connections => "connection pattern",
        Kind::Reading => "reading pattern",
        Kind::Eyes => {
            let shapes = counted(database.eyes.len(), "eye shape");
            return format!("{shapes}, {}", counted(database.forms.len(), "form"));
        }
    };
    let patterns = counted(database.patterns.len(), what);
    format!("{patterns}, {}", counted(database.variants.len(), "variant"))
}
