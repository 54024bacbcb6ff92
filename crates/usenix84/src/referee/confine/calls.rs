// SPDX-License-Identifier: MIT OR Apache-2.0

//! A filter on system calls (seccomp): no forks, no power over other processes or the system, no sockets.
//!
//! The filter is exact, while watching `/proc` would miss a short-lived child, and the signal names the
//! guilty program. A refused call fails with `EPERM`, the error of a missing right; only a fork ends the
//! program.

use std::collections::BTreeMap;
use std::env::consts::ARCH;

use nix::libc;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, apply_filter, sock_filter,
};

#[cfg(target_arch = "x86_64")]
use super::refused::CALLS_OF_X86_64;
use super::refused::{CALLS, CONTROL, REQUESTS};

/// System calls with the rules that refuse them. Without a rule every call is refused.
type Calls = Vec<(i64, Vec<SeccompRule>)>;

/// Restricts this process, and the program that it becomes: that has the same number, which the filter knows.
/// `are_signals_scoped`: Landlock keeps its signals from other programs.
pub(super) fn restrict(forks: bool, are_signals_scoped: bool) -> Result<(), seccompiler::Error> {
    // A filter sees neither the flags of clone3 and openat2 nor the calls in io_uring. Libraries do without
    // them.
    let unseen = [libc::SYS_clone3, libc::SYS_openat2, libc::SYS_io_uring_setup];
    let unseen = unseen.map(|call| (call, vec![]));
    apply(unseen.to_vec(), SeccompAction::Errno(libc::ENOSYS as u32))?;
    let own = (!forks).then(std::process::id);
    let mut refused = always_refused()?;
    refused.extend(about_another_process(own)?);
    refused.extend(about_files(own)?);
    match own {
        Some(own) => refused.extend(signals(own, are_signals_scoped)?),
        None => refused.push((
            libc::SYS_clone,
            vec![rule(vec![masked(0, libc::CLONE_NEWUSER, true)?])?],
        )),
    }
    apply(refused, SeccompAction::Errno(libc::EPERM as u32))?;
    if !forks {
        let is_no_thread = rule(vec![masked(0, libc::CLONE_THREAD, false)?])?;
        let forks = vec![
            (libc::SYS_clone, vec![is_no_thread]),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_fork, vec![]),
            #[cfg(target_arch = "x86_64")]
            (libc::SYS_vfork, vec![]),
        ];
        apply(forks, SeccompAction::KillProcess)?;
    }
    if cfg!(target_arch = "x86_64") {
        apply_filter(&NO_X32)?;
    }
    Ok(())
}

fn always_refused() -> Result<Calls, BackendError> {
    let mut calls: Calls = CALLS.iter().map(|&call| (call, vec![])).collect();
    #[cfg(target_arch = "x86_64")]
    calls.extend(CALLS_OF_X86_64.iter().map(|&call| (call, vec![])));
    // The program must die with the referee: the signal at the death of the parent stays SIGKILL.
    let spares = rule(vec![
        compared(0, libc::PR_SET_PDEATHSIG, SeccompCmpOp::Eq)?,
        compared(1, libc::SIGKILL, SeccompCmpOp::Ne)?,
    ])?;
    calls.push((libc::SYS_prctl, vec![spares]));
    let requests = REQUESTS.iter();
    let requests = requests.map(|&request| rule(vec![compared(1, request, SeccompCmpOp::Eq)?]));
    calls.push((libc::SYS_ioctl, requests.collect::<Result<_, _>>()?));
    Ok(calls)
}

/// Returns calls that open a file without a name, which would have no limit; that make a file which gives
/// others the rights of the user; that delay the next user of a file, by a lease or a lock; that enlarge a
/// pipe, whose memory has no limit; or that let the kernel send a signal to another process when input
/// arrives. With children their numbers are not known, as in [`signals`].
fn about_files(own: Option<u32>) -> Result<Calls, BackendError> {
    const NAMELESS: i32 = libc::O_TMPFILE & !libc::O_DIRECTORY;
    const SET_ID: [u32; 2] = [libc::S_ISUID, libc::S_ISGID];
    let gives_rights = |mode| SET_ID.map(|bit| masked(mode, bit.cast_signed(), true));
    let made = |mode| -> Result<Vec<_>, BackendError> {
        let bits = gives_rights(mode).into_iter();
        bits.map(|bit| rule(vec![bit?])).collect()
    };
    // Without O_CREAT the mode is any number.
    let opened = |flags| -> Result<Vec<_>, BackendError> {
        let mut rules = vec![rule(vec![masked(flags, NAMELESS, true)?])?];
        for bit in gives_rights(flags + 1) {
            rules.push(rule(vec![masked(flags, libc::O_CREAT, true)?, bit?])?);
        }
        Ok(rules)
    };
    let request = |number| compared(1, number, SeccompCmpOp::Eq);
    let requests = CONTROL.iter().map(|&number| rule(vec![request(number)?]));
    let mut control = requests.collect::<Result<Vec<_>, _>>()?;
    if let Some(own) = own {
        const F_SETOWN_EX: i32 = 15;
        control.push(rule(vec![
            request(libc::F_SETOWN)?,
            compared(2, own.cast_signed(), SeccompCmpOp::Ne)?,
        ])?);
        control.push(rule(vec![request(F_SETOWN_EX)?])?);
    }
    Ok(vec![
        (libc::SYS_openat, opened(2)?),
        (libc::SYS_mknodat, made(2)?),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_open, opened(1)?),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_creat, made(1)?),
        #[cfg(target_arch = "x86_64")]
        (libc::SYS_mknod, made(1)?),
        (libc::SYS_fcntl, control),
    ])
}

/// Returns calls that set limits or the priority of another process.
fn about_another_process(own: Option<u32>) -> Result<Calls, BackendError> {
    // With 0 these mean all processes of the user.
    let of_user = |kind| rule(vec![compared(0, kind, SeccompCmpOp::Eq)?]);
    const IOPRIO_WHO_USER: i32 = 3;
    let priority = vec![another(1, own)?, of_user(libc::PRIO_USER as i32)?];
    Ok(vec![
        (libc::SYS_prlimit64, vec![another(0, own)?]),
        (libc::SYS_sched_setaffinity, vec![another(0, own)?]),
        (libc::SYS_setpriority, priority),
        (
            libc::SYS_ioprio_set,
            vec![another(1, own)?, of_user(IOPRIO_WHO_USER)?],
        ),
    ])
}

/// Returns calls that send a signal to another process. With children their numbers are not known: then
/// Landlock or the namespace keep signals in.
fn signals(own: u32, are_scoped: bool) -> Result<Calls, BackendError> {
    let own = Some(own);
    let mut calls = vec![
        (libc::SYS_kill, vec![another(0, own)?]),
        (libc::SYS_tgkill, vec![another(0, own)?]),
        (libc::SYS_rt_sigqueueinfo, vec![another(0, own)?]),
        (libc::SYS_rt_tgsigqueueinfo, vec![another(0, own)?]),
        (libc::SYS_pidfd_send_signal, vec![]),
    ];
    if !are_scoped {
        // It names a thread, and only the first has a known number.
        calls.push((libc::SYS_tkill, vec![another(0, own)?]));
    }
    Ok(calls)
}

/// That argument is the number of another process: neither 0 nor, if it is known, `own`.
fn another(argument: u8, own: Option<u32>) -> Result<SeccompRule, BackendError> {
    let numbers = own.map(u32::cast_signed).into_iter().chain([0]);
    let others = numbers.map(|number| compared(argument, number, SeccompCmpOp::Ne));
    rule(others.collect::<Result<_, _>>()?)
}

fn rule(conditions: Vec<SeccompCondition>) -> Result<SeccompRule, BackendError> {
    SeccompRule::new(conditions)
}

/// Compares an argument with a number of 32 bits, as the kernel does.
fn compared(argument: u8, number: i32, how: SeccompCmpOp) -> Result<SeccompCondition, BackendError> {
    let number = u64::from(number.cast_unsigned());
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, how, number)
}

/// The condition that a bit of an argument is set, or is clear.
fn masked(argument: u8, bit: i32, is_set: bool) -> Result<SeccompCondition, BackendError> {
    let bit = u64::from(bit.cast_unsigned());
    let value = if is_set { bit as i32 } else { 0 };
    compared(argument, value, SeccompCmpOp::MaskedEq(bit))
}

/// Adds a filter that allows all system calls but these.
fn apply(calls: Calls, action: SeccompAction) -> Result<(), seccompiler::Error> {
    let calls = BTreeMap::from_iter(calls);
    let arch = ARCH.try_into()?;
    let filter: BpfProgram = SeccompFilter::new(calls, SeccompAction::Allow, action, arch)?.try_into()?;
    apply_filter(&filter)
}

/// Kills a process that calls by a number of the interface x32: such a call would pass the other filters. The
/// number -1 is no call; programs use it to get an error.
const NO_X32: [sock_filter; 5] = [
    step(0x20, 0, 0, 0),                              // load the number
    step(0x15, 2, 0, u32::MAX),                       // is it -1?
    step(0x45, 0, 1, 0x4000_0000),                    // is the bit of x32 set?
    step(0x06, 0, 0, libc::SECCOMP_RET_KILL_PROCESS), // end here
    step(0x06, 0, 0, libc::SECCOMP_RET_ALLOW),        // go on
];

/// An instruction of the filter: jumps over `yes` or `no` instructions after a comparison with `k`.
const fn step(code: u16, yes: u8, no: u8, k: u32) -> sock_filter {
    sock_filter {
        code,
        jt: yes,
        jf: no,
        k,
    }
}
