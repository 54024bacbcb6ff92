//! `katachi train`: weights of models from records of games.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use katachi::files;
use katachi::playout::Trainer;

use super::records;

/// Which model is to be trained.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    model: Model,
}

#[derive(Debug, clap::Subcommand)]
enum Model {
    /// The playout policy: weights of answers to the last move
    Playouts(PlayoutArgs),
}

const PLAYOUTS_HELP: &str = "\
One in 20 games is held out; how well its moves are foretold is printed at the end.

Example:
  katachi train playouts games/*.sgf.gz --every 10 --out patterns/playouts.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = PLAYOUTS_HELP)]
struct PlayoutArgs {
    /// SGF files with any number of games each, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file for the weights; one that is there is replaced
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Learn from one of N positions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// One game of this many is held out.
const HELD_OUT: usize = 20;

pub(super) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    match &args.model {
        Model::Playouts(args) => playouts(args),
    }
}

fn playouts(args: &PlayoutArgs) -> anyhow::Result<()> {
    let mut trainer = Trainer::new(args.every as usize);
    let mut games = 0;
    for file in &args.files {
        records::each(file, |record| {
            games += 1;
            trainer.game(&record, games % HELD_OUT == 0);
        })?;
    }
    let fit = trainer.fit();
    ensure!(
        fit.positions > 0,
        "{games} games are too few: {HELD_OUT} or more with moves that can be replayed are needed"
    );
    let text = format!(
        "# Weights of the playout policy, natural logarithms, fitted by `katachi train playouts` to {games} games.\n\
         # FEATURE WEIGHT | shape PICTURE WEIGHT: of a move beside or diagonal to the last one | elsewhere PICTURE WEIGHT.\n{}",
        trainer.to_text()
    );
    files::replace(&args.out, &text).with_context(|| format!("cannot write {}", args.out.display()))?;
    let mut out = io::stdout().lock();
    let positions = f64::from(fit.positions);
    writeln!(
        out,
        "{games} games; {} positions held out: first choice {:.1} %, mean log-likelihood {:.3}",
        fit.positions,
        100.0 * f64::from(fit.first) / positions,
        fit.log_likelihood / positions
    )?;
    Ok(())
}
