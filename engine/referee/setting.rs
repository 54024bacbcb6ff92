// SPDX-License-Identifier: MIT OR Apache-2.0

//! What the user may ask of the referee, and what follows from it.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use katachi_rules::ByColor;

use super::confine::ConfineArgs;
use crate::usenix::{Clocks, parse_seconds};

const LONG_HELP: &str = "\
Lets two programs play a game by the rules of the Usenix computer Go tournament of 1984, and judges it.

The first program has Black. The programs are told 'black' or 'white', then each other's moves, one a line, as \
in G7 or pass; they write theirs in the same form. Other lines are ignored. Each has 60 minutes of user time, \
measured by the operating system; then it is told 'byo-romi' and has 10 seconds of user time for each move. A \
program loses at once if it takes longer, plays on a stone, off the board, into a ko too early or a suicide, \
forks, ends before the game does, floods its output, or lets 10 minutes go by without a move and without using \
user time. After two passes the position is judged by Japanese rules with komi 5.5; 'katachi judge' lets a person \
correct the judgement.

docs/tournament.md explains the rules and how the referee keeps them.";

const EXAMPLES: &str = "\
Examples:
  katachi referee ./my-program 'katachi usenix'
  katachi referee --gtp2 'katachi usenix' 'gnugo --mode gtp --level 10' --sgf final.sgf
  katachi judge final.sgf --dead Q16,C3 --write";

/// Options of `katachi referee`.
#[derive(Clone, Debug, clap::Args)]
#[command(about = "Referee a game by the tournament rules of 1984", long_about = LONG_HELP, after_help = EXAMPLES)]
pub struct RefereeArgs {
    /// Command of the program that has Black; split into words, but run by no shell
    #[arg(value_name = "PROGRAM1")]
    first: String,

    /// Command of the program that has White
    #[arg(value_name = "PROGRAM2")]
    second: String,

    /// The first program speaks GTP
    #[arg(long)]
    gtp1: bool,

    /// The second program speaks GTP
    #[arg(long)]
    gtp2: bool,

    /// What to call the first program [default: its command]
    #[arg(long, value_name = "NAME")]
    name1: Option<String>,

    /// What to call the second program [default: its command]
    #[arg(long, value_name = "NAME")]
    name2: Option<String>,

    /// Where to write the record; a file of that name is overwritten [default: the first of game-001.sgf,
    /// game-002.sgf... that is not there]
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,

    /// Print the verdict, but not the moves
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    clocks: Clocks,

    /// Real seconds without a move and without user time after which a program is stuck
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = parse_seconds)]
    idle: f64,

    /// Real seconds for the whole game; who has the move then loses
    #[arg(long, value_name = "SECONDS", default_value_t = 86_400.0, value_parser = parse_seconds)]
    game_time: f64,

    /// Moves after which the game is stopped, without a result
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,

    /// Mebibytes of address space that a program may take
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(64..=1 << 40))]
    memory: u64,

    /// Programs may start other processes, and use their time; for wrappers and scripts, not by the rules
    #[arg(long)]
    allow_forks: bool,
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
    pub(super) fn new(args: &RefereeArgs, launcher: &Path) -> Result<Self> {
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

    pub(super) fn confinement(&self, entrant: &Entrant) -> ConfineArgs {
        ConfineArgs::new(self.memory, self.cpu, self.forks, entrant.words.clone())
    }
}

fn free_name() -> PathBuf {
    (1..)
        .map(|number| PathBuf::from(format!("game-{number:03}.sgf")))
        .find(|path| !path.exists())
        .expect("some number is free")
}
