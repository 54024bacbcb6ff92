// SPDX-License-Identifier: MIT OR Apache-2.0

//! Commands of programs on this machine, where they differ from those of the plan.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

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
