// SPDX-License-Identifier: MIT OR Apache-2.0

//! Proved number of eyes of a small eye space.
//!
//! `docs/tactics.md` defines one eye and two, where both sides play, and the two views of what lies outside.
//! An answer has to be the same for both views. So false eyes, captures inside, cuts of the wall and shortage
//! of liberties need no rules of their own, and a seki is no eye.

use katachi_rules::{Board, Color, Point, PointSet, pass_alive};

use super::area::{Area, Set, surrounded, walls_of};
use super::positions::{Threats, lives};
use crate::tactics::kind::Truth;
use crate::tactics::play::Settled;
use crate::tactics::question::Found;
use crate::tactics::space::walls;

const MAX_EMPTY: usize = 10;
/// Points of an area at most, those that are on no board included.
const MAX_POINTS: usize = Set::BITS as usize - SPARE - 1;
/// Liberties outside that the strings around a space have in the loose view.
const SPARE: usize = 2;
/// An attackers' string beside the area with no more liberties outside may be captured.
const WEAK_LIBERTIES: usize = 2;

/// Assumption about everything outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    Tight,
    Loose,
}

/// Searches whether the owner of the string `wall`, first to move, can get one or two eyes in a space, or
/// whether the attacker can prevent that. None if the area is too large, or if outside points or a ko decide.
/// Takes up to a second.
pub(super) fn solve_eyes(
    board: &Board,
    wall: Point,
    points: &PointSet,
    eyes: u8,
    owner_moves: bool,
) -> Option<Settled> {
    let local = Local::new(board, wall, points, View::Tight)?;
    let tight = local.area(board, View::Tight, eyes)?;
    let certain = lives(&tight, Threats::Attacker, owner_moves)?;
    let solved = |succeeds: bool, area: &Area, moves: Set| {
        let mut moves = area.points_of(if succeeds { moves } else { 0 });
        moves.retain(|&p| board.is_empty(p));
        Settled {
            truth: Truth::from_success(succeeds),
            found: Found::Searched,
            moves,
        }
    };
    if certain.succeeds {
        return Some(solved(owner_moves, &tight, certain.moves));
    }
    let local = Local::new(board, wall, points, View::Loose)?;
    if local.has_weak_attackers(board) {
        return None;
    }
    let loose = local.area(board, View::Loose, eyes)?;
    let possible = lives(&loose, Threats::Owner, owner_moves)?;
    (!possible.succeeds).then(|| solved(!owner_moves, &loose, possible.moves))
}

/// The points where moves decide about a space, and the strings around it.
struct Local {
    owner: Color,
    /// Empty points, and the stones of all strings that may be captured.
    points: PointSet,
    /// Those of the space.
    space: PointSet,
    walls: Vec<Point>,
    /// The one of these that has to live.
    main: Point,
    /// Pairs of strings around that are taken not to be cut.
    joined: Vec<[Point; 2]>,
}

impl Local {
    fn new(board: &Board, wall: Point, space: &PointSet, view: View) -> Option<Self> {
        let owner = board.cell(wall).color()?;
        let mut empty = *space;
        empty.retain(|p| !board.cell(p).is(owner));
        let main = board.head(wall);
        let mut walls = walls(board, owner, &empty);
        if !walls.contains(&main) {
            walls.push(main);
        }
        let beside: Vec<Point> = empty.iter().flat_map(Point::neighbours).collect();
        empty.extend(beside.into_iter().filter(|&p| board.is_empty(p)));
        let mut joined = joined(board, &walls, &empty);
        for point in touched_twice(board, &walls, &joined) {
            let is_attacked = |&n: &Point| board.cell(n).is(owner.opposite());
            if view == View::Tight || empty.contains(point) || point.neighbours().iter().any(is_attacked) {
                empty.insert(point);
            } else {
                let heads = board.strings_beside(point, owner);
                let heads = heads.into_iter().map(|h| board.head(h));
                let around: Vec<Point> = heads.filter(|h| walls.contains(h)).collect();
                joined.extend(around.windows(2).map(|pair| [pair[0], pair[1]]));
            }
        }
        let mut points = with_attackers(board, owner, empty);
        if points.iter().filter(|&p| board.is_empty(p)).count() > MAX_EMPTY {
            return None;
        }
        points.extend(walls.iter().flat_map(|&wall| board.string(wall)));
        (points.len() <= MAX_POINTS).then_some(Self {
            owner,
            points,
            space: *space,
            walls,
            main,
            joined,
        })
    }

    /// Attackers beside the points where moves are made that may be captured from outside.
    fn has_weak_attackers(&self, board: &Board) -> bool {
        let mut open = self.points;
        open.retain(|p| !board.cell(p).is(self.owner));
        let alive = pass_alive(board, false).stones[self.owner.opposite()];
        walls_of(board, self.owner, &open).into_iter().any(|head| {
            let liberties = board.liberty_set(head);
            let outside = liberties.iter().filter(|&p| !self.points.contains(p)).count();
            outside <= WEAK_LIBERTIES && !alive.contains(head)
        })
    }

    fn area(&self, board: &Board, view: View, eyes: u8) -> Option<Area> {
        let mut area = Area::of_points(board, self.points.iter().collect(), self.main)?;
        let owner = self.owner;
        let is_outside = |p: Point| !self.points.contains(p);
        let touches_outside = |p: Point, color: Color| {
            let mut outside = p.neighbours().into_iter().filter(|&n| is_outside(n));
            outside.any(|n| board.is_empty(n) || board.cell(n).is(color))
        };
        area.at_wall = area.set(|p| {
            let is_beside_the_space = view == View::Tight && !self.space.contains(p);
            is_beside_the_space || touches_outside(p, owner.opposite())
        });
        let is_linked = |p: Point| match board.is_empty(p) {
            true => touches_outside(p, owner),
            false => self.walls.contains(&p) && board.liberty_set(p).iter().any(is_outside),
        };
        let mut links = self.joined.clone();
        let mut spare = 0;
        if view == View::Loose {
            spare = SPARE;
            let linked = area.points.iter().filter(|&&p| is_linked(p));
            links.extend(linked.map(|&p| [self.main, p]));
        }
        for [a, b] in links {
            let (a, b) = (area.number(a)?, area.number(b)?);
            if a != b {
                area.link(a, b);
            }
        }
        // Liberties, or an eye, of the main string that are on no board.
        let main = area.number(self.main)?;
        for added in 0..spare + usize::from(eyes == 1) {
            let number = area.points.len();
            area.points.push(self.main);
            area.beside.push(0);
            area.link(main, number);
            area.closed_to_owner |= 1 << number;
            if added < spare {
                area.at_wall |= 1 << number;
            }
        }
        Some(area)
    }
}

/// Pairs of strings with two common liberties outside the points where moves are made. Each liberty counts
/// for one pair.
fn joined(board: &Board, walls: &[Point], inside: &PointSet) -> Vec<[Point; 2]> {
    let mut used = *inside;
    let mut pairs = Vec::new();
    for (index, &a) in walls.iter().enumerate() {
        for &b in &walls[index + 1..] {
            let of_b = board.liberty_set(b);
            let mut common = board.liberty_set(a);
            common.retain(|p| of_b.contains(p) && !used.contains(p));
            if common.len() >= 2 {
                used.extend(common.iter().take(2));
                pairs.push([a, b]);
            }
        }
    }
    pairs
}

/// Empty points beside two of the strings that are not joined to each other.
fn touched_twice(board: &Board, walls: &[Point], joined: &[[Point; 2]]) -> Vec<Point> {
    let mut groups: Vec<Point> = walls.to_vec();
    for pair in joined {
        let [a, b] = pair.map(|p| groups[walls.iter().position(|&w| w == p).expect("a wall")]);
        groups.iter_mut().filter(|g| **g == b).for_each(|g| *g = a);
    }
    let group_at = |p: Point| {
        let head = board.cell(p).is_stone().then(|| board.head(p))?;
        walls.iter().position(|&wall| wall == head).map(|i| groups[i])
    };
    let is_twice = |p: &Point| {
        let beside: PointSet = p.neighbours().into_iter().filter_map(group_at).collect();
        beside.len() > 1
    };
    board.empty_points().filter(is_twice).collect()
}

/// The points, with all attackers beside them that have no liberty elsewhere.
fn with_attackers(board: &Board, owner: Color, mut points: PointSet) -> PointSet {
    while let Some(head) = surrounded(board, owner, &points) {
        points.extend(board.string(head));
    }
    points
}
