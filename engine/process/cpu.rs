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
    Some(ticks(pid, 8)? as f64 / TICKS_PER_SECOND)
}

/// `depth` bounds the walk over children of children.
fn ticks(pid: u32, depth: u32) -> Option<u64> {
    let own = parse_stat(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)?;
    let running = if depth == 0 { Vec::new() } else { children(pid) };
    Some(
        own + running
            .into_iter()
            .filter_map(|child| ticks(child, depth - 1))
            .sum::<u64>(),
    )
}

/// utime, stime, cutime and cstime of a line of `/proc/PID/stat`: fields 14 to 17, see proc_pid_stat(5).
fn parse_stat(stat: &str) -> Option<u64> {
    // The second field is a file name in parentheses and may contain anything.
    let (_, after_name) = stat.rsplit_once(')')?;
    let times: Vec<u64> = after_name
        .split_whitespace()
        .skip(11)
        .take(4)
        .filter_map(|field| field.parse().ok())
        .collect();
    (times.len() == 4).then(|| times.iter().sum())
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
        assert_eq!(parse_stat(line), Some(310));
        assert_eq!(parse_stat("17 (a) S 1 2"), None);
        assert_eq!(parse_stat(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn our_own_process_has_a_time() {
        assert!(cpu_seconds(std::process::id()).is_some());
    }
}
