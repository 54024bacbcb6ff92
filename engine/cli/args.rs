//! The arguments. Options keep the names that GNU Go gave them.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{ArgAction, Parser, Subcommand, ValueEnum};
use katachi::search::{Constant, Evidence, parse_change};
use katachi::view::picture::Map;
use katachi_rules::{BoardSize, Color, Rules};

const EXAMPLES: &str = "\
Without a subcommand katachi plays you at the terminal; if its input is a pipe, it speaks GTP; with -l it
explains a move.

Examples:
  katachi                              a game at the terminal
  katachi --boardsize 9 --color white  on a small board, you play White
  katachi --handicap 4 --seed 7        with four stones, and repeatable
  katachi gtp --level 5                for GoGui, Sabaki or a server
  katachi -l game.sgf -L 30 -t -w      why would it make move 30?
  katachi -l game.sgf -L Q16 -t -a     every pattern that speaks for a move before Q16 was played
  katachi explain game.sgf -L 30 --at C3    every pattern at C3, drawn, and why it lost or does not hold
  katachi tune what-if Cut_that_holds=60 *.sgf   which moves of these games change with that value
  katachi view game.sgf                step through a game and see what the next move decides
  katachi view game.sgf -L 30 -m moyo  the groups before move 30, and the influence of both sides
  katachi play -l game.sgf             play on from the end of a record
  katachi match 'katachi gtp' 'gnugo --mode gtp' -n 20 -s 9    twenty games between two programs
  katachi referee ./mine 'katachi usenix'   a game by the tournament rules of 1984
  katachi arena run cup.toml           a tournament; the same command goes on after a kill
  katachi regress suites/*.tst         which questions with known answers does it get right?
  katachi solve problem.sgf            what should the side to move do?
  katachi harvest joseki *.sgf -o joseki   the corner sequences of these games, as trees";

const VIEW_HELP: &str = "\
Letters: stones of a group share one, capital for Black. Behind it, and in its colour, how the group stands:
  + green alive   ? yellow unknown   ~ red weak   ! red critical   - blue dead
Influence: # Black's, = White's. Colours follow NO_COLOR and COLORTERM; docs/view.md explains the rest.";

/// A Go engine that plays by shapes with names.
#[derive(Debug, Parser)]
#[command(
    name = "katachi",
    version,
    after_help = EXAMPLES,
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
pub(crate) struct Args {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Options of the game and the engine.
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Options of the explanation.
    #[command(flatten)]
    pub(crate) explain: ExplainArgs,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Speak the Go Text Protocol, version 2, on standard input and output
    Gtp(GameArgs),
    /// Play a person at the terminal
    Play(GameArgs),
    /// See groups, influence and proposals in colour: stepping through a game, or of one position
    View(ViewArgs),
    /// Play games between two programs that speak GTP
    Match(katachi::arena::MatchArgs),
    /// Play by the line protocol of the tournament of 1984, on standard input and output
    Usenix(super::usenix::UsenixArgs),
    /// Referee a game of two programs by the rules of that tournament
    #[cfg(target_os = "linux")]
    Referee(katachi::referee::RefereeArgs),
    /// Judge the end of a game by Japanese rules, and correct a verdict
    #[cfg(target_os = "linux")]
    Judge(katachi::referee::JudgeArgs),
    /// Let a GTP program play by the line protocol
    GtpToUsenix(super::usenix::GtpToUsenixArgs),
    /// Let a program that plays by the line protocol answer GTP
    UsenixToGtp(super::usenix::UsenixToGtpArgs),
    /// Become a program that is limited in what it may do
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Confined(katachi::referee::ConfineArgs),
    /// Play tournaments of several programs, here or on many machines
    Arena(super::arena::ArenaArgs),
    /// Put suites of questions with known answers to the engine, or to another program
    Regress(super::regress::RegressArgs),
    /// Solve problems of life and death
    Solve(super::solve::SolveArgs),
    /// Draw joseki from records of games
    Harvest(super::harvest::HarvestArgs),
    /// Train models from records of games
    Train(super::train::TrainArgs),
    /// Measure how well playouts judge positions of games whose end is known, and of known life and death
    Judgement(super::judgement::JudgementArgs),
    /// Draw the patterns that match at a point, with the calls of their constraints and their values or rejections
    Explain(PointArgs),
    /// The choices in fixed positions with one signature for all, and how long they take
    Bench(super::bench::BenchArgs),
    /// See the effect of patterns in a set of games, and the moves that change when a value changes
    Tune(super::tune::TuneArgs),
}

/// What a game begins with, and how the engine plays it.
#[derive(Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// Begin with the position of this SGF file; '-' reads standard input
    #[arg(short = 'l', long = "infile", value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Stop before this move: a number, or a point such as Q16 for the first move there [default: the end]
    #[arg(short = 'L', long = "until", value_name = "MOVE")]
    pub(crate) until: Option<Until>,
    /// Keep the game in this file as SGF, with all moves that were considered and their values as labels
    #[arg(short = 'o', long = "outfile", value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Evaluate all patterns, even those that cannot give the best move; with -t also why the rivals lost
    #[arg(short = 'a', long)]
    pub(crate) all: bool,
    /// Seed of the random variation; the same seed gives the same moves [default: drawn from the clock]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Strength, 1 to 10: how much is read
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) level: u8,
    /// Simulations of the tree search for a move [default: by the level and the board]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) visits: Option<u32>,
    /// Seconds for a move, such as 2 or 0.5, with --visits as a cap [default: by the clock that a client sets over GTP, or by the
    /// visits]
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    pub(crate) time: Option<Duration>,
    /// Seconds of a move's time that are kept back where a client's clock runs
    #[arg(long, value_name = "SECONDS", default_value = "0.2", value_parser = parse_time)]
    pub(crate) reserve: Duration,
    /// Over GTP, think on the opponent's time too
    #[arg(long, value_name = "on|off", default_value_t = Switch::Off)]
    pub(crate) ponder: Switch,
    /// Threads of the tree search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
    /// Memory of the tree in MiB; when it is full the tree grows no more
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) memory: u16,
    /// 'off': choose by the weighed evidence of patterns and readings alone, one ply
    #[arg(long, value_name = "on|off", default_value_t = Switch::On)]
    pub(crate) search: Switch,
    /// Weigh patterns and readings before the search, as priors of its first moves: 'on' for each move, 'decided' where one side wins
    /// nearly always, 'off' never
    #[arg(long, value_name = "WHEN", default_value_t = When::Decided)]
    pub(crate) evidence: When,
    /// Change a constant of the tree, for experiments; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_tree, action = ArgAction::Append)]
    pub(crate) tree: Vec<(Constant, f32)>,
    /// A file of weights for playouts, in place of the built-in ones; for experiments
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Over GTP, give a game up that is lost by more than N points at best, from half as many moves on as there are
    /// points [default: never]
    #[arg(long, value_name = "POINTS")]
    pub(crate) resign: Option<u16>,
    /// Points that White receives [default: the record's, else 7.5, or 0.5 with a handicap]
    #[arg(long, value_name = "POINTS", value_parser = parse_komi, allow_negative_numbers = true)]
    pub(crate) komi: Option<f32>,
    /// Lines of the board, 1 to 25, or WIDTHxHEIGHT [default: 19]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    pub(crate) boardsize: Option<BoardSize>,
    /// Your colour in a game at the terminal: black or white [default: black]
    #[arg(long, value_name = "COLOR", value_parser = parse_color)]
    pub(crate) color: Option<Color>,
    /// Handicap stones, 0 or 2 to 9, on their usual points
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    pub(crate) handicap: Option<u8>,
    /// Rules: a name such as chinese, japanese, aga, or KataGo's text or JSON [default: the record's, else chinese]
    #[arg(long, value_name = "NAME", value_parser = parse_rules)]
    pub(crate) rules: Option<Rules>,
    /// Play by the patterns of this file or folder instead of the built-in ones; may be given several times
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
    /// For each move.
    On,
    /// In decided games.
    Decided,
    /// Never.
    Off,
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::On => "on",
            Self::Decided => "decided",
            Self::Off => "off",
        })
    }
}

impl From<When> for Evidence {
    fn from(when: When) -> Self {
        match when {
            When::On => Self::Always,
            When::Decided => Self::Decided,
            When::Off => Self::Never,
        }
    }
}

/// What is printed about a position.
#[derive(Debug, clap::Args)]
pub(crate) struct ExplainArgs {
    /// With -l: print every proposed move with its reasons
    #[arg(short = 't', long)]
    pub(crate) trace: bool,
    /// With -l: print the board and what is known of every string
    #[arg(short = 'w', long)]
    pub(crate) board: bool,
    /// With -l: print the coloured view of the position, as `katachi view` does
    #[arg(short = 'T', long)]
    pub(crate) view: bool,
}

/// Which point of which position is explained.
#[derive(Debug, clap::Args)]
pub(crate) struct PointArgs {
    /// The SGF file, as with -l; '-' reads standard input [default: a new game]
    #[arg(value_name = "FILE", conflicts_with = "load")]
    pub(crate) file: Option<PathBuf>,
    /// The point [default: that of the move that is chosen]
    #[arg(long, value_name = "POINT")]
    pub(crate) at: Option<String>,
    /// Only patterns whose name begins with this
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub(crate) pattern: String,
    /// Options of the game and the engine.
    #[command(flatten)]
    pub(crate) game: GameArgs,
}

/// What is seen of a position. At a terminal, and without an option that names one position or another form, the
/// whole game can be stepped through.
#[derive(Debug, clap::Args)]
#[command(after_help = VIEW_HELP)]
pub(crate) struct ViewArgs {
    /// The SGF file, as with -l; '-' reads standard input [default: a new game]
    #[arg(value_name = "FILE", conflicts_with = "load")]
    pub(crate) file: Option<PathBuf>,
    /// Show the influence on empty points: area, moyo or territory
    #[arg(short = 'm', long, visible_alias = "moyo", value_name = "MAP", value_parser = parse_map)]
    pub(crate) influence: Option<Map>,
    /// Show eye spaces, half and false eyes, and the points that decide
    #[arg(short = 'E', long)]
    pub(crate) eyes: bool,
    /// Show the proposed moves with their values
    #[arg(long)]
    pub(crate) values: bool,
    /// Print what is known of this point and of the group there, such as Q16
    #[arg(long, value_name = "POINT")]
    pub(crate) at: Option<String>,
    /// Print every string with its liberties and readings
    #[arg(long)]
    pub(crate) worms: bool,
    /// Write the view as a picture to this file; '-' is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Print the view as data
    #[arg(long, conflicts_with_all = ["svg", "worms"])]
    pub(crate) json: bool,
    /// Options of the game and the engine.
    #[command(flatten)]
    pub(crate) game: GameArgs,
}

#[cfg(feature = "tui")]
impl ViewArgs {
    /// Is one position to be shown, and nothing to be stepped through?
    pub(crate) fn is_of_one_position(&self) -> bool {
        self.game.until.is_some() || self.at.is_some() || self.svg.is_some() || self.json || self.worms
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
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    width
        .parse()
        .ok()
        .zip(height.parse().ok())
        .and_then(|(width, height)| BoardSize::new(width, height))
        .ok_or_else(|| "expected 1 to 25 lines, or WIDTHxHEIGHT".to_string())
}

fn parse_map(text: &str) -> Result<Map, String> {
    Map::ALL
        .into_iter()
        .find(|map| map.word() == text)
        .ok_or_else(|| "expected area, moyo or territory".to_string())
}

fn parse_color(text: &str) -> Result<Color, String> {
    Color::parse(text).ok_or_else(|| "expected black or white".to_string())
}

fn parse_komi(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|komi: &f32| komi.is_finite())
        .ok_or_else(|| "expected a number of points".to_string())
}

fn parse_rules(text: &str) -> Result<Rules, String> {
    text.parse().map_err(|_| {
        let known: Vec<_> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
        format!("expected {}, or KataGo's text", known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        use clap::CommandFactory as _;
        Args::command().debug_assert();
    }

    #[test]
    fn options_go_behind_the_subcommand() {
        let args = Args::try_parse_from("katachi gtp --komi=-4.5 --level 3".split(' ')).unwrap();
        let Some(Command::Gtp(game)) = args.command else {
            panic!("the subcommand is gtp");
        };
        assert_eq!((game.level, game.komi), (3, Some(-4.5)));
        assert!(Args::try_parse_from("katachi --level 3 gtp".split(' ')).is_err());
    }

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
