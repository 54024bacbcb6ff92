//! The command line: from arguments to a session, a game at the terminal, or a printed explanation.

mod args;
mod database;
mod dialogue;
mod explain;
mod start;
mod terminal;

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{CommandFactory as _, Parser as _, error::ErrorKind};
use katachi::gtp;
use katachi::view::Theme;

use args::{Args, Command};

/// Does what the arguments say.
pub(crate) fn run() -> anyhow::Result<()> {
    let args = Args::parse();
    if args.command.is_some() && (args.explain.trace || args.explain.board) {
        Args::command()
            .error(
                ErrorKind::ArgumentConflict,
                "-t and -w explain a move and take no subcommand",
            )
            .exit();
    }
    if args.command.is_some() && args.game.load.as_deref() == Some(Path::new("-")) {
        anyhow::bail!("-l - reads the record from standard input, which is needed for the game: name a file");
    }
    let seed = args.game.seed.unwrap_or_else(seed_from_clock);
    match args.command {
        Some(Command::Gtp) => speak_gtp(&args, seed),
        Some(Command::Play) => terminal::play(&args, seed),
        None if args.game.load.is_some() => explain::run(&args, seed),
        None if args.explain.trace || args.explain.board => {
            anyhow::bail!("-t and -w explain a position: name its record with -l FILE")
        }
        None if io::stdin().is_terminal() => terminal::play(&args, seed),
        None => speak_gtp(&args, seed),
    }
}

fn speak_gtp(args: &Args, seed: u64) -> anyhow::Result<()> {
    let engine = start::engine(&args.game, seed)?;
    let game = start::game(&args.game)?;
    let mut session = gtp::Session::new(engine, game);
    gtp::serve(
        &mut session,
        io::stdin().lock(),
        io::stdout().lock(),
        io::stderr(),
    )?;
    Ok(())
}

/// A seed that is short enough to be typed again.
fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_nanos() % 999_983) as u64
}

/// Colours where they are welcome: not in pipes, not under `NO_COLOR`.
fn theme() -> Theme {
    match anstream::AutoStream::choice(&io::stdout()) {
        anstream::ColorChoice::Never => Theme::PLAIN,
        _ => Theme::WOOD,
    }
}
