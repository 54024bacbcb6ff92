//! The judge: what is dead when both have passed, and who has won by Japanese rules. The engine judges; a person can
//! correct it, and has the last word.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use katachi_rules::sgf::{Record, read};
use katachi_rules::{Agreement, BoardSize, Game, PointSet, Rules, Score};

use super::record::{with_verdict, write_whole};
use crate::analysis::{FinalStatus, KnownLife};
use crate::usenix::KOMI;

/// Playouts for one judgement.
const PLAYOUTS: u32 = 300;
/// Nodes for each question about a group that these leave open.
const NODES: u32 = 20_000;

const LONG_HELP: &str = "\
Judges the position at the end of a record by Japanese rules: which stones are dead, and the score. Neutral points \
count as filled.

The engine judges as it does after a game of 'katachi referee'. What --dead and --alive say of a string goes for \
the whole string and is final; name a stone of each. With --write the record gets the verdict in place of an \
earlier one: the result, and the reasons in the comment of the last move.";

/// Options of `katachi judge`.
#[derive(Clone, Debug, clap::Args)]
#[command(about = "Judge the end of a game by Japanese rules, and correct a verdict", long_about = LONG_HELP)]
pub struct JudgeArgs {
    /// The record
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,

    /// Strings that are dead, as in D4,Q16
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    dead: Vec<String>,

    /// Strings that live
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    alive: Vec<String>,

    /// The game is not decided, as too much is open; say why
    #[arg(long, value_name = "REASON", conflicts_with_all = ["dead", "alive"])]
    incomplete: Option<String>,

    /// Write the verdict into the record
    #[arg(short, long)]
    write: bool,
}

/// What is dead, and the score.
#[derive(Clone, Debug)]
pub(super) struct Judgement {
    dead: PointSet,
    seki: PointSet,
    score: Score,
    size: BoardSize,
}

impl Judgement {
    /// Judges a position in which nobody wants to move. What is known goes before what the engine thinks.
    pub(super) fn of(game: &Game, known: &KnownLife) -> Self {
        let status = FinalStatus::with_reading(game.board(), known, PLAYOUTS, NODES);
        let mut dead = status.dead;
        dead.extend_with(&known.dead);
        dead.retain(|point| !known.alive.contains(point));
        let seki = status.seki;
        let score = if dead == status.dead {
            status.score(game)
        } else {
            // It holds against what the engine takes for certain; then every empty point is as the stones show it.
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
    pub(super) fn result(&self) -> String {
        self.score.result().to_string()
    }

    /// The points of both sides, and what was taken for dead or seki.
    pub(super) fn reasons(&self) -> Vec<String> {
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
pub fn judge(args: &JudgeArgs, out: &mut dyn Write) -> Result<()> {
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
            let judgement = Judgement::of(&game, &known);
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
    fn the_engine_finds_dead_stones_and_a_person_has_the_last_word() {
        let game = game();
        let stones = |name: &str| strings(&game, &[name.to_string()]).unwrap();
        let by_engine = Judgement::of(&game, &KnownLife::default());
        assert_eq!(by_engine.dead, stones("D6"));
        assert!(by_engine.reasons()[1].ends_with(": D6"));
        let alive = KnownLife {
            alive: stones("D6"),
            ..KnownLife::default()
        };
        let judgement = Judgement::of(&game, &alive);
        assert_eq!(judgement.reasons()[1], "No stone is dead.");
        assert!(judgement.score.white_lead() > by_engine.score.white_lead());
        let dead = KnownLife {
            dead: stones("F1"),
            ..KnownLife::default()
        };
        let judgement = Judgement::of(&game, &dead);
        assert!(judgement.dead.contains(game.size().parse_vertex("F9").unwrap()));
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
