// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi guess FILE`: the person guesses the moves of one side of a game.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use katachi_learning::guess::Guessing;
use katachi_rules::sgf::{Record, SgfError, Turns};
use katachi_rules::{Rules, quantity};

use super::JudgeArgs;
use crate::game_args::TerminalArgs;
use crate::records::parse_number_of_game;
use crate::review::{Player, parse_player};
use crate::{records, start};

const HELP: &str = "\
Examples:
  katachi guess game.sgf --player white
  katachi guess game.sgf --from 20 --to 60     a part of the game";

#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct GuessArgs {
    /// SGF file, its main line
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Whose moves: black, white or both
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = parse_player)]
    player: Player,
    /// First move to guess, from 1
    #[arg(long, value_name = "MOVE", default_value = "1")]
    from: NonZeroUsize,
    /// Last move to guess [default: of the game]
    #[arg(long, value_name = "MOVE")]
    to: Option<NonZeroUsize>,
    /// Game of a file with several, from 1 [default: 1]
    #[arg(long = "game", value_name = "N", value_parser = parse_number_of_game)]
    number: Option<NonZeroUsize>,
    #[command(flatten)]
    judge: JudgeArgs,
    #[command(flatten)]
    terminal: TerminalArgs,
}

pub(crate) fn run(args: &GuessArgs) -> anyhow::Result<()> {
    let file = &args.file;
    if file == Path::new("-") {
        bail!("- reads the record from standard input, which is needed for the guesses: name a file");
    }
    let record = records::chosen_game(file, args.number)?.record;
    let (rules, komi) = start::rules_and_komi(file, &record, None, None)?;
    let name = || format!("cannot use {}", file.display());
    let mut turns = turns(&record, rules, komi, args).with_context(name)?;
    turns.retain(|turn| args.player.is_none_or(|color| color == turn.color));
    if turns.is_empty() {
        let moves = quantity(record.move_count(), "move");
        let whose = args.player.map_or(String::new(), |color| format!(" of {color}"));
        let from = args.from;
        let why = anyhow!("there is no move{whose} to guess from move {from} on: the game has {moves}");
        return Err(why.context(name()));
    }
    super::run(Guessing::new(turns, args.judge.judge()?), args.terminal)
}

/// The moves of a record that the options choose, of both sides, up to the end of the game.
fn turns(record: &Record, rules: Rules, komi: f32, args: &GuessArgs) -> anyhow::Result<Turns> {
    let to = args.to.map_or(usize::MAX, NonZeroUsize::get);
    if to < args.from.get() {
        bail!("--from {} is behind --to {to}", args.from);
    }
    let stop = || format!("--to {} stops before the fault", record.playable(rules, komi));
    let mut turns = match Turns::new(record, rules, komi, args.from.get()..=to) {
        Err(why @ SgfError::TooManyMoves { .. }) => {
            return Err(why).context("choose a part with --from and --to");
        }
        turns => turns.with_context(stop)?,
    };
    turns.end_with_the_main_phase();
    Ok(turns)
}
