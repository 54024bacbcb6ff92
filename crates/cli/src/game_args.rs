// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options of a game and of the engine, which many subcommands share. They keep the names that GNU Go gave
//! them.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::records::parse_number_of_game;
use clap::{ArgAction, ValueEnum};
use katachi_arena::options::parse_seconds;
use katachi_engine::movegen::Generators;
use katachi_engine::play::{Hopeless, Level, Rank, Resign};
use katachi_engine::search::{Constant, parse_change};
use katachi_katago_json::SharedJudge;
use katachi_rules::{BoardSize, Rules, TimeSystem, is_unprintable, parse_komi, parse_rules, parse_size};
use katachi_session::{Sides, Strictness};

use super::database::DatabaseArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    #[command(flatten)]
    pub(crate) new: NewGameArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) pace: PaceArgs,
    #[command(flatten)]
    pub(crate) out: OutArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Record")]
pub(crate) struct RecordArgs {
    /// Start from this SGF file; - is standard input
    #[arg(short = 'l', long = "infile", value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Stop before this move: a number or a point
    ///
    /// A point such as Q16 is the first move there. Without this option the record is played to its end.
    #[arg(short = 'L', long = "until", value_name = "MOVE")]
    pub(crate) until: Option<Until>,
    /// Game of a file with several, from 1 [default: 1]
    #[arg(long = "game", value_name = "N", value_parser = parse_number_of_game)]
    pub(crate) number: Option<NonZeroUsize>,
}

#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "New game")]
pub(crate) struct NewGameArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Handicap stones, 0 or 2 to 9, on their usual points
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    pub(crate) handicap: Option<u8>,
    /// Points for White [default: of -l, or usual]
    ///
    /// The default is the komi of the record, else the usual one: 0.5 with a handicap, else that of the
    /// rules, 7.5 for area, 6.5 for territory, 7 with a button.
    #[arg(long, value_name = "POINTS", value_parser = parse_komi, allow_negative_numbers = true)]
    pub(crate) komi: Option<f32>,
    /// chinese, japanese, aga, ... [default: of -l, chinese]
    ///
    /// A name, or KataGo's text or JSON. The default is the rules of the record, else chinese.
    #[arg(long, value_name = "RULES", value_parser = parse_rules)]
    pub(crate) rules: Option<Rules>,
}

#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "New game")]
pub(crate) struct BoardArgs {
    /// Lines, 1 to 25, or WIDTHxHEIGHT [default: 19]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    pub(crate) boardsize: Option<BoardSize>,
}

/// The engine: how strong it is, and what it knows.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// Strength, 1 to 10, or between as in 4.5
    #[arg(long, value_name = "N", default_value_t)]
    pub(crate) level: Level,
    /// Strength as a rank, 25k to 2k, in place of a level
    ///
    /// The level is an estimate.
    #[arg(long, value_name = "RANK", conflicts_with = "level")]
    pub(crate) rank: Option<Rank>,
    /// Simulations a move [default: by level and board]
    ///
    /// In place of --level and --rank.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..),
        conflicts_with_all = WITHOUT_SEARCH,
        conflicts_with_all = ["level", "rank"]
    )]
    pub(crate) visits: Option<u32>,
    /// Seed of random variation [default: from the clock]
    ///
    /// The same seed gives the same moves.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Threads of the tree search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Memory of the tree in MiB
    ///
    /// A tree that fills it grows no more.
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) memory: u16,
    /// off: choose by evidence alone
    ///
    /// Evidence is what patterns and readings say of a move.
    #[arg(long, value_name = "on|off", default_value = "on", hide_short_help = true)]
    pub(crate) search: Switch,
    #[command(flatten)]
    pub(crate) sources: SourceArgs,
    /// When evidence is weighed before the search
    ///
    /// It gives the first moves of the search their priors: decided where one side wins nearly always, off
    /// never.
    #[arg(long, value_name = "WHEN", default_value = "decided", conflicts_with_all = WITHOUT_SEARCH, hide_short_help = true)]
    pub(crate) evidence: When,
    /// Set a constant of the tree; may be repeated
    ///
    /// For experiments; engine/search/settings.rs has the names.
    #[arg(
        long,
        value_name = "NAME=VALUE",
        value_parser = parse_change,
        action = ArgAction::Append,
        conflicts_with_all = WITHOUT_SEARCH,
        hide_short_help = true
    )]
    pub(crate) tree: Vec<(Constant, f32)>,
    /// Playout weights from this file, for experiments
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub(crate) weights: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) databases: DatabaseArgs,
}

#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct SourceArgs {
    /// Leave out the move-prediction model, and the search
    ///
    /// The model gives the search its priors.
    #[arg(long, hide_short_help = true)]
    no_model: bool,
    /// Choose by patterns alone
    ///
    /// Leaves out model, search, captures, life, endgame, blunder check and playouts.
    #[arg(long, hide_short_help = true)]
    patterns_only: bool,
}

/// The options of [`SourceArgs`], none of which is used together with an option of the search.
pub(crate) const WITHOUT_SEARCH: [&str; 2] = ["no_model", "patterns_only"];

impl SourceArgs {
    pub(crate) fn generators(self) -> Generators {
        match self {
            Self {
                patterns_only: true, ..
            } => Generators::Patterns,
            Self { no_model: true, .. } => Generators::WithoutModel,
            _ => Generators::All,
        }
    }

    pub(crate) fn has_search(self) -> bool {
        !(self.no_model || self.patterns_only)
    }
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct PaceArgs {
    /// Seconds a move, with --visits as a cap
    ///
    /// Such as 2 or 0.5. The default is the clock that a client sets over GTP, else the visits.
    #[arg(long, value_name = "SECONDS", value_parser = parse_time, conflicts_with_all = WITHOUT_SEARCH)]
    pub(crate) time: Option<Duration>,
    /// Seconds of a client's clock kept back at a move
    #[arg(long, value_name = "SECONDS", default_value = "0.2", value_parser = parse_time, hide_short_help = true)]
    pub(crate) reserve: Duration,
    /// on: think on the opponent's time, at level 10
    ///
    /// Over GTP, on the full screen and in the browser.
    #[arg(
        long,
        value_name = "on|off",
        default_value = "off",
        hide_possible_values = true
    )]
    pub(crate) ponder: Switch,
    #[command(flatten)]
    pub(crate) resign: ResignArgs,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ResignArgs {
    /// Resign: on, off, win rate, points behind
    ///
    /// A win rate such as 0.05: below it at several own moves in a row. A whole number of points such as 20:
    /// lost by more at best.
    #[arg(long, value_name = "WHEN", default_value = "on")]
    resign: Resigning,
    /// Do not resign before this number of moves
    ///
    /// The default is a third of the points of the board by win rate, half of them by points, and two thirds
    /// where the engine gave a handicap.
    #[arg(long, value_name = "MOVES", hide_short_help = true)]
    resign_from: Option<u32>,
}

impl ResignArgs {
    pub(crate) fn settings(&self) -> Option<Resign> {
        Some(Resign {
            hopeless: self.resign.0?,
            first_move: self.resign_from,
        })
    }
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutArgs {
    /// Keep the game, with moves considered, as SGF
    ///
    /// Each move that was considered has its value as a label.
    #[arg(short = 'o', long = "outfile", value_name = "FILE", value_parser = parse_record_file)]
    pub(crate) out: Option<PathBuf>,
    /// Write over files that others have written
    #[arg(long)]
    pub(crate) overwrite: bool,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "New game")]
pub(crate) struct PersonArgs {
    /// Your colour: black, white, both, none [default: black]
    #[arg(long, value_name = "COLOR", value_parser = Sides::parse)]
    pub(crate) color: Option<Sides>,
    /// Time of each side, such as 10m+3x30s [default: none]
    ///
    /// 10m is ten minutes, 10m+3x30s three periods of 30 s after them, 10m+5m/25 5 minutes for each 25 stones
    /// after them.
    #[arg(long, value_name = "TIME")]
    pub(crate) clock: Option<TimeSystem>,
    /// Be told of bad moves: normal, strict, gentle, off
    ///
    /// A move of yours that loses much is questioned before Katachi answers it: strict from an inaccuracy of
    /// a review on, normal from a mistake, gentle from a blunder.
    #[arg(
        long,
        value_name = "HOW",
        num_args = 0..=1,
        default_missing_value = "normal",
        value_parser = Strictness::parse
    )]
    pub(crate) teach: Option<Teaching>,
}

#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct TerminalArgs {
    /// Go line by line, without the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) board: AsciiArgs,
}

/// Whether moves of the person are judged, and how strictly.
pub(crate) type Teaching = Option<Strictness>;

#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct AsciiArgs {
    /// Draw stones as X and O [default: unless UTF-8]
    #[arg(long)]
    pub(crate) ascii: bool,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "GTP")]
pub(crate) struct ReplyArgs {
    /// Answer to `name` [default: Katachi]
    #[arg(long, value_name = "NAME", value_parser = parse_reply)]
    pub(crate) name: Option<String>,
    /// Answer to `version` [default: of this program]
    #[arg(long, value_name = "TEXT", value_parser = parse_reply)]
    pub(crate) version_reply: Option<String>,
    /// Wait for one client on this port of 127.0.0.1
    ///
    /// In place of standard input and output. 0: a free port, which is told.
    #[arg(long, value_name = "PORT", hide_short_help = true)]
    pub(crate) listen: Option<u16>,
    /// Files that loadsgf and printsgf may use: all, none, or those in a folder
    ///
    /// Names are then relative to the folder. Without --files: all, and none with --listen, as whoever uses
    /// this machine can be its client.
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    pub(crate) files: Option<String>,
    /// `gtp`, as commands for GNU Go have it
    #[arg(long, hide = true, value_name = "MODE", value_parser = ["gtp"])]
    pub(crate) mode: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = GTP_HELP)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) replies: ReplyArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
}

/// Another engine, whose values analyses, hints and teaching have.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct JudgeArgs {
    /// Engine that gives the values of analyses and advice
    ///
    /// Any program that speaks the JSON protocol of KataGo's analysis engine, such as
    /// 'katago analysis -config analysis.cfg -model model.bin.gz'. Moves of the game, and reasons, are
    /// Katachi's.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) judge: Option<String>,
    /// Visits of the judge for one answer
    ///
    /// Such as a hint. Analyses over GTP go on until the next line.
    #[arg(long, value_name = "N", default_value_t = 100, hide_short_help = true,
        value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) judge_visits: u32,
}

impl JudgeArgs {
    pub(crate) fn start(&self) -> Option<SharedJudge> {
        let command = self.judge.as_deref()?;
        Some(SharedJudge::start(command, self.judge_visits))
    }
}

const GTP_HELP: &str = "\
Examples:
  katachi gtp --level 5                    for GoGui, Sabaki or a server
  katachi gtp --time 5 --threads 2         five seconds a move, two threads";

#[derive(Debug, clap::Args)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) person: PersonArgs,
    #[command(flatten)]
    pub(crate) judge: JudgeArgs,
    #[command(flatten)]
    pub(crate) terminal: TerminalArgs,
}

pub(crate) const PLAY_HELP: &str = "\
Examples:
  katachi play --boardsize 9 --color white --level 3
  katachi play --teach strict              be told of bad moves at once
  katachi play -l game.sgf                 play on from the end of a record";

/// Groups of options that several subcommands share, by their headings.
pub fn option_groups() -> Vec<(&'static str, clap::Command)> {
    fn group<A: clap::Args>(name: &'static str) -> (&'static str, clap::Command) {
        (name, A::augment_args(clap::Command::new(name)))
    }
    vec![
        group::<RecordArgs>("Position of a record"),
        group::<NewGameArgs>("New game"),
        group::<PersonArgs>("Game against a person"),
        group::<EngineArgs>("Engine"),
        group::<PaceArgs>("Time and resignation"),
        group::<OutArgs>("Record to write"),
        group::<TerminalArgs>("Terminal"),
        group::<ReplyArgs>("Replies over GTP"),
        group::<JudgeArgs>("Judge"),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// It is.
    On,
    /// It is not.
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// In decided games.
    Decided,
    /// Never.
    Off,
}

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

/// Maximum number of positions or suites at the same time: each has a thread, and a system has not many more.
const MAX_THREADS: usize = 1024;

pub(crate) fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok();
    threads
        .filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS)
        .ok_or_else(|| format!("expected a number from 1 to {MAX_THREADS}"))
}

fn parse_time(text: &str) -> Result<Duration, String> {
    parse_seconds(text).map(Duration::from_secs_f64)
}

/// A file for a record. Another kind of file would only look like one.
fn parse_record_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let other = ["htm", "html", "jpg", "json", "pdf", "png", "svg"];
    match other.iter().any(|other| end.eq_ignore_ascii_case(other)) {
        true => Err(format!(
            "it is a game in SGF, and the name ends in .{end}: use .sgf"
        )),
        false => Ok(path),
    }
}

fn parse_reply(text: &str) -> Result<String, String> {
    let is_line = !text.trim().is_empty() && !text.contains(is_unprintable);
    let reply = is_line.then(|| text.trim().to_owned());
    reply.ok_or_else(|| "expected a line of text".to_owned())
}

/// When a game is hopeless; `None` if the engine never resigns.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Resigning(Option<Hopeless>);

impl FromStr for Resigning {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rate = || {
            text.parse()
                .ok()
                .filter(|rate| (0.0..0.5).contains(rate) && *rate > 0.0)
        };
        let hopeless = match (text, text.parse()) {
            ("off", _) => return Ok(Self(None)),
            ("on", _) => Some(Resign::default().hopeless),
            (_, Ok(points)) => Some(Hopeless::Points(points)),
            _ => rate().map(Hopeless::WinRate),
        };
        hopeless.map(|hopeless| Self(Some(hopeless))).ok_or_else(|| {
            "expected on, off, a win rate above 0 and below 0.5, or a whole number of points".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_a_point_and_points_have_none() {
        for (text, hopeless) in [
            ("on", Some(Resign::default().hopeless)),
            ("off", None),
            ("20", Some(Hopeless::Points(20))),
            ("0.05", Some(Hopeless::WinRate(0.05))),
        ] {
            assert_eq!(text.parse(), Ok(Resigning(hopeless)));
        }
        for bad in ["", "0.0", "0.5", "5.5", "-3", "1e9", "NaN", "never"] {
            assert!(bad.parse::<Resigning>().is_err(), "{bad}");
        }
    }
}
