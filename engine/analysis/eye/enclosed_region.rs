// SPDX-License-Identifier: MIT OR Apache-2.0

//! Enclosed regions: regions that one string encloses, and whether the first move in them makes territory, a
//! seki or a dead group.
//!
//! An eye space is counted in eyes, and there a seki is as good as two eyes. In points it is not: a seki in
//! an enclosed region takes all its territory from the owner. The moves are found by exact solving
//! (`local::exact`), so that only small regions are considered, and only if the enclosing string has no other
//! way to live.
//!
//! A region of few points is solved on its points twice: for life, and for life with all stones of the other
//! side captured. This tells death, seki and territory apart after each first move of either side.

use std::cmp::Reverse;

use katachi_rules::{Board, Color, Point, PointSet};

use crate::local::component;
use crate::local::{Arena, EyeOutcome, Solver};

/// Smaller regions are one eye whatever happens, in points: a rule of the shapes.
const SMALLEST_REGION: usize = 4;
/// Points of a region at most; 8 to 12.
const LARGEST_REGION: usize = 10;
/// A wall with more liberties outside has other ways to live; 1 to 3.
const REGION_MOST_OUTSIDE: usize = 2;
/// Positions that the search of a region may visit; 10,000 to 200,000.
const REGION_SEARCH_POSITIONS: u32 = 40_000;

/// Points of a region at most, with the owner's stones inside that are not part of the wall: a set of them is
/// 16 bits.
const MAX_POINTS: usize = 16;

/// A region that one string encloses, together with smaller strings inside whose liberties are all in it.
#[derive(Clone, Debug)]
pub(crate) struct EnclosedRegion {
    /// The side that encloses it.
    pub(crate) color: Color,
    /// The head of the enclosing string.
    pub(crate) wall: Point,
    /// Its points: empty ones, and stones of the other side.
    pub(crate) points: PointSet,
    /// Its points, and the owner's stones inside.
    all: Vec<Point>,
    wall_size: u32,
    /// The wall has an eye elsewhere.
    has_eye: bool,
    arena: Arena,
}

/// A first move in a region that changes its outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RegionMove {
    pub(crate) point: Point,
    /// Points of the score between this first move and the other side's best one.
    pub(crate) swing: f32,
    /// It is sente or reverse sente: this move, or the other side's best one, threatens at least the swing
    /// again.
    pub(crate) is_sente: bool,
}

impl EnclosedRegion {
    pub(crate) fn all(board: &Board) -> Vec<Self> {
        let mut regions = Vec::new();
        for color in Color::BOTH {
            let mut seen = PointSet::EMPTY;
            for start in board.size().points() {
                if board.is_empty(start) && !seen.contains(start) {
                    let points = space(board, color, start);
                    seen.extend_with(&points);
                    if let Some(region) = Self::new(board, color, points) {
                        seen.extend_with(&region.points);
                        regions.push(region);
                    }
                }
            }
        }
        regions
    }

    fn new(board: &Board, color: Color, mut points: PointSet) -> Option<Self> {
        if points.len() > LARGEST_REGION {
            return None;
        }
        let heads = strings_around(board, color, &points);
        let wall = heads.iter().max_by_key(|&h| (board.string_size(h), Reverse(h)))?;
        let mut inside;
        loop {
            inside = strings_around(board, color, &points);
            inside.remove(wall);
            let mut liberties = PointSet::EMPTY;
            for head in inside.iter() {
                liberties.extend_with(&board.liberty_set(head));
            }
            let Some(beyond) = liberties.iter().find(|&l| !points.contains(l)) else {
                break;
            };
            // A string inside divides the region.
            points.extend_with(&space(board, color, beyond));
            if points.len() > LARGEST_REGION {
                return None;
            }
        }
        if points.len() < SMALLEST_REGION {
            return None;
        }
        let mut all: Vec<Point> = points.iter().collect();
        all.extend(inside.iter().flat_map(|head| board.string(head)));
        let liberties = board.liberty_set(wall);
        let outside = liberties.iter().filter(|&l| !points.contains(l));
        let (eyes, outside): (Vec<Point>, Vec<Point>) =
            outside.partition(|&l| space(board, color, l).len() == 1);
        if all.len() > MAX_POINTS || outside.len() > REGION_MOST_OUTSIDE || eyes.len() > 1 {
            return None;
        }
        let mask = |is: &dyn Fn(Point) -> bool| {
            let bit = |(i, &p): (usize, &Point)| u16::from(is(p)) << i;
            all.iter().enumerate().map(bit).sum::<u16>()
        };
        let touches = |p: Point, is: &dyn Fn(Point) -> bool| p.neighbours().into_iter().any(is);
        let is_wall = |n: Point| board.cell(n).is(color) && board.head(n) == wall;
        // If the owner's stones there are captured, the attacker's stones inside are connected to those
        // outside.
        let is_open = |n: Point| board.cell(n).is(color.opposite()) && !points.contains(n);
        let neighbours = all.iter().map(|p| mask(&|q| p.neighbours().contains(&q)));
        let arena = Arena {
            neighbours: neighbours.collect(),
            wall: mask(&|p| touches(p, &is_wall)),
            open: mask(&|p| board.cell(p).is(color) && touches(p, &is_open)),
            stones: mask(&|p| board.cell(p).is(color.opposite())),
            outside: outside.len() as u8,
        };
        Some(Self {
            color,
            wall,
            points,
            all,
            wall_size: board.string_size(wall),
            has_eye: !eyes.is_empty(),
            arena,
        })
    }

    /// Returns the first moves with the largest gain of a side, if they gain anything. None if the region
    /// cannot be solved.
    pub(crate) fn moves(&self, board: &Board, mover: Color) -> Vec<RegionMove> {
        let mut solver = Solver::new(&self.arena, REGION_SEARCH_POSITIONS);
        let mut options = |color| self.options(&mut solver, board, color);
        let (Some(own), Some(other)) = (options(mover), options(mover.opposite())) else {
            return Vec::new();
        };
        let best = |options: &[Worth]| options.iter().map(|o| o.answered).fold(f32::MIN, f32::max);
        let (most, others_most) = (best(&own), best(&other));
        let swing = most + others_most;
        let is_threat = |o: &&Worth| o.unanswered - o.answered >= swing;
        let is_best = |o: &&Worth| o.answered == others_most && o.point.is_some();
        let others_sente = other.iter().filter(is_best).any(|o| is_threat(&o));
        let moves = own.iter().filter(|o| o.answered == most && swing > 0.0);
        let moves: Vec<RegionMove> = moves
            .filter_map(|o| {
                Some(RegionMove {
                    point: o.point?,
                    swing,
                    is_sente: others_sente || is_threat(&o),
                })
            })
            .collect();
        // A move that gains no more than a pass is not proposed.
        let is_idle = own.iter().any(|o| o.point.is_none() && o.answered == most);
        if is_idle { Vec::new() } else { moves }
    }

    /// Values of all moves of a side to it, a pass included.
    fn options(&self, solver: &mut Solver<'_>, board: &Board, mover: Color) -> Option<Vec<Worth>> {
        let is_owners = |&i: &usize| board.cell(self.all[i]).is(self.color);
        let owner_stones = (0..self.all.len()).filter(is_owners).map(|i| 1 << i).sum();
        let owner_moves = mover == self.color;
        let eyes = if self.has_eye { 1 } else { 2 };
        let sign = if owner_moves { 1.0 } else { -1.0 };
        let mut options = Vec::new();
        let points = (0..self.all.len()).filter(|&i| board.is_empty(self.all[i]));
        for i in points.map(Some).chain([None]) {
            let mut outcomes = |owner_threats| {
                let start = solver.start(owner_stones, eyes, owner_moves, owner_threats);
                solver.outcomes_after(start, i)
            };
            let (without, with) = (outcomes(false)?, outcomes(true)?);
            if let (Some(without), Some(with)) = (without, with) {
                options.push(Worth {
                    point: i.map(|i| self.all[i]),
                    answered: sign * self.worth(board, [without[0], with[0]]),
                    unanswered: sign * self.worth(board, [without[1], with[1]]),
                });
            }
        }
        Some(options)
    }

    /// Value to the owner of the outcomes with fewer and with more ko threats than the attacker, in points of
    /// the score. If the life of the wall depends on a ko, it is the mean of both; for points alone the owner
    /// does not fight a ko.
    fn worth(&self, board: &Board, [without, with]: [EyeOutcome; 2]) -> f32 {
        let stones = self.points.iter().filter(|&p| !board.is_empty(p)).count();
        let of = |outcome| match outcome {
            EyeOutcome::Territory => (self.points.len() + stones) as f32,
            EyeOutcome::Seki => 0.0,
            EyeOutcome::Dead => -(2.0 * self.wall_size as f32 + self.points.len() as f32),
        };
        match without {
            EyeOutcome::Dead => (of(without) + of(with)) / 2.0,
            _ => of(without),
        }
    }
}

/// A move, or a pass, with its value to its side in points if it is answered and if it is not.
struct Worth {
    point: Option<Point>,
    answered: f32,
    unanswered: f32,
}

/// The heads of a side's strings beside points.
fn strings_around(board: &Board, color: Color, points: &PointSet) -> PointSet {
    let beside = points.iter().flat_map(Point::neighbours);
    let stones = beside.filter(|&n| board.cell(n).is(color));
    stones.map(|n| board.head(n)).collect()
}

/// Returns the connected points around an empty one that stones of a side enclose.
fn space(board: &Board, color: Color, start: Point) -> PointSet {
    component(board.size(), start, |p| !board.cell(p).is(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of a side in the only enclosed region of a position, with the swing; `!` marks sente.
    #[track_caller]
    fn moves(mover: Color, diagram: &str) -> Vec<String> {
        let board = Board::from_diagram(diagram);
        let regions = EnclosedRegion::all(&board);
        assert_eq!(regions.len(), 1, "there is one region");
        let name = |m: &RegionMove| {
            let sente = if m.is_sente { "!" } else { "" };
            format!("{} {}{sente}", board.size().vertex(m.point), m.swing)
        };
        regions[0].moves(&board, mover).iter().map(name).collect()
    }

    const FIVE: &str = "
        . O O . . X O .
        X X X X X X O .
        O O O O O O O .
        . . . . . . . .
        . . . . . . . .";

    #[test]
    fn a_third_stone_in_a_row_of_five_makes_a_seki() {
        assert_eq!(moves(Color::White, FIVE), ["D5 7"]);
        assert!(moves(Color::Black, FIVE).contains(&"D5 7".to_owned()));
    }

    #[test]
    fn no_move_is_proposed_where_the_outcome_is_settled() {
        let seki = FIVE.replacen(". O O . .", ". O O O .", 1);
        let territory = FIVE.replacen(". O O . .", ". O . . .", 1);
        for color in Color::BOTH {
            assert!(moves(color, &seki).is_empty(), "a seki");
            assert!(moves(color, &territory).is_empty(), "the stone is dead");
        }
    }
}
