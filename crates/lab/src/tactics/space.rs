// SPDX-License-Identifier: MIT OR Apache-2.0

//! Eye spaces cut out of positions by the stones around them alone, so that no reader chooses the questions.

use std::cmp::Reverse;

use katachi_rules::{Board, Color, Point, PointSet};

const MAX_POINTS: usize = 12;
const WALL_STONES: u32 = 4;

/// A space that stones of one side enclose, or would with one stone more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Space {
    /// Empty points, the gate among them, and stones of the other side.
    pub(super) points: PointSet,
    pub(super) gate: Option<Point>,
    /// The head of the largest string around it.
    pub(super) wall: Point,
    /// The empty point by which it is named.
    pub(super) named: Point,
}

impl Space {
    /// All closed spaces of both sides, and all open ones that do not overlap with larger ones of their side:
    /// but none in which the other side has one.
    pub(super) fn all(board: &Board) -> Vec<Self> {
        let of_side = |owner| {
            let mut spaces = closed(board, owner);
            spaces.extend(open(board, owner));
            spaces
        };
        let all: Vec<Self> = Color::BOTH.into_iter().flat_map(of_side).collect();
        let holds = |outer: &Self, inner: &Self| {
            let is_of_other = board.cell(outer.wall) != board.cell(inner.wall);
            is_of_other && inner.points.iter().all(|p| outer.points.contains(p))
        };
        let is_innermost = |space: &&Self| !all.iter().any(|inner| holds(space, inner));
        all.iter().filter(is_innermost).copied().collect()
    }

    /// The space that is named by a stone of the wall and a point.
    pub(super) fn named_by(board: &Board, wall: Point, point: Point) -> Option<Self> {
        let is_asked = |space: &Self| space.wall == board.head(wall) && space.named == point;
        Self::all(board).into_iter().find(is_asked)
    }

    /// None without an empty point, or with few stones around it.
    fn new(board: &Board, owner: Color, points: PointSet, gate: Option<Point>) -> Option<Self> {
        let named = points.iter().find(|&p| board.is_empty(p) && Some(p) != gate)?;
        let walls = walls(board, owner, &points);
        let stones: u32 = walls.iter().map(|&wall| board.string_size(wall)).sum();
        let largest = |&wall: &Point| (board.string_size(wall), Reverse(wall));
        let wall = walls.into_iter().max_by_key(largest)?;
        (stones >= WALL_STONES).then_some(Self {
            points,
            gate,
            wall,
            named,
        })
    }
}

/// The strings of one side beside a set of points, by their heads.
pub(super) fn walls(board: &Board, owner: Color, points: &PointSet) -> Vec<Point> {
    let beside = points.iter().flat_map(Point::neighbours);
    let stones = beside.filter(|&p| board.cell(p).is(owner));
    let heads: PointSet = stones.map(|p| board.head(p)).collect();
    heads.iter().collect()
}

fn closed(board: &Board, owner: Color) -> Vec<Space> {
    let mut seen = PointSet::EMPTY;
    let mut spaces = Vec::new();
    for point in board.empty_points() {
        if !seen.contains(point)
            && let Some(points) = surrounded(board, owner, point, None)
        {
            seen.extend_with(&points);
            spaces.extend(Space::new(board, owner, points, None));
        }
    }
    spaces
}

fn open(board: &Board, owner: Color) -> Vec<Space> {
    let found = board
        .empty_points()
        .filter_map(|gate| Some((gate, behind(board, owner, gate)?)));
    let mut found: Vec<(Point, PointSet)> = found.collect();
    found.sort_by_key(|(gate, points)| (Reverse(points.len()), *gate));
    let mut taken = PointSet::EMPTY;
    let mut spaces = Vec::new();
    for (gate, points) in found {
        if !points.intersects(&taken) {
            taken.extend_with(&points);
            spaces.extend(Space::new(board, owner, points, Some(gate)));
        }
    }
    spaces
}

/// The points that a stone of the owner on the gate would enclose, with the gate. `None` if it would enclose
/// none or too many, if the gate is not open, or if no stone of the other side is near.
fn behind(board: &Board, owner: Color, gate: Point) -> Option<PointSet> {
    let is_free = |&p: &Point| board.is_empty(p) || board.cell(p).is(owner.opposite());
    let beside: Vec<Point> = gate.neighbours().into_iter().filter(is_free).collect();
    let rooms = beside
        .iter()
        .filter_map(|&point| surrounded(board, owner, point, Some(gate)));
    let mut points = PointSet::EMPTY;
    rooms.for_each(|room| points.extend_with(&room));
    let is_attacker = |p: Point| board.cell(p).is(owner.opposite()) && !points.contains(p);
    let is_near = |&p: &Point| is_attacker(p) || p.neighbours().into_iter().any(is_attacker);
    let mut outside = beside.iter().filter(|&&p| !points.contains(p));
    let is_open_space = !points.is_empty() && points.len() < MAX_POINTS && outside.any(is_near);
    points.insert(gate);
    is_open_space.then_some(points)
}

/// Flood fill around stones of that side and the gate. None if there are too many points.
fn surrounded(board: &Board, owner: Color, from: Point, gate: Option<Point>) -> Option<PointSet> {
    let enemy = owner.opposite();
    let is_free = |p: Point| (board.is_empty(p) || board.cell(p).is(enemy)) && Some(p) != gate;
    Some(flood(from, is_free)).filter(|points| points.len() <= MAX_POINTS)
}

/// The points that are reached from one over points that are free.
pub(super) fn flood(from: Point, is_free: impl Fn(Point) -> bool) -> PointSet {
    let mut points = PointSet::from_iter([from]);
    let mut queue = vec![from];
    while let Some(point) = queue.pop() {
        let beside = point.neighbours().into_iter().filter(|&p| is_free(p));
        queue.extend(beside.filter(|&p| points.insert(p)));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(board: &Board, space: &Space) -> String {
        let name = |p: Point| board.size().vertex(p).to_string();
        let gate = space.gate.map_or("closed".to_string(), name);
        let [wall, named] = [space.wall, space.named].map(name);
        format!("{wall} {named} {gate} {}", space.points.len())
    }

    #[test]
    fn closed_and_open_spaces_of_both_sides_are_found() {
        let rows = "..XOO/XXXXO/OOOOO///XXXXXX/OOOOOX/.O..O/.O.X.X";
        let board = crate::tactics::tests::board_of(9, rows);
        let names: Vec<String> = Space::all(&board).iter().map(|s| named(&board, s)).collect();
        assert_eq!(
            names,
            ["A8 A9 closed 2", "A3 A2 closed 2", "A3 C2 E1 5"],
            "the black group with A9 is no space of White's"
        );
        for space in Space::all(&board) {
            assert_eq!(Space::named_by(&board, space.wall, space.named), Some(space));
        }
    }
}
