// SPDX-License-Identifier: MIT OR Apache-2.0

//! The command line of `katachi`: from arguments to a session, a game at the terminal, or a printed
//! explanation. What the programs `katachi-lab` and `katachi-usenix84` need as well is public: records from
//! files ([`records`]), databases ([`database`]), and how errors look from outside ([`exit`], [`leave`]).
//!
//! Exit status 0 is success, 1 means that a requested check has failed, 2 that the program could not use its
//! input. A reader that closes the pipe early is content with what it got.

mod analysis;
mod arena;
mod args;
mod config;
pub mod database;
mod dialogue;
mod explain;
mod game_args;
mod leading;
mod learning;
mod lines;
mod manual;
mod read;
pub mod records;
mod regress;
mod review;
mod serve;
mod solve;
mod start;
mod terminal;
mod tune;
mod view;

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::ExitCode;

use anyhow::Context as _;
use katachi_gtp as gtp;
#[cfg(target_os = "linux")]
use katachi_line_program::keeper::{keep, keep_programs};
use katachi_rules::printable;

use args::Command;
use game_args::{GameArgs, JudgeArgs, ReplyArgs};

/// The version of the programs, with the commit if it is known: `0.1.0 (0123456789)`.
pub const VERSION: &str = env!("KATACHI_VERSION");

/// Runs the program. The exit status is 0, or 1 if a requested check has failed.
///
/// # Errors
/// If the program cannot use its input.
pub fn run() -> anyhow::Result<ExitCode> {
    let own = config::parse()?;
    #[cfg(target_os = "linux")]
    if let Ok(path) = std::env::current_exe() {
        keep_programs(path);
    }
    let play = &own.play;
    let done = match own.command {
        Some(Command::Arena(args)) => return arena::run(args),
        Some(Command::Regress(args)) => return regress::run_suites(&args),
        Some(Command::Gtp(args)) => speak_gtp(&args.game, &args.replies, &args.judge, true),
        Some(Command::Analysis(args)) => analysis::run(&args),
        Some(Command::Play(args)) => terminal::play(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::View(args)) => view::run(args),
        #[cfg(target_os = "linux")]
        Some(Command::Kept(args)) => match keep(&args)? {},
        Some(Command::Match(args)) => katachi_arena::play_match(&args, &mut io::stdout().lock()).map(drop),
        Some(Command::Review(args)) => review::run(&args),
        Some(Command::Guess(args)) => learning::guess::run(&args),
        Some(Command::Quiz(args)) => learning::quiz::run(&args),
        Some(Command::Read(args)) => read::run(args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Explain(args)) => explain::point(args),
        Some(Command::Tune(args)) => tune::run(&args),
        Some(Command::Config) => config::run(&own.config),
        Some(Command::Completions(args)) => manual::complete(args),
        Some(Command::Man(args)) => manual::man(&args),
        Some(Command::Version) => writeln!(io::stdout(), "katachi {VERSION}").map_err(Into::into),
        Some(Command::Help(args)) => manual::help(&args),
        None if play.game.record.load.is_some() => {
            explain::run(&play.game, &own.explain, play.terminal.board)
        }
        None if own.explain.trace || own.explain.board || own.explain.view => {
            anyhow::bail!("-t, -w and -T explain a position: name its record with -l FILE")
        }
        None if own.replies.mode.is_some() || own.replies.listen.is_some() => {
            speak_gtp(&play.game, &own.replies, &play.judge, false)
        }
        None if io::stdin().is_terminal() => terminal::play(play),
        None => speak_gtp(&play.game, &own.replies, &play.judge, false),
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// Exit status of a program of that name. An error is printed to standard error.
pub fn exit(program: &str, done: anyhow::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(status) => status,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            note_of(program, &format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Prints a note of Katachi to standard error, as a line that steers no terminal.
fn note(text: &str) {
    note_of("katachi", text);
}

fn note_of(program: &str, text: &str) {
    // A note that cannot be written is no reason to stop.
    let _ = writeln!(io::stderr(), "{program}: {}", printable(text));
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

pub use args::command;
pub use config::{check as check_config, leave};
pub use game_args::option_groups;
pub use start::seed_from_clock;

/// Speaks GTP. `says_ready`: with the line for which clients of KataGo wait.
fn speak_gtp(
    args: &GameArgs,
    replies: &ReplyArgs,
    judge: &JudgeArgs,
    says_ready: bool,
) -> anyhow::Result<()> {
    start::check_input(&args.record)?;
    let (engine, game, game_log) = start::game(args)?;
    let mut session = gtp::Session::with_files(engine, game, allowed_files(replies)?);
    let [name, version] = session.identity;
    session.identity = [
        replies.name.clone().unwrap_or(name),
        replies.version_reply.clone().unwrap_or(version),
    ];
    session.game_log = game_log;
    session.judge = judge.start();
    if says_ready {
        let _ = writeln!(io::stderr(), "GTP ready, beginning main protocol loop");
    }
    match replies.listen {
        None => {
            let input = io::BufReader::new(io::stdin());
            let output = gtp::Outlet::to_reader(io::stdout().lock())?;
            gtp::serve(&mut session, input, output, io::stderr())?;
        }
        Some(port) => serve_on(port, &mut session)?,
    }
    Ok(())
}

fn allowed_files(replies: &ReplyArgs) -> anyhow::Result<gtp::Disk> {
    let usual = if replies.listen.is_some() { "none" } else { "all" };
    let text = replies.files.as_deref().unwrap_or(usual);
    text.parse()
        .with_context(|| format!("cannot use --files {text}: name a folder that exists, all or none"))
}

/// Serves one client on a port of this machine. Connections before it that send no command of GTP are
/// passed over: a browser, or a program that tries ports.
fn serve_on(port: u16, session: &mut gtp::Session) -> anyhow::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .with_context(|| format!("cannot listen on port {port} of 127.0.0.1: use another one"))?;
    let address = listener.local_addr()?;
    loop {
        writeln!(io::stderr(), "katachi: waits for a client on {address}")?;
        let served = match listener.accept() {
            Ok((client, _)) => converse(client, session),
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => Err(error),
            Err(error) => return Err(error.into()),
        };
        if session.is_gtp {
            return Ok(served?);
        }
        let why = served.err().map_or(String::new(), |error| format!(": {error}"));
        note(&format!("a connection without a command of GTP{why}"));
    }
}

/// Serves a client, and closes the connection in all threads.
fn converse(client: TcpStream, session: &mut gtp::Session) -> io::Result<()> {
    let input = io::BufReader::new(client.try_clone()?);
    let output = gtp::Outlet::to_reader(client.try_clone()?)?;
    let served = gtp::serve(session, input, output, io::stderr());
    // A client that has closed it first is no failure.
    let _ = client.shutdown(Shutdown::Both);
    served
}
