// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands whose input and output are texts: `fmt`, `joseki` and `diff`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Args;
use katachi_rules::printable_line;
use mkpat::{Compiled, Database, Input, Kind, Severity, colon_line, compile, render};

use crate::{Helpers, Inputs, read};

#[derive(Args)]
pub(crate) struct Fmt {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    helpers: Helpers,
    /// Write nothing, name the files that are not in it; exit status 1 if there are any.
    #[arg(long)]
    check: bool,
}

#[derive(Args)]
pub(crate) struct Joseki {
    /// SGF files; `-` is the standard input.
    #[arg(required = true)]
    files: Vec<String>,
}

#[derive(Args)]
pub(crate) struct Diff {
    /// The database as it was.
    before: String,
    /// The database as it is.
    after: String,
    #[command(flatten)]
    helpers: Helpers,
}

impl Fmt {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        let options = read::options(&self.helpers)?;
        for source in read::sources(&self.inputs)? {
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
            if source.name == "-" && !self.check {
                out.write_all(text.as_bytes())?;
            } else if text != source.text {
                writeln!(out, "{}", printable_line(&source.name))?;
                if self.check {
                    code = ExitCode::from(1);
                } else {
                    katachi_atomic_file::replace(Path::new(&source.name), text.as_bytes())
                        .with_context(|| source.name.clone())?;
                }
            }
        }
        Ok(code)
    }
}

impl Joseki {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let mut code = ExitCode::SUCCESS;
        for source in read::paths(&self.files, Some(Input::Joseki))? {
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
}

impl Diff {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let [before, after] = [&self.before, &self.after].map(|path| {
            let sources = read::paths(std::slice::from_ref(path), None)?;
            read::sound(&sources, &self.helpers)
        });
        let found = differences(&before?, &after?);
        for line in found.values() {
            writeln!(out, "{line}")?;
        }
        Ok(ExitCode::from(u8::from(!found.is_empty())))
    }
}

/// Kind, name, and number among the entries of that name.
type Key = (Kind, String, usize);

/// A line for each entry that differs: moves, then connections, then eyes, each in the order of names.
fn differences(before: &Compiled, after: &Compiled) -> BTreeMap<Key, String> {
    let (before, mut after) = (entries(before), entries(after));
    let mut found = BTreeMap::new();
    for (key, (colon, shape)) in before {
        let name = &key.1;
        let line = match after.remove(&key) {
            None => format!("- {name}"),
            Some(new) if new.1 != shape => format!("~ {name}   another shape or constraint"),
            Some(new) if new.0 != colon => format!("~ {name}   {colon} -> {}", new.0),
            Some(_) => continue,
        };
        found.insert(key, line);
    }
    for key in after.into_keys() {
        let line = format!("+ {}", key.1);
        found.insert(key, line);
    }
    found
}

/// The colon line and the shape of each entry.
fn entries(compiled: &Compiled) -> BTreeMap<Key, (String, String)> {
    let mut entries = BTreeMap::new();
    let mut add = |kind, name: &str, colon: String, shape: String| {
        let mut key = (kind, name.to_owned(), 0);
        while entries.contains_key(&key) {
            key.2 += 1;
        }
        entries.insert(key, (colon, shape));
    };
    for Database { kind, patterns, .. } in [&compiled.database, &compiled.connections, &compiled.reading] {
        for p in patterns {
            let shape = format!("{:?}", (p.size, p.move_at, p.edges, &p.elements, &p.constraint));
            add(*kind, &p.name, colon_line(p, *kind), shape);
        }
    }
    for eye in &compiled.eyes.eyes {
        let colon = format!(":{},{}", eye.max, eye.min);
        add(Kind::Eyes, &eye.name, colon, format!("{:?}", eye.cells));
    }
    entries
}
