// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train moves`: the weights of the move-prediction model.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::ensure;
use katachi::model::{Fit, TrainSettings, TrainingSet, Unusable};
use katachi_cli::counts::passed_over;
use katachi_view::reason::quantity;

use katachi_cli::records;

const HELP: &str = "\
One in 60 games is held out; how often its moves are the most probable ones is printed at the end.

Example:
  katachi-lab train moves games/*.sgf.gz --min-count 50 --every 1 --out patterns/move-model.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct MoveArgs {
    /// SGF files, plain or compressed by gzip; 19x19, no handicap
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Smallest count of a neighbourhood
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().min_count, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Take one position in N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
}

pub(super) fn run(args: &MoveArgs) -> anyhow::Result<()> {
    let mut set = TrainingSet::default();
    let mut games = 0;
    let mut unusable: BTreeMap<Unusable, u32> = BTreeMap::new();
    for file in &args.files {
        records::each(file, |record| match set.add(&record) {
            Ok(()) => games += 1,
            Err(reason) => *unusable.entry(reason).or_default() += 1,
        })?;
    }
    ensure!(games > 0, "there is no game to learn from");
    let fit = set.fit(TrainSettings {
        min_count: args.min_count,
        every: args.every.into(),
        ..TrainSettings::default()
    });
    let origin = format!(
        "The move-prediction model (docs/move-model.md).\nFitted by `katachi-lab train moves --min-count {} --every {}` to {}.",
        args.min_count,
        args.every,
        quantity(games, "game")
    );
    super::write(&args.out, &fit.to_text(&origin))?;
    io::stdout().write_all(report(games, &unusable, &fit).as_bytes())?;
    Ok(())
}

/// Data of the training, and the quality of predictions of held-out moves.
fn report(games: u32, unusable: &BTreeMap<Unusable, u32>, fit: &Fit) -> String {
    let mut text = quantity(games, "game") + "\n";
    for (reason, count) in unusable {
        let _ = writeln!(text, "{}", passed_over(*count, reason));
    }
    let evaluation = &fit.evaluation;
    let _ = writeln!(text, "{}", quantity(fit.shapes(), "shape"));
    let _ = writeln!(
        text,
        "of {} held out: the most probable move {:.1} %, one of the ten most probable {:.1} %, mean log-likelihood {:.3}",
        quantity(evaluation.positions, "position"),
        evaluation.percent(evaluation.first),
        evaluation.percent(evaluation.tenth),
        evaluation.mean_log_likelihood()
    );
    text
}
