// SPDX-License-Identifier: MIT OR Apache-2.0

//! The command line: from arguments to a session, a game at the terminal, or a printed explanation.

mod analysis;
mod arena;
mod args;
mod bed;
mod bench;
mod colours;
mod config;
mod database;
mod dialogue;
#[cfg(test)]
mod documents;
#[cfg(target_os = "linux")]
mod engine_judge;
mod explain;
mod game_args;
mod harvest;
mod judgement;
mod manual;
#[cfg(test)]
mod options;
#[cfg(feature = "tui")]
mod play_screen;
mod records;
mod regress;
mod resign_args;
mod review;
mod serve;
mod solve;
mod source_args;
mod start;
mod terminal;
mod train;
mod tune;
mod usenix;
mod view;

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

#[cfg(target_os = "linux")]
use katachi_arena::referee;
#[cfg(target_os = "linux")]
use katachi_cli::arena_args::RefereeTask;
use katachi_gtp as gtp;

use args::{Args, Command};
#[cfg(target_os = "linux")]
use engine_judge::EngineJudge;
use game_args::GameArgs;

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
        config,
    } = config::parse()?;
    let done = match command {
        Some(Command::Arena(args)) => return arena::run(args),
        Some(Command::Regress(args)) => return regress::run_suites(&args),
        Some(Command::Gtp(game)) => speak_gtp(&game),
        Some(Command::Analysis(args)) => analysis::run(&args),
        Some(Command::Play(game)) => play(&game),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::View(args)) => view::run(args),
        Some(Command::Usenix(args)) => usenix::play(&args),
        #[cfg(target_os = "linux")]
        Some(Command::Referee(args)) => {
            let (launcher, out) = (usenix::own_path()?, &mut io::stdout().lock());
            let done = match args.into() {
                RefereeTask::Game(game) => referee::referee(&game, &launcher, &EngineJudge, out),
                RefereeTask::Tournament(cup) => referee::tournament(&cup, &launcher, &EngineJudge, out),
            };
            done.map_err(Into::into)
        }
        #[cfg(target_os = "linux")]
        Some(Command::Judge(args)) => {
            referee::judge(&args.into(), &EngineJudge, &mut io::stdout().lock()).map_err(Into::into)
        }
        Some(Command::GtpToUsenix(args)) => usenix::gtp_to_usenix(&args),
        Some(Command::UsenixToGtp(args)) => usenix::usenix_to_gtp(&args),
        #[cfg(target_os = "linux")]
        Some(Command::Confined(args)) => match referee::confine(&args.into())? {},
        Some(Command::Match(args)) => arena::play_match(args),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Harvest(args)) => harvest::run(&args),
        Some(Command::Train(args)) => train::run(&args),
        Some(Command::Judgement(args)) => judgement::run(&args),
        Some(Command::Bed(args)) => bed::run(&args),
        Some(Command::Explain(args)) => explain::point(args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Config(args)) => config::run(&args, &config),
        Some(Command::Completions(args)) => manual::complete(args),
        Some(Command::Man(args)) => manual::man(&args),
        None if game.load.is_some() => explain::run(&game, &explain, start::seed(&game)),
        None if explain.trace || explain.board || explain.view => {
            anyhow::bail!("-t, -w and -T explain a position: name its record with -l FILE")
        }
        None if io::stdin().is_terminal() => play(&game),
        None => speak_gtp(&game),
    };
    done.map(|()| ExitCode::SUCCESS)
}

fn speak_gtp(args: &GameArgs) -> anyhow::Result<()> {
    start::check_input(args)?;
    let engine = start::engine(args, start::seed(args))?;
    let game = start::game(args)?;
    let game_log = start::game_log(args, &game)?;
    let mut session = gtp::Session::new(engine, game);
    session.introduce(args.name.as_deref(), args.version_reply.as_deref());
    if let Some(game_log) = game_log {
        session.keep(game_log);
    }
    gtp::serve(
        &mut session,
        io::BufReader::new(io::stdin()),
        io::stdout().lock(),
        io::stderr(),
    )?;
    Ok(())
}

fn play(args: &GameArgs) -> anyhow::Result<()> {
    start::check_input(args)?;
    terminal::play(args, start::seed(args))
}
