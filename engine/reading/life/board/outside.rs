// SPDX-License-Identifier: MIT OR Apache-2.0

//! Surroundings of a group: strong friends, and the points of the open board.
//!
//! Friends are strong if they reach the open board, or if together they have enough empty points nearer to
//! them than to the enemy (`FRIEND_SPACE`), more if they share these with the group (`FRIEND_SHARED_SPACE`).
//! A point belongs to the open board if the points within `OPEN_STEPS` have enough value: most near strong
//! friends, none near the enemy.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use crate::local::component;

/// Number of empty points nearer to stones than to the other side with which they can live or run; 8 to 16.
/// life-and-death.md: space counts, not liberties.
const FRIEND_SPACE: usize = 12;
/// Number of such points for stones that share them with the group itself, as they may not suffice for both;
/// 16 to 32.
const FRIEND_SHARED_SPACE: usize = 24;
/// Least points of an open area, as a smaller one may be an eye space; 12 to 24.
const OPEN_AREA: usize = 16;
/// Steps to the points that decide whether a point belongs to the open board; 2 to 4. life-and-death.md: 252
/// tests, with four 251.
const OPEN_STEPS: usize = 3;
/// Least sum of the worth of these points; 8 to 12. life-and-death.md: 252 tests, with 8 253, with 12 258,
/// but then groups are dead that run out into an empty half of the board.
const OPEN_ENOUGH: u32 = 10;
/// The worth of a point that is nearer to strong friends; 2 to 6.
const OPEN_WORTH_FRIENDLY: u32 = 4;
/// The worth of a point that is nearer to nobody; 1 to 3.
const OPEN_WORTH_NEUTRAL: u32 = 2;
/// The worth of a point that is nearer to the attacker but far from him; 0 to 2.
const OPEN_WORTH_DISTANT: u32 = 1;
/// Steps from the attacker at which his influence ends; 5 to 9.
const ATTACKER_INFLUENCE_ENDS: u8 = 7;
/// Steps from the attacker at which his influence is thin; 2 to 4. life-and-death.md: with four 258 tests,
/// and groups dead that run out.
const ATTACKER_INFLUENCE_THIN: u8 = 3;

pub(crate) struct Outside {
    /// Stones of its side with enough empty points to live or to run.
    pub(crate) strong: PointSet,
    /// Empty points of the open board: a group that reaches one gets away.
    pub(crate) open: PointSet,
}

/// The distance if there is no such stone.
const FAR: u8 = u8::MAX;

impl Outside {
    /// Finds the surroundings of a group of that colour.
    pub(crate) fn new(board: &Board, color: Color, group: &PointSet) -> Self {
        let others = distances(board, |p| board.cell(p).is(color.opposite()));
        let strong = strong(board, color, group, &others);
        let friends = distances(board, |p| strong.contains(p));
        let regions = large_regions(board, color.opposite());
        let worth = |p: Point| match (friends[p], others[p]) {
            (friend, other) if friend < other => OPEN_WORTH_FRIENDLY,
            (friend, other) if friend == other || other >= ATTACKER_INFLUENCE_ENDS => OPEN_WORTH_NEUTRAL,
            (_, other) if other >= ATTACKER_INFLUENCE_THIN => OPEN_WORTH_DISTANT,
            _ => 0,
        };
        let open = regions.iter().filter(|&p| gets_away(p, &regions, worth));
        let open = open.collect();
        Self { strong, open }
    }
}

/// Whether the points of a set within [`OPEN_STEPS`] of a start have enough value.
fn gets_away(start: Point, set: &PointSet, worth: impl Fn(Point) -> u32) -> bool {
    let mut seen = PointSet::EMPTY;
    seen.insert(start);
    let mut front = vec![start];
    let mut sum = worth(start);
    for _ in 0..OPEN_STEPS {
        if sum >= OPEN_ENOUGH {
            break;
        }
        let beside = front.iter().flat_map(|p| p.neighbours());
        front = beside.filter(|&n| set.contains(n) && seen.insert(n)).collect();
        sum += front.iter().map(|&p| worth(p)).sum::<u32>();
    }
    sum >= OPEN_ENOUGH
}

/// Finds the stones of a colour with enough empty points; strings connected by these count together.
fn strong(board: &Board, color: Color, group: &PointSet, others: &PointMap<u8>) -> PointSet {
    let own = distances(board, |p| board.cell(p).is(color));
    let is_zone = |p: Point| board.cell(p).is(color) || (board.is_empty(p) && own[p] < others[p]);
    let mut strong = PointSet::EMPTY;
    for component in components(board, is_zone) {
        let space = component.iter().filter(|&p| board.is_empty(p)).count();
        let is_shared = component.intersects(group);
        if space >= [FRIEND_SPACE, FRIEND_SHARED_SPACE][usize::from(is_shared)] {
            strong.extend(component.iter().filter(|&p| board.cell(p).is(color)));
        }
    }
    strong
}

/// The connected parts of all points that are members.
fn components(board: &Board, is_member: impl Fn(Point) -> bool) -> Vec<PointSet> {
    let mut components = Vec::new();
    let mut seen = PointSet::EMPTY;
    for start in board.size().points() {
        if is_member(start) && !seen.contains(start) {
            let found = component(board.size(), start, &is_member);
            seen.extend_with(&found);
            components.push(found);
        }
    }
    components
}

/// Steps over empty points from the nearest stone of a kind that is not in atari.
fn distances(board: &Board, is_from: impl Fn(Point) -> bool) -> PointMap<u8> {
    let mut distance = PointMap::filled(FAR);
    let points = board.size().points();
    let mut frontier: Vec<Point> = points
        .filter(|&p| is_from(p) && board.liberties(p) >= 2)
        .collect();
    for &p in &frontier {
        distance[p] = 0;
    }
    let mut step = 0;
    while !frontier.is_empty() {
        step += 1;
        let mut next = Vec::new();
        for p in frontier {
            for n in p.neighbours() {
                if board.size().contains(n) && board.is_empty(n) && distance[n] > step {
                    distance[n] = step;
                    next.push(n);
                }
            }
        }
        frontier = next;
    }
    distance
}

/// Empty points away from the attacker's stones and the edge below them, in regions too large for eyes.
fn large_regions(board: &Board, attacker: Color) -> PointSet {
    let size = board.size();
    let is_free = |p: Point| {
        board.is_empty(p)
            && p.neighbours().iter().all(|&n| !board.cell(n).is(attacker))
            && [(0, 2), (2, 0), (0, -2), (-2, 0)].iter().all(|&(dx, dy)| {
                // A stone on the third line shuts off the first line.
                let beyond = size.offset(p, -dx / 2, -dy / 2).is_none();
                !beyond || size.offset(p, dx, dy).is_none_or(|q| !board.cell(q).is(attacker))
            })
    };
    let mut large = PointSet::EMPTY;
    for region in components(board, is_free) {
        if region.len() >= OPEN_AREA {
            large.extend_with(&region);
        }
    }
    large
}
