// SPDX-License-Identifier: MIT OR Apache-2.0

//! Files and folders to sources, and lists of helpers.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};
use mkpat::{Compiled, Helper, Input, Options, Severity, Source, compile, render};

use crate::{Helpers, Inputs};

/// The sources that the arguments name.
pub(crate) fn sources(inputs: &Inputs) -> Result<Vec<Source>> {
    paths(&inputs.files, inputs.kind)
}

/// The sources of these files and folders.
pub(crate) fn paths(files: &[String], kind: Option<Input>) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for file in files {
        if file == "-" {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .context("standard input")?;
            sources.push(Source::from_bytes(file, &bytes).context("standard input")?);
        } else {
            let found = Source::read(Path::new(file))?;
            if found.is_empty() {
                bail!("{file} has no .db file and no .sgf file: name a folder or a file that has");
            }
            sources.extend(found);
        }
    }
    if let Some(kind) = kind {
        sources = sources.into_iter().map(|s| s.with_input(kind)).collect();
    }
    Ok(sources)
}

pub(crate) fn options(helpers: &Helpers) -> Result<Options> {
    let mut options = Options::for_engine();
    options.allow_unknown_helpers = helpers.allow_unknown_helpers;
    if let Some(path) = &helpers.helpers {
        options.helpers = Some(listed(path)?);
    }
    Ok(options)
}

/// Reads a list of helpers: a name on each line, and optionally the highest value.
fn listed(path: &Path) -> Result<Vec<Helper>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut list = Vec::new();
    for line in text.lines().filter(|l| !l.trim_start().starts_with('#')) {
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { continue };
        let highest = words.next().map(str::parse).transpose();
        list.push(Helper {
            name: name.to_owned(),
            highest: highest.with_context(|| format!("{}: the highest value of {name}", path.display()))?,
        });
    }
    Ok(list)
}

/// Compiles for commands that do not report errors: an error ends the program.
pub(crate) fn sound(sources: &[Source], helpers: &Helpers) -> Result<Compiled> {
    let compiled = compile(sources, &options(helpers)?);
    if compiled.has_errors() {
        let mut errors = compiled.diagnostics;
        errors.retain(|d| d.severity == Severity::Error);
        let errors = render(&errors, sources, false);
        bail!("the patterns have errors\n{}", errors.trim_end());
    }
    Ok(compiled)
}
