// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train`: weights of models from records of games.

mod balance;
mod choice;
mod life;
mod moves;
mod named;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, ensure};
use katachi::records;
use katachi_engine::playout::Trainer;
use katachi_gtp::files;
use katachi_view::reason::quantity;

/// Which model is to be trained.
#[derive(Debug, clap::Args)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    model: Model,
}

#[derive(Debug, clap::Subcommand)]
enum Model {
    /// Fit the move-prediction model to played moves
    Moves(moves::MoveArgs),
    /// Fit the weights of the classical choice
    Choice(choice::ChoiceArgs),
    /// Fit the policy of the life-and-death search to searches about groups
    Life(life::LifeArgs),
    /// Fit the playout policy to answers to the last move
    Playouts(PlayoutArgs),
    /// Balance the playout policy until playouts end as games do
    Balance(balance::BalanceArgs),
}

impl Model {
    fn out(&self) -> &Path {
        match self {
            Self::Moves(args) => &args.out,
            Self::Choice(args) => &args.out,
            Self::Life(args) => &args.out,
            Self::Playouts(args) => &args.out,
            Self::Balance(args) => &args.out,
        }
    }
}

const PLAYOUTS_HELP: &str = "\
One in 20 games is held out; how well its moves are predicted is printed at the end.

Example:
  katachi-lab train playouts games/*.sgf.gz --every 10 --out patterns/playouts.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = PLAYOUTS_HELP)]
struct PlayoutArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Take one position in N
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// One game of this many is held out.
const HELD_OUT: usize = 20;

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    check_own(args.model.out())?;
    match &args.model {
        Model::Moves(args) => moves::run(args),
        Model::Choice(args) => choice::run(args),
        Model::Life(args) => life::run(args),
        Model::Playouts(args) => playouts(args),
        Model::Balance(args) => balance::run(args),
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
    let evaluation = trainer.evaluation();
    ensure!(
        evaluation.positions > 0,
        "too few games, {games}: {HELD_OUT} or more with moves that can be replayed are needed"
    );
    let origin = format!(
        "The playout policy. Fitted by `katachi-lab train playouts` to {}.",
        quantity(games, "game")
    );
    write(&args.out, &trainer.to_text(&origin))?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}; {} held out: first choice {:.1} %, mean log-likelihood {:.3}",
        quantity(games, "game"),
        quantity(evaluation.positions, "position"),
        evaluation.percent(evaluation.first),
        evaluation.mean_log_likelihood()
    )?;
    Ok(())
}

/// Refuses to replace a file that is no model. All models begin with the licence and a sentence about them.
fn check_own(file: &Path) -> anyhow::Result<()> {
    const BEGIN: &[u8] = b"# SPDX-License-Identifier: MIT OR Apache-2.0\n#\n# The ";
    katachi_atomic_file::check_own(file, |content| content.starts_with(BEGIN))
        .map_err(|why| anyhow!("{} {why}; choose another name for --out", file.display()))
}

/// Replaces the file of weights.
fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    files::replace(file, text).with_context(|| format!("cannot write {}", file.display()))
}
