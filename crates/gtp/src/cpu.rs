// SPDX-License-Identifier: MIT OR Apache-2.0

//! CPU time of this process.

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
