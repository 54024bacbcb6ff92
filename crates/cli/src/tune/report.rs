// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune report`: the patterns of a database in a set of games, as text, as a page and as a patch.

use std::io;
use std::path::PathBuf;

use anyhow::ensure;
use katachi::tuning::report::{GameSurvey, Report, survey};
use katachi_view::tuning::{ReportGame, ReportView};
use rayon::prelude::*;

use super::{GamesArgs, Source, TOGETHER};
use crate::start;

/// Positions of a report: about 200 MB of memory on 19x19, and hours of reading.
const MAX_POSITIONS: usize = 50_000;

const REPORT_HELP: &str = "\
Example:
  katachi tune report games.sgf --db my/patterns --html report.html --patch values.patch";

/// Arguments of `katachi tune report`.
#[derive(Debug, clap::Args)]
#[command(after_help = REPORT_HELP)]
pub(super) struct ReportArgs {
    /// Report only patterns whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    name: String,
    /// Entries of each list; the page has five times as many
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Write the report as a page with diagrams and plots too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the suggested values as a patch for git apply
    #[arg(long, value_name = "FILE")]
    patch: Option<PathBuf>,
    /// With --html: write over a file that others have written
    #[arg(long, requires = "html")]
    overwrite: bool,
    #[command(flatten)]
    games: GamesArgs,
}

/// Runs the command. Files are written when the report is whole.
pub(super) fn run(args: &ReportArgs, out: &mut impl io::Write) -> anyhow::Result<()> {
    if let Some(html) = &args.html {
        start::check_own(html, args.overwrite)?;
    }
    let engine = args.games.engine()?;
    let sources = args.games.records()?;
    let mut surveys: Vec<GameSurvey> = Vec::new();
    let mut positions = 0;
    let numbered: Vec<(usize, &Source)> = sources.iter().enumerate().collect();
    for some in numbered.chunks(TOGETHER) {
        let turns = some.par_iter().map(|(_, source)| args.games.turns(source));
        let turns: Vec<_> = turns.collect::<anyhow::Result<_>>()?;
        positions += turns.iter().map(Vec::len).sum::<usize>();
        ensure!(
            positions <= MAX_POSITIONS,
            "the games have more than {MAX_POSITIONS} positions: use fewer by --games or --every"
        );
        let here = some.par_iter().zip(&turns);
        surveys.par_extend(here.map(|((number, _), turns)| survey(&engine, turns, *number)));
    }
    let report = Report::new(&engine, surveys, &args.name);
    let games: Vec<ReportGame> = sources.iter().map(shown).collect();
    let view = ReportView {
        report: &report,
        database: engine.database(),
        games: &games,
        top: args.top,
    };
    out.write_all(view.to_text().as_bytes())?;
    Ok(())
}

/// A game as it is shown.
fn shown(source: &Source) -> ReportGame {
    let file = source.file.to_string_lossy();
    let quoted = shlex::try_quote(&file).map_or_else(|_| file.clone(), |quoted| quoted);
    ReportGame {
        name: source.name.clone(),
        arguments: match source.number {
            Some(number) => format!("{quoted} --game {number}"),
            None => quoted.into_owned(),
        },
        size: source.record.size,
    }
}
