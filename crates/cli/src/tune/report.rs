// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune report`: the patterns of a database in a set of games, as text, as a page and as a patch.

use std::io;
use std::path::PathBuf;

use anyhow::ensure;
use katachi_engine::Engine;
use katachi_rules::sgf::Turns;
use katachi_tuning::near_names;
use katachi_tuning::patch::{Patch, check, quoted};
use katachi_tuning::report::{GameSurvey, Report, survey};
use katachi_tuning::view::{ReportGame, ReportView};
use katachi_view::reason::has_in_name;
use rayon::prelude::*;

use super::{GamesArgs, Source, TOGETHER};
use crate::start;

/// Positions of a report at most, which bounds its memory: 815 positions on 19x19 took 27 MiB.
const MAX_POSITIONS: usize = 20_000;

const REPORT_HELP: &str = "\
Example:
  katachi tune report games.sgf --db my/patterns --html report.html --patch values.patch";

#[derive(Debug, clap::Args)]
#[command(after_help = REPORT_HELP)]
pub(super) struct ReportArgs {
    /// Report only patterns whose name has this in it, all of them
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
    /// Write over files that others have written
    #[arg(long)]
    overwrite: bool,
    #[command(flatten)]
    games: GamesArgs,
}

/// Runs the command. Files are written when the report is whole.
pub(super) fn run(args: &ReportArgs, out: &mut impl io::Write) -> anyhow::Result<()> {
    if let Some(html) = &args.html {
        start::check_own(html, args.overwrite)?;
    }
    if let Some(file) = &args.patch {
        check(file, args.overwrite)?;
    }
    ensure!(
        args.games.sources.has_search(),
        "the report compares patterns with the move-prediction model: leave --no-model and --patterns-only out"
    );
    let engine = args.games.engine()?;
    check_name(&args.name, &engine)?;
    let sources = args.games.records()?;
    let surveys = surveys(&engine, &args.games, &sources)?;
    let report = Report::new(&engine, surveys, &args.name);
    let games: Vec<ReportGame> = sources.iter().map(|source| shown(source, &args.games)).collect();
    let view = ReportView {
        report: &report,
        database: engine.database(),
        games: &games,
        top: args.top,
        name: &args.name,
    };
    let patch = args
        .patch
        .as_ref()
        .map(|_| Patch::new(engine.database(), &report));
    let patch = patch.transpose()?;
    out.write_all(view.to_text().as_bytes())?;
    if let (Some(file), Some(patch)) = (&args.patch, patch) {
        start::write(file, &patch.text)?;
        writeln!(out, "\n{}", patch.summary(file))?;
    }
    if let Some(html) = &args.html {
        start::write(html, view.to_html())?;
    }
    Ok(())
}

/// Refuses a name that no pattern has in its own.
fn check_name(name: &str, engine: &Engine) -> anyhow::Result<()> {
    let database = engine.database();
    let near = near_names(name, database);
    let mut patterns = database.patterns.iter();
    ensure!(
        patterns.any(|pattern| has_in_name(&pattern.name, name)),
        "--name: no pattern has {name} in its name{near}"
    );
    Ok(())
}

/// Surveys all games, several at once. The result does not depend on the number of threads.
fn surveys(engine: &Engine, args: &GamesArgs, sources: &[Source]) -> anyhow::Result<Vec<GameSurvey>> {
    let mut surveys = Vec::new();
    let mut positions = 0;
    for (chunk, some) in sources.chunks(TOGETHER).enumerate() {
        let turns = some.par_iter().map(|source| args.turns(source));
        let turns: Vec<_> = turns.collect::<anyhow::Result<_>>()?;
        positions += turns.iter().map(Turns::len).sum::<usize>();
        ensure!(
            positions <= MAX_POSITIONS,
            "the games have more than {MAX_POSITIONS} positions: use fewer by --games or --every"
        );
        let numbered = turns.par_iter().enumerate();
        surveys.par_extend(numbered.map(|(i, turns)| survey(engine, turns, chunk * TOGETHER + i)));
    }
    Ok(surveys)
}

fn shown(source: &Source, args: &GamesArgs) -> ReportGame {
    let number = source.number.map(|number| format!(" --game {number}"));
    let databases = args.db.iter().map(|db| format!(" --db {}", quoted(db)));
    let words = [quoted(&source.file), number.unwrap_or_default()];
    ReportGame {
        name: source.name.clone(),
        arguments: words.into_iter().chain(databases).collect(),
        record: source.record.clone(),
    }
}
