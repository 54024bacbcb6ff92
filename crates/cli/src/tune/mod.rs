// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune`: what patterns do in a set of games, and what changes with their values, by evidence alone
//! or by the search.

mod report;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use katachi_engine::movegen::helper_names;
use katachi_engine::play::Level;
use katachi_engine::{Engine, Settings};
use katachi_rules::printable_path;
use katachi_rules::sgf::{Record, Turns};
use katachi_tuning::{Change, Comparison, Places, shape_text, turns, with_shape};
use rayon::prelude::*;

use crate::game_args::{SourceArgs, Until, WITHOUT_SEARCH};
use crate::start::moves_before;
use crate::{database, records};

/// Games that are analysed together. Their lines are printed at the end of all.
const TOGETHER: usize = 8;

#[derive(Debug, clap::Args)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// List where a pattern or a learned shape matches in games, and what is chosen over it
    Explain {
        /// The pattern, or the learned shape
        #[arg(value_name = "NAME")]
        pattern: String,
        /// List only places where it holds
        #[arg(long)]
        holding: bool,
        #[command(flatten)]
        games: GamesArgs,
    },
    /// List the moves that change when a value changes
    #[command(name = "what-if")]
    Change(WhatIfArgs),
    /// Report which patterns predict the moves of games, and which do not
    Report(report::ReportArgs),
    /// Draw a learned shape of the move-prediction model, and write it as a pattern
    Shape {
        /// Its name, as an explanation prints it
        #[arg(value_name = "NAME")]
        name: String,
        /// Files of a model or of patterns in place of the built-in ones
        #[arg(long, value_name = "FILE")]
        db: Vec<PathBuf>,
    },
    /// List the helpers that patterns may name
    Helpers,
}

#[derive(Debug, clap::Args)]
struct WhatIfArgs {
    /// New value of a pattern or of a learned shape
    ///
    /// NAME=VALUE, or NAME.NUMBER=VALUE for obonus, xbonus, splitbonus, minrand or maxrand. The value of a
    /// learned shape is 12, and 16 for each nat of its weight. What a new pattern does is asked in reverse:
    /// NAME=12.
    #[arg(value_name = "NAME=VALUE")]
    change: Change,
    /// Change this value too; may be repeated
    #[arg(long = "and", value_name = "NAME=VALUE")]
    more: Vec<Change>,
    /// Choose by the search, with N visits
    ///
    /// A value counts there by its difference from that of its fit, or from 12 if it has none. Each position
    /// where a changed pattern holds is listed.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with_all = WITHOUT_SEARCH)]
    visits: Option<u32>,
    #[command(flatten)]
    games: GamesArgs,
}

/// Games to look at, and the engine that looks.
#[derive(Debug, clap::Args)]
struct GamesArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Look at N games at most [default: all]
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    games: usize,
    /// Look at every Nth position of a game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Look only at the position before this move: a number or a point
    ///
    /// In each of the games.
    #[arg(short = 'L', long = "until", value_name = "MOVE", conflicts_with = "every")]
    until: Option<Until>,
    /// Seed of random variation
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Strength, 1 to 10: how much is read
    #[arg(long, value_name = "N", default_value_t)]
    level: Level,
    /// Sources that are left out.
    #[command(flatten)]
    sources: SourceArgs,
    /// Patterns in place of the built-in ones
    ///
    /// A file or folder. May be repeated.
    #[arg(long, value_name = "FILE", action = clap::ArgAction::Append)]
    db: Vec<PathBuf>,
}

struct Source {
    name: String,
    file: PathBuf,
    /// Its number in a file with several.
    number: Option<usize>,
    record: Record,
}

impl GamesArgs {
    fn engine(&self) -> anyhow::Result<Engine> {
        let settings = Settings {
            seed: self.seed,
            level: self.level,
            generators: self.sources.generators(),
            ..Settings::default()
        };
        database::engine(settings, &self.db, false)
    }

    /// The records of all files, as many as are asked for.
    fn records(&self) -> anyhow::Result<Vec<Source>> {
        let mut sources = Vec::new();
        for file in &self.files {
            let name = printable_path(Path::new(file.file_name().unwrap_or(file.as_os_str())));
            let games = records::games(file, None)?.into_iter();
            for game in games.collect::<anyhow::Result<Vec<_>>>()? {
                sources.push(Source {
                    name: format!("{name}{}", game.suffix("#")),
                    file: file.clone(),
                    number: (game.games > 1).then_some(game.number),
                    record: game.record,
                });
            }
            sources.truncate(self.games);
        }
        ensure!(!sources.is_empty(), "there is no game to look at");
        Ok(sources)
    }

    fn turns(&self, source: &Source) -> anyhow::Result<Turns> {
        let turns = turns(&source.record, self.every.into());
        let turns = turns.with_context(|| format!("cannot use {}", source.name))?;
        match &self.until {
            Some(until) => turn_before(turns, &source.record, until)
                .with_context(|| format!("cannot stop {}", source.name)),
            None => Ok(turns),
        }
    }
}

fn turn_before(mut turns: Turns, record: &Record, until: &Until) -> anyhow::Result<Turns> {
    let number = moves_before(record, until)? + 1;
    turns.retain(|played| played.number == number);
    ensure!(!turns.is_empty(), "before move {number}: no move is played there");
    Ok(turns)
}

pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match &args.what {
        What::Explain {
            pattern,
            holding,
            games,
        } => {
            let places = Places {
                engine: with_shape(&games.engine()?, pattern)?,
                name: pattern,
                holding: *holding,
            };
            let look = |name: &str, turns: &Turns| Ok(places.of_game(name, turns)?);
            let tallies = over(games, "", &mut out, look)?;
            writeln!(out, "{}", places.summary(&tallies))?;
        }
        What::Change(args) => {
            let changes: Vec<&Change> = std::iter::once(&args.change).chain(&args.more).collect();
            let (comparison, lines) = Comparison::new(args.games.engine()?, &changes, args.visits)?;
            let tallies = over(&args.games, &lines, &mut out, |name, turns| {
                Ok(comparison.of_game(name, turns))
            })?;
            writeln!(out, "{}", comparison.summary(&tallies))?;
        }
        What::Report(args) => report::run(args, &mut out)?,
        What::Shape { name, db } => {
            let engine = database::engine(Settings::default(), db, false)?;
            let shape = engine.knowledge.move_model().shape(name).with_context(|| {
                format!("the move-prediction model has no shape {name}; `katachi -l GAME.sgf -L MOVE -t` names those of a position")
            })?;
            out.write_all(shape_text(&shape).as_bytes())?;
        }
        What::Helpers => {
            for name in helper_names() {
                writeln!(out, "{name}")?;
            }
        }
    }
    Ok(())
}

/// Applies `look` to all games, several at once, and prints the results in their order behind `head`.
fn over<R: Send>(
    args: &GamesArgs,
    head: &str,
    out: &mut impl io::Write,
    look: impl Fn(&str, &Turns) -> anyhow::Result<(String, R)> + Sync,
) -> anyhow::Result<Vec<R>> {
    let games = args.records()?.into_iter();
    let games = games.map(|source| Ok((args.turns(&source)?, source.name)));
    let games: Vec<(Turns, String)> = games.collect::<anyhow::Result<_>>()?;
    out.write_all(head.as_bytes())?;
    let mut results = Vec::new();
    for some in games.chunks(TOGETHER) {
        let seen: Vec<_> = some.par_iter().map(|(turns, name)| look(name, turns)).collect();
        for seen in seen {
            let (text, result) = seen?;
            out.write_all(text.as_bytes())?;
            results.push(result);
        }
        out.flush()?;
    }
    Ok(results)
}
