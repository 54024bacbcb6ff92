// SPDX-License-Identifier: MIT OR Apache-2.0

//! CPU time of this process.

/// User and system seconds of this process. None if the operating system does not count them.
pub fn own_cpu_seconds() -> Option<f64> {
    own_seconds().map(|[user, system]| user + system)
}

/// User seconds and system seconds of this process.
#[cfg(unix)]
pub fn own_seconds() -> Option<[f64; 2]> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike as _;
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    Some([usage.user_time(), usage.system_time()].map(|time| time.num_microseconds() as f64 / 1e6))
}

/// User seconds and system seconds of this process.
#[cfg(not(unix))]
pub fn own_seconds() -> Option<[f64; 2]> {
    None
}
