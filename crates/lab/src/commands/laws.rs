// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab laws`: answers that contradict each other, counted by law.

use std::io::{self, Write as _};

use anyhow::ensure;
use clap::ValueEnum as _;
use katachi_engine::{Engine, Settings};
use katachi_rules::Game;
use katachi_rules::sgf::Record;

use crate::games::GamesArgs;
use crate::laws::{self, Counts, Law, Part};
use crate::parts::{PartArgs, Work, names};
use crate::pool;

const HELP: &str = "\
One position of each game is asked about in all ways: by the analysis that views print, by commands of GTP, before and after moves,
and turned with swapped colours. The position is drawn by the number of the game.

Example:
  katachi-lab laws games/*.sgf.gz --one-in 10 --list
  katachi-lab laws games/*.sgf.gz --part 1/8 > 1.jsonl";

/// Komi of records without one, in points.
const KOMI: f32 = 7.5;

/// Arguments of `katachi-lab laws`.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct LawsArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Only the laws about these
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    only: Vec<Part>,
    /// Print each answer that breaks a law
    #[arg(long, conflicts_with = "part")]
    list: bool,
    #[command(flatten)]
    parts: PartArgs,
}

/// Counts and prints.
pub(crate) fn run(args: &LawsArgs) -> anyhow::Result<()> {
    let position = |(number, record): (u64, Record)| Some((number + 1, position(number, &record)?));
    let games = args.games.read()?.into_iter();
    let positions: Vec<(u64, Game)> = games.filter_map(position).collect();
    ensure!(
        !positions.is_empty(),
        "there is no position to ask about: give other games, or a smaller --one-in"
    );
    let engine = Engine::new(Settings::default());
    let parts = match &args.only[..] {
        [] => Part::value_variants(),
        only => only,
    };
    let check = |&item: &usize| {
        let (number, game) = &positions[item];
        (*number, game.move_count(), laws::check(&engine, game, parts))
    };
    let work = Work {
        conditions: format!(
            "laws of {parts:?}, one game in {} of {:?}",
            args.games.one_in,
            names(&args.games.files)
        ),
        files: &args.games.files,
        items: positions.len(),
    };
    let measured = args
        .parts
        .results(&work, |items| Ok(pool::map(args.games.jobs, items, check)))?;
    measured.map_or(Ok(()), |found| print(args, found))
}

/// A position of a game, drawn by the number of the game; None if the moves cannot be replayed.
fn position(number: u64, record: &Record) -> Option<Game> {
    let rules = record.rules().unwrap_or_default();
    // A multiple of the golden ratio spreads the draws evenly; that of 0 would be an empty board.
    let share = ((number + 1) as f64 * 0.618_033_988_749_895).fract();
    let moves = (record.move_count() as f64 * share) as usize;
    record.game_after(moves, rules, KOMI).ok()
}

fn print(args: &LawsArgs, found: Vec<(u64, usize, Counts)>) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let mut all = Counts::default();
    let positions = found.len();
    for (number, moves, mut counts) in found {
        for law in Law::value_variants().iter().filter(|_| args.list) {
            for text in &counts.count(*law).broken {
                writeln!(out, "game {number}, after {moves} moves: {law}: {text}")?;
            }
        }
        all.add(counts);
    }
    writeln!(out, "{positions} positions\n{all}")?;
    Ok(())
}
