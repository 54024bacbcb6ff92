// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands whose input and output are texts: `fmt`, `joseki` and `diff`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use katachi_rules::printable_line;
use mkpat::{Input, Severity, Source, compile, differences, render};

use crate::{Helpers, Inputs, Language, read};

pub(crate) fn fmt(inputs: &Inputs, helpers: &Helpers, check: bool, out: &mut impl Write) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    let options = read::options(helpers)?;
    for source in read::sources(inputs)? {
        if source.input == Input::Joseki {
            continue;
        }
        let mut diagnostics = compile(std::slice::from_ref(&source), &options).diagnostics;
        diagnostics.retain(|d| d.severity == Severity::Error);
        if !diagnostics.is_empty() {
            // Text with errors might be damaged.
            let sources = std::slice::from_ref(&source);
            write!(anstream::stderr(), "{}", render(&diagnostics, sources, true))?;
            code = ExitCode::from(1);
            continue;
        }
        let text = mkpat::format(&source);
        if source.name == "-" && !check {
            out.write_all(text.as_bytes())?;
        } else if text != source.text {
            writeln!(out, "{}", printable_line(&source.name))?;
            if check {
                code = ExitCode::from(1);
            } else {
                katachi_atomic_file::replace(Path::new(&source.name), text.as_bytes())
                    .with_context(|| source.name.clone())?;
            }
        }
    }
    Ok(code)
}

pub(crate) fn joseki(files: &[String], out: &mut impl Write) -> Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for source in read::paths(files, Some(Language::Joseki))? {
        let (text, diagnostics) = mkpat::joseki(&source);
        let is_error = |severity| severity == Severity::Error;
        if diagnostics.iter().any(|d| is_error(d.severity)) {
            code = ExitCode::from(1);
        }
        let sources = std::slice::from_ref(&source);
        write!(anstream::stderr(), "{}", render(&diagnostics, sources, true))?;
        writeln!(out, "# From {}.\n", printable_line(&source.name))?;
        writeln!(out, "{text}")?;
    }
    Ok(code)
}

pub(crate) fn diff(before: &str, after: &str, helpers: &Helpers, out: &mut impl Write) -> Result<ExitCode> {
    let [before, after] = [before, after].map(|path| {
        let sources: Vec<Source> = read::paths(&[path.to_owned()], None)?;
        read::sound(&sources, helpers)
    });
    let found = differences(&before?, &after?);
    for difference in &found {
        writeln!(out, "{difference}")?;
    }
    Ok(ExitCode::from(u8::from(!found.is_empty())))
}
