// SPDX-License-Identifier: MIT OR Apache-2.0

//! `mkpat show` and `mkpat match`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, Color, Move, Rules};
use mkpat::{Compiled, Database, Input, Kind, compile, counted, draw_eye, draw_pattern};
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
    #[arg(long, value_parser = side())]
    color: Option<Color>,
    /// In which language the databases are written, whatever their names say.
    #[arg(long, value_parser = language())]
    kind: Option<Input>,
    #[command(flatten)]
    helpers: Helpers,
    /// A game record, at its end; or `GAME.sgf:30` before move 30, `GAME.sgf:Q16` before the first stone
    /// there.
    position: String,
}

fn side() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["black", "white"]).try_map(|side| Color::parse(&side).ok_or("no side"))
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
        let (file, until) = match self.position.rsplit_once(':') {
            Some((file, until)) if !Path::new(&self.position).exists() => (file, Some(until)),
            _ => (self.position.as_str(), None),
        };
        let bytes = std::fs::read(file).with_context(|| file.to_owned())?;
        let board = position(&bytes, until).with_context(|| file.to_owned())?;
        let size = board.size();
        let colors = self.color.map_or(Color::BOTH.to_vec(), |color| vec![color]);
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

/// The position of the main line of a record before a move of that number, or before the first stone on a
/// point of that name; at its end without either.
fn position(bytes: &[u8], until: Option<&str>) -> Result<Board> {
    let record = Record::parse(bytes)?;
    let all = record.move_count();
    let before = match until.map(|until| (until, until.parse::<usize>())) {
        None => Some(all),
        // The number after the last move is the next move.
        Some((_, Ok(number))) => number.checked_sub(1).filter(|&before| before <= all),
        Some((vertex, Err(_))) => {
            let point = record.size.parse_vertex(vertex);
            let point = point.with_context(|| format!("`{vertex}` is no point of the board"))?;
            let mut moves = record.steps.iter().filter(|step| step.is_move());
            moves.position(|step| matches!(step, Step::Play(_, Move::Play(at)) if *at == point))
        }
    };
    let moves = || {
        format!(
            "the record has {} and does not come to that",
            counted(all, "move")
        )
    };
    let rules = Rules {
        suicide: true,
        ..Rules::CHINESE
    };
    let game = record.game_after(before.with_context(moves)?, rules, 0.0)?;
    Ok(game.board().clone())
}
