// SPDX-License-Identifier: MIT OR Apache-2.0

//! The judge: what is dead when both have passed, and who has won by Japanese rules. The judge is handed in; a person can
//! correct it, and has the last word.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use katachi_rules::sgf::{Record, read};
use katachi_rules::{Agreement, BoardSize, Game, PointSet, Rules, Score};

use super::record::{with_verdict, write_whole};
use crate::error::{Context as _, Result};
use crate::usenix::KOMI;

/// What the user asks of a judgement.
#[derive(Clone, Debug)]
pub struct JudgeOptions {
    /// The record.
    pub file: PathBuf,
    /// Strings that are dead, each by a point of it.
    pub dead: Vec<String>,
    /// Strings that live.
    pub alive: Vec<String>,
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
    pub fn of(game: &Game, known: &KnownLife, judge: &dyn Judge) -> Self {
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
    let collection = read(&bytes).with_context(|| format!("cannot use {name}"))?;
    ensure!(
        collection.trees.len() == 1,
        "cannot judge {name}: it has {} games, one is wanted",
        collection.trees.len()
    );
    let mut tree = collection.trees.into_iter().next().expect("there is one");
    let record = Record::of_tree(&tree).with_context(|| format!("cannot use {name}"))?;
    let game = record
        .game_after(usize::MAX, Rules::JAPANESE, KOMI)
        .with_context(|| format!("cannot use {name}"))?;
    let (result, verdict) = match &args.incomplete {
        Some(reason) => ("Void".to_string(), vec![format!("Void: {reason}")]),
        None => {
            let known = KnownLife {
                dead: strings(&game, &args.dead)?,
                alive: strings(&game, &args.alive)?,
            };
            ensure!(
                !known.dead.intersects(&known.alive),
                "a string is named both by --dead and by --alive"
            );
            let judgement = Judgement::of(&game, &known, by);
            let mut verdict = vec![judgement.result()];
            verdict.extend(judgement.reasons());
            for (option, points) in [("dead", &args.dead), ("alive", &args.alive)] {
                if !points.is_empty() {
                    verdict.push(format!("Said to be {option} by a person: {}", points.join(" ")));
                }
            }
            (judgement.result(), verdict)
        }
    };
    writeln!(out, "verdict: {}", verdict.join("\n"))?;
    if args.write {
        let last = tree.main_line().last().expect("a tree has a root");
        let comment = tree
            .get(last, "C")
            .map(|comment| comment.value().text().into_owned());
        let comment = with_verdict(&comment.unwrap_or_default(), &verdict);
        tree.set_text(last, "C", &comment);
        let root = tree.root();
        tree.set_text(root, "RE", &result);
        write_whole(&args.file, &tree.to_sgf())?;
    }
    Ok(())
}

/// The stones of the strings at these points.
fn strings(game: &Game, points: &[String]) -> Result<PointSet> {
    let mut stones = PointSet::EMPTY;
    for name in points {
        let point = game.size().parse_vertex(name.trim());
        let Some(point) = point.filter(|&p| game.board().cell(p).is_stone()) else {
            bail!("at '{name}' is no stone: name a point with one, such as D4");
        };
        stones.extend(game.board().string(point));
    }
    Ok(stones)
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_rules::{Board, Color};

    /// Black has the left half with a stone of White's in it, White the right one.
    const FINISHED: &str = "
        . X . . X O . O .
        X . X . X O O . O
        . X X . X O . O .
        . . . O X O O O O
        . . . . X O . . .
        . . . X X O . . .
        X X X . X O . . .
        . X . X X O . O O
        X . X . X O . O .";

    fn game() -> Game {
        Game::from_position(Board::from_diagram(FINISHED), Color::Black, Rules::JAPANESE, KOMI)
    }

    #[test]
    fn only_stones_can_be_dead() {
        let error = strings(&game(), &["A2".to_string(), "C4".to_string()]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "at 'A2' is no stone: name a point with one, such as D4"
        );
    }
}
