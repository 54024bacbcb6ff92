// SPDX-License-Identifier: MIT OR Apache-2.0

//! `mkpat show` and `mkpat match`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use katachi_rules::Color;
use mkpat::{Compiled, Database, Input, Kind, Until, compile, draw_eye, draw_pattern};
use serde_json::json;

use crate::{Helpers, language, read};

#[derive(Args)]
pub(crate) struct Show {
    /// Its name.
    name: String,
    /// Where to look for it.
    #[arg(long, default_value = "patterns")]
    db: Vec<String>,
    #[command(flatten)]
    helpers: Helpers,
}

#[derive(Args)]
pub(crate) struct Match {
    /// The databases.
    #[arg(long, required = true)]
    db: Vec<String>,
    /// For one side only.
    #[arg(long, value_enum)]
    color: Option<Side>,
    /// In which language the databases are written, whatever their names say.
    #[arg(long, value_parser = language())]
    kind: Option<Input>,
    #[command(flatten)]
    helpers: Helpers,
    /// A game record, at its end; or `GAME.sgf:30` before move 30, `GAME.sgf:Q16` before the first stone
    /// there.
    position: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    Black,
    White,
}

impl Show {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let Self { name, db, helpers } = self;
        let sources = read::paths(db, None)?;
        // Other errors of the database do not matter here.
        let compiled = compile(&sources, &read::options(helpers)?);
        let mut pictures = Vec::new();
        for kind in Kind::ALL {
            let database = compiled.of_kind(kind);
            let named = |n: &str| n == *name;
            for (index, _) in database.patterns.iter().enumerate().filter(|p| named(&p.1.name)) {
                pictures.push(draw_pattern(database, index));
            }
            for (index, _) in database.eyes.iter().enumerate().filter(|e| named(&e.1.name)) {
                pictures.push(draw_eye(database, index));
            }
        }
        if pictures.is_empty() {
            let (files, near) = (db.join(", "), near(name, &compiled));
            bail!("no pattern `{name}` in {files}{near}");
        }
        out.write_all(pictures.join("\n").as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Names that contain the given text.
fn near(name: &str, compiled: &Compiled) -> String {
    let databases = Kind::ALL.map(|k| compiled.of_kind(k));
    let names = databases.iter().flat_map(|d: &&Database| {
        let patterns = d.patterns.iter().map(|p| p.name.as_str());
        patterns.chain(d.eyes.iter().map(|e| e.name.as_str()))
    });
    let wanted = name.to_lowercase();
    let mut found: Vec<&str> = names.filter(|n| n.to_lowercase().contains(&wanted)).collect();
    found.sort_unstable();
    found.truncate(10);
    match found.as_slice() {
        [] => String::new(),
        _ => format!("; there are {}", found.join(", ")),
    }
}

impl Match {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode> {
        let compiled = read::sound(&read::paths(&self.db, self.kind)?, &self.helpers)?;
        let (file, until) = place(&self.position);
        let bytes = std::fs::read(file).with_context(|| file.to_owned())?;
        let board = mkpat::position(&String::from_utf8_lossy(&bytes), until.as_ref())
            .with_context(|| file.to_owned())?;
        let size = board.size();
        let colors = match self.color {
            None => vec![Color::Black, Color::White],
            Some(Side::Black) => vec![Color::Black],
            Some(Side::White) => vec![Color::White],
        };
        let mut lines = Vec::new();
        for database in [&compiled.database, &compiled.connections] {
            for &color in &colors {
                for found in mkpat::raw_matches(database, &board, color) {
                    let variant = &database.variants[found.variant];
                    let pattern = &database.patterns[variant.pattern as usize];
                    let vertex = |p| size.vertex(p).to_string();
                    let line = json!({
                        "pattern": pattern.name,
                        "anchor": vertex(found.anchor),
                        "transformation": variant.transformation.to_string(),
                        "move": pattern.has_move.then(|| vertex(found.origin)),
                        "color": if color == Color::Black { "black" } else { "white" },
                    });
                    let (name, is_white) = (pattern.name.as_str(), color == Color::White);
                    let key = (name, is_white, found.origin, variant.transformation, found.anchor);
                    lines.push((key, line));
                }
            }
        }
        lines.sort_by(|a, b| a.0.cmp(&b.0));
        for (_, line) in lines {
            writeln!(out, "{line}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// File and end of replay of a position.
fn place(position: &str) -> (&str, Option<Until>) {
    match position.rsplit_once(':') {
        Some((file, at)) if !Path::new(position).exists() => {
            let until = at
                .parse()
                .map_or_else(|_| Until::Stone(at.to_owned()), Until::Move);
            (file, Some(until))
        }
        _ => (position, None),
    }
}
