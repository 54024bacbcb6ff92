// SPDX-License-Identifier: MIT OR Apache-2.0

//! CPU time of a running program and of all it has started.
//!
//! Read from `/proc`, as a child's own account of itself cannot be trusted and Rust's standard library has
//! none; so it is known on Linux only.

use std::fs;

/// `/proc` counts in ticks; the kernel fixes them at 100 a second for programs on all but long dead machines.
const TICKS_PER_SECOND: f64 = 100.0;

/// User and system seconds of a process, of the children it has waited for and of those that still run.
/// A process that has ended is still known until it is waited for. None where there is no `/proc`.
pub(crate) fn cpu_seconds(pid: u32) -> Option<f64> {
    Some(sum(pid, DEPTH, &|times| times.iter().sum())? as f64 / TICKS_PER_SECOND)
}

/// User seconds of a process with all its threads; if asked for, of its children as well, as in [`cpu_seconds`].
#[cfg(target_os = "linux")]
pub(crate) fn user_seconds(pid: u32, with_children: bool) -> Option<f64> {
    let ticks = if with_children {
        sum(pid, DEPTH, &|[user, _, of_children, _]| user + of_children)
    } else {
        sum(pid, 0, &|[user, ..]| user)
    };
    Some(ticks? as f64 / TICKS_PER_SECOND)
}

/// Bounds the walk over children of children.
const DEPTH: u32 = 8;

/// Ticks of a process and of its running children, to a depth.
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

/// utime, stime, cutime and cstime of a line of `/proc/PID/stat`: fields 14 to 17, see proc_pid_stat(5).
fn parse_stat(stat: &str) -> Option<[u64; 4]> {
    // The second field is a file name in parentheses and may contain anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    let times: Vec<u64> = after_name
        .split_whitespace()
        .skip(11)
        .take(4)
        .filter_map(|field| field.parse().ok())
        .collect();
    times.try_into().ok()
}

fn children(pid: u32) -> Vec<u32> {
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
    fn the_four_times_are_found_behind_any_name() {
        let line = "17 (a) b 9) S 1 17 17 0 -1 4194560 1 2 3 4 250 50 7 3 20 0 1 0 100 1 1";
        assert_eq!(parse_stat(line), Some([250, 50, 7, 3]));
        assert_eq!(parse_stat("17 (a) S 1 2"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn our_own_process_has_a_time() {
        assert!(cpu_seconds(std::process::id()).is_some());
    }
}
