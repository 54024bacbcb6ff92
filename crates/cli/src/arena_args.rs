// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of commands of the arena, as they stand on the command line.

#[cfg(target_os = "linux")]
mod referee;

use std::path::PathBuf;

use katachi_arena::options::{parse_komi, parse_rules, parse_seconds, parse_size, parse_timeout};
use katachi_arena::usenix::{self, Clocks};
use katachi_arena::{MatchOptions, TimeControl};
use katachi_rules::{BoardSize, Rules};

#[cfg(target_os = "linux")]
pub use referee::{ConfineArgs, JudgeArgs, RefereeArgs, RefereeTask};

const MATCH_HELP: &str = "\
Lets two programs that speak GTP (Go Text Protocol) play a match.

The programs take the colours in turn. Games go in pairs that share a random opening, once with each colour. \
A program that dies, gives no answer in time, answers nonsense or plays an illegal move loses that game; the \
reason is shown and the match goes on. Commands are split into words as a shell does it, but no shell runs \
them. In each word {level} stands for the value of --level, {seed} for a number that is another in every game \
and follows from --seed, and {game} for the number of the game.

Size, komi and time are passed on by GTP; rules by kata-set-rules or kgs-rules if the program lists one of \
them. GNU Go lists neither: give it --chinese-rules on its command line.

After two passes the position is counted by area. Dead stones are those that the judge names (see --judge); \
without a judge those on which both programs agree (final_status_list dead); failing that a final_score on \
which both agree; failing that nothing is dead. When the programs disagree the record of the game says who \
claimed what.";

const MATCH_EXAMPLES: &str = "\
Examples:
  katachi match 'katachi gtp' 'gnugo --mode gtp --chinese-rules --level 1' --games 20 --size 9
  katachi match 'katachi gtp' 'gnugo --mode gtp --chinese-rules --level {level} --seed {seed}' \\
      --level 5 --judge 'gnugo --mode gtp --chinese-rules' --jobs 2 --sgf games";

/// Options of `katachi match`.
#[derive(Clone, Debug, clap::Args)]
#[command(about = "Lets two GTP programs play a match", long_about = MATCH_HELP, after_help = MATCH_EXAMPLES)]
pub struct MatchArgs {
    /// Command of the first program, which has Black in games 1, 3, 5...
    #[arg(value_name = "FIRST")]
    first: String,

    /// Command of the second program, which has Black in games 2, 4, 6...
    #[arg(value_name = "SECOND")]
    second: String,

    /// Number of games; an even number gives both programs each opening once with each colour
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,

    /// Lines of the board: 9, 19, or columns and rows as in 19x13
    #[arg(short, long, default_value = "19", value_name = "LINES", value_parser = parse_size)]
    size: BoardSize,

    /// Handicap stones, 2 to 9, on their usual points: the first program has Black with these in every game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=9))]
    handicap: Option<u8>,

    /// Points that White receives [default: 7.5, or 0.5 with a handicap]
    #[arg(short, long, value_name = "POINTS", allow_hyphen_values = true, value_parser = parse_komi)]
    komi: Option<f32>,

    /// Rules of the referee: a name such as chinese, japanese, aga, or KataGo's text or JSON
    #[arg(short, long, default_value = "chinese", value_name = "NAME", value_parser = parse_rules)]
    rules: Rules,

    /// Time of each side: main seconds, overtime seconds, stones to play in them, as in '300 30 5'; '300 0 0'
    /// is all the time there is, '300 5x30' has five periods of 30 s each (byo-yomi)
    #[arg(short, long, value_name = "'MAIN OVERTIME STONES'")]
    time: Option<TimeControl>,

    /// Seconds that a move may take beyond the clock before the game is lost on time
    #[arg(long, default_value_t = 0.5, value_name = "SECONDS", value_parser = parse_seconds)]
    time_tolerance: f64,

    /// Seconds after which a program that has not answered has lost [default: 120; with --time moves are
    /// limited by the clock alone]
    #[arg(long, value_name = "SECONDS", value_parser = parse_timeout)]
    move_timeout: Option<f64>,

    /// What {level} in the commands stands for
    #[arg(short, long, value_name = "N")]
    level: Option<u32>,

    /// Games that are played at the same time, no more than there are cores. CPU times suffer a little,
    /// wall clocks (--time) may suffer a lot
    #[arg(short, long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    jobs: u32,

    /// Seed of the openings and of {seed}: the same seed gives the same openings
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Random moves at the start of each game, drawn anew for each pair of games; at most one for four points
    /// of the board [default: 4, fewer on the smallest boards, none with a handicap]
    #[arg(short, long, value_name = "N")]
    opening_moves: Option<u32>,

    /// Moves after which a game is stopped and counted as if both had passed [default: 3 for each point]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,

    /// Command of a third program that is shown each finished game and says which stones are dead
    /// (or, if it cannot do that, what the score is)
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,

    /// Directory for the records of the games, game-001.sgf and so on; it is made if it is not there, and
    /// records by Katachi of an earlier match are overwritten
    #[arg(long, value_name = "DIR")]
    sgf: Option<PathBuf>,

    /// What to call the first program [default: what it calls itself]
    #[arg(long, value_name = "NAME")]
    first_name: Option<String>,

    /// What to call the second program [default: what it calls itself]
    #[arg(long, value_name = "NAME")]
    second_name: Option<String>,

    /// No progress bar, and of the games only those that a program lost by its fault
    #[arg(short, long)]
    quiet: bool,
}

impl From<MatchArgs> for MatchOptions {
    fn from(args: MatchArgs) -> Self {
        let MatchArgs {
            first,
            second,
            games,
            size,
            handicap,
            komi,
            rules,
            time,
            time_tolerance,
            move_timeout,
            level,
            jobs,
            seed,
            opening_moves,
            max_moves,
            judge,
            sgf,
            first_name,
            second_name,
            quiet,
        } = args;
        Self {
            first,
            second,
            games,
            size,
            handicap,
            komi,
            rules,
            time,
            time_tolerance,
            move_timeout,
            level,
            jobs,
            seed,
            opening_moves,
            max_moves,
            judge,
            sgf,
            first_name,
            second_name,
            quiet,
        }
    }
}

/// The time of each program, counted in its user time.
#[derive(Clone, Copy, Debug, PartialEq, clap::Args)]
pub struct ClockArgs {
    /// Seconds of user time for all moves
    #[arg(long, value_name = "SECONDS", default_value_t = Clocks::TOURNAMENT.main, value_parser = usenix::parse_seconds)]
    main: f64,
    /// Seconds of user time for each move after 'byo-romi'
    #[arg(long, value_name = "SECONDS", default_value_t = Clocks::TOURNAMENT.byo_romi, value_parser = usenix::parse_seconds)]
    byo_romi: f64,
}

impl From<ClockArgs> for Clocks {
    fn from(args: ClockArgs) -> Self {
        let ClockArgs { main, byo_romi } = args;
        Self { main, byo_romi }
    }
}
