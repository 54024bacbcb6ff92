// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi-lab train choice`: the weights of the classical choice.

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::ensure;
use katachi::records;
use katachi_engine::Engine;
use katachi_engine::tuning::{self, ChoiceExample, ChoiceFit, fit_choice};
use katachi_rules::sgf::Turns;
use katachi_rules::{Color, Game, Point};
use katachi_view::reason::quantity;
use rayon::prelude::*;

use super::named::NamedPatterns;
use crate::judged::{JudgedGame, JudgedGames};
use crate::pool::pool;

const HELP: &str = "\
Takes games that the move-prediction model was not fitted to, which are those that `train moves --held-out N` holds out: its
probabilities are too good elsewhere. One in five of these is held out once more.

Example:
  katachi-lab train choice games/*.sgf.gz --judged 9x9.jsonl.gz --patterns patterns/*.db --out patterns/choice-model.txt";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(super) struct ChoiceArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required_unless_present = "judged", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Files of judged games
    #[arg(long, value_name = "FILE", num_args = 1..)]
    judged: Vec<PathBuf>,
    /// File for the weights; it is replaced
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Fit weights of the patterns of these files without the move-prediction model, too
    ///
    /// They are written below their colon lines; the files are replaced.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    patterns: Vec<PathBuf>,
    /// Take one game in N, the first of them
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    one_in: u16,
    /// Take one position of a record in N
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,
    /// Take one position of a judged game in N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    every_judged: u16,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
}

/// One game of so many is held out.
const HELD_OUT: usize = 5;

/// A position with the shares of its good moves.
struct Position {
    game: Game,
    color: Color,
    shares: Vec<(Point, f32)>,
    is_held_out: bool,
}

#[derive(Default)]
struct Read {
    positions: Vec<Position>,
    records: usize,
    judged: usize,
}

pub(super) fn run(args: &ChoiceArgs) -> anyhow::Result<()> {
    let patterns = NamedPatterns::read(&args.patterns)?;
    let engine = patterns.engine();
    let read = read(args)?;
    let example = |position: &Position| {
        let made = ChoiceExample::new(engine, &position.game, position.color, &position.shares);
        made.map(|example| (position.is_held_out, example))
    };
    let examples: Vec<(bool, ChoiceExample)> =
        pool(args.jobs.into()).install(|| read.positions.par_iter().filter_map(example).collect());
    let (held_out, learned): (Vec<_>, Vec<_>) = examples.into_iter().partition(|(held_out, _)| *held_out);
    let only = |examples: Vec<(bool, ChoiceExample)>| -> Vec<ChoiceExample> {
        examples.into_iter().map(|(_, example)| example).collect()
    };
    let (held_out, learned) = (only(held_out), only(learned));
    ensure!(
        !held_out.is_empty() && !learned.is_empty(),
        "too few games, {}: {HELD_OUT} times {} are needed",
        read.records + read.judged,
        args.one_in
    );
    let fit = fit_choice(engine, &learned, &held_out);
    write(args, &read, engine, &fit)?;
    patterns.write_alone(&fit.alone)?;
    report(learned.len(), &fit)
}

fn read(args: &ChoiceArgs) -> anyhow::Result<Read> {
    let mut read = Read::default();
    let mut number = 0;
    for file in &args.files {
        records::each(file, |record| {
            if number % usize::from(args.one_in) == 0
                && let Ok(turns) = tuning::turns(&record, 1)
            {
                read.record(&turns, args.every.into());
            }
            number += 1;
        })?;
    }
    let mut number = 0;
    for file in &args.judged {
        for game in JudgedGames::open(file)? {
            let game = game?;
            if number % usize::from(args.one_in) == 0 {
                read.judged(&game, args.every_judged.into());
            }
            number += 1;
        }
    }
    Ok(read)
}

impl Read {
    /// Takes every `every`th move; games begin at moves of their own.
    fn record(&mut self, turns: &Turns, every: usize) {
        let is_held_out = self.records.is_multiple_of(HELD_OUT);
        let first = self.records % every;
        for turn in (first..turns.len()).step_by(every).map(|index| turns.turn(index)) {
            if let Some(played) = turn.mv.point() {
                self.positions.push(Position {
                    game: turn.game,
                    color: turn.color,
                    shares: vec![(played, 1.0)],
                    is_held_out,
                });
            }
        }
        self.records += 1;
    }

    /// Takes every `every`th position up to the first move that the rules forbid.
    fn judged(&mut self, judged: &JudgedGame, every: usize) {
        let is_held_out = self.judged.is_multiple_of(HELD_OUT);
        let first = self.judged % every;
        let mut game = Game::new(judged.size, judged.rules, judged.komi);
        let mut color = Color::Black;
        for (number, (&mv, position)) in judged.moves.iter().zip(&judged.positions).enumerate() {
            let shares = position.shares();
            if number % every == first && !shares.is_empty() {
                self.positions.push(Position {
                    game: game.clone(),
                    color,
                    shares,
                    is_held_out,
                });
            }
            if game.play(color, mv).is_err() {
                break;
            }
            color = color.opposite();
        }
        self.judged += 1;
    }
}

fn write(args: &ChoiceArgs, read: &Read, engine: &Engine, fit: &ChoiceFit) -> anyhow::Result<()> {
    let origin = format!(
        "The weights of the classical choice (docs/patterns.md).\nFitted by `katachi-lab train choice --one-in {}` to {} of {} and {}, with {}.",
        args.one_in,
        quantity(read.positions.len(), "position"),
        quantity(read.records, "record"),
        quantity(read.judged, "judged game"),
        quantity(engine.database().patterns.len(), "pattern"),
    );
    super::write(&args.out, &fit.model.to_text(&origin))
}

fn report(learned: usize, fit: &ChoiceFit) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", quantity(learned, "position"))?;
    let names = ["with the move-prediction model", "without it"];
    for (name, evaluation) in names.iter().zip(&fit.evaluations) {
        writeln!(
            out,
            "{name}: of {} held out the most probable move {:.1} %, mean log-likelihood {:.3}",
            quantity(evaluation.positions, "position"),
            evaluation.percent(evaluation.first),
            evaluation.mean_log_likelihood()
        )?;
    }
    Ok(())
}
