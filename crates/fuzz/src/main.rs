// SPDX-License-Identifier: MIT OR Apache-2.0

//! The program `katachi-fuzz`. Exit status 1 means that the memory has grown, 101 that a check failed.

use std::process::ExitCode;

use clap::{ArgGroup, Parser};
use katachi_fuzz::soak;

/// Plays games or GTP sessions in this process, and checks moves, scores and memory
#[derive(Debug, Parser)]
#[command(group = ArgGroup::new("what").args(["games", "commands"]).multiple(true).required(true))]
struct Arguments {
    /// Number of games
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Longest side of the board; the others are random
    #[arg(long, value_name = "LINES", default_value_t = 9, value_parser = clap::value_parser!(u8).range(2..=25))]
    size: u8,
    /// Number of commands of a GTP session
    #[arg(long, value_name = "N")]
    commands: Option<u32>,
    /// Seed of random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let Arguments {
        games,
        size,
        commands,
        seed,
    } = Arguments::parse();
    let games = games.map(|games| soak::games(games, size, seed));
    let commands = commands.map(|commands| soak::commands(commands, seed));
    let mut code = ExitCode::SUCCESS;
    for report in games.iter().chain(&commands) {
        println!("{report}");
        if !report.is_flat() {
            code = ExitCode::FAILURE;
        }
    }
    code
}
