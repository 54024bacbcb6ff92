// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the user may ask of the referee, and what follows from it.

use std::path::{Path, PathBuf};

use katachi_rules::ByColor;

use super::confine::Confinement;
use crate::error::{Context as _, Result};
use crate::usenix::Clocks;

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
    /// Where to write the record; none for the first of game-001.sgf, game-002.sgf... that is not there.
    pub sgf: Option<PathBuf>,
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
        let entrant = |command: &str, name: &Option<String>, is_gtp| -> Result<Entrant> {
            let words = shlex::split(command)
                .with_context(|| format!("cannot split '{command}' into words: a quote is not closed"))?;
            ensure!(!words.is_empty(), "a program is missing: its command is empty");
            which::which(&words[0]).with_context(|| format!("cannot start '{}'", words[0]))?;
            let name = name.as_deref().unwrap_or(command).to_string();
            Ok(Entrant { name, words, is_gtp })
        };
        let clocks = args.clocks;
        Ok(Self {
            entrants: ByColor {
                black: entrant(&args.first, &args.name1, args.gtp1)?,
                white: entrant(&args.second, &args.name2, args.gtp2)?,
            },
            clocks,
            idle: args.idle,
            game_time: args.game_time,
            max_moves: args.max_moves as usize,
            memory: args.memory,
            cpu: cpu_limit(clocks),
            forks: args.allow_forks,
            launcher: launcher.to_path_buf(),
            sgf: args.sgf.clone().unwrap_or_else(free_name),
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

fn free_name() -> PathBuf {
    (1..)
        .map(|number| PathBuf::from(format!("game-{number:03}.sgf")))
        .find(|path| !path.exists())
        .expect("some number is free")
}
