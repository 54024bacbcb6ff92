// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of `katachi-usenix84 referee`: a game or a tournament.

use std::path::PathBuf;

use super::plan::Kind;
use crate::referee::GameTerms;

const REFEREE_HELP: &str = "\
Lets two programs play a game by the rules of the Usenix computer Go tournament of 1984, and judges it.

The first program has Black. The programs are told 'black' or 'white', then each other's moves, one a line, as \
in G7 or pass; they write theirs in the same form. Other lines are ignored. Each has 60 minutes of CPU time, \
measured by the operating system; then it is told 'byo-romi' and has 10 seconds of CPU time for each move. A \
program loses at once if it takes longer, plays on a stone, off the board, into a ko too early or a suicide, \
forks, ends before the game does, floods its output, or lets 10 minutes go by without a move and without using \
CPU time. After two passes the position is judged by Japanese rules with komi 5.5; 'katachi-usenix84 judge' lets a person \
correct the judgement.

With --tournament many programs play by these rules, those of the file of --players:
  [[program]]
  name = 'Katachi'
  command = 'katachi-usenix84'
  [[program]]
  name = 'GNU Go'
  command = 'gnugo --mode gtp'
  gtp = true
The folder of --out gets the records and the standings. Killed at any moment, the same command goes on; a finished game is \
never played again.

docs/tournament.md explains the rules and how the referee keeps them.";

const REFEREE_EXAMPLES: &str = "\
Examples:
  katachi-usenix84 referee ./my-program 'katachi-usenix84'
  katachi-usenix84 referee --gtp2 'katachi-usenix84' 'gnugo --mode gtp --level 10' --sgf final.sgf
  katachi-usenix84 judge final.sgf --dead Q16,C3 --write
  katachi-usenix84 referee --tournament swiss --players players.toml --rounds 5 --out summer";

/// Options of `katachi-usenix84 referee`.
#[derive(Clone, Debug, clap::Args)]
#[command(about = "Referee a game by the tournament rules of 1984", long_about = REFEREE_HELP, after_help = REFEREE_EXAMPLES)]
pub(crate) struct RefereeArgs {
    /// Command of Black; split into words, without a shell
    #[arg(
        value_name = "PROGRAM1",
        required_unless_present = "tournament",
        conflicts_with = "tournament"
    )]
    pub(super) first: Option<String>,

    /// Command of White
    #[arg(
        value_name = "PROGRAM2",
        required_unless_present = "tournament",
        conflicts_with = "tournament"
    )]
    pub(super) second: Option<String>,

    /// Play a tournament: swiss or knockout
    #[arg(long, value_name = "KIND", requires = "players", conflicts_with_all = OF_ONE_GAME)]
    pub(super) tournament: Option<Kind>,

    /// Its programs: a TOML file, best seed first
    #[arg(long, value_name = "FILE", requires = "tournament")]
    pub(super) players: Option<PathBuf>,

    /// Its rounds, if swiss [default: the fewest]
    ///
    /// The fewest after which only one program can have won all its games.
    #[arg(long, value_name = "N", requires = "tournament", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) rounds: Option<u32>,

    /// Its folder [default: --players without .toml]
    ///
    /// For records and standings.
    #[arg(long, value_name = "FOLDER", requires = "tournament")]
    pub(super) out: Option<PathBuf>,

    /// Its seed, for pairings at equal points
    #[arg(long, value_name = "N", requires = "tournament", default_value_t = 1)]
    pub(super) seed: u64,

    /// The first program speaks GTP
    #[arg(long)]
    pub(super) gtp1: bool,

    /// The second program speaks GTP
    #[arg(long)]
    pub(super) gtp2: bool,

    /// Name of the first program [default: its command]
    #[arg(long, value_name = "NAME")]
    pub(super) name1: Option<String>,

    /// Name of the second program [default: its command]
    #[arg(long, value_name = "NAME")]
    pub(super) name2: Option<String>,

    /// File of the record
    ///
    /// A record by Katachi of that name is overwritten. Without --sgf: the first free name of game-001.sgf,
    /// game-002.sgf... in the folder referee-games.
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,

    /// With --sgf: overwrite any file of that name
    #[arg(long, requires = "sgf")]
    pub(super) overwrite: bool,

    /// Keep the files of the programs in a folder
    ///
    /// A program may write only to its own folder, the environment variable TMPDIR: black or white in FOLDER.
    /// Without --scratch these folders are temporary.
    #[arg(long, value_name = "FOLDER")]
    pub(super) scratch: Option<PathBuf>,

    /// Print the verdict, but not the moves
    #[arg(short, long)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) terms: GameTerms,
}

/// Options of one game, which a tournament decides by itself.
const OF_ONE_GAME: [&str; 7] = ["gtp1", "gtp2", "name1", "name2", "sgf", "overwrite", "scratch"];
