// SPDX-License-Identifier: MIT OR Apache-2.0

//! The arguments of the program, its subcommands, and the page of `--help`.

use std::fmt::Write as _;

use clap::{CommandFactory as _, Parser, Subcommand};

use super::config::SourceOfConfig;
use super::explain::{ExplainArgs, PointArgs};
use super::game_args::{GtpArgs, PLAY_HELP, PlayArgs, ReplyArgs};
use super::manual::{CompletionsArgs, HelpArgs, ManArgs};
use super::view::ViewArgs;

/// A Go engine that plays by shapes with names.
#[derive(Debug, Parser)]
#[command(
    name = "katachi",
    version = crate::VERSION,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true
)]
pub(crate) struct Args {
    /// The subcommand.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) explain: ExplainArgs,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
    #[command(flatten)]
    pub(crate) replies: ReplyArgs,
    #[command(flatten)]
    pub(crate) config: SourceOfConfig,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play Katachi in the terminal
    #[command(after_help = PLAY_HELP)]
    Play(PlayArgs),
    /// Play in the browser, with groups and influence
    Serve(super::serve::ServeArgs),
    /// Step through a game, its groups and influence
    View(ViewArgs),
    /// Find the mistakes of a game, what was better, and why
    Review(super::review::ReviewArgs),
    /// Guess the moves of a game, and see how good they are
    Guess(super::learning::guess::GuessArgs),
    /// Solve problems of your own mistakes, again after days
    Quiz(super::learning::quiz::QuizArgs),
    /// Answer a question about stones, and show the moves
    Read(super::read::ReadArgs),
    /// Solve problems of life and death
    Solve(super::solve::SolveArgs),
    /// Speak GTP, for GoGui, Sabaki, Lizzie and servers
    Gtp(GtpArgs),
    /// Answer KataGo's analysis queries (JSON), for KaTrain
    Analysis(super::analysis::AnalysisArgs),
    /// Play games between two GTP programs
    Match(katachi_arena::MatchOptions),
    /// Play tournaments, on one machine or on many
    Arena(super::arena::ArenaArgs),
    /// Test a program with suites of questions
    Regress(super::regress::RegressArgs),
    /// Draw the patterns at a point, with their conditions
    Explain(PointArgs),
    /// See patterns in games, and the effect of new values
    Tune(super::tune::TuneArgs),
    /// Run a program, and end all that it has started
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    Kept(katachi_line_program::keeper::Kept),
    /// Print the configuration, and where it is set
    Config,
    /// Print a script that lets a shell complete subcommands and options
    Completions(CompletionsArgs),
    /// Print a manual page, or write those of all subcommands
    Man(ManArgs),
    /// Print the version, as `--version` does
    #[command(hide = true)]
    Version,
    /// Print the help of a subcommand, or 'all'
    Help(HelpArgs),
}

/// Subcommands of the first page of the help, by what they are for.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "serve"]),
    ("Learn", &["view", "review", "guess", "quiz", "read", "solve"]),
    ("Connect", &["gtp", "analysis"]),
    ("Compete", &["match", "arena", "regress"]),
    ("Write patterns", &["explain", "tune"]),
];

/// The definitions of the command line, with the page of `--help`.
pub fn command() -> clap::Command {
    let command = Args::command();
    let page = first_page(&command);
    command.override_help(page)
}

fn first_page(root: &clap::Command) -> String {
    let mut page = "\
A Go engine that plays by shapes with names

Usage: katachi [OPTIONS] [SUBCOMMAND]
Without a subcommand: a game in the terminal, or GTP where the input is a pipe.

"
    .to_owned();
    for (group, names) in GROUPS {
        let commands = names.iter().filter_map(|name| root.find_subcommand(name));
        for (i, command) in commands.enumerate() {
            let group = if i == 0 { group } else { "" };
            let _ = writeln!(page, "{group:<14}  {:<8}  {}", command.get_name(), about(command));
        }
    }
    page + "
What would move 30 be, and why?           katachi -l game.sgf -L 30 -t -w
Options of a subcommand, in short, long:  katachi play -h, katachi play --help
Every subcommand and option:              katachi help all
"
}

pub(crate) fn second_page() -> String {
    let root = Args::command();
    let mut page = "Subcommands; 'katachi help SUBCOMMAND' has the options of each:\n\n".to_owned();
    for command in root.get_subcommands().filter(|command| !command.is_hide_set()) {
        let _ = writeln!(page, "  {:<13}  {}", command.get_name(), about(command));
    }
    let options = root.help_template("{options}").render_long_help();
    page + &format!("\nOptions without a subcommand:\n\n{options}\n")
}

fn about(command: &clap::Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn the_first_page_fits_a_terminal_and_the_second_has_the_rest() {
        let page = first_page(&Args::command());
        assert!(page.lines().count() <= 24, "{page}");
        assert!(page.lines().all(|line| line.len() <= 80), "{page}");
        for (_, names) in GROUPS {
            assert!(
                names.iter().all(|name| page.contains(&format!("  {name} "))),
                "{page}"
            );
        }
        let page = second_page();
        let root = Args::command();
        for command in root.get_subcommands().filter(|command| !command.is_hide_set()) {
            assert!(page.contains(&format!("\n  {} ", command.get_name())), "{page}");
        }
    }

    #[test]
    fn the_short_help_of_each_subcommand_fits_a_screen() {
        let mut root = Args::command();
        root.build();
        for command in root.get_subcommands() {
            let page = command.clone().term_width(80).render_help().to_string();
            assert!(page.lines().count() <= 50, "{}\n{page}", command.get_name());
        }
    }
}
