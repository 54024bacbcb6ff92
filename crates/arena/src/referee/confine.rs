// SPDX-License-Identifier: MIT OR Apache-2.0

//! What a program may not do while it plays: fork, take all memory, run on when the referee is gone.
//!
//! Limits have to be set between the fork and the exec of a new process, where Rust runs no safe code. So the referee
//! starts this program once more, with a hidden subcommand; that limits itself and becomes the contestant. It
//! costs the contestant some milliseconds of its time.
//!
//! Forks are forbidden by a filter on system calls (seccomp): a process that makes another is killed by the signal
//! `SIGSYS` in the act. Threads are allowed: their time is the time of the process. `RLIMIT_NPROC` would not do, as it
//! counts all processes of a user and none of root's.
//!
//! The filter is exact, where watching `/proc` would miss a short-lived child, and the signal shows which program made
//! a process. Where there is no such filter, no program is started, rather than one that could fork unseen.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::env::consts::ARCH;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use nix::libc;
use nix::sys::prctl::set_pdeathsig;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::Signal;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};

use crate::error::{Context as _, Result};

/// The name of the hidden subcommand.
pub const SUBCOMMAND: &str = "confined";

/// How a program is confined: the options of the hidden subcommand.
#[derive(Clone, Debug)]
pub struct Confinement {
    /// Mebibytes of address space.
    pub memory: u64,
    /// Seconds of user and system time.
    pub cpu: u64,
    /// Other processes may be started.
    pub forks: bool,
    /// The program and its arguments.
    pub words: Vec<String>,
}

impl Confinement {
    /// The command that starts the program confined; `launcher` is the path of this program.
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
            // To be killed with all that they have started.
            command.arg("--forks").process_group(0);
        }
        command.arg("--").args(&self.words);
        command
    }
}

/// Limits this process and becomes the program.
///
/// # Errors
/// If a limit cannot be set or the program cannot be started.
pub fn confine(args: &Confinement) -> Result<Infallible> {
    set_pdeathsig(Signal::SIGKILL).context("cannot tie the program to the referee")?;
    let memory = args.memory.saturating_mul(1 << 20);
    for (resource, soft, hard) in [
        (Resource::RLIMIT_CORE, 0, 0),
        (Resource::RLIMIT_AS, memory, memory),
        // At the soft limit a signal says why, at the hard one nothing helps.
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
    // A filter cannot see what clone3 is asked for. Libraries that are told that there is no clone3 use clone.
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

/// All system calls but these are allowed.
fn filter(
    calls: impl IntoIterator<Item = (i64, Vec<SeccompRule>)>,
    action: SeccompAction,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let calls = BTreeMap::from_iter(calls);
    SeccompFilter::new(calls, SeccompAction::Allow, action, ARCH.try_into()?)?.try_into()
}
