// SPDX-License-Identifier: MIT OR Apache-2.0

//! The judge: what is dead when both have passed, and who has won by Japanese rules. The judge is handed in; a person can
//! correct it, and has the last word.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use katachi_rules::sgf::{Record, read};
use katachi_rules::{Agreement, BoardSize, Game, PointSet, Rules, Score};

use super::record::{with_verdict, write_whole};
use super::said::Said;
use crate::error::{Context as _, Result};
use crate::usenix::KOMI;

/// What the user asks of a judgement.
#[derive(Clone, Debug)]
pub struct JudgeOptions {
    /// The record.
    pub file: PathBuf,
    /// Which game of the file, counted from 1; it has to be named where there are several.
    pub game: Option<NonZeroUsize>,
    /// Strings that are dead, each by a point of it. A text may have several points, split by commas or spaces.
    pub dead: Vec<String>,
    /// Strings that live.
    pub alive: Vec<String>,
    /// Forget what a person has said in the verdict that the record has.
    pub anew: bool,
    /// The game is not decided, for this reason; nobody is asked then.
    pub incomplete: Option<String>,
    /// Write the verdict into the record.
    pub write: bool,
}

/// Stones of which somebody knows before the judgement whether they live.
#[derive(Clone, Debug, Default)]
pub struct KnownLife {
    /// Stones that live.
    pub alive: PointSet,
    /// Stones that are dead.
    pub dead: PointSet,
}

/// What a judge thinks of a position in which nobody wants to move.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// Stones that are dead.
    pub dead: PointSet,
    /// Stones that live in seki.
    pub seki: PointSet,
    /// The score then.
    pub score: Score,
}

/// Who judges the end of a game.
pub trait Judge {
    /// Judges a position in which nobody wants to move. What is known goes before what the judge thinks.
    fn judge(&self, game: &Game, known: &KnownLife) -> Opinion;
}

/// What is dead, and the score.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Stones that are dead.
    pub dead: PointSet,
    /// Stones that live in seki.
    pub seki: PointSet,
    /// The score.
    pub score: Score,
    size: BoardSize,
}

impl Judgement {
    /// Has a position judged in which nobody wants to move. What is known goes before what the judge thinks.
    pub fn new(game: &Game, known: &KnownLife, judge: &dyn Judge) -> Self {
        let opinion = judge.judge(game, known);
        let mut dead = opinion.dead;
        dead.extend_with(&known.dead);
        dead.retain(|point| !known.alive.contains(point));
        let seki = opinion.seki;
        let score = if dead == opinion.dead {
            opinion.score
        } else {
            // It holds against what the judge takes for certain; then every empty point is as the stones show it.
            game.agreed_score(&Agreement { dead, seki })
        };
        Self {
            dead,
            seki,
            score,
            size: game.size(),
        }
    }

    /// As in SGF: `W+5.5`.
    pub fn result(&self) -> String {
        self.score.result().to_string()
    }

    /// The points of both sides, and what was taken for dead or seki.
    pub fn reasons(&self) -> Vec<String> {
        let list = |what: &str, points: &PointSet| {
            let names: Vec<_> = points.iter().map(|p| self.size.vertex(p).to_string()).collect();
            (!names.is_empty()).then(|| format!("{what}: {}", names.join(" ")))
        };
        let mut reasons = vec![self.score.to_string()];
        reasons.push(list("Dead stones", &self.dead).unwrap_or("No stone is dead.".to_string()));
        reasons.extend(list("In seki", &self.seki));
        reasons
    }
}

/// The command `katachi judge`: the verdict goes to `out`, and into the record if it is asked for.
///
/// # Errors
/// A record that cannot be read, judged or written, or a point without a stone.
pub fn judge(args: &JudgeOptions, by: &dyn Judge, out: &mut dyn Write) -> Result<()> {
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
    let comment = tree
        .get(last, "C")
        .map(|comment| comment.value().text().into_owned());
    let comment = comment.unwrap_or_default();
    let (result, verdict) = match &args.incomplete {
        Some(reason) => ("Void".to_string(), vec![format!("Void: {reason}")]),
        None => judged(args, &game, &comment, by)?,
    };
    writeln!(out, "verdict: {}", verdict.join("\n"))?;
    if args.write {
        tree.set_text(last, "C", &with_verdict(&comment, &verdict));
        let root = tree.root();
        tree.set_text(root, "RE", &result);
        write_whole(&args.file, &collection.to_sgf())?;
    }
    Ok(())
}

/// The number of the game that is judged, of so many in the file.
fn which(args: &JudgeOptions, games: usize) -> Result<usize> {
    let name = args.file.display();
    match args.game.map(NonZeroUsize::get) {
        None if games == 1 => Ok(1),
        None => bail!("cannot judge {name}: it has {games} games; choose one with --game N"),
        Some(number) if number <= games => Ok(number),
        Some(number) if games == 1 => {
            bail!("cannot judge game {number} of {name}: it has 1 game, leave --game out")
        }
        Some(number) => {
            bail!("cannot judge game {number} of {name}: it has {games} games, use --game 1 to {games}")
        }
    }
}

/// The result and the reasons, with what a person says now and has said in the verdict of that comment.
fn judged(args: &JudgeOptions, game: &Game, comment: &str, by: &dyn Judge) -> Result<(String, Vec<String>)> {
    let before = match args.anew {
        true => Said::default(),
        false => Said::of_comment(comment),
    };
    let said = before.then(Said::of_options(&args.dead, &args.alive), game)?;
    let judgement = Judgement::new(game, &said.known(game)?, by);
    let mut verdict = vec![judgement.result()];
    verdict.extend(judgement.reasons());
    verdict.extend(said.lines());
    Ok((judgement.result(), verdict))
}
