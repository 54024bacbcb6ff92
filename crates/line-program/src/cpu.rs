// SPDX-License-Identifier: MIT OR Apache-2.0

//! CPU time of a running program and its children, and its threads; CPU time of this process and thread.
//!
//! Those of a program are read from `/proc`, as its own account cannot be trusted and Rust's standard library
//! has none. So they are known on Linux only.
//!
//! User and system time are taken together: their sum is the scheduler's exact account. How it divides into
//! the two is found out by looking at the program at each tick of a timer, and a program can choose what it
//! does then.

use std::fs;
use std::time::Duration;

/// Ticks of `/proc` in a second: fixed by the kernel. Times of children are rounded down to them.
const TICKS_PER_SECOND: u64 = 100;

/// By that an account falls at most when a child has been waited for: its user and its system time are
/// rounded down.
pub(crate) const ROUNDING: Duration = Duration::from_millis(2 * 1000 / TICKS_PER_SECOND);

/// What processes have used, and how many threads they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// User and system time.
    pub cpu: Duration,
    /// Number of threads.
    pub threads: u64,
}

/// Returns the account of a process, of all its running descendants and of those that were waited for. A
/// process that has ended is known until it is waited for. None without `/proc`.
pub(crate) fn account(pid: u32) -> Option<Account> {
    let mut sum = read(pid)?;
    let mut found = children(pid);
    while let Some(pid) = found.pop() {
        if let Some(own) = read(pid) {
            sum.cpu += own.cpu;
            sum.threads += own.threads;
            found.extend(children(pid));
        }
    }
    Some(sum)
}

/// Returns the account of a process and of those that it has waited for.
fn read(pid: u32) -> Option<Account> {
    let mut account = parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?;
    account.cpu += own_time(pid)?;
    Some(account)
}

/// Returns the time of a process without its children, to the nanosecond.
#[cfg(target_os = "linux")]
fn own_time(pid: u32) -> Option<Duration> {
    use nix::time::{clock_getcpuclockid, clock_gettime};
    let clock = clock_getcpuclockid(nix::unistd::Pid::from_raw(pid.cast_signed()));
    Some(clock.and_then(clock_gettime).ok()?.into())
}

/// Returns the time of a process without its children, to the nanosecond.
#[cfg(not(target_os = "linux"))]
fn own_time(_: u32) -> Option<Duration> {
    None
}

/// Parses cutime, cstime and num_threads of a line of `/proc/PID/stat`: fields 16, 17 and 20, see
/// proc_pid_stat(5).
fn parse(stat: &str) -> Option<Account> {
    // The second field is a file name in parentheses and may contain anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    let ticks = number(16)? + number(17)?;
    Some(Account {
        cpu: Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND),
        threads: number(20)?,
    })
}

/// Returns the running children of a process, and those that it has not waited for.
pub(crate) fn children(pid: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = threads
        .flatten()
        .map(|thread| fs::read_to_string(thread.path().join("children")));
    let all: Vec<String> = lists.filter_map(Result::ok).collect();
    let numbers = all.iter().flat_map(|list| list.split_whitespace());
    numbers.filter_map(|pid| pid.parse().ok()).collect()
}

/// User and system seconds of this process. None if the operating system does not count them.
pub fn own_cpu_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        use nix::sys::time::TimeValLike as _;
        let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
        let time = usage.user_time() + usage.system_time();
        Some(time.num_microseconds() as f64 / 1e6)
    }
    #[cfg(not(unix))]
    {
        None
    }
}

/// Returns the CPU seconds of the running thread.
pub fn thread_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        use nix::time::{ClockId, clock_gettime};
        let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok()?;
        Some(time.tv_sec() as f64 + time.tv_nsec() as f64 * 1e-9)
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_threads_follow_any_name() {
        let line = "17 (a) b 9) S 1 17 17 0 -1 4194560 1 2 3 4 250 50 7 3 20 0 4 0 100 1 1";
        let expected = Account {
            cpu: Duration::from_millis(100),
            threads: 4,
        };
        assert_eq!(parse(line), Some(expected));
        assert_eq!(parse("17 (a) S 1 2"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn our_own_process_has_an_account() {
        assert!(account(std::process::id()).is_some_and(|own| own.threads > 0));
    }
}
