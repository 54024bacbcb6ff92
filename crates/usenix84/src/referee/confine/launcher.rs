// SPDX-License-Identifier: MIT OR Apache-2.0

//! The start of confined programs, and a probe of the limits that this system enforces.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::{Confinement, Part, family, restrict};

/// A line of the probe for a system with namespaces.
const NAMESPACES: &str = "namespaces";

/// The program that confines itself and becomes a contestant, and the limits that this system enforces.
#[derive(Clone, Debug)]
pub(crate) struct Launcher {
    path: PathBuf,
    has_namespaces: bool,
    gaps: Vec<String>,
}

impl Launcher {
    /// Finds out which limits this system enforces. `path` is the path of a program that has
    /// [`confine`](super::confine()) as its subcommand [`SUBCOMMAND`](super::SUBCOMMAND). It is started once,
    /// for some milliseconds.
    pub(crate) fn new(path: &Path, forks: bool) -> Result<Self> {
        let probe = Confinement {
            part: Part::Probe,
            memory: 64,
            disk: 1,
            cpu: 1,
            forks,
            scratch: None,
            words: Vec::new(),
        };
        let shown = path.display();
        let output = probe.command(path)?.output();
        let output = output.with_context(|| format!("cannot start {shown}"))?;
        let complaint = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{}", complaint.trim_end());
        let found = String::from_utf8_lossy(&output.stdout);
        let (names, gaps) = found.lines().partition::<Vec<_>, _>(|&line| line == NAMESPACES);
        Ok(Self {
            path: path.to_owned(),
            has_namespaces: !names.is_empty(),
            gaps: gaps.into_iter().map(str::to_owned).collect(),
        })
    }

    /// Returns a sentence for each limit that this system does not enforce.
    pub(crate) fn gaps(&self) -> &[String] {
        &self.gaps
    }

    pub(crate) fn command(&self, confinement: &Confinement) -> Result<Command> {
        let part = match confinement.forks && self.has_namespaces {
            true => Part::Leader,
            false => Part::Program,
        };
        let confinement = confinement.clone();
        Confinement { part, ..confinement }.command(&self.path)
    }
}

/// Limits this process as a program, and prints the limits that are not enforced.
pub(super) fn probe(args: &Confinement) -> Result<()> {
    let has_namespaces = args.forks && family::separate().is_ok();
    if has_namespaces {
        println!("{NAMESPACES}");
    }
    let enforced = restrict(args, None)?;
    let gaps = [
        (
            enforced.files,
            "has no Landlock: programs can write to your files, records and results among them",
        ),
        (
            enforced.files,
            "has no Landlock: programs can read and change the memory of other programs of yours",
        ),
        (
            enforced.truncation || !enforced.files,
            "has a Landlock older than Linux 6.2: programs can empty your files",
        ),
        (
            enforced.signals || has_namespaces || !args.forks,
            "has neither PID namespaces for us nor Landlock of Linux 6.12: \
             programs with children can send signals to other programs of yours",
        ),
        (
            has_namespaces || !args.forks,
            "has no PID namespaces for us: children of programs can outlive a referee whose keepers are killed, too",
        ),
    ];
    for (_, gap) in gaps.iter().filter(|(is_enforced, _)| !is_enforced) {
        println!("this system {gap}");
    }
    Ok(())
}
