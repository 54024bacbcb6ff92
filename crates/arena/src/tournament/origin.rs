// SPDX-License-Identifier: MIT OR Apache-2.0

//! Where a game was played, and what it took: for people who look for a slow or a wrong machine. Tables do
//! not depend on it.

use std::env;
use std::fs;
use std::time::Instant;

use serde::{Deserialize, Serialize};

/// The machine and the program that played a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    host: String,
    processor: String,
    /// Version of the arena's program, with its commit if known.
    version: String,
    /// Wall time of the game, in seconds.
    seconds: f64,
}

impl Origin {
    /// This machine, and a version of the program.
    pub fn here(version: &str) -> Self {
        let host = fs::read_to_string("/proc/sys/kernel/hostname").ok();
        let host = host.or_else(|| {
            ["HOSTNAME", "COMPUTERNAME"]
                .into_iter()
                .find_map(|name| env::var(name).ok())
        });
        let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpus.lines().find(|line| line.starts_with("model name"));
        let model = model
            .and_then(|line| line.split_once(':'))
            .map(|(_, model)| model.trim());
        Self {
            host: host.unwrap_or_default().trim().to_owned(),
            processor: model.unwrap_or(env::consts::ARCH).to_owned(),
            version: version.to_owned(),
            seconds: 0.0,
        }
    }

    /// The same with the time since `begin`, to milliseconds.
    pub(super) fn since(&self, begin: Instant) -> Self {
        Self {
            seconds: (begin.elapsed().as_secs_f64() * 1000.0).round() / 1000.0,
            ..self.clone()
        }
    }
}
