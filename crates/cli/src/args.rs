// SPDX-License-Identifier: MIT OR Apache-2.0

//! The arguments of the program, and its subcommands.

use clap::{Parser, Subcommand};

use super::config::{ConfigArgs, SourceOfConfig};
use super::explain::{ExplainArgs, PointArgs};
use super::game_args::GameArgs;
use super::manual::{CompletionsArgs, ManArgs};
use super::view::ViewArgs;

const EXAMPLES: &str = "\
Without a subcommand katachi plays you at the terminal; if its input is a pipe, it speaks GTP; with -l it
explains a move.

Examples:
  katachi                              a game at the terminal
  katachi --boardsize 9 --color white  on a small board, you play White
  katachi --handicap 4 --seed 7        with four stones, and repeatable
  katachi gtp --level 5                for GoGui, Sabaki or a server
  katachi analysis --threads 2         for KaTrain and tools that analyse games
  katachi -l game.sgf -L 30 -t -w      why would it make move 30?
  katachi -l game.sgf -L Q16 -t -a     everything that speaks for a move before Q16 was played
  katachi explain game.sgf -L 30 --at C3    every pattern at C3, drawn, and why it lost or does not hold
  katachi tune what-if Cut_that_holds=60 *.sgf   which moves of these games change with that value
  katachi view game.sgf                step through a game and see what the next move decides
  katachi view game.sgf -L 30 -m moyo  the groups before move 30, and the influence of both sides
  katachi serve --open                 a board in the browser
  katachi review game.sgf -o review.html   what went wrong, as a page to step through
  katachi play -l game.sgf             play on from the end of a record
  katachi match 'katachi gtp' 'gnugo --mode gtp' -n 20 -s 9    twenty games between two programs
  katachi referee ./mine 'katachi usenix'   a game by the tournament rules of 1984
  katachi arena run cup.toml           a tournament; the same command goes on after a kill
  katachi regress suites/*.tst         which questions with known answers does it get right?
  katachi solve problem.sgf            what should the side to move do?
  katachi config                       the options that a file or the environment sets";

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
    /// Where further options are taken from.
    #[command(flatten)]
    pub(crate) config: SourceOfConfig,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Speak the Go Text Protocol, version 2, on standard input and output
    Gtp(GameArgs),
    /// Analyse positions that are asked for as JSON, as KataGo's analysis engine does
    Analysis(super::analysis::AnalysisArgs),
    /// Play a person at the terminal
    Play(GameArgs),
    /// Play a person in the browser, with groups, influence, proposals and patterns to be seen
    Serve(super::serve::ServeArgs),
    /// See groups, influence and proposals in colour: stepping through a game, or of one position
    View(ViewArgs),
    /// Play games between two programs that speak GTP
    Match(katachi_arena::MatchOptions),
    /// Play by the line protocol of the tournament of 1984, on standard input and output
    Usenix(super::usenix::UsenixArgs),
    /// Referee a game of two programs by the rules of that tournament
    #[cfg(target_os = "linux")]
    Referee(katachi_arena::tournament::refereed::RefereeArgs),
    /// Judge the end of a game by Japanese rules, and correct a verdict
    #[cfg(target_os = "linux")]
    Judge(katachi_arena::referee::JudgeOptions),
    /// Let a GTP program play by the line protocol
    GtpToUsenix(super::usenix::GtpToUsenixArgs),
    /// Let a program that plays by the line protocol answer GTP
    UsenixToGtp(super::usenix::UsenixToGtpArgs),
    /// Become a program that is limited in what it may do
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Confined(katachi_arena::referee::Confinement),
    /// Play tournaments of several programs, here or on many machines
    Arena(super::arena::ArenaArgs),
    /// Put suites of questions with known answers to the engine, or to another program
    Regress(super::regress::RegressArgs),
    /// Review a game: what each move was worth, what was better, and why
    Review(super::review::ReviewArgs),
    /// Solve problems of life and death
    Solve(super::solve::SolveArgs),
    /// Draw the patterns that match at a point, with the calls of their constraints and their values or rejections
    Explain(PointArgs),
    /// See the effect of patterns in a set of games, and the moves that change when a value changes
    Tune(super::tune::TuneArgs),
    /// Print the configuration: which options hold, and where they are set
    Config(ConfigArgs),
    /// Print a script that lets a shell complete subcommands and options
    Completions(CompletionsArgs),
    /// Print a manual page, or write those of all subcommands
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use katachi::play::Level;

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
        assert_eq!((Some(game.level), game.komi), (Level::new(3.0), Some(-4.5)));
        assert!(Args::try_parse_from("katachi --level 3 gtp".split(' ')).is_err());
    }
}
