// SPDX-License-Identifier: MIT OR Apache-2.0

//! `mkpat stats`.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use mkpat::{Classes, Database, Kind, Pattern, compile};

use crate::{Helpers, Inputs, check, read};

#[derive(Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    helpers: Helpers,
}

impl Stats {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let sources = read::sources(&self.inputs)?;
        let compiled = compile(&sources, &read::options(&self.helpers)?);
        for kind in Kind::ALL {
            let database = compiled.of_kind(kind);
            let rows = match kind {
                _ if database.files.is_empty() => continue,
                Kind::Eyes => eyes(database),
                _ => patterns(database),
            };
            for (what, count) in rows {
                writeln!(out, "{count:>8}  {what}")?;
            }
        }
        writeln!(out, "{}", check::summary(&compiled))?;
        Ok(ExitCode::from(u8::from(compiled.has_errors())))
    }
}

type Rows = Vec<(String, usize)>;

/// A row with the plural of `thing` if there are several.
fn row(thing: &str, count: usize) -> (String, usize) {
    let ending = if count == 1 { "" } else { "s" };
    (format!("{thing}{ending}"), count)
}

fn patterns(database: &Database) -> Rows {
    let patterns = &database.patterns;
    let what = match database.kind {
        Kind::Connections => "connection pattern",
        Kind::Reading => "reading pattern",
        _ => "pattern",
    };
    let mut rows = vec![
        row(what, patterns.len()),
        row("variant", database.variants.len()),
        row("window", database.windows.len()),
        ("bytes of the table".to_owned(), database.encode().len()),
    ];
    let mut count = |what: String, is_so: &dyn Fn(&Pattern) -> bool| {
        rows.push((what, patterns.iter().filter(|p| is_so(p)).count()));
    };
    count("with a constraint".to_owned(), &|p| p.constraint.is_some());
    count("with an edge".to_owned(), &|p| !p.edges.is_empty());
    for symmetry in Pattern::SYMMETRIES {
        count(format!("symmetry {symmetry}"), &|p| p.symmetry == symmetry);
    }
    for (letter, class) in Classes::LETTERS {
        count(format!("class {letter}"), &|p| p.classes.contains(class));
    }
    let mut functions: BTreeMap<&str, usize> = BTreeMap::new();
    for constraint in patterns.iter().filter_map(|p| p.constraint.as_ref()) {
        constraint.each_call(&mut |f, _| {
            *functions.entry(f.name()).or_default() += 1;
        });
    }
    for (function, count) in functions {
        let (calls, count) = row("call", count);
        rows.push((format!("{calls} of {function}"), count));
    }
    let mut helpers: BTreeMap<&str, usize> = BTreeMap::new();
    for helper in patterns.iter().filter_map(|p| p.helper.as_deref()) {
        *helpers.entry(helper).or_default() += 1;
    }
    rows.extend(helpers.into_iter().map(|(name, n)| (format!("helper {name}"), n)));
    rows
}

fn eyes(database: &Database) -> Rows {
    let mut rows = vec![
        row("eye shape", database.eyes.len()),
        row("form", database.forms.len()),
        ("bytes of the table".to_owned(), database.encode().len()),
    ];
    let mut worth: BTreeMap<(u8, u8), usize> = BTreeMap::new();
    for eye in &database.eyes {
        *worth.entry((eye.max, eye.min)).or_default() += 1;
    }
    let worth = worth.into_iter();
    rows.extend(worth.map(|((max, min), n)| (format!("worth {max},{min}"), n)));
    rows
}
