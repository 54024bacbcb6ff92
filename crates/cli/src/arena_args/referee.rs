// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of the referee of the tournament of 1984.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use katachi_arena::referee::{Confinement, JudgeOptions, Kind, RefereeOptions, TournamentOptions};
use katachi_arena::usenix;

use super::ClockArgs;
use crate::counts::parse_number_of_game;

const REFEREE_HELP: &str = "\
Lets two programs play a game by the rules of the Usenix computer Go tournament of 1984, and judges it.

The first program has Black. The programs are told 'black' or 'white', then each other's moves, one a line, as \
in G7 or pass; they write theirs in the same form. Other lines are ignored. Each has 60 minutes of user time, \
measured by the operating system; then it is told 'byo-romi' and has 10 seconds of user time for each move. A \
program loses at once if it takes longer, plays on a stone, off the board, into a ko too early or a suicide, \
forks, ends before the game does, floods its output, or lets 10 minutes go by without a move and without using \
user time. After two passes the position is judged by Japanese rules with komi 5.5; 'katachi judge' lets a person \
correct the judgement.

With --tournament many programs play by these rules, those of the file of --players:
  [[program]]
  name = 'Katachi'
  command = 'katachi usenix'
  [[program]]
  name = 'GNU Go'
  command = 'gnugo --mode gtp'
  gtp = true
The folder of --out gets the records and the standings. Killed at any moment, the same command goes on; a finished game is \
never played again.

docs/tournament.md explains the rules and how the referee keeps them.";

const REFEREE_EXAMPLES: &str = "\
Examples:
  katachi referee ./my-program 'katachi usenix'
  katachi referee --gtp2 'katachi usenix' 'gnugo --mode gtp --level 10' --sgf final.sgf
  katachi judge final.sgf --dead Q16,C3 --write
  katachi referee --tournament swiss --players players.toml --rounds 5 --out summer";

/// Options of `katachi referee`.
#[derive(Clone, Debug, clap::Args)]
#[command(about = "Referee a game by the tournament rules of 1984", long_about = REFEREE_HELP, after_help = REFEREE_EXAMPLES)]
pub struct RefereeArgs {
    /// Command of the program that has Black; split into words, but run by no shell
    #[arg(
        value_name = "PROGRAM1",
        required_unless_present = "tournament",
        conflicts_with = "tournament"
    )]
    first: Option<String>,

    /// Command of the program that has White
    #[arg(
        value_name = "PROGRAM2",
        required_unless_present = "tournament",
        conflicts_with = "tournament"
    )]
    second: Option<String>,

    /// Play a tournament of many programs: swiss or knockout
    #[arg(long, value_name = "KIND", requires = "players", conflicts_with_all = OF_ONE_GAME)]
    tournament: Option<Kind>,

    /// With --tournament: the TOML file of the programs, the best seed first
    #[arg(long, value_name = "FILE", requires = "tournament")]
    players: Option<PathBuf>,

    /// With --tournament swiss: how many rounds [default: the fewest after which only one program can have won all its games]
    #[arg(long, value_name = "N", requires = "tournament", value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,

    /// With --tournament: the folder for records and standings [default: the name of the players' file without .toml]
    #[arg(long, value_name = "FOLDER", requires = "tournament")]
    out: Option<PathBuf>,

    /// With --tournament: seed of the pairings of programs with equal points
    #[arg(long, value_name = "N", requires = "tournament", default_value_t = 1)]
    seed: u64,

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

    /// Where to write the record; a record by Katachi of that name is overwritten [default: the first of game-001.sgf,
    /// game-002.sgf... in the folder referee-games that is not there]
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,

    /// With --sgf: write over whatever file has that name
    #[arg(long, requires = "sgf")]
    overwrite: bool,

    /// Print the verdict, but not the moves
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    clocks: ClockArgs,

    /// Real seconds without a move and without user time after which a program is stuck
    #[arg(long, value_name = "SECONDS", default_value_t = 600.0, value_parser = usenix::parse_seconds)]
    idle: f64,

    /// Real seconds for the whole game; who has the move then loses
    #[arg(long, value_name = "SECONDS", default_value_t = 86_400.0, value_parser = usenix::parse_seconds)]
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

/// Options of one game, which a tournament decides by itself.
const OF_ONE_GAME: [&str; 6] = ["gtp1", "gtp2", "name1", "name2", "sgf", "overwrite"];

/// What the referee is asked for.
#[derive(Clone, Debug)]
pub enum RefereeTask {
    /// A game.
    Game(RefereeOptions),
    /// A tournament.
    Tournament(TournamentOptions),
}

impl From<RefereeArgs> for RefereeTask {
    fn from(mut args: RefereeArgs) -> Self {
        let Some((kind, players)) = args.tournament.take().zip(args.players.take()) else {
            return Self::Game(args.into());
        };
        Self::Tournament(TournamentOptions {
            kind,
            rounds: args.rounds,
            out: args.out.take().unwrap_or_else(|| players.with_extension("")),
            players,
            seed: args.seed,
            game: args.into(),
        })
    }
}

impl From<RefereeArgs> for RefereeOptions {
    fn from(args: RefereeArgs) -> Self {
        let RefereeArgs {
            first,
            second,
            tournament: _,
            players: _,
            rounds: _,
            out: _,
            seed: _,
            gtp1,
            gtp2,
            name1,
            name2,
            sgf,
            overwrite,
            quiet,
            clocks,
            idle,
            game_time,
            max_moves,
            memory,
            allow_forks,
        } = args;
        Self {
            first: first.unwrap_or_default(),
            second: second.unwrap_or_default(),
            gtp1,
            gtp2,
            name1,
            name2,
            sgf,
            overwrite,
            quiet,
            clocks: clocks.into(),
            idle,
            game_time,
            max_moves,
            memory,
            allow_forks,
        }
    }
}

const JUDGE_HELP: &str = "\
Judges the position at the end of a record by Japanese rules: which stones are dead, and the score. Neutral points \
count as filled.

The engine judges as it does after a game of 'katachi referee'. What --dead and --alive say of a string goes for \
the whole string and is final; name a stone of each. With --write the record gets the verdict in place of an \
earlier one: the result, and the reasons in the comment of the last move. What a person has said in the earlier \
verdict goes on to count, unless the same string is named now; --anew forgets it.";

/// Options of `katachi judge`.
#[derive(Clone, Debug, clap::Args)]
#[command(about = "Judge the end of a game by Japanese rules, and correct a verdict", long_about = JUDGE_HELP)]
pub struct JudgeArgs {
    /// The record
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,

    /// Which game of a record with several, counted from 1
    #[arg(long, value_name = "N", value_parser = parse_number_of_game)]
    game: Option<NonZeroUsize>,

    /// Strings that are dead, as in D4,Q16; may be given several times
    #[arg(long, value_name = "POINTS")]
    dead: Vec<String>,

    /// Strings that live
    #[arg(long, value_name = "POINTS")]
    alive: Vec<String>,

    /// Forget what a person has said in the verdict that the record has
    #[arg(long)]
    anew: bool,

    /// The game is not decided, as too much is open; say why
    #[arg(long, value_name = "REASON", conflicts_with_all = ["dead", "alive"])]
    incomplete: Option<String>,

    /// Write the verdict into the record
    #[arg(short, long)]
    write: bool,
}

impl From<JudgeArgs> for JudgeOptions {
    fn from(args: JudgeArgs) -> Self {
        let JudgeArgs {
            file,
            game,
            dead,
            alive,
            anew,
            incomplete,
            write,
        } = args;
        Self {
            file,
            game,
            dead,
            alive,
            anew,
            incomplete,
            write,
        }
    }
}

/// Options of the hidden subcommand.
#[derive(Clone, Debug, clap::Args)]
pub struct ConfineArgs {
    /// Mebibytes of address space
    #[arg(long, value_name = "MIB")]
    memory: u64,

    /// Seconds of user and system time
    #[arg(long, value_name = "SECONDS")]
    cpu: u64,

    /// Other processes may be started
    #[arg(long)]
    forks: bool,

    /// The program and its arguments
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    words: Vec<String>,
}

impl From<ConfineArgs> for Confinement {
    fn from(args: ConfineArgs) -> Self {
        let ConfineArgs {
            memory,
            cpu,
            forks,
            words,
        } = args;
        Self {
            memory,
            cpu,
            forks,
            words,
        }
    }
}
