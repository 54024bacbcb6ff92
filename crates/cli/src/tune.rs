// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune`: what patterns do in a set of games, and what changes with their values, by evidence alone
//! or by the search.

mod games;
mod report;

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use katachi_engine::Settings;
use katachi_engine::movegen::helper_names;
use katachi_rules::sgf::Turns;
use katachi_tuning::{Change, Comparison, Places, shape_text, with_shape};
use rayon::prelude::*;

use crate::database;
use crate::game_args::WITHOUT_SEARCH;
use games::GamesArgs;

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
