// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi tune`: what patterns do in a set of games, and what changes with their values, by evidence alone
//! or by the search.

mod games;
mod patch;
mod report;
mod shape;
mod what_if;

use std::fmt::Write as _;
use std::io::{self, Write as _};

use katachi_engine::movegen::helper_names;
use katachi_engine::tuning::{self, PatternPlace, PlaceOutcome};
use katachi_rules::sgf::{Turn, Turns};
use katachi_view as view;
use katachi_view::reason::quantity;
use rayon::prelude::*;

use games::GamesArgs;

/// Games that are analysed together. Their lines are printed at the end of all.
const TOGETHER: usize = 8;

/// Arguments of `katachi tune`.
#[derive(Debug, clap::Args)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// List where a pattern or a learned shape matches in games, and what is chosen over it
    Explain {
        /// The pattern, or the learned shape
        #[arg(value_name = "NAME")]
        pattern: String,
        /// List only places where it holds
        #[arg(long)]
        holding: bool,
        #[command(flatten)]
        games: GamesArgs,
    },
    /// List the moves that change when a value changes
    #[command(name = "what-if")]
    Change(what_if::WhatIfArgs),
    /// Report which patterns predict the moves of games, and which do not
    Report(report::ReportArgs),
    /// Draw a learned shape of the move-prediction model, and write it as a pattern
    Shape(shape::ShapeArgs),
    /// List the helpers that patterns may name
    Helpers,
}

/// A game with the name by which it is listed.
struct Listed {
    name: String,
    turns: Turns,
}

/// Runs the command.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match &args.what {
        What::Explain {
            pattern,
            holding,
            games,
        } => explain(pattern, *holding, games, &mut out),
        What::Change(args) => what_if::run(args, &mut out),
        What::Report(args) => report::run(args, &mut out),
        What::Shape(args) => shape::run(args, &mut out),
        What::Helpers => {
            for name in helper_names() {
                writeln!(out, "{name}")?;
            }
            Ok(())
        }
    }
}

/// The games with their positions.
fn read(args: &GamesArgs) -> anyhow::Result<Vec<Listed>> {
    let games = args.records()?.into_iter();
    let listed = games.map(|source| {
        let turns = args.turns(&source)?;
        Ok(Listed {
            name: source.name,
            turns,
        })
    });
    listed.collect()
}

/// Applies `look` to all games, several at once, and prints the results in their order.
fn over<R: Send>(
    games: &[Listed],
    out: &mut impl io::Write,
    look: impl Fn(&Listed) -> anyhow::Result<(String, R)> + Sync,
) -> anyhow::Result<Vec<R>> {
    let mut results = Vec::new();
    for some in games.chunks(TOGETHER) {
        let seen: Vec<_> = some.par_iter().map(&look).collect();
        for seen in seen {
            let (text, result) = seen?;
            out.write_all(text.as_bytes())?;
            results.push(result);
        }
        out.flush()?;
    }
    Ok(results)
}

/// `game.sgf 30 Black`
fn place(listed: &Listed, turn: &Turn) -> String {
    format!("{} {} {}", listed.name, turn.number, turn.color)
}

#[derive(Default)]
struct Tally {
    positions: usize,
    matches: usize,
    holds: usize,
    chosen: usize,
    played: usize,
}

fn explain(name: &str, holding: bool, args: &GamesArgs, out: &mut impl io::Write) -> anyhow::Result<()> {
    let engine = tuning::with_shape(&args.engine()?, name)?;
    let games = read(args)?;
    let tallies = over(&games, out, |listed| {
        let (mut text, mut tally) = (String::new(), Tally::default());
        for turn in listed.turns.iter() {
            tally.positions += 1;
            for found in tuning::pattern_places(&engine, &turn, name)? {
                tally.matches += 1;
                let rejected = matches!(found.outcome, PlaceOutcome::Rejected(_));
                let decides = matches!(
                    found.outcome,
                    PlaceOutcome::Decides { .. } | PlaceOutcome::Agrees { .. }
                );
                tally.holds += usize::from(!rejected);
                tally.chosen += usize::from(decides);
                tally.played += usize::from(!rejected && found.mv == turn.mv);
                if !(holding && rejected) {
                    let _ = writeln!(text, "{}: {}", place(listed, &turn), outcome(&found, &turn));
                }
            }
        }
        Ok((text, tally))
    })?;
    let sum = |of: fn(&Tally) -> usize| tallies.iter().map(of).sum::<usize>();
    writeln!(
        out,
        "{name}: in {} of {} it matches at {} and holds at {}; {} of these chosen, {} played",
        quantity(sum(|t| t.positions), "position"),
        quantity(games.len(), "game"),
        quantity(sum(|t| t.matches), "point"),
        sum(|t| t.holds),
        sum(|t| t.chosen),
        sum(|t| t.played)
    )?;
    Ok(())
}

/// `C3 (a) worth 40, 14 less than D4; played`
fn outcome(found: &PatternPlace, turn: &Turn) -> String {
    let size = turn.game.size();
    let mut text = format!("{} ({}) ", size.show(found.mv), found.transformation);
    let _ = match &found.outcome {
        PlaceOutcome::Decides { value } => write!(text, "worth {value}, chosen for it"),
        PlaceOutcome::Agrees { value, best } => {
            write!(text, "worth {value}, chosen with {best}")
        }
        PlaceOutcome::Loses { value, to, best } => {
            write!(text, "worth {value}, loses to {} with {best}", size.show(*to))
        }
        PlaceOutcome::Rejected(why) => {
            write!(text, "does not hold: {}", view::explain::rejection(*why, size))
        }
    };
    if found.mv == turn.mv {
        text += "; played";
    }
    text
}
