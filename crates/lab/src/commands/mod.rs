// SPDX-License-Identifier: MIT OR Apache-2.0

//! The command line of `katachi-lab`.

mod bench;
mod edits;
mod shares;

#[cfg(test)]
mod tests;

use std::io;

use clap::{CommandFactory as _, Parser, Subcommand};
use katachi_engine::{Engine, Settings};
use katachi_gtp as gtp;
use katachi_rules::{BoardSize, Game, Rules};

use crate::{harvest, judgement, label, laws, tactics, train};

/// The laboratory of Katachi, for those who develop the engine.
#[derive(Debug, Parser)]
#[command(name = "katachi-lab", version = katachi::VERSION, max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Choose in fixed positions: a signature of all choices, and times
    Bench(bench::BenchArgs),
    /// Measure how the player follows changed values of patterns, and their share of priors
    Edits(edits::EditsArgs),
    /// Test tactical reading by questions with known answers
    Tactics(tactics::TacticsArgs),
    /// Count answers about strings and groups that contradict each other
    Laws(laws::LawsArgs),
    /// Measure how well playouts or searches judge positions
    Judgement(judgement::JudgementArgs),
    /// Let another engine judge games, in files that models learn from
    Label(label::LabelArgs),
    /// Train models from game records
    Train(train::TrainArgs),
    /// Draw joseki from game records
    Harvest(harvest::HarvestArgs),
    /// Answer GTP with the default settings, as a program that others are compared with
    #[command(hide = true)]
    Gtp,
}

/// Runs the program.
///
/// # Errors
/// If the program cannot use its input.
pub fn run() -> anyhow::Result<()> {
    match Args::parse().command {
        Command::Bench(args) => bench::run(&args),
        Command::Edits(args) => edits::run(&args),
        Command::Tactics(args) => tactics::run(&args),
        Command::Judgement(args) => judgement::run(&args),
        Command::Laws(args) => laws::run(&args),
        Command::Label(args) => label::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Harvest(args) => harvest::run(&args),
        Command::Gtp => speak_gtp(),
    }
}

/// The definitions of the command line.
pub fn command() -> clap::Command {
    Args::command()
}

fn speak_gtp() -> anyhow::Result<()> {
    let game = Game::new(BoardSize::square(19), Rules::default(), 7.5);
    let mut session = gtp::Session::new(Engine::new(Settings::default()), game);
    let input = io::BufReader::new(io::stdin());
    let output = gtp::Outlet::to_reader(io::stdout().lock())?;
    gtp::serve(&mut session, input, output, io::stderr())?;
    Ok(())
}
