// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of a match, and parsers of seconds.

use std::path::PathBuf;

use katachi_rules::{BoardSize, Rules, TimeSystem, parse_komi, parse_rules, parse_size};

/// Maximum time of an option: a year.
pub(super) const MAX_SECONDS: f64 = 365.0 * 86_400.0;

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
pub struct MatchOptions {
    /// Command of the first program: Black in games 1, 3, 5...
    #[arg(value_name = "FIRST")]
    pub first: String,

    /// Command of the second program: Black in games 2, 4, 6...
    #[arg(value_name = "SECOND")]
    pub second: String,

    /// Number of games
    ///
    /// An even number gives both programs each opening once with each colour.
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,

    /// Lines of the board, such as 9 or 19x13
    #[arg(short, long, default_value = "19", value_name = "LINES", value_parser = parse_size)]
    pub size: BoardSize,

    /// Handicap stones of the first program, 2 to 9
    ///
    /// The first program has Black in every game, with these stones on their usual points.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=9))]
    pub handicap: Option<u8>,

    /// Points for White [default: 7.5; handicap: 0.5]
    #[arg(short, long, value_name = "POINTS", allow_hyphen_values = true, value_parser = parse_komi)]
    pub komi: Option<f32>,

    /// Rules of the referee
    ///
    /// A name such as chinese, japanese, aga, or KataGo's text or JSON.
    #[arg(short, long, default_value = "chinese", value_name = "NAME", value_parser = parse_rules)]
    pub rules: Rules,

    /// Time of each side, such as 5m+30s/5
    ///
    /// Main time, overtime, stones to play in it. 5m has no overtime, 5m+5x30s has five periods of 30 s each
    /// (byo-yomi), 5m+10s adds 10 s after each move. In seconds: '300 30 5', '300 0 0', '300 5x30'.
    #[arg(short, long, value_name = "TIME")]
    pub time: Option<TimeSystem>,

    /// Seconds beyond the clock before a loss on time
    #[arg(long, default_value_t = 0.5, value_name = "S", value_parser = parse_seconds)]
    pub time_tolerance: f64,

    /// Seconds for an answer [default: 120]
    ///
    /// A program that has not answered then has lost. With --time the clock alone limits moves.
    #[arg(long, value_name = "S", value_parser = parse_timeout)]
    pub move_timeout: Option<f64>,

    /// Value of {level} in the commands
    #[arg(short, long, value_name = "N")]
    pub level: Option<u32>,

    /// Games at the same time, at most one a core
    ///
    /// CPU times suffer a little, wall clocks (--time) may suffer a lot.
    #[arg(short, long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: u32,

    /// Seed of the openings and of {seed}
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// Random moves of an opening [default: 4]
    ///
    /// The two games of a pair share them. At most one for four points of the board; 0 with a handicap,
    /// unless it is given.
    #[arg(short, long, value_name = "N")]
    pub opening_moves: Option<u32>,

    /// Moves of a game at most [default: 3 a point]
    ///
    /// The game is stopped then, and counted as if both had passed.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_moves: Option<u32>,

    /// Command of a program that judges dead stones
    ///
    /// If it cannot, it judges the score.
    #[arg(long, value_name = "COMMAND")]
    pub judge: Option<String>,

    /// Directory for the records of the games
    ///
    /// game-001.sgf and so on. It is made if necessary. Records by Katachi of an earlier match are
    /// overwritten.
    #[arg(long, value_name = "DIR")]
    pub sgf: Option<PathBuf>,

    /// Name of the first program [default: its own]
    #[arg(long, value_name = "NAME")]
    pub first_name: Option<String>,

    /// Name of the second program [default: its own]
    #[arg(long, value_name = "NAME")]
    pub second_name: Option<String>,

    /// Print forfeited games only, and no progress bar
    #[arg(short, long)]
    pub quiet: bool,
}

/// Reads seconds, 0 to a year.
///
/// # Errors
/// A text for the user.
pub fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds such as 10 or 0.5, at most a year".to_string()),
    }
}

/// Reads seconds, more than 0 up to a year.
///
/// # Errors
/// A text for the user.
pub fn parse_timeout(text: &str) -> Result<f64, String> {
    let seconds = parse_seconds(text)?;
    (seconds > 0.0)
        .then_some(seconds)
        .ok_or("expected more than 0 seconds".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_seconds_are_refused() {
        assert!(
            parse_seconds("-1").is_err() && parse_seconds("1e300").is_err() && parse_timeout("0").is_err()
        );
    }
}
