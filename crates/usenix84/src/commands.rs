// SPDX-License-Identifier: MIT OR Apache-2.0

//! The command line of the program.

use std::io;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use clap::{CommandFactory as _, Parser as _};
use katachi_engine::play::Level;
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};
#[cfg(target_os = "linux")]
use katachi_line_program::keeper;
use katachi_line_program::split_words;

use super::from_gtp::gtp_to_usenix;
use super::player::Katachi;
use super::protocol::{Clocks, serve_streams};
use super::to_gtp::usenix_to_gtp;
#[cfg(target_os = "linux")]
use super::{referee, tournament};

/// The tournament of 1984: without a subcommand, plays one game of it.
///
/// The game is on 19x19 by Japanese rules with komi 5.5. The program reads 'black' or 'white', then moves
/// such as G7 or pass, one a line, and writes its own. Lines that are no moves are ignored.
#[derive(Debug, clap::Parser)]
#[command(
    name = "katachi-usenix84",
    version = katachi::VERSION,
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    player: PlayerArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Referee games by the Usenix rules of 1984
    #[cfg(target_os = "linux")]
    Referee(tournament::RefereeArgs),
    /// Judge the end of a game by Japanese rules, and correct a verdict
    #[cfg(target_os = "linux")]
    Judge(referee::JudgeOptions),
    /// Let a GTP program play by the line protocol
    ///
    /// It starts the program as a process of its own: a referee that forbids forks has to be told.
    /// 'katachi-usenix84 referee' takes GTP programs as they are (--gtp1, --gtp2).
    GtpToUsenix {
        #[command(flatten)]
        clocks: Clocks,
        #[command(flatten)]
        program: ProgramArgs,
    },
    /// Let a program that plays by the line protocol answer GTP
    ///
    /// It plays one colour, from the first move, on 19x19.
    UsenixToGtp(ProgramArgs),
    /// Become a program that is limited in what it may do
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Confined {
        /// Its limits, as JSON
        limits: String,
    },
    /// Run a program, and end all that it has started
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Kept(keeper::Kept),
}

#[derive(Clone, Debug, clap::Args)]
struct PlayerArgs {
    /// Strength, 1 to 10, while time lasts
    #[arg(long, value_name = "N", default_value_t)]
    level: Level,
    /// Simulations a move, while time lasts [default: by level]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "level")]
    visits: Option<u32>,
    /// Seed of random variation [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    clocks: Clocks,
}

#[derive(Clone, Debug, clap::Args)]
struct ProgramArgs {
    /// Program and arguments, as words or quoted as one
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    words: Vec<String>,
}

/// The definitions of the command line.
pub fn command() -> clap::Command {
    Args::command()
}

/// Runs the program. It reads no configuration.
///
/// # Errors
/// If the program cannot use its input.
pub fn run() -> Result<()> {
    let args = Args::try_parse().unwrap_or_else(|error| katachi::leave(&error));
    #[cfg(target_os = "linux")]
    let own = std::env::current_exe().context("cannot find out where this program is")?;
    #[cfg(target_os = "linux")]
    keeper::keep_programs(own.clone());
    match args.command {
        None => play(&args.player),
        #[cfg(target_os = "linux")]
        Some(Command::Referee(args)) => tournament::run(args, &own, &mut io::stdout().lock()),
        #[cfg(target_os = "linux")]
        Some(Command::Judge(args)) => tournament::judge(&args, &mut io::stdout().lock()),
        Some(Command::GtpToUsenix { clocks, program }) => gtp_to_usenix(&words(&program.words)?, clocks),
        Some(Command::UsenixToGtp(program)) => usenix_to_gtp(&words(&program.words)?),
        #[cfg(target_os = "linux")]
        Some(Command::Confined { limits }) => match referee::confine(&serde_json::from_str(&limits)?)? {},
        #[cfg(target_os = "linux")]
        Some(Command::Kept(args)) => match keeper::keep(&args)? {},
    }
}

fn play(args: &PlayerArgs) -> Result<()> {
    let engine = Engine::new(Settings {
        seed: args.seed.unwrap_or_else(katachi::seed_from_clock),
        level: args.level,
        search: Some(SearchSettings {
            visits: args.visits,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    });
    let mut player = Katachi::new(engine, args.clocks);
    serve_streams(&mut player, io::stdin().lock(), io::stdout().lock())?;
    Ok(())
}

/// The words of a command. One alone may be all of it, quoted, as the referee takes it, unless a program has
/// that very name.
fn words(given: &[String]) -> Result<Vec<String>> {
    let [whole] = given else {
        return Ok(given.to_vec());
    };
    if Path::new(whole).exists() {
        return Ok(given.to_vec());
    }
    let split = split_words(whole)?;
    ensure!(!split.is_empty(), "a program is missing: its command is empty");
    Ok(split)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(words: &[&str]) -> Result<Vec<String>, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        super::words(&words).map_err(|error| error.to_string())
    }

    #[test]
    fn a_command_may_be_quoted_as_one_word() {
        let words = |words: &[&str]| Ok(words.iter().map(|&word| word.to_owned()).collect());
        assert_eq!(split(&["mine --name 'a b'"]), words(&["mine", "--name", "a b"]));
        assert_eq!(split(&["mine", "a b"]), words(&["mine", "a b"]));
        assert_eq!(split(&["gnugo"]), words(&["gnugo"]));
    }

    #[test]
    fn a_program_whose_path_has_a_space_is_one_word() {
        let file = std::env::temp_dir().join(format!("katachi {} program", std::process::id()));
        std::fs::write(&file, "").unwrap();
        let path = file.to_str().unwrap();
        assert_eq!(split(&[path]), Ok(vec![path.to_owned()]));
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn no_command_and_an_open_quote_are_refused() {
        assert_eq!(
            split(&[" "]).unwrap_err(),
            "a program is missing: its command is empty"
        );
        assert!(split(&["mine 'a"]).unwrap_err().contains("a quote is not closed"));
    }
}
