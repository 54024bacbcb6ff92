// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train`: weights of models from records of games.

mod life;
mod moves;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use katachi::playout::{Balancer, PlayoutWeights, Trainer};
use katachi_cli::{database, records};
use katachi_gtp::files;
use katachi_rules::sgf::Record;
use katachi_view::reason::quantity;

use crate::judgement::{Half, Sampling, training_positions};
use crate::pool::pool;

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
    /// Fit the policy of the life-and-death search to searches about groups
    Life(life::LifeArgs),
    /// Fit the playout policy to answers to the last move
    Playouts(PlayoutArgs),
    /// Balance the playout policy until playouts end as games do
    Balance(BalanceArgs),
}

const BALANCE_HELP: &str = "\
Only games that were counted teach, of the development half of `katachi-lab judgement`. The weights in use are the start.

Example:
  katachi-lab train balance games/*.sgf --every 5 --out patterns/playouts-small.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = BALANCE_HELP)]
struct BalanceArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Games at most [default: all]
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Take one game in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// Moves between positions [default: 20; 9x9: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    every: Option<u16>,
    /// Playouts a position
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(2..=1000))]
    playouts: u32,
    /// First weights [default: built-in, by the board]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
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
    match &args.model {
        Model::Moves(args) => moves::run(args),
        Model::Life(args) => life::run(args),
        Model::Playouts(args) => playouts(args),
        Model::Balance(args) => balance(args),
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

/// Replaces the file of weights.
fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    files::replace(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Games after which progress is printed and the weights are written.
const REPORT_EVERY: u32 = 50;

fn balance(args: &BalanceArgs) -> anyhow::Result<()> {
    let mut run = BalanceRun {
        args,
        weights: database::playout_weights(args.weights.as_deref())?,
        balancer: None,
        asked: 0,
        games: 0,
        positions: 0,
        error: 0.0,
    };
    for file in &args.files {
        let mut written = Ok(());
        records::each(file, |record| {
            if written.is_ok() {
                written = run.game(&record);
            }
        })?;
        written?;
    }
    ensure!(
        run.games > 0,
        "there is no game of the development half whose end is known: games that were counted are needed, with their komi"
    );
    run.write()
}

/// State of learning from games one by one.
struct BalanceRun<'a> {
    args: &'a BalanceArgs,
    /// The weights to begin with.
    weights: PlayoutWeights,
    /// None before the first game.
    balancer: Option<Balancer>,
    /// Games of the development half.
    asked: u32,
    /// Those that taught, and their positions.
    games: u32,
    positions: usize,
    /// Sum of the errors of the games since the last report.
    error: f32,
}

impl BalanceRun<'_> {
    fn game(&mut self, record: &Record) -> anyhow::Result<()> {
        if Half::from_record(record) != Half::Development
            || self.args.games.is_some_and(|most| self.games >= most)
        {
            return Ok(());
        }
        self.asked += 1;
        if !self.asked.is_multiple_of(self.args.one_in) {
            return Ok(());
        }
        let sampling = Sampling {
            every: self.args.every.map(usize::from),
            moves: None,
            per_game: None,
        };
        let positions = training_positions(record, &sampling);
        if positions.is_empty() {
            return Ok(());
        }
        let balancer = self
            .balancer
            .get_or_insert_with(|| Balancer::new(&self.weights, record.size, self.args.playouts));
        self.error += pool(self.args.jobs.into()).install(|| balancer.learn(&positions));
        self.games += 1;
        self.positions += positions.len();
        if self.games.is_multiple_of(REPORT_EVERY) {
            let mean = self.error / REPORT_EVERY as f32;
            self.error = 0.0;
            writeln!(
                io::stdout().lock(),
                "{} games, {} positions; mean square error of ownership in the last {REPORT_EVERY} games: {mean:.4}",
                self.games,
                self.positions
            )?;
            self.write()?;
        }
        Ok(())
    }

    fn write(&self) -> anyhow::Result<()> {
        let Some(balancer) = &self.balancer else {
            return Ok(());
        };
        let origin = format!(
            "The playout policy. Changed by `katachi-lab train balance` with {}.",
            quantity(self.games, "game")
        );
        write(&self.args.out, &balancer.to_text(&origin))
    }
}
