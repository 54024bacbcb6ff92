// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the user may ask of the referee, and what follows from it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use katachi_rules::ByColor;

use super::confine::Confinement;
use crate::error::{Context as _, Result};
use crate::report::check_own;
use crate::usenix::Clocks;

/// The folder for records whose file is not named; it is made in the working folder.
pub const RECORDS: &str = "referee-games";

/// What the user asks of the referee.
#[derive(Clone, Debug)]
pub struct RefereeOptions {
    /// Command of the program that has Black; split into words, but run by no shell.
    pub first: String,
    /// Command of the program that has White.
    pub second: String,
    /// The first program speaks GTP.
    pub gtp1: bool,
    /// The second program speaks GTP.
    pub gtp2: bool,
    /// What to call the first program; none for its command.
    pub name1: Option<String>,
    /// What to call the second program; none for its command.
    pub name2: Option<String>,
    /// Where to write the record; none for the first of game-001.sgf, game-002.sgf... in the folder [`RECORDS`] that is not
    /// there.
    pub sgf: Option<PathBuf>,
    /// Write the record over whatever file has that name, not only over a record by Katachi.
    pub overwrite: bool,
    /// Print the verdict, but not the moves.
    pub quiet: bool,
    /// The time of each program.
    pub clocks: Clocks,
    /// Real seconds without a move and without user time after which a program is stuck.
    pub idle: f64,
    /// Real seconds for the whole game; who has the move then loses.
    pub game_time: f64,
    /// Moves after which the game is stopped, without a result.
    pub max_moves: u32,
    /// Mebibytes of address space that a program may take.
    pub memory: u64,
    /// Programs may start other processes, and use their time.
    pub allow_forks: bool,
}

/// Main time, and byo-romi for more moves than a game has; system time comes on top.
fn cpu_limit(clocks: Clocks) -> u64 {
    (clocks.main + 400.0 * clocks.byo_romi).ceil() as u64 + 600
}

/// A program as the user named it.
#[derive(Clone, Debug)]
pub(super) struct Entrant {
    pub(super) name: String,
    words: Vec<String>,
    pub(super) is_gtp: bool,
}

impl Entrant {
    /// A program with that command; without a name it is called by its command.
    ///
    /// # Errors
    /// A command that cannot be split into words or whose program is not there.
    pub(super) fn new(command: &str, name: Option<&str>, is_gtp: bool) -> Result<Self> {
        let words = shlex::split(command)
            .with_context(|| format!("cannot split '{command}' into words: a quote is not closed"))?;
        ensure!(!words.is_empty(), "a program is missing: its command is empty");
        which::which(&words[0]).with_context(|| format!("cannot start '{}'", words[0]))?;
        let name = name.unwrap_or(command).to_string();
        Ok(Self { name, words, is_gtp })
    }
}

/// All that a game depends on but the programs' doing.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) entrants: ByColor<Entrant>,
    pub(super) clocks: Clocks,
    pub(super) idle: f64,
    pub(super) game_time: f64,
    pub(super) max_moves: usize,
    memory: u64,
    /// Seconds of user and system time.
    pub(super) cpu: u64,
    pub(super) forks: bool,
    /// This program, which confines itself and becomes a contestant.
    pub(super) launcher: PathBuf,
    pub(super) sgf: PathBuf,
    pub(super) quiet: bool,
}

impl Setting {
    /// Checks the options.
    ///
    /// # Errors
    /// What cannot be used, in words for the user.
    pub(super) fn new(args: &RefereeOptions, launcher: &Path) -> Result<Self> {
        let clocks = args.clocks;
        let entrants = ByColor {
            black: Entrant::new(&args.first, args.name1.as_deref(), args.gtp1)?,
            white: Entrant::new(&args.second, args.name2.as_deref(), args.gtp2)?,
        };
        // Last, as it makes a file.
        let sgf = match &args.sgf {
            Some(path) => named(path, args.overwrite)?,
            None => free_name(Path::new(RECORDS))?,
        };
        Ok(Self {
            entrants,
            clocks,
            idle: args.idle,
            game_time: args.game_time,
            max_moves: args.max_moves as usize,
            memory: args.memory,
            cpu: cpu_limit(clocks),
            forks: args.allow_forks,
            launcher: launcher.to_path_buf(),
            sgf,
            quiet: args.quiet,
        })
    }

    pub(super) fn confinement(&self, entrant: &Entrant) -> Confinement {
        Confinement {
            memory: self.memory,
            cpu: self.cpu,
            forks: self.forks,
            words: entrant.words.clone(),
        }
    }
}

/// The file that the user has named, if it may be written: what somebody else has written stays.
fn named(path: &Path, overwrite: bool) -> Result<PathBuf> {
    if !overwrite {
        check_own(path, "choose another name, or --overwrite")?;
    }
    Ok(path.to_path_buf())
}

/// The first name of a record that is free in a folder. The file is made at once, so that no other referee takes it.
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
    fn each_record_has_a_file_of_its_own_in_the_folder() {
        let folder = std::env::temp_dir().join(format!("katachi-{}-records", std::process::id()));
        for number in 1..=3 {
            let expected = folder.join(format!("game-00{number}.sgf"));
            assert_eq!(free_name(&folder).unwrap(), expected);
        }
        let error = free_name(&folder.join("game-001.sgf")).unwrap_err().to_string();
        assert!(
            error.starts_with("cannot write records to the folder "),
            "{error}"
        );
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_of_somebody_else_is_no_place_for_a_record() {
        let file = std::env::temp_dir().join(format!("katachi-{}-theirs.sgf", std::process::id()));
        assert!(named(&file, false).is_ok(), "it is not there");
        fs::write(&file, "(;GM[1]SZ[19])").unwrap();
        let error = named(&file, false).unwrap_err().to_string();
        assert!(error.ends_with("choose another name, or --overwrite"), "{error}");
        assert!(named(&file, true).is_ok());
        fs::write(&file, "(;GM[1]AP[Katachi:1]SZ[19])").unwrap();
        assert!(named(&file, false).is_ok());
        fs::remove_file(&file).unwrap();
    }
}
