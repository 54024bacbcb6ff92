// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi quiz`: problems from one's own mistakes and from files, asked again after days.

mod collect;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use katachi_learning::Judge;
use katachi_learning::quiz::{Book, Day, Place, Quiz, Whose};
use katachi_rules::quantity;
use katachi_session::{FOLDER_VARIABLE, Store};

use super::JudgeArgs;
use crate::game_args::TerminalArgs;
use crate::lines;
use crate::review::{Player, parse_player};
use collect::Collector;

const HELP: &str = "\
Files are games, reviewed games (SGF or JSON) and problems of life and death (SGF, JSON lines).
Other games are reviewed first. Without files, problems of earlier calls are asked.

Examples:
  katachi quiz game.sgf problems/        their problems, and later again
  katachi quiz                           what is due today";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct QuizArgs {
    /// Games, reviews, problems, or folders of them
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Whose mistakes: black, white, both [default: You]
    ///
    /// The default is the player whose name is You, as in games against Katachi, else both.
    #[arg(long, value_name = "COLOR", value_parser = parse_player)]
    player: Option<Player>,
    /// Problems to ask, at most
    #[arg(long, value_name = "N", default_value = "10")]
    count: NonZeroUsize,
    /// Ask problems that are not due, too
    #[arg(long)]
    all: bool,
    /// Nodes a problem of life and death
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// The day of the answers [default: today]
    ///
    /// Such as 2026-11-26. Days begin at midnight UTC.
    #[arg(long, value_name = "DATE", hide_short_help = true)]
    today: Option<Day>,
    #[command(flatten)]
    judge: JudgeArgs,
    #[command(flatten)]
    terminal: TerminalArgs,
}

pub(crate) fn run(args: &QuizArgs) -> anyhow::Result<()> {
    ensure!(
        args.files.iter().all(|file| file != Path::new("-")),
        "- reads a record from standard input, which is needed for the answers: name a file"
    );
    let store = Store::of_user().with_context(|| {
        format!("there is no folder for the results: name one in the variable {FOLDER_VARIABLE}")
    })?;
    let mut book = Book::at(&Place::Folder(store.folder))?;
    let judge = args.judge.judge()?;
    let found = match args.files.is_empty() {
        true => None,
        false => Some(collected(args, &judge, &mut book)?),
    };
    let today = args.today.unwrap_or_else(Day::today);
    let mut ids = book.due(today, args.all, found.as_deref());
    ids.truncate(args.count.get());
    if ids.is_empty() {
        return lines::show(&nothing(&book, found.as_deref()));
    }
    let quiz = Quiz::new(book, judge, args.nodes, today, ids);
    super::run(quiz, args.terminal)
}

fn collected(args: &QuizArgs, judge: &Judge, book: &mut Book) -> anyhow::Result<Vec<String>> {
    let mut collector = Collector {
        judge,
        visits: args.judge.visits,
        whose: args.player.map_or(Whose::Yours, Whose::Side),
        book,
        found: Vec::new(),
    };
    for file in &args.files {
        collector.add(file)?;
    }
    let found = collector.found;
    book.save()?;
    Ok(found)
}

/// Says that nothing is asked, and why.
fn nothing(book: &Book, among: Option<&[String]>) -> String {
    let (known, next) = book.outlook(among);
    let problems = quantity(known, "problem");
    match (known, next, among) {
        (0, _, None) => {
            "There are no problems yet: name games or problems, such as: katachi quiz game.sgf\n".to_owned()
        }
        (0, _, Some(_)) => "No mistake and no problem was found in the files.\n".to_owned(),
        (_, Some(next), _) => {
            format!("Nothing is due: {problems} known, the next is due on {next}; --all asks them now.\n")
        }
        (_, None, _) => format!("Nothing is asked: {problems} known.\n"),
    }
}
