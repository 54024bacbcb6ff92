// SPDX-License-Identifier: MIT OR Apache-2.0

//! This machine: the commands of programs, where they differ from those of the plan, and where a game was
//! played and what it took, for people who look for a slow or a wrong machine. Tables do not depend on it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use super::job::GameJob;

/// Commands by the names of programs; `judge` is that of the judge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Commands(BTreeMap<String, String>);

impl Commands {
    /// Reads lines `name = "command"` in TOML.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds something else.
    pub fn read(file: &Path) -> Result<Self> {
        let name = file.display();
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        let commands: BTreeMap<String, String> = toml::from_str(&text).with_context(|| {
            format!("cannot use {name}: expected lines such as gnugo = \"/opt/gnugo --mode gtp\"")
        })?;
        for (program, command) in &commands {
            ensure!(
                !command.trim().is_empty(),
                "cannot use {name}: the command of '{program}' is empty"
            );
        }
        Ok(Self(commands))
    }

    pub(super) fn apply(&self, mut job: GameJob) -> GameJob {
        for entrant in [&mut job.black, &mut job.white] {
            if let Some(command) = self.0.get(&entrant.name) {
                entrant.command.clone_from(command);
            }
        }
        if let (Some(judge), Some(command)) = (&mut job.terms.judge, self.0.get("judge")) {
            judge.clone_from(command);
        }
        job
    }
}

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
        let host = fs::read_to_string("/proc/sys/kernel/hostname")
            .or_else(|_| env::var("HOSTNAME"))
            .or_else(|_| env::var("COMPUTERNAME"));
        let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let mut lines = cpus.lines();
        let model = lines.find_map(|line| line.strip_prefix("model name")?.split_once(':'));
        Self {
            host: host.unwrap_or_default().trim().to_owned(),
            processor: model
                .map_or(env::consts::ARCH, |(_, model)| model.trim())
                .to_owned(),
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
