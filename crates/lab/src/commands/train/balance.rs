// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train balance`: the playout policy, by the owners of points.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::ensure;
use katachi::{database, records};
use katachi_engine::playout::{Balancer, PlayoutWeights, TrainingPosition};
use katachi_rules::BoardSize;
use katachi_rules::sgf::Record;
use katachi_view::reason::quantity;

use super::write;
use crate::judged::{JudgedGame, JudgedGames};
use crate::judgement::{Half, Sampling, judged_positions, training_positions};
use crate::pool::pool;

const HELP: &str = "\
Records teach the owners at their ends: only games that were counted, of the development half of `katachi-lab
judgement`. Judged games teach the ownership that the judge expects in each position. The weights in use are the start.

Example:
  katachi-lab train balance --judged 9x9.jsonl.gz --every 4 --out patterns/playouts-small.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct BalanceArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required_unless_present = "judged", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files of judged games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    judged: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: PathBuf,
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

/// Games after which progress is printed and the weights are written.
const REPORT_EVERY: u32 = 50;

pub(super) fn run(args: &BalanceArgs) -> anyhow::Result<()> {
    let mut run = BalanceRun {
        args,
        weights: database::playout_weights(args.weights.as_deref())?,
        balancer: None,
        seen: 0,
        games: 0,
        positions: 0,
        error: 0.0,
    };
    for file in &args.files {
        let mut learned = Ok(());
        records::each(file, |record| {
            if learned.is_ok() {
                learned = run.record(&record);
            }
        })?;
        learned?;
    }
    for file in &args.judged {
        for game in JudgedGames::open(file)? {
            run.judged(&game?)?;
        }
    }
    ensure!(
        run.games > 0,
        "there is no game to learn from: judged games are needed, or records of the development half that were counted, with their komi"
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
    /// Judged games, and records of the development half.
    seen: u32,
    /// Those that taught, and their positions.
    games: u32,
    positions: usize,
    /// Sum of the errors of the games since the last report.
    error: f32,
}

impl BalanceRun<'_> {
    /// Learns from a record of the development half.
    fn record(&mut self, record: &Record) -> anyhow::Result<()> {
        if Half::from_record(record) != Half::Development || !self.is_taken() {
            return Ok(());
        }
        self.learn(record.size, &training_positions(record, &self.sampling()))
    }

    fn judged(&mut self, game: &JudgedGame) -> anyhow::Result<()> {
        match self.is_taken() {
            true => self.learn(game.size, &judged_positions(game, &self.sampling())),
            false => Ok(()),
        }
    }

    /// Counts a game. Is it one of those that are to teach?
    fn is_taken(&mut self) -> bool {
        if self.args.games.is_some_and(|max| self.games >= max) {
            return false;
        }
        self.seen += 1;
        self.seen.is_multiple_of(self.args.one_in)
    }

    fn sampling(&self) -> Sampling {
        Sampling {
            every: self.args.every.map(usize::from),
            moves: None,
            per_game: None,
        }
    }

    fn learn(&mut self, size: BoardSize, positions: &[TrainingPosition]) -> anyhow::Result<()> {
        if positions.is_empty() {
            return Ok(());
        }
        let new = || Balancer::new(&self.weights, size, self.args.playouts);
        let balancer = self.balancer.get_or_insert_with(new);
        self.error += pool(self.args.jobs.into()).install(|| balancer.learn(positions));
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
