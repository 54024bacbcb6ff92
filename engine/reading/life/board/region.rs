// SPDX-License-Identifier: MIT OR Apache-2.0

//! The region: the part of the board that the search sees. It is found once, in the position of the question.
//!
//! The region has one point more beyond each way out, so that the attacker can stop the group there. If the
//! group lives only by points beyond, the region grows (`Region::grown`). A surrounded string of the attacker
//! is not safe, even if it lives by itself.

use katachi_rules::{Board, Color, Point, PointMap, PointSet};

use super::SMALL_STRING;
use super::outside::Outside;

/// Steps from the group to the farthest point of the area; a step between two attackers counts double; 4 to
/// 6. life-and-death.md: with six 295 problems, with four 290, in place of 296.
const REGION_REACH: u8 = 5;
/// Limit of the points of the area around an eye space with two more points in each direction; 30 to 50.
const EYE_REGION_POINTS: usize = 40;
/// Limit of the points of an area; 40 to 80.
const REGION_POINTS: usize = 56;
/// Limit of the liberties of attackers that are read for a capture; 3 to 5.
pub(crate) const MAX_CAPTURABLE_LIBERTIES: usize = 4;
/// Limit of the points of an area that has grown beyond its border; 50 to 90. life-and-death.md.
const GROWN_REGION_POINTS: usize = 72;
/// Limit of the liberties of safe attackers that are not safe on the wide local board; 2 to 4.
/// life-and-death.md.
const MAX_SHORT_LIBERTIES: usize = 3;
/// Number of empty points outside the area without which an attacker is surrounded, and no wall; 6 to 12.
/// life-and-death.md.
const OUTSIDE_SPACE: usize = 8;
/// Number of liberties on the open board with which a friend lives; 1 to 3.
const FRIEND_OPEN_LIBERTIES: usize = 2;
/// Number of liberties from which on an attacker with a liberty outside the area is a wall; 3 to 5.
const WALL_LIBERTIES: usize = 4;
/// Number of liberties outside the area that touch no stone of the owner with which an attacker is a wall; 1
/// to 3.
const WALL_FREE_LIBERTIES: usize = 2;
/// Number of liberties with which an attacker stops the area at a point beside it; 2 to 4.
const HOLDING_LIBERTIES: u32 = 3;

/// The group, the points where moves can decide its life, and the safe stones around them.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) owner: Color,
    pub(crate) stones: PointSet,
    /// Empty points and capturable stones where moves are searched.
    pub(crate) area: PointSet,
    /// Empty points of the open board: a group that reaches one has escaped.
    pub(crate) open: PointSet,
    /// Stones of the attacker that are taken to be safe.
    pub(crate) wall: PointSet,
    /// Stones of the owner, apart from the group, that are taken to be alive.
    pub(crate) friends: PointSet,
    /// The stones of `wall` with few liberties.
    short: PointSet,
}

/// Reads whether a string of the attacker can be captured.
type IsCapturable<'a> = dyn FnMut(Point) -> bool + 'a;

impl Region {
    /// Finds the region around a group of one colour. `is_capturable` is asked about few strings.
    pub(crate) fn new(board: &Board, stones: &PointSet, is_capturable: &mut IsCapturable<'_>) -> Self {
        let first = stones.iter().next().expect("a group has stones");
        let owner = board.cell(first).color().expect("a group is made of stones");
        let stones: PointSet = stones.iter().flat_map(|s| board.string(s)).collect();
        let Outside { strong, open } = Outside::new(board, owner, &stones);
        let mut region = Self::of_stones(owner, stones, open);
        region.find_friends(board, &strong);
        region.find_area(board);
        region.find_wall(board, is_capturable);
        region.complete(board);
        region
    }

    /// Finds the region of an eye space: `walls` are the heads of the owner's strings around it, and `points`
    /// are to be played on. Adds one point in each direction, and two if they are not too many. None if there
    /// are too many anyway.
    pub(crate) fn of_eye(board: &Board, owner: Color, walls: &PointSet, points: PointSet) -> Option<Self> {
        let stones = walls.iter().flat_map(|head| board.string(head)).collect();
        let mut region = Self::of_stones(owner, stones, PointSet::EMPTY);
        region.area = points;
        region.add_answers(board);
        let near = region.area;
        region.add_answers(board);
        if region.area.len() > EYE_REGION_POINTS {
            region.area = near;
        }
        (region.area.len() <= REGION_POINTS).then_some(region)
    }

    fn of_stones(owner: Color, stones: PointSet, open: PointSet) -> Self {
        Self {
            owner,
            stones,
            area: PointSet::EMPTY,
            open,
            wall: PointSet::EMPTY,
            friends: PointSet::EMPTY,
            short: PointSet::EMPTY,
        }
    }

    fn complete(&mut self, board: &Board) {
        self.add_answers(board);
        // After a capture, moves on the points of the captured stones are possible.
        let stones = self.stones.iter();
        let stones = stones.filter(|&s| board.string_size(s) <= SMALL_STRING);
        let most: PointSet = self.area.iter().chain(stones).take(REGION_POINTS).collect();
        self.area = most;
    }

    /// Gives the group another area and other safe stones; it cannot be widened.
    pub(crate) fn on(&self, area: PointSet, friends: PointSet, wall: PointSet) -> Self {
        Self {
            area,
            friends,
            wall,
            short: PointSet::EMPTY,
            ..self.clone()
        }
    }

    /// The region where attackers with few liberties are not safe. None if there are none, or too many
    /// points.
    pub(crate) fn widened(&self, board: &Board) -> Option<Self> {
        if self.short.is_empty() {
            return None;
        }
        let mut region = self.clone();
        for stone in self.short.iter() {
            region.wall.remove(stone);
            region.area.insert(stone);
            region.area.extend(board.liberty_set(stone).iter());
        }
        let points = region.area.len();
        region.complete(board);
        (points <= REGION_POINTS).then_some(region)
    }

    /// The region with the points beyond its border, layer by layer up to a limit. None if there are none.
    pub(crate) fn grown(&self, board: &Board) -> Option<Self> {
        let mut region = self.clone();
        loop {
            let beyond = region.beyond(board);
            if beyond.is_empty() || region.area.len() + beyond.len() > GROWN_REGION_POINTS {
                break;
            }
            region.area.extend_with(&beyond);
        }
        (region.area != self.area).then_some(region)
    }

    /// Empty points beside the area, not on the open board, and liberties of the owner's strings beside it.
    fn beyond(&self, board: &Board) -> PointSet {
        let mut beyond = PointSet::EMPTY;
        let is_own = |p: Point| board.cell(p).is(self.owner) && !self.friends.contains(p);
        for point in self.area.iter().filter(|p| !self.open.contains(*p)) {
            beyond.extend(point.neighbours().into_iter().filter(|&n| board.is_empty(n)));
            for stone in point.neighbours().into_iter().filter(|&n| is_own(n)) {
                beyond.extend_with(&board.liberty_set(stone));
            }
        }
        beyond.retain(|p| !self.area.contains(p) && !self.open.contains(p));
        beyond
    }

    fn find_friends(&mut self, board: &Board, strong: &PointSet) {
        let is_other = |&head: &Point| board.cell(head).is(self.owner) && !self.stones.contains(head);
        for head in board.strings().filter(is_other) {
            let liberties = board.liberty_set(head);
            let free = liberties.iter().filter(|&l| self.open.contains(l));
            if free.count() >= FRIEND_OPEN_LIBERTIES || strong.contains(head) {
                self.friends.extend(board.string(head));
            }
        }
    }

    fn find_area(&mut self, board: &Board) {
        let attacker = self.owner.opposite();
        let mut distance = PointMap::filled(u8::MAX);
        let mut layers: Vec<Vec<Point>> = vec![Vec::new(); usize::from(REGION_REACH) + 1];
        for stone in self.stones.iter() {
            distance[stone] = 0;
            layers[0].push(stone);
        }
        for step in 0..=REGION_REACH {
            while let Some(point) = layers[usize::from(step)].pop() {
                if distance[point] < step {
                    continue;
                }
                if !board.cell(point).is_stone() {
                    self.area.insert(point);
                    if self.open.contains(point) || is_held(board, attacker, point) {
                        continue;
                    }
                }
                for n in point.neighbours() {
                    if !board.size().contains(n) || self.friends.contains(n) || board.cell(n).is(attacker) {
                        continue;
                    }
                    let held = n.neighbours().into_iter().filter(|&m| board.cell(m).is(attacker));
                    let to = if board.is_empty(n) {
                        step + 1 + held.count() as u8
                    } else {
                        step
                    };
                    if to <= REGION_REACH && to < distance[n] {
                        distance[n] = to;
                        layers[usize::from(to)].push(n);
                    }
                }
            }
        }
    }

    /// Finds the safe attackers. Strings that are not safe join the area with their liberties, and the
    /// strings beside them are tested, too.
    fn find_wall(&mut self, board: &Board, is_capturable: &mut IsCapturable<'_>) {
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
                self.judge_wall(board, head, &area, is_capturable);
            }
        }
    }

    /// Tests whether a string beside the area is safe, and adds it to the wall or to the area.
    fn judge_wall(
        &mut self,
        board: &Board,
        head: Point,
        area: &PointSet,
        is_capturable: &mut IsCapturable<'_>,
    ) {
        let liberties = board.liberty_set(head);
        let is_outside = |l: &Point| !area.contains(*l) || self.open.contains(*l);
        let outside = liberties.iter().filter(is_outside).count();
        let free = |l: &Point| is_outside(l) && board.strings_beside(*l, self.owner).is_empty();
        let free = liberties.iter().filter(free);
        let is_free =
            (outside >= 1 && liberties.len() >= WALL_LIBERTIES) || free.count() >= WALL_FREE_LIBERTIES;
        let is_safe = is_free
            && self.has_outside_space(board, head, area)
            && (liberties.len() > MAX_CAPTURABLE_LIBERTIES || !is_capturable(head));
        if is_safe {
            self.wall.extend(board.string(head));
            if liberties.len() <= MAX_SHORT_LIBERTIES {
                self.short.extend(board.string(head));
            }
        } else {
            self.area.extend(liberties.iter());
            self.area.extend(board.string(head));
        }
    }

    /// Whether an attacker's string reaches enough empty points outside the area.
    fn has_outside_space(&self, board: &Board, head: Point, area: &PointSet) -> bool {
        let is_fought_for = |p: Point| area.contains(p) && !self.open.contains(p);
        let mut seen = PointSet::EMPTY;
        seen.insert(head);
        let mut reached = vec![head];
        let mut space = 0;
        while let Some(point) = reached.pop() {
            for n in point.neighbours() {
                let is_empty = board.is_empty(n);
                let is_way = board.size().contains(n)
                    && !board.cell(n).is(self.owner)
                    && !(is_empty && is_fought_for(n));
                if is_way && seen.insert(n) {
                    space += usize::from(is_empty);
                    reached.push(n);
                }
            }
            if space >= OUTSIDE_SPACE {
                return true;
            }
        }
        false
    }

    /// Adds the empty points beside the area, so that the other side can answer a move that runs out of it.
    fn add_answers(&mut self, board: &Board) {
        let mut edge = self.area;
        edge.retain(|p| board.is_empty(p) && !self.open.contains(p));
        for point in edge.iter() {
            self.area
                .extend(point.neighbours().into_iter().filter(|&n| board.is_empty(n)));
        }
    }

    /// The stones, and the owner's strings beside the area: they are taken to live or die together.
    pub(crate) fn group(&self, board: &Board) -> PointSet {
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

/// Whether a string of the attacker beside the point has enough liberties to hold it.
fn is_held(board: &Board, attacker: Color, point: Point) -> bool {
    let holds = |&head: &Point| board.liberties(head) >= HOLDING_LIBERTIES;
    board.strings_beside(point, attacker).iter().any(holds)
}
