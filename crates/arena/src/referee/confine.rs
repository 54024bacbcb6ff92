// SPDX-License-Identifier: MIT OR Apache-2.0

//! Limits of a program while it plays: it cannot fork, take all memory, or outlive the referee.
//!
//! Limits have to be set between the fork and the exec of a new process, where Rust runs no safe code. So the
//! referee starts this program again with a hidden subcommand, which limits itself and becomes the
//! contestant. It costs the contestant some milliseconds of its time.
//!
//! A filter on system calls (seccomp) forbids forks: the kernel kills a process that makes another one with
//! the signal `SIGSYS`. Threads are allowed: their time is the time of the process. `RLIMIT_NPROC` is no
//! alternative, as it counts all processes of a user and ignores root's.
//!
//! The filter is exact, while watching `/proc` would miss a short-lived child, and the signal names the
//! guilty program. Without such a filter no program starts.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::env::consts::ARCH;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use nix::libc;
use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

/// The name of the hidden subcommand.
pub const SUBCOMMAND: &str = "confined";

/// Options of the hidden subcommand.
#[derive(Clone, Debug, clap::Args)]
pub struct Confinement {
    /// Mebibytes of address space
    #[arg(long, value_name = "MIB")]
    pub memory: u64,

    /// Seconds of user and system time
    #[arg(long, value_name = "SECONDS")]
    pub cpu: u64,

    /// Other processes may be started
    #[arg(long)]
    pub forks: bool,

    /// The program and its arguments
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    pub words: Vec<String>,
}

impl Confinement {
    /// Returns the command that starts the program confined; `launcher` is the path of this program.
    pub(super) fn command(&self, launcher: &Path) -> Command {
        let mut command = Command::new(launcher);
        command.arg(SUBCOMMAND);
        command.args([
            "--memory",
            &self.memory.to_string(),
            "--cpu",
            &self.cpu.to_string(),
        ]);
        if self.forks {
            // The whole group is killed at the end.
            command.arg("--forks").process_group(0);
        }
        command.arg("--").args(&self.words);
        command
    }
}

/// Limits this process and becomes the program.
///
/// # Errors
/// A limit that cannot be set or a program that cannot be started.
pub fn confine(args: &Confinement) -> Result<Infallible> {
    set_pdeathsig(Signal::SIGKILL).context("cannot tie the program to the referee")?;
    let memory = args.memory.saturating_mul(1 << 20);
    for (resource, soft, hard) in [
        (Resource::RLIMIT_CORE, 0, 0),
        (Resource::RLIMIT_AS, memory, memory),
        // The signal at the soft limit tells the reason; the hard limit kills.
        (Resource::RLIMIT_CPU, args.cpu, args.cpu + 2),
    ] {
        setrlimit(resource, soft, hard).with_context(|| format!("cannot set {resource:?}"))?;
    }
    if !args.forks {
        forbid_forks().context("cannot forbid forking on this machine (--allow-forks does without)")?;
    }
    let error = Command::new(&args.words[0]).args(&args.words[1..]).exec();
    Err(error).with_context(|| format!("cannot start '{}'", args.words[0]))
}

fn forbid_forks() -> Result<(), seccompiler::Error> {
    // A filter cannot see the flags of clone3. Libraries fall back to clone if clone3 does not exist.
    let no_clone3 = SeccompAction::Errno(libc::ENOSYS as u32);
    apply_filter(&filter([(libc::SYS_clone3, vec![])], no_clone3)?)?;
    let is_no_thread = SeccompRule::new(vec![SeccompCondition::new(
        0,
        SeccompCmpArgLen::Dword,
        SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64),
        0,
    )?])?;
    let calls = [
        (libc::SYS_clone, vec![is_no_thread]),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_fork, vec![]),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_vfork, vec![]),
    ];
    apply_filter(&filter(calls, SeccompAction::KillProcess)?)
}

/// Makes a filter that allows all system calls but these.
fn filter(
    calls: impl IntoIterator<Item = (i64, Vec<SeccompRule>)>,
    action: SeccompAction,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let calls = BTreeMap::from_iter(calls);
    SeccompFilter::new(calls, SeccompAction::Allow, action, ARCH.try_into()?)?.try_into()
}
