// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi read FILE --at D4 --aim capture`: one question about stones, with the moves that show the answer.

use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use katachi_engine::answers::{Aim, Answers, TreeLimits};
use katachi_engine::play::Player;
use katachi_engine::reading::Reader;
use katachi_rules::Point;
use katachi_view::reading_tree;

use super::game_args::{BoardArgs, EngineArgs, OutArgs, RecordArgs};
use super::lines::show;
use super::{start, view};

const EXAMPLES: &str = "\
Examples:
  katachi read game.sgf -L 60 --at D4 --aim capture            the answer, with its lines
  katachi read game.sgf --at D4 --aim kill -o tree.sgf         the same for the group, as variations
  katachi read game.sgf --at D4 --aim save --try E5            why does E5 not save the group?
  katachi read game.sgf --at D4 --and F4 --aim cut --nodes 200000";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReadArgs {
    /// SGF file; - is standard input
    #[arg(value_name = "FILE", conflicts_with = "load")]
    file: Option<PathBuf>,
    /// A stone of the string or the group, such as D4
    #[arg(long, value_name = "POINT")]
    at: String,
    /// A stone of the other string, to connect or to cut
    #[arg(long, value_name = "POINT")]
    and: Option<String>,
    /// capture, rescue, kill, save, connect or cut
    ///
    /// Capture and rescue are about the string of the stone, kill and save about its group, connect and cut
    /// about two strings. The side that wants it moves first.
    #[arg(long, value_name = "AIM")]
    aim: Aim,
    /// Show this first move, too: does it work, and if not, why?
    #[arg(long = "try", value_name = "POINT")]
    tries: Vec<String>,
    /// Moves that a question may read
    #[arg(long, value_name = "N", default_value_t = Reader::QUESTION_NODES, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Maximum number of first moves that are tried
    #[arg(long, value_name = "N", default_value_t = TreeLimits::default().first_moves)]
    first_moves: usize,
    /// Print the whole answer as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    record: RecordArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    out: OutArgs,
}

pub(crate) fn run(mut args: ReadArgs) -> anyhow::Result<()> {
    args.record.load = args.file.take().or(args.record.load);
    if let Some(path) = &args.out.out {
        start::check_own(path, args.out.overwrite)?;
    }
    let engine = start::engine(&args.engine)?;
    let game = start::position(&args.record, BoardArgs::default())?;
    let size = game.size();
    let point = |text: &String| view::point(text, size);
    let stone = point(&args.at)?;
    let other = args.and.as_ref().map(point).transpose()?;
    let wanted: Vec<Point> = args.tries.iter().map(point).collect::<anyhow::Result<_>>()?;
    let mut player = Player::new(engine);
    player.question_nodes = args.nodes;
    let limits = TreeLimits {
        first_moves: args.first_moves,
        ..TreeLimits::default()
    };
    let question = |answers: &mut Answers<'_>| {
        let question = answers
            .question(args.aim, stone, other)
            .with_context(|| format!("cannot read whether to {} {}", args.aim.word(), args.at))?;
        for &point in &wanted {
            ensure!(
                game.board().is_legal(question.first(), point),
                "cannot try {}: it is not a legal move for {}",
                size.vertex(point),
                question.first()
            );
        }
        Ok(question)
    };
    // What programs read and files keep is one answer, with all nodes.
    let is_single = args.json || args.out.out.is_some();
    let answered = if is_single { args.nodes } else { 0 };
    let mut answers = player.answers(&game);
    let mut tree = answers.by_budgets(answered, question, &wanted, limits, |answer| match is_single {
        true => Ok(()),
        false => show(&reading_tree::line(&reading_tree::budget_row(&answer, size))),
    })?;
    tree.named = Some(stone);
    if let Some(path) = &args.out.out {
        start::write(path, reading_tree::to_sgf(&game, &tree))?;
    }
    match args.json {
        true => show(&format!("{}\n", reading_tree::to_json(&tree, size))),
        false => show(&reading_tree::text(&tree, size)),
    }
}
