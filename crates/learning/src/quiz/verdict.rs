// SPDX-License-Identifier: MIT OR Apache-2.0

//! Judges an answer, and explains it: by the search for mistakes, by reading for life and death.

use katachi_answers::{hint, why_move};
use katachi_engine::reading::{Reader, Solution};
use katachi_review::{JudgedMove, Severity};
use katachi_rules::{BoardSize, Game, Move, Point, PointSet, quantity};
use katachi_view::move_name::phrase;

use super::problem::{Kind, Problem};
use crate::{Explanation, Judge, unclear};

/// Moves of a line that are shown, at most.
const MAX_LINE: usize = 10;

/// Judges an answer; `None` asks for the solution.
pub(crate) fn judged(
    judge: &Judge,
    nodes: u32,
    problem: &Problem,
    game: &Game,
    answer: Option<Move>,
) -> anyhow::Result<Explanation> {
    if problem.kind == Kind::Life {
        let given = problem.answers(game);
        let solution = Reader::new(game.board(), nodes).life().solve(game.to_move());
        if let Some(solution) = solution.filter(|found| found.verdict.is_possible() && found.point.is_some())
        {
            let life = Life {
                game,
                solution,
                nodes,
                given,
            };
            return Ok(life.judged(answer));
        }
        if !given.is_empty() {
            return Ok(by_given(game, &given, answer));
        }
    }
    by_search(judge, problem.played(game), game, answer)
}

fn by_given(game: &Game, given: &[Point], answer: Option<Move>) -> Explanation {
    let names: Vec<String> = given.iter().map(|&p| game.size().vertex(p).to_string()).collect();
    let is_right = answer.and_then(Move::point).is_some_and(|p| given.contains(&p));
    Explanation {
        is_right,
        text: format!("{} The answer: {}.", begin(is_right, answer), names.join(" or ")),
        solution: given.first().copied().map(Move::Play),
    }
}

/// Judges by the search: a right answer loses nothing significant. `played` was a mistake.
fn by_search(
    judge: &Judge,
    played: Option<Move>,
    game: &Game,
    answer: Option<Move>,
) -> anyhow::Result<Explanation> {
    let color = game.to_move();
    let mistake = played.map(|mv| judge.judge(game, color, mv)).transpose()?;
    let found = match answer {
        Some(mv) if Some(mv) == played => mistake.clone(),
        Some(mv) => Some(judge.judge(game, color, mv)?),
        None => None,
    };
    let is_fine = |found: &JudgedMove| found.mv.severity == Severity::Fine;
    let is_good = found.as_ref().map_or(Some(false), JudgedMove::is_good);
    let is_right = answer != played && is_good == Some(true);
    let in_game = played.filter(|_| answer != played).map(|mv| {
        let lost = mistake.as_ref().filter(|found| !is_fine(found));
        let played = format!("In the game {} was played.", game.size().show(mv));
        joined([Some(played), lost.map(loss)])
    });
    let (text, solution) = match answer {
        Some(mv) if is_right => {
            let why = why_move(&mut judge.player(), game, color, mv).text;
            (joined([Some("Right.".to_owned()), Some(why), in_game]), mv)
        }
        _ => {
            let mistake = mistake.as_ref();
            let better = mistake.and_then(|found| found.better().zip(found.best()));
            let (better, best) = better.unwrap_or_else(|| {
                let hint = hint(&mut judge.player(), game, color, None);
                (hint.text, hint.mv.unwrap_or(Move::Pass))
            });
            let wrong = answer.map(|mv| match (Some(mv) == played, phrase(game.board(), color, mv)) {
                (true, _) => format!("Wrong: {} was the mistake in the game.", game.size().show(mv)),
                (_, phrase) if is_good.is_none() => unclear(&phrase),
                (_, phrase) => format!("Wrong: {phrase}."),
            });
            let lost = found.as_ref().map(loss);
            (joined([wrong, lost, Some(better), in_game]), best)
        }
    };
    Ok(Explanation {
        is_right,
        text,
        solution: Some(solution),
    })
}

/// `It loses about 12 points. White can cut at D4 now.`
fn loss(judged: &JudgedMove) -> String {
    let lost = judged.lost().map(|lost| format!("It loses {lost}."));
    joined([lost, Some(judged.fault())])
}

fn joined<const N: usize>(parts: [Option<String>; N]) -> String {
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

fn begin(is_right: bool, answer: Option<Move>) -> &'static str {
    match (answer, is_right) {
        (None, _) => "",
        (_, true) => "Right.",
        (_, false) => "Wrong.",
    }
}

/// A problem of life and death that was solved.
struct Life<'a> {
    game: &'a Game,
    solution: Solution,
    nodes: u32,
    /// The given answers, which decide if there are any.
    given: Vec<Point>,
}

impl Life<'_> {
    fn judged(&self, answer: Option<Move>) -> Explanation {
        let is_right = answer.and_then(Move::point).is_some_and(|p| self.is_right(p));
        let refuted = answer.filter(|_| !is_right).and_then(|mv| self.refutation(mv));
        let begin = begin(is_right, answer).to_owned();
        Explanation {
            is_right,
            text: joined([Some(begin), refuted, Some(self.solved()), self.line()]),
            solution: self.first().map(Move::Play),
        }
    }

    /// The move that is shown as the answer.
    fn first(&self) -> Option<Point> {
        self.given.first().copied().or(self.solution.point)
    }

    /// Whether a move is an answer: a given one, that of the solver, or one that does as well.
    fn is_right(&self, point: Point) -> bool {
        if !self.given.is_empty() {
            return self.given.contains(&point);
        }
        if self.solution.point == Some(point) {
            return true;
        }
        let mut reader = Reader::new(self.game.board(), self.nodes);
        let Solution {
            group,
            saves,
            verdict,
            ..
        } = &self.solution;
        reader.life().judge_move(point, group, *saves).strength() >= verdict.strength()
    }

    /// `Black C1 kills the group at B3 (7 stones) by a ko.`
    fn solved(&self) -> String {
        let (size, color) = (self.game.size(), self.game.to_move());
        let point = self.first();
        let point = point.map_or_else(String::new, |p| size.vertex(p).to_string());
        let does = if self.solution.saves { "saves" } else { "kills" };
        let ko = if self.solution.verdict.is_ko() {
            " by a ko"
        } else {
            ""
        };
        let group = group_name(&self.solution.group, size);
        format!("{color} {point} {does} {group}{ko}.")
    }

    /// `The line: C1 D1 B1.`, if it begins with the answer.
    fn line(&self) -> Option<String> {
        let (line, size) = (&self.solution.line, self.game.size());
        let first = line.first().copied().flatten();
        let is_answer = self.given.is_empty() || first.is_some_and(|p| self.given.contains(&p));
        let name = |p: &Option<Point>| p.map_or_else(|| "pass".to_owned(), |p| size.vertex(p).to_string());
        let names: Vec<String> = line.iter().take(MAX_LINE).map(name).collect();
        (line.len() > 1 && is_answer).then(|| format!("The line: {}.", names.join(" ")))
    }

    /// What the other side does after a wrong answer: `After A1 White saves it with C1.`
    fn refutation(&self, answer: Move) -> Option<String> {
        let (size, color) = (self.game.size(), self.game.to_move());
        let mut board = self.game.board().clone();
        let point = answer.point().filter(|&point| board.is_legal(color, point))?;
        let _ = board.play(color, point);
        let group = self.solution.group.iter();
        let left: PointSet = group.filter(|&p| board.cell(p).is_stone()).collect();
        let mut reader = Reader::new(&board, self.nodes);
        let (reading, does) = match self.solution.saves {
            true => (reader.life().kill(&left), "kills it"),
            false => (reader.life().live(&left), "saves it"),
        };
        let with = reading.point.map(|p| format!(" with {}", size.vertex(p)));
        let (point, them, with) = (size.vertex(point), color.opposite(), with.unwrap_or_default());
        let is_refuted = reading.verdict.is_possible();
        is_refuted.then(|| format!("After {point} {them} {does}{with}."))
    }
}

/// Returns `the group at B3 (7 stones)`.
pub fn group_name(group: &PointSet, size: BoardSize) -> String {
    let stones = quantity(group.len(), "stone");
    let origin = group.iter().next();
    let at = origin.map_or_else(String::new, |p| format!(" at {}", size.vertex(p)));
    format!("the group{at} ({stones})")
}

#[cfg(test)]
mod tests;
