// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of the referee, and what a game needs of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use katachi_rules::{ByColor, Color};
use serde::{Deserialize, Serialize};

use super::confine::{Confinement, Launcher, Part};
use crate::protocol::Clocks;
use katachi_arena::check_own;
use katachi_arena::options::parse_seconds;
use katachi_line_program::keeper::check_program;
use katachi_line_program::split_words;

/// The folder for records without a name of their own; it is made in the working folder.
const RECORDS: &str = "referee-games";

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, clap::Args)]
pub(crate) struct GameTerms {
    /// The time of each program.
    #[serde(flatten)]
    #[command(flatten)]
    pub(crate) clocks: Clocks,
    /// Real seconds without a move and without CPU time after which a program is stuck
    #[arg(long, value_name = "SECONDS", default_value_t = Self::TOURNAMENT.idle, value_parser = parse_seconds)]
    pub(crate) idle: f64,
    /// Real seconds for the whole game; then the side to move loses
    #[arg(long, value_name = "SECONDS", default_value_t = Self::TOURNAMENT.game_time, value_parser = parse_seconds)]
    pub(crate) game_time: f64,
    /// Moves after which the game is stopped, without a result
    #[arg(long, value_name = "N", default_value_t = Self::TOURNAMENT.max_moves, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_moves: u32,
    /// Mebibytes of address space of a program
    #[arg(long, value_name = "MIB", default_value_t = Self::TOURNAMENT.memory, value_parser = clap::value_parser!(u64).range(64..=1 << 40))]
    pub(crate) memory: u64,
    /// Mebibytes that a program may have on the disk, in its own folder
    #[arg(long, value_name = "MIB", default_value_t = Self::TOURNAMENT.disk, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) disk: u64,
    /// Programs may start other processes, and use their time; for wrappers and scripts, not by the rules
    #[arg(long)]
    pub(crate) allow_forks: bool,
}

impl GameTerms {
    /// The terms of 1984; what they leave open is decided so that every game ends.
    pub(crate) const TOURNAMENT: Self = Self {
        clocks: Clocks::TOURNAMENT,
        idle: 600.0,
        game_time: 86_400.0,
        max_moves: 1000,
        memory: 4096,
        disk: 256,
        allow_forks: false,
    };

    /// Seconds of CPU time of a program: main time, byo-romi for more moves than a game has, and
    /// ten minutes for the system.
    pub(super) fn cpu_limit(&self) -> u64 {
        (self.clocks.main + 400.0 * self.clocks.byo_romi).ceil() as u64 + 600
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entrant {
    pub(crate) name: String,
    /// Split into words, but run by no shell.
    pub(crate) command: String,
    #[serde(default)]
    pub(crate) gtp: bool,
}

impl Entrant {
    pub(crate) fn words(&self) -> Result<Vec<String>> {
        let words = split_words(&self.command)?;
        ensure!(!words.is_empty(), "a program is missing: its command is empty");
        ensure!(
            check_program(words[0].as_ref(), Path::new(".")).is_ok(),
            "cannot start '{}': there is no such program",
            words[0]
        );
        Ok(words)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) entrants: ByColor<Entrant>,
    pub(crate) terms: GameTerms,
    pub(crate) launcher: Launcher,
    /// The folder in which the programs may write, each in a folder of its own. By default a temporary one.
    pub(crate) scratch: Option<PathBuf>,
    pub(crate) sgf: PathBuf,
    pub(crate) quiet: bool,
}

impl Setting {
    /// Returns the limits of a program that may write to that folder.
    pub(super) fn confinement(&self, color: Color, scratch: &Path) -> Result<Confinement> {
        Ok(Confinement {
            part: Part::Program,
            memory: self.terms.memory,
            disk: self.terms.disk,
            cpu: self.terms.cpu_limit(),
            forks: self.terms.allow_forks,
            scratch: Some(scratch.to_owned()),
            words: self.entrants[color].words()?,
        })
    }
}

/// Returns the path of the record: the user's, if it may be written, as files of other programs stay; or the
/// first of game-001.sgf, game-002.sgf... in the folder [`RECORDS`] that does not exist.
pub(crate) fn record_path(path: Option<PathBuf>, overwrites: bool) -> Result<PathBuf> {
    let Some(path) = path else {
        return free_name(Path::new(RECORDS));
    };
    if !overwrites {
        check_own(&path, "choose another name, or --overwrite")?;
    }
    Ok(path)
}

/// Returns the first free name of a record in a folder. The file is made at once, so that no other referee
/// takes it.
fn free_name(folder: &Path) -> Result<PathBuf> {
    let cannot = || format!("cannot write records to the folder {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    for number in 1_u64.. {
        let path = folder.join(format!("game-{number:03}.sgf"));
        match fs::File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => {
                made.with_context(cannot)?;
                return Ok(path);
            }
        }
    }
    bail!("{}: no name is free", cannot())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_record_has_its_own_file() {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("records");
        for number in 1..=3 {
            let expected = folder.join(format!("game-00{number}.sgf"));
            assert_eq!(free_name(&folder).unwrap(), expected);
        }
        let error = free_name(&folder.join("game-001.sgf")).unwrap_err().to_string();
        assert!(
            error.starts_with("cannot write records to the folder "),
            "{error}"
        );
    }

    #[test]
    fn files_of_other_programs_are_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("theirs.sgf");
        let named = |overwrites| record_path(Some(file.clone()), overwrites);
        assert!(named(false).is_ok(), "it is not there");
        fs::write(&file, "(;GM[1]SZ[19])").unwrap();
        let error = named(false).unwrap_err().to_string();
        assert!(error.ends_with("choose another name, or --overwrite"), "{error}");
        assert!(named(true).is_ok());
        fs::write(&file, "(;GM[1]AP[Katachi:1]SZ[19])").unwrap();
        assert!(named(false).is_ok());
    }
}
