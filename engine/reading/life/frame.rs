//! What a question of life and death is about: seen once, in the position that is asked about.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::strength::Beyond;

/// The group, the points where the fight can take place, and what is beyond it.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The side whose group it is.
    pub(super) owner: Color,
    /// The stones of the group.
    pub(super) stones: PointSet,
    /// Empty points and capturable stones where the outcome is decided.
    pub(super) area: PointSet,
    /// Empty points of the open board: who gets there has escaped.
    pub(super) open: PointSet,
    /// Stones of the attacker that are taken to be safe.
    pub(super) wall: PointSet,
    /// Stones of the owner, apart from the group, that are taken to be alive.
    pub(super) friends: PointSet,
    /// The safe attackers with few liberties.
    short: PointSet,
}

/// What makes an attacker no wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// His string can be captured.
    Capture,
    /// It is shut in, and does not live by itself.
    Death,
}

/// Tells whether a doubt about the string of a stone is right.
pub(super) type Doubts<'a> = dyn FnMut(Point, Doubt) -> bool + 'a;

/// Steps from the group to the farthest point of the area; a step between two attackers counts double.
const REACH: u8 = 5;
/// Points of an area.
const MOST: usize = 56;
/// Strings that may be taken and leave room.
const SMALL: u32 = 6;
/// Strings with more liberties are not captured.
const MOST_SHORT: usize = 4;
/// Safe strings with so many liberties at most are doubted once a group seems dead.
const FEW: usize = 3;
/// A string that reaches less empty points beyond the area is shut in: it is a wall only if it lives there.
const ROOM: usize = 8;

impl Frame {
    /// The frame around a group of one colour. The set holds a stone or more. `doubts` are asked about few attackers.
    pub(super) fn new(board: &Board, stones: &PointSet, doubts: &mut Doubts<'_>) -> Self {
        let first = stones.iter().next().expect("a group has stones");
        let owner = board.cell(first).color().expect("a group is made of stones");
        let stones: PointSet = stones.iter().flat_map(|s| board.string(s)).collect();
        let Beyond { strong, open } = Beyond::new(board, owner, &stones);
        let mut frame = Self {
            owner,
            stones,
            area: PointSet::EMPTY,
            open,
            wall: PointSet::EMPTY,
            friends: PointSet::EMPTY,
            short: PointSet::EMPTY,
        };
        frame.find_friends(board, &strong);
        frame.find_area(board);
        frame.find_wall(board, doubts);
        frame.complete(board);
        frame
    }

    fn complete(&mut self, board: &Board) {
        self.add_answers(board);
        // Where stones are taken, others may be put.
        let stones = self.stones.iter().filter(|&s| board.string_size(s) <= SMALL);
        let most: PointSet = self.area.iter().chain(stones).take(MOST).collect();
        self.area = most;
    }

    /// The same group with another area, and other stones that are safe. Nothing of it is doubted.
    pub(super) fn on(&self, area: PointSet, friends: PointSet, wall: PointSet) -> Self {
        Self {
            area,
            friends,
            wall,
            short: PointSet::EMPTY,
            ..self.clone()
        }
    }

    /// The same frame where the attackers that have few liberties are not safe. None if there are no such.
    pub(super) fn doubted(&self, board: &Board) -> Option<Self> {
        if self.short.is_empty() {
            return None;
        }
        let mut frame = self.clone();
        for stone in self.short.iter() {
            frame.wall.remove(stone);
            frame.area.insert(stone);
            frame.area.extend(board.liberty_set(stone).iter());
        }
        let points = frame.area.len();
        frame.complete(board);
        (points <= MOST).then_some(frame)
    }

    fn find_friends(&mut self, board: &Board, strong: &PointSet) {
        for point in board.size().points() {
            if !board.cell(point).is(self.owner) || board.head(point) != point || self.stones.contains(point)
            {
                continue;
            }
            let free = board
                .liberty_set(point)
                .iter()
                .filter(|&l| self.open.contains(l))
                .count();
            if free >= 2 || strong.contains(point) {
                self.friends.extend(board.string(point));
            }
        }
    }

    fn find_area(&mut self, board: &Board) {
        let attacker = self.owner.opposite();
        let mut distance = PointMap::filled(u8::MAX);
        let mut layers: Vec<Vec<Point>> = vec![Vec::new(); usize::from(REACH) + 1];
        for stone in self.stones.iter() {
            distance[stone] = 0;
            layers[0].push(stone);
        }
        for step in 0..=REACH {
            let mut next = 0;
            while let Some(&point) = layers[usize::from(step)].get(next) {
                next += 1;
                if distance[point] < step {
                    continue;
                }
                if !board.cell(point).is_stone() {
                    self.area.insert(point);
                    if self.open.contains(point) {
                        continue;
                    }
                    if is_held(board, attacker, point) {
                        continue;
                    }
                }
                for n in point.neighbours() {
                    if !board.size().contains(n) || self.friends.contains(n) || board.cell(n).is(attacker) {
                        continue;
                    }
                    let cost = if board.is_empty(n) {
                        let held = n
                            .neighbours()
                            .iter()
                            .filter(|&&m| board.cell(m).is(attacker))
                            .count();
                        1 + held as u8
                    } else {
                        0
                    };
                    let to = step + cost;
                    if to <= REACH && to < distance[n] {
                        distance[n] = to;
                        layers[usize::from(to)].push(n);
                    }
                }
            }
        }
    }

    /// Attackers with liberties enough, not all of them in the area, are safe; the liberties of the others belong to the
    /// area, and who is beside these is looked at as well.
    fn find_wall(&mut self, board: &Board, doubts: &mut Doubts<'_>) {
        let attacker = self.owner.opposite();
        let mut seen = PointSet::EMPTY;
        loop {
            let mut beside = PointSet::EMPTY;
            for point in self.stones.iter().chain(self.area.iter()) {
                if board.cell(point).is(attacker) {
                    continue;
                }
                for n in point.neighbours() {
                    if board.cell(n).is(attacker) && seen.insert(board.head(n)) {
                        beside.insert(board.head(n));
                    }
                }
            }
            if beside.is_empty() {
                break;
            }
            let area = self.area;
            for head in beside.iter() {
                self.judge_wall(board, head, &area, doubts);
            }
        }
    }

    /// Is a string beside the area safe?
    fn judge_wall(&mut self, board: &Board, head: Point, area: &PointSet, doubts: &mut Doubts<'_>) {
        let liberties = board.liberty_set(head);
        let is_outside = |l: &Point| !area.contains(*l) || self.open.contains(*l);
        let outside = liberties.iter().filter(is_outside).count();
        let free = liberties
            .iter()
            .filter(is_outside)
            .filter(|&l| !is_beside(board, self.owner, l));
        let is_free = (outside >= 1 && liberties.len() >= 4) || free.count() >= 2;
        let is_safe = is_free
            && (self.has_room(board, head, area) || !doubts(head, Doubt::Death))
            && (liberties.len() > MOST_SHORT || !doubts(head, Doubt::Capture));
        if is_safe {
            self.wall.extend(board.string(head));
            if liberties.len() <= FEW {
                self.short.extend(board.string(head));
            }
        } else {
            self.area.extend(liberties.iter());
            self.area.extend(board.string(head));
        }
    }

    /// Can a string of the attacker's reach room enough beyond the area, without crossing stones of the owner's?
    fn has_room(&self, board: &Board, head: Point, area: &PointSet) -> bool {
        let is_fought_for = |p: Point| area.contains(p) && !self.open.contains(p);
        let mut seen = PointSet::EMPTY;
        seen.insert(head);
        let mut reached = vec![head];
        let mut room = 0;
        while let Some(point) = reached.pop() {
            for n in point.neighbours() {
                let is_empty = board.is_empty(n);
                let is_way = board.size().contains(n)
                    && !board.cell(n).is(self.owner)
                    && !(is_empty && is_fought_for(n));
                if is_way && seen.insert(n) {
                    room += usize::from(is_empty);
                    reached.push(n);
                }
            }
            if room >= ROOM {
                return true;
            }
        }
        false
    }

    /// Where a side runs out of the area the other has to have an answer.
    fn add_answers(&mut self, board: &Board) {
        let edge: Vec<Point> = self
            .area
            .iter()
            .filter(|&p| board.is_empty(p) && !self.open.contains(p))
            .collect();
        for point in edge {
            self.area
                .extend(point.neighbours().into_iter().filter(|&n| board.is_empty(n)));
        }
    }

    /// The stones with those of the owner that the area reaches: what lives or dies together at a first glance.
    pub(super) fn group(&self, board: &Board) -> PointSet {
        let mut group = self.stones;
        for point in self.area.iter() {
            for n in point.neighbours() {
                if board.cell(n).is(self.owner) && !self.friends.contains(n) && !group.contains(n) {
                    group.extend(board.string(n));
                }
            }
        }
        group
    }
}

/// Is there a stone of that color beside the point?
fn is_beside(board: &Board, color: Color, point: Point) -> bool {
    point.neighbours().iter().any(|&n| board.cell(n).is(color))
}

/// Is a stone that does not fall soon beside the point?
fn is_held(board: &Board, attacker: Color, point: Point) -> bool {
    point
        .neighbours()
        .iter()
        .any(|&n| board.cell(n).is(attacker) && board.liberties(n) >= 3)
}
