// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of a game and of the engine, which many subcommands share. They keep the names that GNU Go gave them.

use std::fmt;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::counts::parse_number_of_game;
use clap::{ArgAction, ValueEnum};
use katachi::play::{Level, Rank, TimeSystem};
use katachi::search::{Constant, parse_change};
use katachi_rules::{BoardSize, Rules};
use katachi_session::{Sides, parse_time_system};

use super::resign_args::ResignArgs;
use super::source_args::{SourceArgs, WITHOUT_SEARCH};

/// What a game begins with, and how the engine plays it.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// Begin with the position of this SGF file; '-' reads standard input
    #[arg(short = 'l', long = "infile", value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Which game of a file with several, counted from 1 [default: the first]
    #[arg(long = "game", value_name = "N", value_parser = parse_number_of_game)]
    pub(crate) number: Option<NonZeroUsize>,
    /// Stop before this move: a number, or a point such as Q16 for the first move there [default: the end]
    #[arg(short = 'L', long = "until", value_name = "MOVE")]
    pub(crate) until: Option<Until>,
    /// Keep the game in this file as SGF, with all moves that were considered and their values as labels
    #[arg(short = 'o', long = "outfile", value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write to files that exist, even if Katachi has not written them
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// With -t: every point that anything speaks for or where a pattern matches, with all reasons, the patterns that do not hold, and why
    /// points are not proposed; by evidence alone, or with the search too if --visits is given
    #[arg(short = 'a', long)]
    pub(crate) all: bool,
    /// Seed of the random variation; the same seed gives the same moves [default: drawn from the clock]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Strength, 1 to 10, also between as in 4.5
    #[arg(long, value_name = "N", default_value_t)]
    pub(crate) level: Level,
    /// Strength as a rank, 25k to 2k, in place of the level: an estimate
    #[arg(long, value_name = "RANK", conflicts_with = "level")]
    pub(crate) rank: Option<Rank>,
    /// Simulations of the tree search for a move [default: by the level and the board]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = WITHOUT_SEARCH)]
    pub(crate) visits: Option<u32>,
    /// Seconds for a move, such as 2 or 0.5, with --visits as a cap [default: by the clock that a client sets over GTP, or by the
    /// visits]
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, conflicts_with_all = WITHOUT_SEARCH)]
    pub(crate) time: Option<Duration>,
    /// Seconds of a move's time that are kept back where a client's clock runs
    #[arg(long, value_name = "SECONDS", default_value = "0.2", value_parser = parse_time)]
    pub(crate) reserve: Duration,
    /// Think on the opponent's time too: over GTP, on the full screen and in the browser, at level 10
    #[arg(long, value_name = "on|off", default_value_t = Switch::Off)]
    pub(crate) ponder: Switch,
    /// Threads of the tree search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Memory of the tree in MiB; when it is full the tree grows no more
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) memory: u16,
    /// 'off': choose by the weighed evidence of patterns and readings alone, one ply
    #[arg(long, value_name = "on|off", default_value_t = Switch::On, conflicts_with_all = WITHOUT_SEARCH)]
    pub(crate) search: Switch,
    /// Sources that are left out.
    #[command(flatten)]
    pub(crate) sources: SourceArgs,
    /// Weigh patterns and readings before the search, as priors of its first moves: 'decided' where one side wins nearly always, 'off'
    /// never
    #[arg(long, value_name = "WHEN", default_value_t = When::Decided, conflicts_with_all = WITHOUT_SEARCH)]
    pub(crate) evidence: When,
    /// Change a constant of the tree, for experiments; may be given several times
    #[arg(
        long,
        value_name = "NAME=VALUE",
        value_parser = parse_tree,
        action = ArgAction::Append,
        conflicts_with_all = WITHOUT_SEARCH
    )]
    pub(crate) tree: Vec<(Constant, f32)>,
    /// A file of weights for playouts, in place of the built-in ones; for experiments
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// When the engine gives a game up.
    #[command(flatten)]
    pub(crate) resign: ResignArgs,
    /// Over GTP, the answer to `name` [default: Katachi]
    #[arg(long, value_name = "NAME", value_parser = parse_reply)]
    pub(crate) name: Option<String>,
    /// Over GTP, the answer to `version` [default: Katachi's version]
    #[arg(long, value_name = "TEXT", value_parser = parse_reply)]
    pub(crate) version_reply: Option<String>,
    /// Points that White receives [default: the record's, else 7.5, or 0.5 with a handicap]
    #[arg(long, value_name = "POINTS", value_parser = parse_komi, allow_negative_numbers = true)]
    pub(crate) komi: Option<f32>,
    /// Draw boards in ASCII, stones as X and O [default: where the locale is not UTF-8]
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Lines of the board, 1 to 25, or WIDTHxHEIGHT [default: 19]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    pub(crate) boardsize: Option<BoardSize>,
    /// Your colour in a game at the terminal: black, white, both or none [default: black]
    #[arg(long, value_name = "COLOR", value_parser = parse_sides)]
    pub(crate) color: Option<Sides>,
    /// Time of both sides in a game at the terminal: 10m, 10m+3x30s (three periods of 30 s), 10m+5m/25 (25 stones in 5 minutes)
    /// [default: none]
    #[arg(long, value_name = "TIME", value_parser = parse_time_system)]
    pub(crate) clock: Option<TimeSystem>,
    /// Play line by line, without the screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Handicap stones, 0 or 2 to 9, on their usual points
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    pub(crate) handicap: Option<u8>,
    /// Rules: a name such as chinese, japanese, aga, or KataGo's text or JSON [default: the record's, else chinese]
    #[arg(long, value_name = "NAME", value_parser = parse_rules)]
    pub(crate) rules: Option<Rules>,
    /// Use the patterns (.db, .sgf) and models (.txt) of this file or folder in place of the built-in ones of their kind: conn.db has
    /// connection patterns, eyes.db eye shapes; may be given several times
    #[arg(long, value_name = "FILE", action = ArgAction::Append)]
    pub(crate) db: Vec<PathBuf>,
    /// With --db: a pattern may name a helper that this engine lacks, and has the value of its colon line then
    #[arg(long, requires = "db")]
    pub(crate) allow_unknown_helpers: bool,
}

/// Is something done or not?
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// It is.
    On,
    /// It is not.
    Off,
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::On { "on" } else { "off" })
    }
}

/// When is something done?
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// In decided games.
    Decided,
    /// Never.
    Off,
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Decided => "decided",
            Self::Off => "off",
        })
    }
}

/// Where a record is to be stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// Before the move of that number, counted from 1.
    Move(usize),
    /// Before the first stone on that point, by its name.
    Vertex(String),
}

impl FromStr for Until {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(0) => Err("moves are counted from 1".to_string()),
            Ok(number) => Ok(Self::Move(number)),
            Err(_) => BoardSize::square(katachi_rules::MAX_SIDE)
                .parse_vertex(text)
                .map(|_| Self::Vertex(text.to_string()))
                .ok_or_else(|| "expected the number of a move or a point such as Q16".to_string()),
        }
    }
}

fn parse_tree(text: &str) -> Result<(Constant, f32), String> {
    parse_change(text).map_err(|error| error.to_string())
}

fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.0..=31_536_000.0).contains(seconds));
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of seconds such as 10 or 0.5, at most a year".to_string())
}

fn parse_size(text: &str) -> Result<BoardSize, String> {
    BoardSize::parse(text).ok_or_else(|| "expected 1 to 25 lines, or WIDTHxHEIGHT".to_string())
}

fn parse_sides(text: &str) -> Result<Sides, String> {
    Sides::parse(text).ok_or_else(|| "expected black, white, both or none".to_string())
}

fn parse_reply(text: &str) -> Result<String, String> {
    let is_line = !text.trim().is_empty() && !text.contains(char::is_control);
    let reply = is_line.then(|| text.trim().to_owned());
    reply.ok_or_else(|| "expected a line of text".to_owned())
}

pub(crate) fn parse_komi(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|komi: &f32| komi.is_finite())
        .ok_or_else(|| "expected a number of points".to_string())
}

pub(crate) fn parse_rules(text: &str) -> Result<Rules, String> {
    text.parse().map_err(|_| {
        let known: Vec<_> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
        format!("expected {}, or KataGo's text", known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_stopped_by_number_or_point() {
        assert_eq!("12".parse(), Ok(Until::Move(12)));
        assert_eq!("q16".parse(), Ok(Until::Vertex("q16".to_string())));
        for bad in ["0", "-3", "I9", "", "Q16 "] {
            assert!(bad.parse::<Until>().is_err(), "{bad}");
        }
    }

    #[test]
    fn boards_are_square_unless_two_sides_are_given() {
        assert_eq!(parse_size("9"), Ok(BoardSize::square(9)));
        assert_eq!(parse_size("19x13").map(|s| (s.width(), s.height())), Ok((19, 13)));
        for bad in ["0", "26", "19x", "x", "9x9x9", "-9", "300"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }
}
