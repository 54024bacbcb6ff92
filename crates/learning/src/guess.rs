// SPDX-License-Identifier: MIT OR Apache-2.0

//! Guesses of the moves of one side of a game.
//!
//! The moves of the other side are made for the person. Each guess is compared with the played move, and
//! judged by a search as a review judges moves.

use katachi_answers::why_move;
use katachi_review::JudgedMove;
use katachi_rules::sgf::{Turn, Turns};
use katachi_rules::{BoardSize, Move, quantity};
use katachi_view::move_name::phrase;

use crate::{Exercise, Explanation, Judge, Task, unclear};

/// Rows or columns between a guess and the played move, at most, for a guess that is near.
const NEAR: u8 = 2;
/// Lost guesses in the summary, at most.
const LISTED: usize = 5;

/// How a guess compares with the played move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Grade {
    /// It is the played move.
    Played,
    /// It loses nothing significant.
    AsGood,
    /// The searches cannot tell whether it loses something.
    Unclear,
    /// It is near the played move.
    Near,
    /// It is elsewhere.
    Other,
    /// There was no guess.
    Skipped,
}

/// A loss in words, and its size to sort by.
type Lost = (String, f32);

#[derive(Debug)]
struct Guess {
    number: usize,
    mv: Option<Move>,
    grade: Grade,
    lost: Option<Lost>,
}

/// The exercise.
#[derive(Debug)]
pub struct Guessing {
    turns: Turns,
    size: BoardSize,
    judge: Judge,
    guesses: Vec<Guess>,
}

impl Guessing {
    /// Creates the exercise of these moves.
    pub fn new(turns: Turns, judge: Judge) -> Self {
        Self {
            size: turns.last().size(),
            turns,
            judge,
            guesses: Vec::new(),
        }
    }

    /// The move that is to be guessed now.
    fn turn(&self) -> Option<Turn> {
        let index = self.guesses.len();
        (index < self.turns.len()).then(|| self.turns.turn(index))
    }

    /// Compares a guess with the played move. Returns its grade, its loss and its sentence.
    fn compared(&self, turn: &Turn, mv: Option<Move>) -> anyhow::Result<(Grade, Option<Lost>, String)> {
        let played = turn.game.size().show(turn.mv);
        let Some(mv) = mv else {
            return Ok((Grade::Skipped, None, format!("{played} was played.\n")));
        };
        if mv == turn.mv {
            return Ok((Grade::Played, None, format!("Right: {played} was played.\n")));
        }
        let judged = self.judge.judge(&turn.game, turn.color, mv)?;
        let phrase = phrase(turn.game.board(), turn.color, mv);
        let (grade, text) = match judged.is_good() {
            Some(true) => (
                Grade::AsGood,
                format!("As good: {phrase}. The search finds no loss."),
            ),
            None => (Grade::Unclear, unclear(&phrase)),
            Some(false) => return Ok(losing(&judged, turn, mv, &phrase)),
        };
        Ok((grade, None, format!("{text} {played} was played.\n")))
    }

    fn count(&self, grade: Grade) -> usize {
        self.guesses.iter().filter(|guess| guess.grade == grade).count()
    }
}

impl Exercise for Guessing {
    fn about(&self) -> String {
        format!("{} to guess", quantity(self.turns.len(), "move"))
    }

    fn task(&self) -> anyhow::Result<Option<Task>> {
        Ok(self.turn().map(|turn| Task {
            game: turn.game,
            color: turn.color,
            heading: String::new(),
            prompt: format!("Move {}, {}", turn.number, turn.color),
        }))
    }

    fn take(&mut self, mv: Option<Move>) -> anyhow::Result<Explanation> {
        let Some(turn) = self.turn() else {
            return Ok(Explanation::default());
        };
        let (grade, lost, text) = self.compared(&turn, mv)?;
        let about = why_move(&mut self.judge.player(), &turn.game, turn.color, turn.mv).text;
        let explanation = Explanation {
            is_right: matches!(grade, Grade::Played | Grade::AsGood),
            text: format!("{text}{about}\n"),
            solution: Some(turn.mv),
        };
        let number = turn.number;
        let guess = Guess {
            number,
            mv,
            grade,
            lost,
        };
        self.guesses.push(guess);
        Ok(explanation)
    }

    fn summary(&self) -> String {
        let total = self.guesses.len() - self.count(Grade::Skipped);
        if total == 0 {
            return "No move was guessed.\n".to_owned();
        }
        let [played, as_good, near, other] =
            [Grade::Played, Grade::AsGood, Grade::Near, Grade::Other].map(|grade| self.count(grade));
        let guesses = if total == 1 { "guess" } else { "guesses" };
        let share = 100.0 * (played + as_good) as f32 / total as f32;
        let unclear = match self.count(Grade::Unclear) {
            0 => String::new(),
            unclear => format!(", {unclear} unclear"),
        };
        let mut text = format!(
            "Of {total} {guesses}: {played} as played, {as_good} as good, {near} near, {other} elsewhere{unclear}. \
             Found: {share:.0} %.\n"
        );
        text += &self.costly();
        text
    }
}

impl Guessing {
    /// The guesses that lose most, in lines.
    fn costly(&self) -> String {
        let lost = |guess: &Guess| Some((guess.lost.clone()?, guess.number, guess.mv?));
        let mut worst: Vec<_> = self.guesses.iter().filter_map(lost).collect();
        worst.sort_by(|((_, a), ..), ((_, b), ..)| b.total_cmp(a));
        let lines = worst.iter().take(LISTED);
        let lines = lines
            .map(|((lost, _), number, mv)| format!("  move {number}, {}: {lost}\n", self.size.show(*mv)));
        match worst.is_empty() {
            true => String::new(),
            false => format!("The guesses that lose most:\n{}", lines.collect::<String>()),
        }
    }
}

/// The grade of a guess that loses something, its loss and its sentences.
fn losing(judged: &JudgedMove, turn: &Turn, mv: Move, phrase: &str) -> (Grade, Option<Lost>, String) {
    let (grade, word) = match is_near(mv, turn.mv) {
        true => (Grade::Near, "Near"),
        false => (Grade::Other, "Elsewhere"),
    };
    let lost = judged.lost().map(|lost| (lost, size_of(judged)));
    let how_much = lost.as_ref().map_or("a little", |(lost, _)| lost);
    let (fault, played) = (judged.fault(), turn.game.size().show(turn.mv));
    let text = format!("{word}: {phrase}. It loses {how_much}. {fault}\n{played} was played.\n");
    (grade, lost, text)
}

fn is_near(one: Move, other: Move) -> bool {
    let (Some(one), Some(other)) = (one.point(), other.point()) else {
        return false;
    };
    one.x().abs_diff(other.x()).max(one.y().abs_diff(other.y())) <= NEAR
}

/// The size of a loss, to sort by: percentage points of the win rate, or points where that is more.
fn size_of(judged: &JudgedMove) -> f32 {
    let counted = judged.mv.counted();
    (100.0 * counted.win_rate).max(counted.points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearness_is_counted_in_rows_and_columns() {
        let point = |vertex: &str| Move::Play(BoardSize::square(9).parse_vertex(vertex).unwrap());
        let near = |one: &str, other: &str| is_near(point(one), point(other));
        assert!(near("E5", "G3") && near("E5", "E5"));
        assert!(!near("E5", "H5") && !near("E5", "E8"));
        assert!(!is_near(Move::Pass, point("E5")));
    }
}
