// SPDX-License-Identifier: MIT OR Apache-2.0

//! The commands of the tournament of 1984: its player, and the adapters between its protocol and GTP.

mod pace;
mod player;

use std::io;
use std::path::Path;

use anyhow::{Context as _, ensure};
use clap::Parser as _;
use katachi_arena::usenix::{self, Clocks};
use katachi_engine::play::Level;
use katachi_engine::search::SearchSettings;
use katachi_engine::{Engine, Settings};

use super::start;
use player::Katachi;

/// Name of the link that plays without arguments, as that tournament wants it.
const PLAYER: &str = "katachi-usenix";

/// Plays one game on 19x19, Japanese rules, komi 5.5: reads 'black' or 'white', then moves such as G7 or
/// pass, one a line, and writes its own. Lines that are no moves are ignored.
///
/// The tournament starts programs without arguments: a link to katachi with the name katachi-usenix plays so
/// as well.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct UsenixArgs {
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

/// Lets a GTP program play a game by the line protocol of the tournament of 1984.
///
/// It starts the program as a process of its own: a referee that forbids forks has to be told. 'katachi
/// referee' takes GTP programs as they are (--gtp1, --gtp2).
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GtpToUsenixArgs {
    #[command(flatten)]
    clocks: Clocks,
    /// GTP program and arguments, as words or quoted as one
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    words: Vec<String>,
}

/// Lets a program that speaks the line protocol of the tournament of 1984 answer GTP: one colour, from the
/// first move, on 19x19.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct UsenixToGtpArgs {
    /// Program and arguments, as words or quoted as one
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    words: Vec<String>,
}

/// Has the program been started under the name of the player?
pub(crate) fn is_our_name() -> bool {
    let name = std::env::args_os().next().unwrap_or_default();
    Path::new(&name).file_name().is_some_and(|name| name == PLAYER)
}

/// Plays as the link `katachi-usenix` does: with whatever arguments there are.
pub(crate) fn play_by_name() -> anyhow::Result<()> {
    #[derive(clap::Parser)]
    struct Named {
        #[command(flatten)]
        args: UsenixArgs,
    }
    play(&Named::parse().args)
}

pub(crate) fn play(args: &UsenixArgs) -> anyhow::Result<()> {
    let engine = Engine::new(Settings {
        seed: args.seed.unwrap_or_else(start::seed_from_clock),
        level: args.level,
        search: Some(SearchSettings {
            visits: args.visits,
            ..SearchSettings::default()
        }),
        ..Settings::default()
    });
    Katachi::new(engine, args.clocks).serve(io::stdin().lock(), io::stdout().lock())?;
    Ok(())
}

pub(crate) fn gtp_to_usenix(args: &GtpToUsenixArgs) -> anyhow::Result<()> {
    usenix::gtp_to_usenix(&command(&args.words)?, args.clocks)?;
    Ok(())
}

pub(crate) fn usenix_to_gtp(args: &UsenixToGtpArgs) -> anyhow::Result<()> {
    usenix::usenix_to_gtp(&command(&args.words)?)?;
    Ok(())
}

/// The words of a command. One alone may be all of it, quoted, as the referee takes it, unless a program has
/// that very name.
fn command(words: &[String]) -> anyhow::Result<Vec<String>> {
    let [whole] = words else {
        return Ok(words.to_vec());
    };
    if Path::new(whole).exists() {
        return Ok(words.to_vec());
    }
    let split = shlex::split(whole)
        .with_context(|| format!("cannot split '{whole}' into words: a quote is not closed"))?;
    ensure!(!split.is_empty(), "a program is missing: its command is empty");
    Ok(split)
}

/// The path of this program, which it starts again.
#[cfg(target_os = "linux")]
pub(crate) fn own_path() -> anyhow::Result<std::path::PathBuf> {
    std::env::current_exe().context("cannot find out where this program is")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(words: &[&str]) -> Result<Vec<String>, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        command(&words).map_err(|error| error.to_string())
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
