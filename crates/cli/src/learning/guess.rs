// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi guess FILE`: the person guesses the moves of one side of a game.
//!
//! The moves of the other side are made for the person. Each guess is compared with the played move, and
//! judged by a search as a review judges moves.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use katachi_review::Severity;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Color, Game, Move, Rules};
use katachi_view::reason::quantity;

use super::judge::{Judge, JudgeArgs, phrase};
use super::{Exercise, ShowArgs, Task};
use crate::counts::parse_number_of_game;
use crate::review::{Player, parse_player};
use crate::{records, start};

/// Rows or columns between a guess and the played move, at most, for a guess that is near.
const NEAR: u8 = 2;
/// Lost guesses in the summary, at most.
const LISTED: usize = 5;

const HELP: &str = "\
Examples:
  katachi guess game.sgf --player white
  katachi guess game.sgf --from 20 --to 60     a part of the game";

/// Arguments of `katachi guess`.
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
    show: ShowArgs,
}

/// Plays the exercise.
pub(crate) fn run(args: &GuessArgs) -> anyhow::Result<()> {
    let file = &args.file;
    if file == Path::new("-") {
        bail!("- reads the record from standard input, which is needed for the guesses: name a file");
    }
    let record = records::chosen(file, args.number)?;
    let (rules, komi) = start::rules_and_komi(file, &record, None, None)?;
    let name = || format!("cannot use {}", file.display());
    let mut turns = turns(&record, rules, komi, args).with_context(name)?;
    turns.retain(|turn| args.player.0.is_none_or(|color| color == turn.color));
    if turns.is_empty() {
        let moves = quantity(record.move_count(), "move");
        let whose = args
            .player
            .0
            .map_or(String::new(), |color| format!(" of {color}"));
        return Err(anyhow::anyhow!(
            "there is no move{whose} to guess from move {} on: the game has {moves}",
            args.from
        ))
        .with_context(name);
    }
    super::run(Guessing::new(turns, Judge::new(&args.judge)?), args.show)
}

/// A move to guess, with the position before it.
struct Turn {
    number: usize,
    game: Game,
    color: Color,
    mv: Move,
}

/// The moves of a record that the options choose, of both sides, up to the end of the game.
fn turns(record: &Record, rules: Rules, komi: f32, args: &GuessArgs) -> anyhow::Result<Vec<Turn>> {
    let to = args.to.map_or(usize::MAX, NonZeroUsize::get);
    if to < args.from.get() {
        bail!("--from {} is behind --to {to}", args.from);
    }
    let moves = record.steps.iter().filter(|step| step.is_move());
    let wanted = moves.enumerate().take(to).skip(args.from.get() - 1);
    let mut turns = Vec::new();
    for (index, step) in wanted {
        let stop = || format!("--to {index} stops before the fault");
        let game = record.game_after(index, rules, komi)?;
        // The move itself has to be legal, too.
        record.game_after(index + 1, rules, komi).with_context(stop)?;
        if game.main_phase_is_over() {
            break;
        }
        if let Step::Play(color, mv) = *step {
            turns.push(Turn {
                number: index + 1,
                game,
                color,
                mv,
            });
        }
    }
    Ok(turns)
}

/// How a guess compares with the played move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grade {
    /// It is the played move.
    Played,
    /// It loses nothing significant.
    AsGood,
    /// It is near the played move.
    Near,
    /// It is elsewhere.
    Other,
    /// There was no guess.
    Skipped,
}

/// A guess that was made.
struct Guess {
    number: usize,
    mv: Option<Move>,
    grade: Grade,
    /// The loss in words, and its size to sort by.
    lost: Option<(String, f32)>,
}

/// The exercise.
struct Guessing {
    turns: Vec<Turn>,
    judge: Judge,
    guesses: Vec<Guess>,
}

impl Guessing {
    fn new(turns: Vec<Turn>, judge: Judge) -> Self {
        Self {
            turns,
            judge,
            guesses: Vec::new(),
        }
    }

    /// The move that is to be guessed now.
    fn turn(&self) -> Option<&Turn> {
        self.turns.get(self.guesses.len())
    }

    /// Compares a guess with the played move. Returns it with its sentence.
    fn compared(&self, turn: &Turn, mv: Option<Move>) -> anyhow::Result<(Guess, String)> {
        let size = turn.game.size();
        let played = size.show(turn.mv);
        let guess = |grade, lost| Guess {
            number: turn.number,
            mv,
            grade,
            lost,
        };
        let Some(mv) = mv else {
            return Ok((guess(Grade::Skipped, None), format!("{played} was played.\n")));
        };
        if mv == turn.mv {
            return Ok((
                guess(Grade::Played, None),
                format!("Right: {played} was played.\n"),
            ));
        }
        let judged = self.judge.judge(&turn.game, turn.color, mv)?;
        let phrase = phrase(&turn.game, turn.color, mv);
        if judged.severity() == Severity::Fine {
            let text = format!("As good: {phrase}. The search finds no loss. {played} was played.\n");
            return Ok((guess(Grade::AsGood, None), text));
        }
        let grade = if is_near(mv, turn.mv) {
            Grade::Near
        } else {
            Grade::Other
        };
        let lost = judged.lost().map(|lost| (lost, size_of(&judged)));
        let how_much = lost.as_ref().map_or("a little", |(lost, _)| lost);
        let word = if grade == Grade::Near { "Near" } else { "Elsewhere" };
        let fault = judged.fault();
        let text = format!("{word}: {phrase}. It loses {how_much}. {fault}\n{played} was played.\n");
        Ok((guess(grade, lost), text))
    }

    fn count(&self, grade: Grade) -> usize {
        self.guesses.iter().filter(|guess| guess.grade == grade).count()
    }
}

impl Exercise for Guessing {
    fn about(&self) -> String {
        format!("{} to guess", quantity(self.turns.len() as u32, "move"))
    }

    fn task(&self) -> anyhow::Result<Option<Task>> {
        Ok(self.turn().map(|turn| Task {
            game: turn.game.clone(),
            color: turn.color,
            heading: String::new(),
            prompt: format!("Move {}, {}", turn.number, turn.color),
        }))
    }

    fn take(&mut self, mv: Option<Move>) -> anyhow::Result<String> {
        let Some(turn) = self.turn() else {
            return Ok(String::new());
        };
        let (guess, text) = self.compared(turn, mv)?;
        let choice = self.judge.choice(&turn.game, turn.color);
        let about = self.judge.explained(&choice, &turn.game, turn.color, turn.mv);
        self.guesses.push(guess);
        Ok(format!("{text}{about}\n"))
    }

    fn summary(&self) -> String {
        let total = self.guesses.len() - self.count(Grade::Skipped);
        if total == 0 {
            return "No move was guessed.\n".to_owned();
        }
        let (played, as_good) = (self.count(Grade::Played), self.count(Grade::AsGood));
        let mut text = format!(
            "Of {}: {played} as played, {as_good} as good, {} near, {} elsewhere. Found: {:.0} %.\n",
            if total == 1 {
                "1 guess".to_owned()
            } else {
                format!("{total} guesses")
            },
            self.count(Grade::Near),
            self.count(Grade::Other),
            100.0 * (played + as_good) as f32 / total as f32,
        );
        text += &self.costly();
        text
    }
}

impl Guessing {
    /// The guesses that lose most, in lines.
    fn costly(&self) -> String {
        let lost = |guess: &Guess| guess.lost.as_ref().map_or(0.0, |(_, size)| *size);
        let mut worst: Vec<&Guess> = self.guesses.iter().filter(|guess| guess.lost.is_some()).collect();
        worst.sort_by(|a, b| lost(b).total_cmp(&lost(a)));
        let mut text = String::new();
        if !worst.is_empty() {
            text += "The guesses that lose most:\n";
        }
        for guess in worst.into_iter().take(LISTED) {
            if let (Some(mv), Some((lost, _)), Some(turn)) = (guess.mv, &guess.lost, self.turns.first()) {
                let _ = writeln!(
                    text,
                    "  move {}, {}: {lost}",
                    guess.number,
                    turn.game.size().show(mv)
                );
            }
        }
        text
    }
}

/// Is a guess near the played move?
fn is_near(one: Move, other: Move) -> bool {
    let (Some(one), Some(other)) = (one.point(), other.point()) else {
        return false;
    };
    one.x().abs_diff(other.x()).max(one.y().abs_diff(other.y())) <= NEAR
}

/// The size of a loss, to sort by: percentage points of the win rate, or points where that is more.
fn size_of(judged: &katachi_review::JudgedMove) -> f32 {
    let counted = judged.counted();
    (100.0 * counted.win_rate).max(counted.points)
}

#[cfg(test)]
mod tests;
