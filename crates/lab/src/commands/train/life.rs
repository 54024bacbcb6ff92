// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train life`: the weights of the policy of the life-and-death search.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::ensure;
use katachi_engine::reading::{Fit, TrainingSet};
use katachi_view::reason::quantity;

use katachi::records;

const HELP: &str = "\
One in 10 games is held out; how often the most probable move wins there is printed at the end.

Example:
  katachi-lab train life games/*.sgf.gz --one-in 20 --out patterns/reading/policy.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct LifeArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Search groups of one game in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
}

pub(super) fn run(args: &LifeArgs) -> anyhow::Result<()> {
    let mut set = TrainingSet::default();
    let mut games = 0;
    for file in &args.files {
        records::each(file, |record| {
            if games % args.one_in == 0 {
                set.add(&record);
            }
            games += 1;
        })?;
    }
    let fit = set.fit();
    ensure!(fit.examples > 0, "no group of these games could be learned from");
    let origin = format!(
        "The policy of the life-and-death search. Fitted by `katachi-lab train life` to {}.",
        quantity(fit.examples, "position")
    );
    super::write(&args.out, &fit.to_text(&origin))?;
    io::stdout().write_all(report(games, games.div_ceil(args.one_in), &fit).as_bytes())?;
    Ok(())
}

/// Data of the training, and the quality of predictions of held-out winning moves.
fn report(games: u32, used: u32, fit: &Fit) -> String {
    let mut text = format!(
        "{used} of {}, {}\n",
        quantity(games, "game"),
        quantity(fit.examples, "position")
    );
    for (side, evaluation) in ["attacker", "owner"].into_iter().zip(fit.evaluation) {
        let _ = writeln!(
            text,
            "{side}, {} held out: the most probable move wins in {:.1} %, one of the three most probable in {:.1} %, mean log-likelihood {:.3}",
            quantity(evaluation.positions, "position"),
            evaluation.percent(evaluation.first),
            evaluation.percent(evaluation.third),
            evaluation.mean_log_likelihood()
        );
    }
    text
}
