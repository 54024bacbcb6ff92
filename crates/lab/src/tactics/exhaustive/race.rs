// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proved answers about two strings that race between stones that are alive.
//!
//! The area reaches to pass-alive stones on all sides, so nothing outside matters. The race is over when one
//! of the strings is captured. That is exact if the capture connects the other string to stones that are
//! alive: at two of the points, so that its side has an answer to a stone on either.

use katachi_rules::{Board, Color, Point, PointSet, pass_alive};

use super::area::Area;
use super::positions::{AreaGoal, Threats, kills};
use super::settled;
use crate::tactics::kind::{Kind, Truth};
use crate::tactics::play::Settled;
use crate::tactics::space::flood;

/// Empty points of an area at most: 3 to 16 are sensible; the number of positions is limited as well.
const MAX_EMPTY: usize = 11;
/// Points of a captured string at which the other one connects to living stones, at least.
const MIN_CONNECTIONS: usize = 2;

/// Answers a question about the first of two strings that race: whether it can be killed or saved (`Kill`,
/// `Live`), or both [parts](Kind::parts) of a race. None if the area is too large, if the end of the race
/// does not decide, or for other kinds. Takes up to a second a part.
pub(in crate::tactics) fn solve_race(board: &Board, kind: Kind, race: [Point; 2]) -> Option<Vec<Settled>> {
    let parts = kind.parts(&race).into_iter().map(|(part, stones)| {
        let owner_moves = match part {
            Kind::Kill | Kind::Capture => false,
            Kind::Live | Kind::Save => true,
            _ => return None,
        };
        solve_string(board, [*stones.first()?, *stones.get(1)?], owner_moves)
    });
    parts.collect()
}

fn solve_string(board: &Board, race: [Point; 2], owner_moves: bool) -> Option<Settled> {
    let area = area(board, race)?;
    let lives = kills(&area, AreaGoal::Stone, Threats::Attacker, owner_moves)?;
    if !lives.succeeds {
        return Some(settled(Truth::No, &lives, &area, owner_moves));
    }
    let dies = kills(&area, AreaGoal::Stone, Threats::Owner, owner_moves)?;
    if dies.succeeds {
        return Some(settled(Truth::Yes, &dies, &area, owner_moves));
    }
    let by_ko = if owner_moves { dies } else { lives };
    Some(settled(Truth::Ko, &by_ko, &area, owner_moves))
}

/// The area of the first of two strings, which is saved when the second one is captured.
fn area(board: &Board, [own, other]: [Point; 2]) -> Option<Area> {
    let owner = board.cell(own).color()?;
    let alive = pass_alive(board, false).stones;
    let is_alive = |p: Point| Color::BOTH.iter().any(|&color| alive[color].contains(p));
    let points = flood(own, |p| {
        board.is_empty(p) || board.cell(p).is_stone() && !is_alive(p)
    });
    let is_small = points.iter().filter(|&p| board.is_empty(p)).count() <= MAX_EMPTY;
    if !is_small || !is_race(board, [own, other]) {
        return None;
    }
    let mut area = Area::of_points(board, points.iter().collect(), own)?;
    let is_beside = |p: Point, stones: &PointSet| p.neighbours().iter().any(|&n| stones.contains(n));
    area.at_wall = area.set(|p| is_beside(p, &alive[owner.opposite()]));
    area.at_ally = area.set(|p| is_beside(p, &alive[owner]));
    let captured: PointSet = board.string(other).collect();
    area.weak = area.set(|p| captured.contains(p));
    Some(area)
}

/// Whether neither of two strings is alive, and the capture of one saves the other: it connects it to living
/// stones for certain.
pub(in crate::tactics) fn is_race(board: &Board, race: [Point; 2]) -> bool {
    let alive = pass_alive(board, false).stones;
    let connects = |captured: Point, other: Point| {
        let Some(color) = board.cell(other).color() else {
            return false;
        };
        let other: PointSet = board.string(other).collect();
        let has = |p: Point, stones: &PointSet| p.neighbours().iter().any(|&n| stones.contains(n));
        let links = board
            .string(captured)
            .filter(|&p| has(p, &other) && has(p, &alive[color]));
        !other.intersects(&alive[color]) && links.count() >= MIN_CONNECTIONS
    };
    let [a, b] = race;
    connects(a, b) && connects(b, a)
}
