// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train moves`: the weights of the move-prediction model.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use katachi::model::{Evaluation, Fit, TrainSettings, TrainingSet, Unusable};
use katachi_cli::counts::passed_over;
use katachi_gtp::files;
use katachi_view::reason::quantity;

use katachi_cli::records;

const HELP: &str = "\
One in 60 games is held out; how often its moves are the most probable ones is printed at the end.

Example:
  katachi-lab train moves games/*.sgf.gz --min-count 50 --every 1 --out patterns/move-model.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct MoveArgs {
    /// SGF files with any number of games each, plain or compressed by gzip; games on 19x19 without handicap count
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file for the weights; one that is there is replaced
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Leave out neighbourhoods in which a move was made less often
    #[arg(long, value_name = "N", default_value_t = TrainSettings::default().min_count, value_parser = clap::value_parser!(u32).range(1..))]
    min_count: u32,
    /// Fit the weights to one position in N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
}

/// What the lines of a file of weights are.
const FORMAT: &str = "\
# The weights are fitted together: fit them anew rather than edit one by hand.
#
# FEATURE VALUE WEIGHT: a feature of the move, such as its distance from the last move.
# shape PICTURE PLAYED WEIGHT: the neighbourhood of the move, how often a move was made in it, and what it adds to the weight of a smaller one.
# reply PICTURE X,Y PLAYED WEIGHT: the same for the neighbourhood of the last move, and how far from it the reply is.

";

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
    let text = format!(
        "# Weights of the move-prediction model (docs/move-model.md), fitted by\n\
         # `katachi-lab train moves --min-count {} --every {}` to {}.\n{FORMAT}{}",
        args.min_count,
        args.every,
        quantity(games, "game"),
        fit.text
    );
    files::replace(&args.out, &text).with_context(|| format!("cannot write {}", args.out.display()))?;
    io::stdout().write_all(report(games, &unusable, &fit).as_bytes())?;
    Ok(())
}

/// What was learned from, and how well the moves held out are predicted.
fn report(games: u32, unusable: &BTreeMap<Unusable, u32>, fit: &Fit) -> String {
    let mut text = quantity(games, "game") + "\n";
    for (reason, count) in unusable {
        let _ = writeln!(text, "{}", passed_over(*count, reason));
    }
    let Evaluation {
        positions,
        first,
        tenth,
        log_likelihood,
    } = fit.evaluation;
    let percent = |count: u32| 100.0 * f64::from(count) / f64::from(positions.max(1));
    let _ = writeln!(text, "{}", quantity(fit.shapes, "shape"));
    let _ = writeln!(
        text,
        "of {} held out: the most probable move {:.1} %, one of the ten most probable {:.1} %, mean log-likelihood {:.3}",
        quantity(positions, "position"),
        percent(first),
        percent(tenth),
        log_likelihood / f64::from(positions.max(1))
    );
    text
}
