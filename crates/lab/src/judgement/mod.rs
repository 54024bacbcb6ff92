// SPDX-License-Identifier: MIT OR Apache-2.0

//! How well playouts, or the search, judge positions, measured without playing games.
//!
//! - games: positions of records whose result is known (`measurement`); the truth is the winner and the
//!   owner of each point at the end (`truth`), the prediction the win rate, the lead and the ownership by
//!   playouts (`predict`), corrected as people read them;
//! - ends: the result that the engine counts at the end of a game, and that of the record (`ends`);
//! - positions: groups whose life is known for certain ([`KnownPosition`]); the ownership of their points
//!   must have the right sign.
//!
//! `katachi-lab judgement` prints all as lines of JSON; `python/judgement.py` makes the statistics.
//!
//! Games are divided into two halves ([`Half`]): policies are tuned on the development half, and the held-out
//! half is measured once in a while to see whether that holds for other games.

mod ends;
mod finished;
mod measurement;
mod positions;
mod predict;
mod sample;
mod truth;

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use katachi::database;
use katachi_engine::{Engine, Settings};
use katachi_line_program::split_words;
use katachi_rules::sgf::Record;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use crate::games::Half;
use crate::games::{GamesArgs, SampledGame};
use crate::parts::PartArgs;

use ends::{CountedEnd, score};
pub use katachi_engine::playout::PolicyName;
use measurement::MeasuredGame;
pub use positions::{Answer, KnownPosition, LifeQuestion, Status};
use predict::Judge;
pub(crate) use sample::Sampling;
pub(crate) use truth::Truth;

const HELP: &str = "\
It prints a line of JSON for each game, or group: the judgements and the truth. `python/judgement.py` makes tables of them.

The truth is the winner of each game, and the owner of each point at its end, if the judgement of the final position
agrees with the result of the record; games without a komi are left out. Win rates and the deviations of leads are corrected as people
read them; the shares of the playouts or visits are beside. Games are divided into a development half and a held-out half by a hash of
their moves.

With --ends the lines have the results that the engine counts at the ends of the games, and those of the records. With --finished-by
another program counts the last position, plays on for both sides until both pass, and counts again.

With --positions the files have diagrams of groups whose life is known; a line has the status of a group and the ownership by playouts.

Examples:
  katachi-lab judgement games/*.sgf.gz --policy settled --one-in 10 | python3 python/judgement.py
  katachi-lab judgement games/*.sgf.gz --ends --half held-out --one-in 5
  katachi-lab judgement games/*.sgf.gz --ends --one-in 5 --finished-by 'gnugo --mode gtp --level 1 --japanese-rules'
  katachi-lab judgement games/*.sgf.gz --visits 200 --per-game 2 --one-in 3
  katachi-lab judgement games/*.sgf.gz --visits 200 --part 1/8 > 1.jsonl
  katachi-lab judgement --positions tests/data/judgement/*.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct JudgementArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Files of positions with groups of known life
    #[arg(long, conflicts_with_all = ["every", "per_game", "moves", "half", "one_in", "jobs", "part", "merge"])]
    positions: bool,
    /// Compare counted results with those of the records
    ///
    /// The engine counts the ends of the games, as `final_score` does.
    #[arg(long, conflicts_with_all = ["positions", "policy", "weights", "playouts", "visits", "every", "per_game", "moves"])]
    ends: bool,
    /// With --ends: GTP program that tells finished games
    ///
    /// It plays each game on. Finished games are reported apart.
    #[arg(long, value_name = "COMMAND", requires = "ends")]
    finished_by: Option<String>,
    /// Playout policy: uniform, settled or learned
    #[arg(long, value_name = "NAME", default_value_t = PolicyName::Learned)]
    policy: PolicyName,
    /// Weights of the policy learned [default: built-in]
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Playouts a position
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    playouts: u32,
    /// Visits of a search, which judges in place of playouts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000), conflicts_with_all = ["policy", "playouts", "weights", "positions"])]
    visits: Option<u32>,
    #[command(flatten)]
    sampling: Sampling,
    /// Half of the games: development or held-out
    ///
    /// Only overall figures of the held-out half should be looked at.
    #[arg(long, value_name = "HALF", default_value_t = Half::Development)]
    half: Half,
    #[command(flatten)]
    parts: PartArgs,
}

impl JudgementArgs {
    /// Measures games by `f`. `None` if only a part was measured.
    fn results<T: Serialize + DeserializeOwned + Send>(
        &self,
        games: &[SampledGame],
        f: impl Fn(&SampledGame) -> anyhow::Result<T> + Sync,
    ) -> anyhow::Result<Option<Vec<T>>> {
        let (policy, playouts, half) = (self.policy, self.playouts, self.half);
        let judge = match (self.ends, self.visits) {
            (true, _) => format!("ends, finished by {:?}", self.finished_by),
            (_, Some(visits)) => format!("{visits} visits"),
            _ => format!("{playouts} {policy} playouts, weights {:?}", self.weights),
        };
        let conditions = format!("judgement by {judge}, {:?}, of the {half} half", self.sampling);
        self.games.measure(&self.parts, &conditions, games, f)
    }
}

pub(crate) fn run(args: &JudgementArgs) -> anyhow::Result<()> {
    if args.positions {
        ask(args)
    } else if args.ends {
        count_ends(args)
    } else {
        measure(args)
    }
}

fn count_ends(args: &JudgementArgs) -> anyhow::Result<()> {
    let is_wanted = |record: &Record| score(record).is_some() && Half::from_record(record) == args.half;
    let games = args.games.read(is_wanted)?;
    let finisher = args.finished_by.as_deref().map(split_words).transpose()?;
    let engine = Engine::new(Settings::default());
    let count = |game: &SampledGame| {
        let end = CountedEnd::new(game, &engine, finisher.as_deref());
        end.context("the program that plays on failed")
    };
    let ends = args.results(&games, count)?;
    let Some(ends) = ends else { return Ok(()) };
    let ends: Vec<CountedEnd> = ends.into_iter().flatten().collect();
    ensure!(
        !ends.is_empty(),
        "there is no game of the {} half that has a score",
        args.half
    );
    print(&ends)
}

fn measure(args: &JudgementArgs) -> anyhow::Result<()> {
    let judge = match args.visits {
        Some(visits) => Judge::Search(visits),
        None => Judge::Playouts(args.policy, args.playouts),
    };
    let weights = database::playout_weights(args.weights.as_deref())?;
    let games = args.games.read(|record| Half::from_record(record) == args.half)?;
    ensure!(!games.is_empty(), "there is no game of the {} half", args.half);
    let judged = |game: &SampledGame| Ok(MeasuredGame::new(&game.record, judge, &args.sampling, &weights));
    let measured = args.results(&games, judged)?;
    let Some(measured) = measured else { return Ok(()) };
    ensure!(
        measured.iter().any(|game| !game.positions.is_empty()),
        "there is no position to judge: no game has a known result and enough moves"
    );
    print(&measured)
}

fn print(lines: &[impl Serialize]) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    for line in lines {
        writeln!(out, "{}", serde_json::to_string(line)?)?;
    }
    Ok(())
}

fn ask(args: &JudgementArgs) -> anyhow::Result<()> {
    let weights = database::playout_weights(args.weights.as_deref())?;
    let mut any = false;
    for path in &args.games.files {
        let file = &*path.to_string_lossy();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {file}"))?;
        let positions = KnownPosition::parse_all(&text).with_context(|| format!("cannot use {file}"))?;
        for position in &positions {
            any = true;
            let policy = args.policy.policy(&weights, position.board.size());
            for answer in position.ask(&policy, args.playouts) {
                let mut line = serde_json::to_value(answer)?;
                line["file"] = file.into();
                print(&[line])?;
            }
        }
    }
    ensure!(any, "there is no position to judge");
    Ok(())
}
