// SPDX-License-Identifier: MIT OR Apache-2.0

//! A judge of small groups that shares nothing with the readers: all positions of a small [area](area) are
//! generated, and results are carried back from the ends (retrograde analysis). No move is left out, both
//! sides may pass, and nothing is judged by its shape.
//!
//! `docs/tactics.md` tells what an answer rests on. Two things are open at the border of an area: whether
//! attackers around it can be captured (`Walls`), and what captured stones leave room for (`AreaGoal`). An
//! answer counts only if it holds for either view of them.

mod area;
mod eyes;
mod positions;
mod race;

use katachi_rules::{Board, Point};

use super::kind::{Kind, Truth};
use super::play::Settled;
use super::question::Found;
use super::space::Space;
use area::{Area, Walls};
use positions::{AreaGoal, Solution, Threats, kills};
pub(super) use race::{is_race, solve_race};

/// Answers a question about a group. None for other kinds, if the area is too large, or if outside points
/// decide. Takes up to a second.
pub(super) fn solve(board: &Board, kind: Kind, stones: &[Point]) -> Option<Settled> {
    match (kind, stones) {
        (Kind::Kill, &[stone]) => solve_group(board, stone, false),
        (Kind::Live, &[stone]) => solve_group(board, stone, true),
        _ => None,
    }
}

/// Answers a question about a group, or the four about an eye space.
pub(super) fn solve_all(board: &Board, kind: Kind, stones: &[Point]) -> Option<Vec<Settled>> {
    if kind != Kind::Eye {
        return Some(vec![solve(board, kind, stones)?]);
    }
    let space = Space::named_by(board, stones[0], stones[1])?.points;
    let questions = [(1, false), (2, false), (1, true), (2, true)].into_iter();
    let solve = |(eyes, owner_moves)| eyes::solve_eyes(board, stones[0], &space, eyes, owner_moves);
    questions.map(solve).collect()
}

fn solve_group(board: &Board, stone: Point, owner_moves: bool) -> Option<Settled> {
    let safe = Area::new(board, stone, Walls::Safe)?;
    let ask = |area: &Area, goal, threats| kills(area, goal, threats, owner_moves);
    let solved =
        |killed, solution: &Solution, area: &Area| Some(settled(killed, solution, area, owner_moves));
    let lives = ask(&safe, AreaGoal::Stone, Threats::Attacker)?;
    if !lives.succeeds {
        return solved(Truth::No, &lives, &safe);
    }
    let weak = Area::new(board, stone, Walls::Weak)?;
    let dies = ask(&weak, AreaGoal::All, Threats::Owner)?;
    if dies.succeeds {
        return solved(Truth::Yes, &dies, &weak);
    }
    let lives_by_ko = ask(&safe, AreaGoal::Stone, Threats::Owner)?;
    if lives_by_ko.succeeds {
        return None;
    }
    let dies_by_ko = ask(&weak, AreaGoal::All, Threats::Attacker)?;
    match (dies_by_ko.succeeds, owner_moves) {
        (false, _) => None,
        (true, true) => solved(Truth::Ko, &lives_by_ko, &safe),
        (true, false) => solved(Truth::Ko, &dies_by_ko, &weak),
    }
}

/// The answer for the side to move, by whether the group is killed.
fn settled(killed: Truth, solution: &Solution, area: &Area, owner_moves: bool) -> Settled {
    let truth = if owner_moves { killed.opposite() } else { killed };
    let moves = area.points_of(if truth == Truth::No { 0 } else { solution.moves });
    let found = Found::Searched;
    Settled { truth, found, moves }
}

#[cfg(test)]
mod tests;
