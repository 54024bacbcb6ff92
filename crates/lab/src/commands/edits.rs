// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab edits`: how the player follows an author who changes the value of a pattern.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use katachi::records;
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
use katachi_tuning as tuning;
use rayon::prelude::*;

use crate::edits::Edit;
use crate::pool::pool;

const HELP: &str = "\
In one position of each game a pattern that holds, and not for the chosen move, gets a higher value, as an author would write it
into the database. Position and pattern are random; the seed is the number of the game.

Example:
  katachi-lab edits games/*.sgf.gz --one-in 10 --visits 800 --list";

/// Arguments of `katachi-lab edits`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct EditsArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Units of value that are added to the pattern
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(i32).range(1..=1000))]
    raise: i32,
    /// Visits of each search [default: those of full strength]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    visits: Option<u32>,
    /// Take one game in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// Print each position
    #[arg(long)]
    list: bool,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

/// Measures and prints.
pub(crate) fn run(args: &EditsArgs) -> anyhow::Result<()> {
    let engine = Engine::new(Settings {
        search: Some(SearchSettings {
            visits: args.visits,
            memory: 64,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    });
    let mut games = Vec::new();
    for file in &args.files {
        let mut number = 0u64;
        records::each(file, |record| {
            if number.is_multiple_of(args.one_in.into()) {
                games.push((number, record));
            }
            number += 1;
        })?;
    }
    let try_one = |(number, record): &(u64, _)| {
        let turns = tuning::turns(record, 1).with_context(|| format!("cannot use game {}", number + 1))?;
        let edit = Edit::try_one(&engine, &turns, args.raise, *number)?;
        anyhow::Ok(edit.map(|edit| (number + 1, edit)))
    };
    let edits: Vec<Option<(u64, Edit)>> =
        pool(args.jobs.into()).install(|| games.par_iter().map(try_one).collect::<anyhow::Result<_>>())?;
    let edits: Vec<(u64, Edit)> = edits.into_iter().flatten().collect();
    ensure!(
        !edits.is_empty(),
        "in no position a pattern holds for other moves than the chosen one: give more games"
    );
    print(args, &edits)
}

fn print(args: &EditsArgs, edits: &[(u64, Edit)]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for (game, edit) in edits.iter().filter(|_| args.list) {
        writeln!(out, "game {game}, {edit}")?;
    }
    let count = |is: fn(&Edit) -> bool| edits.iter().filter(|(_, edit)| is(edit)).count();
    writeln!(
        out,
        "{} positions, a pattern raised by {}: one of its moves chosen in {}, visits and a line with an answer for all in {}",
        edits.len(),
        args.raise,
        count(Edit::is_obeyed),
        count(Edit::is_shown)
    )?;
    Ok(())
}
