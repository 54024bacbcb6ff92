//! The command line: from arguments to a session, a game at the terminal, or a printed explanation.

mod arena;
mod args;
mod bench;
mod database;
mod dialogue;
mod explain;
mod harvest;
mod judgement;
mod records;
mod regress;
mod solve;
mod start;
mod terminal;
mod train;
mod tune;
mod usenix;
mod view;

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Parser as _;
use katachi::gtp;
#[cfg(target_os = "linux")]
use katachi::referee;
use katachi::view::Theme;

use args::{Args, Command, GameArgs};

/// Does what the arguments say. The exit status is 0, or 1 where a check that was asked for has failed.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    if usenix::is_our_name() {
        usenix::play_by_name()?;
        return Ok(ExitCode::SUCCESS);
    }
    let Args {
        command,
        game,
        explain,
    } = Args::parse();
    let done = match command {
        Some(Command::Arena(args)) => return arena::run(args),
        Some(Command::Regress(args)) => return regress::run_suites(&args),
        Some(Command::Gtp(game)) => speak_gtp(&game),
        Some(Command::Play(game)) => play(&game),
        Some(Command::View(args)) => view::run(args),
        Some(Command::Usenix(args)) => usenix::play(&args),
        #[cfg(target_os = "linux")]
        Some(Command::Referee(args)) => {
            referee::referee(&args, &usenix::own_path()?, &mut io::stdout().lock())
        }
        #[cfg(target_os = "linux")]
        Some(Command::Judge(args)) => referee::judge(&args, &mut io::stdout().lock()),
        Some(Command::GtpToUsenix(args)) => usenix::gtp_to_usenix(&args),
        Some(Command::UsenixToGtp(args)) => usenix::usenix_to_gtp(&args),
        #[cfg(target_os = "linux")]
        Some(Command::Confined(args)) => match referee::confine(&args)? {},
        Some(Command::Match(args)) => katachi::arena::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Harvest(args)) => harvest::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Judgement(args)) => judgement::run(&args),
        Some(Command::Explain(args)) => explain::point(args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        None if game.load.is_some() => explain::run(&game, &explain, seed(&game)),
        None if explain.trace || explain.board || explain.view => {
            anyhow::bail!("-t, -w and -T explain a position: name its record with -l FILE")
        }
        None if io::stdin().is_terminal() => play(&game),
        None => speak_gtp(&game),
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn speak_gtp(args: &GameArgs) -> anyhow::Result<()> {
    check_input(args)?;
    let engine = start::engine(args, seed(args))?;
    let game = start::game(args)?;
    let game_log = start::game_log(args, &game)?;
    let mut session = gtp::Session::new(engine, game);
    if let Some(game_log) = game_log {
        session.keep(game_log);
    }
    gtp::serve(
        &mut session,
        io::stdin().lock(),
        io::stdout().lock(),
        io::stderr(),
    )?;
    Ok(())
}

fn play(args: &GameArgs) -> anyhow::Result<()> {
    check_input(args)?;
    terminal::play(args, seed(args))
}

/// Standard input cannot carry both a record and a game.
fn check_input(args: &GameArgs) -> anyhow::Result<()> {
    anyhow::ensure!(
        args.load.as_deref() != Some(Path::new("-")),
        "-l - reads the record from standard input, which is needed for the game: name a file"
    );
    Ok(())
}

fn seed(args: &GameArgs) -> u64 {
    args.seed.unwrap_or_else(seed_from_clock)
}

/// A seed that is short enough to be typed again.
fn seed_from_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_nanos() % 999_983) as u64
}

/// Colours where they are welcome: not in pipes, not under `NO_COLOR`.
fn theme() -> Theme {
    if colours_are_welcome() {
        Theme::WOOD
    } else {
        Theme::PLAIN
    }
}

fn colours_are_welcome() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}
