// SPDX-License-Identifier: MIT OR Apache-2.0

//! CPU time of a running program and its children, and its threads.
//!
//! They are read from `/proc`, as a program's own account cannot be trusted and Rust's standard library has
//! none. So they are known on Linux only.

use std::fs;
#[cfg(target_os = "linux")]
use std::time::Duration;

/// Ticks of `/proc` in a second: fixed by the kernel.
const TICKS_PER_SECOND: f64 = 100.0;

/// Returns the user and system seconds of a process, of its running children and of those that it has waited
/// for. A process that has ended is known until it is waited for. None without `/proc`.
pub(crate) fn cpu_seconds(pid: u32) -> Option<f64> {
    Some(sum(pid, DEPTH, &|times| times.iter().sum())? as f64 / TICKS_PER_SECOND)
}

/// User time of a process with all its threads, and optionally of its children as in [`cpu_seconds`].
#[cfg(target_os = "linux")]
pub(crate) fn user_time(pid: u32, with_children: bool) -> Option<Duration> {
    let ticks = if with_children {
        sum(pid, DEPTH, &|[user, _, of_children, _]| user + of_children)
    } else {
        sum(pid, 0, &|[user, ..]| user)
    };
    Some(Duration::from_secs_f64(ticks? as f64 / TICKS_PER_SECOND))
}

/// Number of threads of a process. None without `/proc`, or without such a process.
#[cfg(target_os = "linux")]
pub(crate) fn thread_count(pid: u32) -> Option<u64> {
    parse_threads(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// Maximum depth of the walk over children.
const DEPTH: u32 = 8;

/// Sums up ticks of a process and of its running children, to a depth.
fn sum(pid: u32, depth: u32, what: &dyn Fn([u64; 4]) -> u64) -> Option<u64> {
    let own = what(parse_stat(
        &fs::read_to_string(format!("/proc/{pid}/stat")).ok()?,
    )?);
    let running = if depth == 0 { Vec::new() } else { children(pid) };
    Some(
        own + running
            .into_iter()
            .filter_map(|child| sum(child, depth - 1, what))
            .sum::<u64>(),
    )
}

/// Returns the fields of a line of `/proc/PID/stat` from field 3 on, see proc_pid_stat(5).
fn fields(stat: &str) -> Option<std::str::SplitWhitespace<'_>> {
    // The second field is a file name in parentheses and may contain anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    Some(after_name.split_whitespace())
}

/// Parses num_threads: field 20.
#[cfg(target_os = "linux")]
fn parse_threads(stat: &str) -> Option<u64> {
    fields(stat)?.nth(17)?.parse().ok()
}

/// Parses utime, stime, cutime and cstime: fields 14 to 17.
fn parse_stat(stat: &str) -> Option<[u64; 4]> {
    let times: Vec<u64> = fields(stat)?
        .skip(11)
        .take(4)
        .filter_map(|field| field.parse().ok())
        .collect();
    times.try_into().ok()
}

/// Returns the running children of a process, and those that it has not waited for.
pub(crate) fn children(pid: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|line| {
            line.split_whitespace()
                .filter_map(|pid| pid.parse().ok())
                .collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_times_follow_any_name() {
        let line = "17 (a) b 9) S 1 17 17 0 -1 4194560 1 2 3 4 250 50 7 3 20 0 1 0 100 1 1";
        assert_eq!(parse_stat(line), Some([250, 50, 7, 3]));
        #[cfg(target_os = "linux")]
        assert_eq!(parse_threads(line), Some(1));
        assert_eq!(parse_stat("17 (a) S 1 2"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn our_own_process_has_a_time() {
        assert!(cpu_seconds(std::process::id()).is_some());
    }
}
