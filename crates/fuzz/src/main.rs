// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program `katachi-fuzz`. Exit status 1 means that a law is broken, 2 that the arguments cannot be used.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::{Args, Parser, Subcommand};
use katachi_fuzz::{Broken, Guard, Options, TARGETS, Target, fuzz, soak, target, write_failure};

/// Checks laws with random input, or plays long runs of games
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    fuzzing: Fuzzing,
}

#[derive(Debug, Args)]
struct Fuzzing {
    /// Seconds for each target
    #[arg(long, value_name = "N", default_value_t = 10)]
    seconds: u64,
    /// Seed of random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Seconds after which one input counts as a hang
    #[arg(long, value_name = "N", default_value_t = 30)]
    limit: u64,
    /// Folder for inputs that break a law [default: katachi-fuzz in the folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// List the targets
    #[arg(long)]
    list: bool,
    /// Targets [default: all]; or one target and a file, whose input is checked once
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays games or GTP sessions in this process, and checks moves, scores and memory
    Soak(Soak),
}

#[derive(Debug, Args)]
struct Soak {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: u32,
    /// Longest side of the board; the others are random
    #[arg(long, value_name = "LINES", default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// Number of commands of a GTP session
    #[arg(long, value_name = "N", default_value_t = 0)]
    commands: u32,
    /// Seed of random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        Some(Command::Soak(soak)) => run_soak(&soak),
        None => run_targets(&arguments.fuzzing),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("katachi-fuzz: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// False if a law is broken.
fn run_targets(fuzzing: &Fuzzing) -> Result<bool> {
    if fuzzing.list {
        TARGETS.iter().for_each(|target| println!("{}", target.name));
        return Ok(true);
    }
    if let [name, file] = &fuzzing.targets[..]
        && target(file).is_none()
    {
        return check_file(name, Path::new(file));
    }
    let targets = match fuzzing.targets.is_empty() {
        true => TARGETS.iter().collect(),
        false => fuzzing
            .targets
            .iter()
            .map(|name| named(name))
            .collect::<Result<Vec<_>>>()?,
    };
    let mut all_hold = true;
    for target in targets {
        all_hold &= run_target(target, fuzzing)?;
    }
    Ok(all_hold)
}

fn named(name: &str) -> Result<&'static Target> {
    target(name).with_context(|| format!("there is no target '{name}'; --list prints all"))
}

/// Checks one input from a file.
fn check_file(name: &str, file: &Path) -> Result<bool> {
    let target = named(name)?;
    let input = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    match Guard::new().check(target.law, &input) {
        Ok(()) => {
            println!("{name}: the law holds");
            Ok(true)
        }
        Err(Broken::Panic(text)) => {
            println!("{name}: {text}");
            Ok(false)
        }
        Err(Broken::Hang(_)) => bail!("an input without a limit does not hang"),
    }
}

fn run_target(target: &Target, fuzzing: &Fuzzing) -> Result<bool> {
    let options = Options {
        time: Duration::from_secs(fuzzing.seconds),
        seed: fuzzing.seed,
        limit: Duration::from_secs(fuzzing.limit),
    };
    let report = fuzz(target, &options);
    let Some((input, broken)) = report.failure else {
        println!(
            "{:16} {:9} inputs, {:8.1} per second, at most {:5.2} s for one",
            target.name,
            report.inputs,
            report.inputs as f64 / report.time.as_secs_f64().max(0.001),
            report.slowest.as_secs_f64()
        );
        return Ok(true);
    };
    let folder = match &fuzzing.out {
        Some(folder) => folder.clone(),
        None => std::env::temp_dir().join("katachi-fuzz"),
    };
    let file =
        write_failure(&folder, target, &input).context("cannot write the input that breaks the law")?;
    let why = match broken {
        Broken::Panic(text) => text,
        Broken::Hang(limit) => format!("no end after {} s", limit.as_secs()),
    };
    println!(
        "{} FAILED with seed {}: {why}\nagain: katachi-fuzz {} {}",
        target.name,
        fuzzing.seed,
        target.name,
        file.display()
    );
    Ok(false)
}

fn run_soak(options: &Soak) -> Result<bool> {
    if options.games == 0 && options.commands == 0 {
        bail!("name a number of games by --games, or of GTP commands by --commands");
    }
    let mut reports = Vec::new();
    if options.games > 0 {
        reports.push(soak::games(options.games, options.size, options.seed));
    }
    if options.commands > 0 {
        reports.push(soak::commands(options.commands, options.seed));
    }
    for report in &reports {
        println!("{report}");
    }
    Ok(reports.iter().all(soak::SoakReport::is_flat))
}
