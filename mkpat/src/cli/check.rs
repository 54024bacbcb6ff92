// SPDX-License-Identifier: MIT OR Apache-2.0

//! `mkpat check` and `mkpat build`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use katachi_rules::printable_path;
use mkpat::{Compiled, Database, Kind, Severity, TableError, compile, counted, render};

use crate::{Format, Helpers, Inputs, json, read};

pub(crate) fn check(
    inputs: &Inputs,
    helpers: &Helpers,
    format: Format,
    strict: bool,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let sources = read::sources(inputs)?;
    let mut options = read::options(helpers)?;
    options.strict = strict;
    let compiled = compile(&sources, &options);
    match format {
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

pub(crate) fn build(
    inputs: &Inputs,
    helpers: &Helpers,
    output: &Path,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let sources = read::sources(inputs)?;
    let mut compiled = compile(&sources, &read::options(helpers)?);
    // `check` reports warnings.
    compiled.diagnostics.retain(|d| d.severity == Severity::Error);
    out.write_all(render(&compiled.diagnostics, &sources, true).as_bytes())?;
    if compiled.has_errors() {
        return Ok(ExitCode::from(1));
    }
    let has_kind = |kind: &Kind| !compiled.of_kind(*kind).files.is_empty();
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(has_kind).collect();
    let is_table = |content: &[u8]| !matches!(Database::decode(content), Err(TableError::Label));
    for &kind in &kinds {
        let path = table_path(output, kind, kinds.len() > 1);
        katachi_atomic_file::check_own(&path, is_table)
            .map_err(|why| anyhow!("{} {why}; choose another name for --output", path.display()))?;
    }
    for &kind in &kinds {
        let path = table_path(output, kind, kinds.len() > 1);
        let table = compiled.of_kind(kind).encode();
        katachi_atomic_file::replace(&path, &table)
            .with_context(|| format!("cannot write {}", path.display()))?;
        let bytes = counted(table.len(), "byte");
        writeln!(
            out,
            "{}: {}, {bytes}",
            printable_path(&path),
            contents(&compiled, kind)
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Path of the table of a kind.
fn table_path(output: &Path, kind: Kind, among_others: bool) -> PathBuf {
    if output.is_dir() {
        return output.join(match kind {
            Kind::Moves => "patterns.table",
            Kind::Connections => "conn.table",
            Kind::Eyes => "eyes.table",
        });
    }
    let suffix = match kind {
        Kind::Connections if among_others => "-conn",
        Kind::Eyes if among_others => "-eyes",
        _ => return output.to_path_buf(),
    };
    let mut name = output.file_stem().unwrap_or_default().to_os_string();
    name.push(suffix);
    let path = output.with_file_name(name);
    match output.extension() {
        Some(extension) => {
            let mut whole = path.into_os_string();
            whole.push(".");
            whole.push(extension);
            whole.into()
        }
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
    format!(
        "{}, {}, {}",
        parts.join(", "),
        counted(compiled.count(Severity::Error), "error"),
        counted(compiled.count(Severity::Warning), "warning")
    )
}

fn contents(compiled: &Compiled, kind: Kind) -> String {
    let database = compiled.of_kind(kind);
    let what = match kind {
        Kind::Moves => "pattern",
        Kind::Connections => "connection pattern",
        Kind::Eyes => {
            let shapes = counted(database.eyes.len(), "eye shape");
            return format!("{shapes}, {}", counted(database.forms.len(), "form"));
        }
    };
    let patterns = counted(database.patterns.len(), what);
    format!("{patterns}, {}", counted(database.variants.len(), "variant"))
}
