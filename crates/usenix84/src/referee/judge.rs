// SPDX-License-Identifier: MIT OR Apache-2.0

//! The judgement of a finished game by Japanese rules: dead stones and the score. The engine judges as at the
//! end of its own games; a person overrides it.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use katachi::records::parse_number_of_game;
use katachi_arena::write_whole;
use katachi_engine::Engine;
use katachi_engine::analysis::KnownLife;
use katachi_rules::sgf::{Record, Tree, read};
use katachi_rules::{Agreement, Game, PointSet, Rules};

use super::overrides::NamedOverrides;
use super::record::with_verdict;
use crate::protocol::KOMI;

const JUDGE_HELP: &str = "\
Judges the position at the end of a record by Japanese rules: which stones are dead, and the score. Neutral points \
count as filled.

The engine judges as it does after a game of 'katachi-usenix84 referee'. What --dead and --alive say of a string goes for \
the whole string and is final; name a stone of each. With --write the record gets the verdict in place of an \
earlier one: the result, and the reasons in the comment of the last move. What a person has said in the earlier \
verdict goes on to count, unless the same string is named now; --anew forgets it.";

/// Options of `katachi-usenix84 judge`.
#[derive(Clone, Debug, clap::Args)]
#[command(about = "Judge the end of a game by Japanese rules, and correct a verdict", long_about = JUDGE_HELP)]
pub(crate) struct JudgeOptions {
    /// The record
    #[arg(value_name = "FILE.sgf")]
    pub(crate) file: PathBuf,

    /// Number of the game in a record with several games, from 1
    #[arg(long, value_name = "N", value_parser = parse_number_of_game)]
    pub(crate) game: Option<NonZeroUsize>,

    /// Strings that are dead, as in D4,Q16; may be given several times
    #[arg(long, value_name = "POINTS")]
    pub(crate) dead: Vec<String>,

    /// Strings that live
    #[arg(long, value_name = "POINTS")]
    pub(crate) alive: Vec<String>,

    /// Forget the person's judgements in the verdict of the record
    #[arg(long)]
    pub(crate) anew: bool,

    /// Call the game undecided, for this reason
    #[arg(long, value_name = "REASON", conflicts_with_all = ["dead", "alive"])]
    pub(crate) incomplete: Option<String>,

    /// Write the verdict into the record
    #[arg(short, long)]
    pub(crate) write: bool,
}

/// Returns the verdict on a position in which nobody wants to move: the result as in SGF, the points of both
/// sides, and the stones that are dead or in seki. The engine judges; the overrides are enforced.
pub(super) fn verdict(game: &Game, overrides: &KnownLife) -> Vec<String> {
    let status = Engine::default().final_status_given(game, overrides);
    let (mut dead, seki) = (status.dead, status.seki);
    dead.extend_with(&overrides.dead);
    dead.retain(|point| !overrides.alive.contains(point));
    let score = match dead == status.dead {
        true => status.score(game),
        // The engine has proved the opposite. Now the stones alone decide whose an empty point is.
        false => game.agreed_score(&Agreement { dead, seki }),
    };
    let list = |what: &str, points: &PointSet| {
        let names = points.iter().map(|p| game.size().vertex(p).to_string());
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(" ")))
    };
    let mut verdict = vec![score.result().to_string(), score.to_string()];
    verdict.push(list("Dead stones", &dead).unwrap_or("No stone is dead.".to_string()));
    verdict.extend(list("In seki", &seki));
    verdict
}

/// Judges a record: writes the verdict to `out`, and into the record if asked for. Returns the result as in
/// SGF.
pub(crate) fn judge(args: &JudgeOptions, out: &mut dyn Write) -> Result<String> {
    let name = args.file.display();
    let bytes = fs::read(&args.file).with_context(|| format!("cannot read {name}"))?;
    let mut collection = read(&bytes).with_context(|| format!("cannot use {name}"))?;
    let number = which(args, collection.trees.len())?;
    let tree = &mut collection.trees[number - 1];
    let record = Record::from_tree(tree).with_context(|| format!("cannot use {name}"))?;
    let game = record
        .game_after(usize::MAX, Rules::JAPANESE, KOMI)
        .with_context(|| format!("cannot use {name}"))?;
    let last = tree.main_line().last().expect("a tree has a root");
    let comment = tree.get(last, "C");
    let comment = comment.map_or_else(String::new, |comment| comment.value().text().into_owned());
    let (result, verdict) = match &args.incomplete {
        Some(reason) => ("Void".to_string(), vec![format!("Void: {reason}")]),
        None => {
            let verdict = judged(args, &game, &comment)?;
            (verdict[0].clone(), verdict)
        }
    };
    writeln!(out, "verdict: {}", verdict.join("\n"))?;
    if args.write {
        tree.set_text(last, "C", &with_verdict(&comment, &verdict));
        let root = tree.root();
        tree.set_text(root, "RE", &result);
        write_whole(
            &args.file,
            &collection.trees.iter().map(Tree::to_sgf).collect::<String>(),
        )?;
    }
    Ok(result)
}

fn which(args: &JudgeOptions, games: usize) -> Result<usize> {
    let name = args.file.display();
    match (args.game.map(NonZeroUsize::get), games) {
        (None, 1) => Ok(1),
        (None, _) => bail!("cannot judge {name}: it has {games} games; choose one with --game N"),
        (Some(number), _) if number <= games => Ok(number),
        (Some(number), 1) => bail!("cannot judge game {number} of {name}: it has 1 game, leave --game out"),
        (Some(number), _) => {
            bail!("cannot judge game {number} of {name}: it has {games} games, use --game 1 to {games}")
        }
    }
}

/// Returns the verdict, with the overrides of the options and of the earlier verdict in that comment.
fn judged(args: &JudgeOptions, game: &Game, comment: &str) -> Result<Vec<String>> {
    let before = match args.anew {
        true => NamedOverrides::default(),
        false => NamedOverrides::from_comment(comment),
    };
    let overrides = before.then(NamedOverrides::from_options(&args.dead, &args.alive), game)?;
    let mut verdict = verdict(game, &overrides.stones(game)?);
    verdict.extend(overrides.lines());
    Ok(verdict)
}
