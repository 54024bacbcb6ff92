// SPDX-License-Identifier: MIT OR Apache-2.0

//! Limits of a program while it plays: it cannot fork, take all memory, reach other programs, change files,
//! use the power of root, or outlive the referee.
//!
//! Limits have to be set between the fork and the exec of a new process, where Rust runs no safe code. So the
//! referee starts this program again with a hidden subcommand, which limits itself and becomes the
//! contestant. It costs the contestant some milliseconds of its time.
//!
//! `files` limits files and signals (Landlock), `calls` system calls (seccomp), and `family` has the
//! namespaces of programs with children. `launcher` finds out which limits this system enforces. Threads are
//! allowed: their time is the time of the process. The process is a child of its
//! [`keeper`](katachi_line_program::keeper), which has no limits. `RLIMIT_NPROC` is no alternative, as it
//! counts all processes of a user and ignores root's.

mod calls;
mod family;
mod files;
mod launcher;
mod refused;

use std::convert::Infallible;
use std::env;
use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

use anyhow::{Context as _, Result};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::Signal;
use nix::unistd::{close, setsid};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
use serde::{Deserialize, Serialize};

use files::Enforced;

pub(crate) use launcher::Launcher;

pub(crate) const SUBCOMMAND: &str = "confined";

/// The limits of a process, which gets them as JSON in its command line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confinement {
    pub(crate) part: Part,
    /// Mebibytes of address space.
    pub(crate) memory: u64,
    /// Mebibytes of a file.
    pub(crate) disk: u64,
    pub(crate) cpu: u64,
    pub(crate) forks: bool,
    pub(crate) scratch: Option<PathBuf>,
    pub(crate) words: Vec<String>,
}

/// A process that limits itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Part {
    /// It becomes the program.
    Program,
    /// It leads a program with children, from outside of their namespaces.
    Leader,
    /// It is the first in the namespaces.
    First,
    /// It becomes the program in the namespaces, with shared memory of its own.
    Member,
    /// It tries all limits and prints those that are not enforced.
    Probe,
}

impl Confinement {
    /// Returns the command of a process that limits itself so; `path` is the path of this program.
    fn command(&self, path: &Path) -> Result<Command> {
        let limits = serde_json::to_string(self).context("a path is no text")?;
        let mut command = Command::new(path);
        command.args([SUBCOMMAND, &limits]);
        Ok(command)
    }
}

/// Limits this process and becomes the program, or plays another part in its confinement.
pub(crate) fn confine(args: &Confinement) -> Result<Infallible> {
    set_pdeathsig(Signal::SIGKILL).context("cannot tie the program to its keeper")?;
    match args.part {
        Part::Program => become_program(args, None),
        Part::Leader => {
            start_session();
            family::separate().context("cannot make namespaces")?;
            let own = env::current_exe()?;
            let command = |part| Confinement { part, ..args.clone() }.command(&own);
            let member = match family::mount_memory(args.memory) {
                Ok(()) => Part::Member,
                Err(_) => Part::Program,
            };
            family::lead(command(Part::First)?, command(member)?)
        }
        Part::First => family::wait_inside(),
        Part::Member => {
            family::mount_proc();
            become_program(args, Some(Path::new(family::SHARED_MEMORY)))
        }
        Part::Probe => {
            launcher::probe(args)?;
            exit(0)
        }
    }
}

/// Number of files that a program may have open: the kernel has memory for each, such as that of a pipe.
const OPEN_FILES: u64 = 1024;

/// Sets all limits and becomes the program. It may write to its own folder and to its shared memory.
fn become_program(args: &Confinement, shared_memory: Option<&Path>) -> Result<Infallible> {
    start_session();
    close_files()?;
    let [memory, disk] = [args.memory, args.disk].map(|mebibytes| mebibytes.saturating_mul(1 << 20));
    for (resource, soft, hard) in [
        (Resource::RLIMIT_CORE, 0, 0),
        (Resource::RLIMIT_AS, memory, memory),
        (Resource::RLIMIT_FSIZE, disk, disk),
        (Resource::RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES),
        // The signal at the soft limit tells the reason; the hard limit kills.
        (Resource::RLIMIT_CPU, args.cpu, args.cpu + 2),
    ] {
        // A limit of the user may be lower, and only root can raise it.
        getrlimit(resource)
            .and_then(|(_, most)| setrlimit(resource, soft.min(most), hard.min(most)))
            .with_context(|| format!("cannot set {resource:?}"))?;
    }
    // If memory runs out, the kernel ends a program, and not the referee.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    restrict(args, shared_memory)?;
    let (program, words) = args.words.split_first().context("a program is missing")?;
    let error = Command::new(program).args(words).exec();
    Err(error).with_context(|| format!("cannot start '{program}'"))
}

/// Restricts files and system calls of this process; returns which restrictions of files hold.
fn restrict(args: &Confinement, shared_memory: Option<&Path>) -> Result<Enforced> {
    // Scripts have to remove files.
    let enforced = files::restrict(args.scratch.as_deref(), args.forks, shared_memory)
        .context("cannot restrict the program's files")?;
    // Root is a user without power over the system from here on. What is given up cannot come back by a
    // start of another program, as files and system calls are restricted.
    let none = CapabilitySets {
        effective: CapabilitySet::empty(),
        permitted: CapabilitySet::empty(),
        inheritable: CapabilitySet::empty(),
    };
    set_capabilities(None, none).context("cannot give up the capabilities of root")?;
    calls::restrict(args.forks, enforced.signals).context("cannot restrict system calls on this machine")?;
    Ok(enforced)
}

/// Leaves the terminal and the process group of the referee.
fn start_session() {
    // It fails only in a process that leads a group already.
    let _ = setsid();
}

/// Closes files that the referee has inherited from its own starter: they could be written to.
fn close_files() -> Result<()> {
    let entries = fs::read_dir("/proc/self/fd")?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let numbers: Vec<i32> = names.filter_map(|name| name.parse().ok()).collect();
    for number in numbers.into_iter().filter(|&number| number > 2) {
        // The folder above is among them, and closed already.
        let _ = close(number);
    }
    Ok(())
}
