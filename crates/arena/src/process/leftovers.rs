// SPDX-License-Identifier: MIT OR Apache-2.0

//! Ends what a program has left running: children in the background and daemons.
//!
//! A daemon leaves its process group and its parent, but it inherits the environment. So each program is
//! started with a variable of its own, and after its end all processes with the value are killed. Only Linux
//! shows the environment of other processes; elsewhere nothing is killed. A process that has replaced its
//! environment is not found.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};
use std::{fs, thread};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// The variable.
const VARIABLE: &str = "KATACHI_STARTED";

/// The mark of a program and of all that it starts.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// Marks a program that is to be started.
    pub(super) fn new(command: &mut Command) -> Self {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        // The time keeps programs of an earlier process with the same number apart.
        let now = UNIX_EPOCH.elapsed().unwrap_or_default().as_nanos();
        let value = format!("{}-{number}-{now}", std::process::id());
        command.env(VARIABLE, &value);
        Self(format!("{VARIABLE}={value}"))
    }

    /// Kills all marked processes. Costs reading a file of each process of the system.
    pub(super) fn kill_all(&self) {
        /// A process may start another one before it is killed.
        const ROUNDS: usize = 20;
        for _ in 0..ROUNDS {
            let found = self.processes();
            if found.is_empty() {
                return;
            }
            for process in found {
                let _ = kill(process, Signal::SIGKILL);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn processes(&self) -> Vec<Pid> {
        let is_marked = |process: i32| {
            let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
            environment
                .split(|&byte| byte == 0)
                .any(|variable| variable == self.0.as_bytes())
        };
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        numbers
            .filter(|&number| is_marked(number))
            .map(Pid::from_raw)
            .collect()
    }
}
