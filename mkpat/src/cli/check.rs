// SPDX-License-Identifier: MIT OR Apache-2.0

//! `mkpat check` and `mkpat build`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use mkpat::{Compiled, Kind, Severity, compile, render};

use crate::{Format, Helpers, Inputs, json, read};

pub(crate) fn check(
    inputs: &Inputs,
    helpers: &Helpers,
    format: Format,
    strict: bool,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let sources = read::sources(inputs)?;
    let compiled = compile(&sources, &read::options(helpers)?);
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
    let failed = compiled.has_errors() || strict && compiled.count(Severity::Warning) > 0;
    Ok(ExitCode::from(u8::from(failed)))
}

pub(crate) fn build(
    inputs: &Inputs,
    helpers: &Helpers,
    output: &Path,
    out: &mut impl Write,
) -> Result<ExitCode> {
    let sources = read::sources(inputs)?;
    let mut compiled = compile(&sources, &read::options(helpers)?);
    // Warnings are the business of `check`.
    compiled.diagnostics.retain(|d| d.severity == Severity::Error);
    out.write_all(render(&compiled.diagnostics, &sources, true).as_bytes())?;
    if compiled.has_errors() {
        return Ok(ExitCode::from(1));
    }
    let mut kinds = Kind::ALL
        .into_iter()
        .filter(|&k| !compiled.of_kind(k).files.is_empty());
    let (Some(kind), None) = (kinds.next(), kinds.next()) else {
        bail!("a table holds one kind: build moves, connections and eyes apart");
    };
    let table = compiled.of_kind(kind).encode();
    std::fs::write(output, &table).with_context(|| output.display().to_string())?;
    writeln!(
        out,
        "{}: {}, {} bytes",
        output.display(),
        contents(&compiled),
        table.len()
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What there is, and what was found.
pub(crate) fn summary(compiled: &Compiled) -> String {
    format!(
        "{}, {} errors, {} warnings",
        contents(compiled),
        compiled.count(Severity::Error),
        compiled.count(Severity::Warning)
    )
}

fn contents(compiled: &Compiled) -> String {
    let mut parts = Vec::new();
    let (moves, connections, eyes) = (&compiled.database, &compiled.connections, &compiled.eyes);
    let others = !connections.patterns.is_empty() || !eyes.eyes.is_empty();
    if !moves.patterns.is_empty() || !others {
        parts.push(format!(
            "{} patterns, {} variants",
            moves.patterns.len(),
            moves.variants.len()
        ));
    }
    if !connections.patterns.is_empty() {
        parts.push(format!(
            "{} connection patterns, {} variants",
            connections.patterns.len(),
            connections.variants.len()
        ));
    }
    if !eyes.eyes.is_empty() {
        parts.push(format!(
            "{} eye shapes, {} forms",
            eyes.eyes.len(),
            eyes.forms.len()
        ));
    }
    parts.join(", ")
}
