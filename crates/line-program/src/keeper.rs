// SPDX-License-Identifier: MIT OR Apache-2.0

//! The keeper of a program: its parent, which ends all that the program has started when the program ends,
//! when its starter asks for it, or when the starter has gone.
//!
//! A process that loses its parent becomes a child of the keeper (`PR_SET_CHILD_SUBREAPER`), so a daemon is
//! found as well as a child. Neither the program nor its rights have any part in this. The starter sends
//! SIGTERM; its death is told by the kernel with SIGHUP. A keeper is this program again with a hidden
//! subcommand, as Rust has no safe code that could run between a fork and an exec.

use std::convert::Infallible;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, exit};
use std::sync::OnceLock;

use anyhow::{Context as _, Result, ensure};
use nix::errno::Errno;
use nix::sys::prctl::{set_child_subreaper, set_pdeathsig};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigSet, Signal, kill, raise};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::{Pid, dup2_stderr, dup2_stdin, dup2_stdout, getppid};

use crate::cpu::children;

const SUBCOMMAND: &str = "kept";

/// Signals that do nothing but wake the keeper up. Those of keys are for the starter and the program.
const AWAITED: [Signal; 5] = [
    Signal::SIGCHLD,
    Signal::SIGTERM,
    Signal::SIGHUP,
    Signal::SIGINT,
    Signal::SIGQUIT,
];

/// The path of a program with [`keep`] as its subcommand.
static PATH: OnceLock<PathBuf> = OnceLock::new();

/// Options of the hidden subcommand.
#[derive(Clone, Debug, clap::Args)]
pub struct Kept {
    /// The number of the process that started this one
    #[arg(long, value_name = "PID")]
    pub starter: i32,

    /// The program and its arguments
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true,
        value_name = "COMMAND"
    )]
    pub words: Vec<OsString>,
}

/// Gives each program that is started from now on a keeper. `path` is the path of this program, which has
/// [`keep`] as its subcommand `kept`. Without it a program is killed alone, and what it has started runs on.
pub fn keep_programs(path: PathBuf) {
    let _ = PATH.set(path);
}

/// Returns the command of a keeper that runs a command. None if no program has the keeper as a subcommand.
pub(crate) fn kept(command: &Command) -> io::Result<Option<Command>> {
    let Some(path) = PATH.get() else {
        return Ok(None);
    };
    let folder = command.get_current_dir().unwrap_or(Path::new("."));
    check_program(command.get_program(), folder)?;
    let mut kept = Command::new(path);
    let starter = std::process::id().to_string();
    kept.args([SUBCOMMAND, "--starter", &starter, "--"]);
    kept.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => kept.env(name, value),
            None => kept.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        kept.current_dir(folder);
    }
    Ok(Some(kept))
}

/// Finds out whether a program can be started in a folder, by its path or from a folder of PATH.
///
/// # Errors
/// Those of starting a program that is not there.
pub fn check_program(program: &OsStr, folder: &Path) -> io::Result<()> {
    let check = |path: PathBuf| {
        let data = fs::metadata(path)?;
        let is_executable = data.is_file() && data.permissions().mode() & 0o111 != 0;
        is_executable.then_some(()).ok_or(io::Error::from(Errno::EACCES))
    };
    if program.as_encoded_bytes().contains(&b'/') {
        return check(folder.join(program));
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let is_found = env::split_paths(&folders).any(|entry| check(folder.join(entry).join(program)).is_ok());
    is_found.then_some(()).ok_or(Errno::ENOENT.into())
}

/// Asks the keeper with that number to end its program, and all that it has started.
pub(crate) fn end(keeper: u32) {
    let _ = kill(pid(keeper), Signal::SIGTERM);
}

/// Runs a program, ends all that it has started, and ends as it does.
///
/// # Errors
/// A program that cannot be started.
pub fn keep(args: &Kept) -> Result<Infallible> {
    set_child_subreaper(true).context("cannot keep the children of a program")?;
    // A confined program may have no other signal than SIGKILL. What is left then ends with its own keeper.
    set_pdeathsig(Signal::SIGHUP)
        .or_else(|_| set_pdeathsig(Signal::SIGKILL))
        .context("cannot tie the program to its starter")?;
    let starter = Pid::from_raw(args.starter);
    ensure!(getppid() == starter, "the starter of the program has gone");
    let (program, words) = args.words.split_first().context("a program is missing")?;
    let mut program = Command::new(program)
        .args(words)
        .spawn()
        .with_context(|| format!("cannot start '{}'", program.display()))?;
    // Not before, as the program would have them blocked, too.
    let signals: SigSet = AWAITED.into_iter().collect();
    signals.thread_block()?;
    close_streams()?;
    // The kernel tells the end of a thread of the starter as it tells the starter's own.
    while program.try_wait()?.is_none() && getppid() == starter {
        wait_for_orphans(program.id());
        if signals.wait()? == Signal::SIGTERM {
            break;
        }
    }
    end_all(&mut program);
    end_as(program.wait()?)
}

/// Lets go of the pipes of the program, which close when it closes them.
pub fn close_streams() -> io::Result<()> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    Ok(())
}

/// Waits for children beside the program that have ended.
fn wait_for_orphans(program: u32) {
    let orphans = children(std::process::id()).into_iter();
    for orphan in orphans.filter(|&child| child != program) {
        let _ = waitpid(pid(orphan), Some(WaitPidFlag::WNOHANG));
    }
}

/// Kills all descendants and waits for them: those whose parent is killed become children of this process.
fn end_all(program: &mut Child) {
    loop {
        // In any order: the first process of a namespace ends last.
        let _ = program.try_wait();
        wait_for_orphans(program.id());
        let left = children(std::process::id());
        if left.is_empty() {
            return;
        }
        for child in left {
            let _ = kill(pid(child), Signal::SIGKILL);
        }
        let _ = SigSet::from(Signal::SIGCHLD).wait();
    }
}

/// Ends this process with the status of another one.
pub fn end_as(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal().and_then(|number| Signal::try_from(number).ok()) {
        // Only the other one leaves its memory to be looked at.
        let _ =
            getrlimit(Resource::RLIMIT_CORE).and_then(|(_, hard)| setrlimit(Resource::RLIMIT_CORE, 0, hard));
        let _ = SigSet::all().thread_unblock();
        // Rust's own handler of some signals only removes itself.
        let _ = raise(signal).and_then(|()| raise(signal));
    }
    exit(status.code().unwrap_or(128 + status.signal().unwrap_or_default()))
}

fn pid(number: u32) -> Pid {
    Pid::from_raw(number.cast_signed())
}
