// SPDX-License-Identifier: MIT OR Apache-2.0

//! Races in small areas that unconditionally alive stones close, solved by force (`local::by_force`).
//!
//! All moves in the area are tried, so the answer is proved. A race ends with the capture of one of the two
//! strings. That is exact if the capture connects the other one to living stones, at two points, so that
//! there is an answer to a stone on either.

use std::cmp::Reverse;

use katachi_rules::{Board, Color, PassAlive, Point, PointMap, PointSet, pass_alive};

use super::Races;
use super::kill::Kill;
use crate::local::{AreaSet, ByForce, MAX_AREA, Role, SmallArea, each};
use crate::reading::answer::KoStage;
use crate::reading::{Judgement, Reading};

/// Limit of the empty points of a closed race; 10 to 14.
const MAX_EMPTY: usize = 12;
/// Limit of the positions for each kind of ko threats, as the budget is; 20,000 to 200,000.
const MAX_POSITIONS: u32 = 100_000;
/// Least points of a captured string that connect the captor to living stones; 2 or 3.
const MIN_LINKS: usize = 2;
/// The number of points that have none.
const NOWHERE: u8 = u8::MAX;

impl Races<'_> {
    /// Solves a race. `None` if it is not closed or too large.
    pub(super) fn solve(&mut self, goal: &Kill, to_move: Color) -> Option<Reading> {
        let (area, points) = closed_area(&self.reader.board, goal.hunter, goal.prey)?;
        let first = Role::of_owner(to_move == goal.attacker);
        let most = self.reader.budget.min(MAX_POSITIONS) as usize;
        for stage in [KoStage::OtherSide, KoStage::Nobody, KoStage::OwnSide] {
            let mut force = ByForce::new(&area, stage.threats(first), most);
            let lives = force.lives(first);
            self.reader.nodes += force.positions() as u64;
            if lives? == first.is_owner() {
                let is_needed = force.lives(first.opposite())? != first.is_owner();
                let moves = if is_needed { force.moves(first)? } else { 0 };
                let point = each(moves).next().map(|number| points[usize::from(number)]);
                return Some(Reading::new(stage.success(), point));
            }
        }
        Some(Reading::NO)
    }

    /// Solves whether a group can be killed or saved, by the closed race of its largest string, more than
    /// half of it. `None` if there is no such race.
    pub(crate) fn solve_group(&mut self, group: &PointSet, first: Role) -> Option<Judgement> {
        let board = &self.reader.board;
        let stone = group.iter().max_by_key(|&p| (board.string_size(p), Reverse(p)))?;
        let owner = board.cell(stone).color()?;
        if 2 * board.string_size(stone) <= group.len() as u32 {
            return None;
        }
        let hunters: PointSet = board.adjacent_strings(stone).collect();
        let race = |hunter| Kill::new(owner.opposite(), hunter, stone);
        let solved = hunters
            .iter()
            .find_map(|p| self.solve(&race(p), first.color(owner)));
        solved.map(Judgement::proved)
    }
}

/// The area of a closed race, owned by the hunter, and its points. Each of the two strings is one point.
fn closed_area(board: &Board, hunter: Point, prey: Point) -> Option<(SmallArea, Vec<Point>)> {
    let owner = board.cell(hunter).color()?;
    let found = pass_alive(board, false);
    let alive = &found.stones;
    let strings = [hunter, prey].map(|stone| board.string(stone).collect::<PointSet>());
    let touches = |p: Point, stones: &PointSet| p.neighbours().iter().any(|&n| stones.contains(n));
    let links = |captor: usize, living: &PointSet| {
        let captured = strings[1 - captor].iter();
        let links = captured.filter(|&p| touches(p, &strings[captor]) && touches(p, living));
        links.count()
    };
    if links(0, &alive[owner]).min(links(1, &alive[owner.opposite()])) < MIN_LINKS {
        return None;
    }
    let (numbers, points) = numbered(board, [hunter, prey], &found)?;
    let mut area = SmallArea {
        beside: vec![0; points.len()],
        vital: 1,
        prey: 2,
        ..SmallArea::default()
    };
    for p in board.size().points().filter(|&p| numbers[p] != NOWHERE) {
        let at = numbers[p];
        let beside = p.neighbours().into_iter().map(|n| numbers[n]);
        let beside = beside.filter(|&n| n != NOWHERE && n != at);
        area.beside[usize::from(at)] |= beside.fold(0, |set, n| set | 1 << n);
        let bit = |is: bool| AreaSet::from(is) << at;
        area.owner |= bit(board.cell(p).is(owner));
        area.attacker |= bit(board.cell(p).is(owner.opposite()));
        area.safe |= bit(touches(p, &alive[owner.opposite()]));
        area.safe_for_owner |= bit(touches(p, &alive[owner]));
    }
    let ko = board.ko().filter(|&(p, _)| numbers[p] != NOWHERE);
    area.ko = ko.map(|(p, closed_to)| (numbers[p], Role::of_owner(closed_to == owner)));
    Some((area, points))
}

/// Numbers of the points that two strings reach up to living stones, and a point for each number. None if
/// there are too many.
fn numbered(board: &Board, stones: [Point; 2], alive: &PassAlive) -> Option<(PointMap<u8>, Vec<Point>)> {
    let is_free = |p: &Point| Color::BOTH.iter().all(|&color| !alive.stones[color].contains(*p));
    let free: PointSet = board.size().points().filter(is_free).collect();
    let mut numbers = PointMap::filled(NOWHERE);
    let mut points = stones.to_vec();
    let mut reached: Vec<Point> = Vec::new();
    for (number, stone) in (0..).zip(stones) {
        board.string(stone).for_each(|p| numbers[p] = number);
        reached.extend(board.string(stone));
    }
    while let Some(p) = reached.pop() {
        for n in p.neighbours() {
            if free.contains(n) && numbers[n] == NOWHERE {
                numbers[n] = points.len() as u8;
                points.push(n);
                reached.push(n);
            }
        }
        let empty = points.iter().filter(|&&p| board.is_empty(p)).count();
        if empty > MAX_EMPTY || points.len() > MAX_AREA {
            return None;
        }
    }
    Some((numbers, points))
}
