// SPDX-License-Identifier: MIT OR Apache-2.0

//! The memory of this process, at a tenth of a run and at its end.

use std::fmt;
use std::fs;

/// The resident memory in KiB. 0 on systems without `/proc`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Memory {
    early: u64,
    late: u64,
}

impl Memory {
    /// Called after each unit of a run: its number from 1, and the number of all.
    pub(super) fn after(&mut self, number: u32, of: u32) {
        if number == of.div_ceil(10) {
            self.early = resident();
        }
        if number == of {
            self.late = resident();
        }
    }

    /// Growth in KiB.
    pub(super) fn growth(self) -> u64 {
        self.late.saturating_sub(self.early)
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "memory {} KiB after a tenth, {} KiB at the end",
            self.early, self.late
        )
    }
}

fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|rest| rest.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
