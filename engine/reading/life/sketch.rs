//! What can be seen of a group's life without reading: its eyes, its room for more, its ways out.

use arrayvec::ArrayVec;
use katachi_rules::{Board, Color, Point, PointSet};

use super::frame::Frame;

/// The group in one position.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    /// All stones of the group have been captured.
    pub(super) captured: bool,
    /// It has two eyes, or got out, even if the attacker moves.
    pub(super) alive: bool,
    /// It can have no second eye, does not get out, and nothing around it can be captured.
    pub(super) dead: bool,
    /// Eyes that the attacker does not take with one move.
    pub(super) eyes: u32,
    /// Points where an eye could come about, those of eyes among them.
    pub(super) room: PointSet,
    /// How many eyes there can be at most, if two is as good as more.
    pub(super) possible: u32,
    /// A move from the open board or from a friend.
    pub(super) near_open: bool,
}

/// A connected region without stones of the owner that he encloses.
#[derive(Clone, Copy, Debug)]
struct Enclosed {
    size: u32,
    /// Points with three or more neighbours in the region, and squares of four: what shapes are told by.
    crossings: u32,
    squares: u32,
    attackers: u32,
    has_corner: bool,
    /// Points with at most one neighbour inside that are half or false as eyes.
    weak_ends: u32,
}

const MOST_STRINGS: usize = 40;
const MOST_REGIONS: usize = 24;
/// Liberties on the open board that nobody takes away.
const FREE: u32 = 3;

/// Strings of the owner in unions: those that an eye, or two common liberties, hold together.
struct Unions {
    heads: ArrayVec<Point, MOST_STRINGS>,
    parent: [u8; MOST_STRINGS],
}

impl Unions {
    fn new() -> Self {
        Self {
            heads: ArrayVec::new(),
            parent: std::array::from_fn(|i| i as u8),
        }
    }

    fn index(&mut self, head: Point) -> Option<usize> {
        if let Some(known) = self.heads.iter().position(|&h| h == head) {
            return Some(known);
        }
        self.heads.try_push(head).ok()?;
        Some(self.heads.len() - 1)
    }

    fn root(&self, mut i: usize) -> usize {
        while usize::from(self.parent[i]) != i {
            i = usize::from(self.parent[i]);
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b)] = a.min(b) as u8;
    }
}

impl Sketch {
    pub(super) fn new(frame: &Frame, board: &Board, to_move: Color) -> Self {
        let mut sketch = Self {
            captured: false,
            alive: false,
            dead: false,
            eyes: 0,
            room: PointSet::EMPTY,
            near_open: false,
            possible: 0,
        };
        let owner = frame.owner;
        let mut unions = Unions::new();
        for stone in frame.stones.iter() {
            if board.cell(stone).is(owner) {
                unions.index(board.head(stone));
            }
        }
        let own_strings = unions.heads.len();
        if own_strings == 0 {
            sketch.captured = true;
            return sketch;
        }
        sketch.find_eyes(frame, board, to_move, own_strings, &mut unions);
        if !sketch.alive {
            sketch.find_ways_out(frame, board, to_move, own_strings, &mut unions);
        }
        if !sketch.alive {
            sketch.find_room(frame, board);
        }
        sketch
    }

    fn find_eyes(
        &mut self,
        frame: &Frame,
        board: &Board,
        to_move: Color,
        own_strings: usize,
        unions: &mut Unions,
    ) {
        let owner = frame.owner;
        let mut seen = PointSet::EMPTY;
        let mut regions = ArrayVec::<(ArrayVec<Point, 64>, bool), MOST_REGIONS>::new();
        let mut enclosed = PointSet::EMPTY;
        for start in frame.area.iter() {
            if board.cell(start).is(owner) || seen.contains(start) || is_beyond(frame, board, start) {
                continue;
            }
            let mut region = ArrayVec::<Point, 64>::new();
            let mut closed = true;
            seen.insert(start);
            region.push(start);
            let mut next = 0;
            while let Some(&point) = region.get(next) {
                next += 1;
                for n in point.neighbours() {
                    if !board.size().contains(n) || board.cell(n).is(owner) || seen.contains(n) {
                        continue;
                    }
                    if is_beyond(frame, board, n) {
                        closed = false;
                        continue;
                    }
                    seen.insert(n);
                    if region.try_push(n).is_err() {
                        closed = false;
                        break;
                    }
                }
            }
            if closed && !regions.is_full() {
                enclosed.extend(region.iter().copied());
                regions.push((region, true));
            }
        }
        // An eye of one union counts for it; the group needs a union with two.
        let mut found = ArrayVec::<(usize, u32), MOST_REGIONS>::new();
        for (region, _) in &regions {
            let shape = Enclosed::new(frame, board, region, &enclosed);
            let eyes = shape.eyes(to_move == owner);
            if eyes == 0 {
                continue;
            }
            // A string in atari takes the eye with it.
            let is_short = |&p: &Point| {
                board
                    .strings_beside(p, owner)
                    .iter()
                    .any(|&head| board.liberties(head) == 1)
            };
            if region.iter().any(is_short) {
                continue;
            }
            let mut first = None;
            for &point in region {
                for head in board.strings_beside(point, owner) {
                    let Some(i) = unions.index(head) else { return };
                    match first {
                        None => first = Some(i),
                        Some(first) => unions.join(first, i),
                    }
                }
            }
            if let Some(i) = first {
                found.push((i, eyes));
            }
        }
        let mut most = 0;
        for own in 0..own_strings {
            let root = unions.root(own);
            let eyes = found
                .iter()
                .filter(|(i, _)| unions.root(*i) == root)
                .map(|(_, eyes)| eyes)
                .sum();
            most = most.max(eyes);
        }
        self.eyes = most;
        self.alive = most >= 2;
    }

    /// Is the group joined with the open board or with a friend, so that the attacker cannot cut it off with one move?
    fn find_ways_out(
        &mut self,
        frame: &Frame,
        board: &Board,
        to_move: Color,
        own_strings: usize,
        unions: &mut Unions,
    ) {
        let owner_moves = to_move == frame.owner;
        for own in 0..own_strings {
            let head = unions.heads[own];
            let liberties = board.liberty_set(head);
            if board.liberties(head) < 2 && !owner_moves {
                continue;
            }
            let is_friend = board.string(head).any(|s| frame.friends.contains(s));
            let (mut out, mut joins, mut springs) = (0, 0, 0);
            for liberty in liberties.iter() {
                if board.is_suicide(frame.owner, liberty) {
                    continue;
                }
                let beside = |n: Point| {
                    frame.friends.contains(n) && board.cell(n).is(frame.owner) && board.head(n) != head
                };
                joins += u32::from(liberty.neighbours().into_iter().any(beside));
                if frame.open.contains(liberty) {
                    out += 1;
                    let free = liberty
                        .neighbours()
                        .into_iter()
                        .filter(|&n| frame.open.contains(n) && board.is_empty(n) && !liberties.contains(n))
                        .count();
                    springs = springs.max(free);
                }
            }
            let is_out = if owner_moves {
                joins >= 1 || out >= FREE || (out >= 1 && out + springs as u32 > FREE)
            } else {
                joins >= 2 || out >= FREE
            };
            if is_friend || is_out {
                self.alive = true;
                return;
            }
            self.near_open |= out + joins > 0;
        }
    }

    /// Where eyes could come about, and how many at most: with one the group is dead, if there is no way out.
    fn find_room(&mut self, frame: &Frame, board: &Board) {
        let mut seen = PointSet::EMPTY;
        let mut can_run = false;
        for start in frame.area.iter() {
            if board.cell(start).is(frame.owner) || is_beyond(frame, board, start) || !seen.insert(start) {
                continue;
            }
            let mut region = ArrayVec::<Point, 128>::new();
            let (mut runs, mut of_group) = (false, false);
            region.push(start);
            let mut next = 0;
            while let Some(&point) = region.get(next) {
                next += 1;
                for n in point.neighbours() {
                    if !board.size().contains(n) {
                        continue;
                    }
                    if board.cell(n).is(frame.owner) {
                        of_group |= frame.area.contains(point) && !frame.friends.contains(n);
                        runs |= frame.friends.contains(n);
                    } else if is_beyond(frame, board, n) {
                        runs |= board.is_empty(n) || board.liberties(n) <= 2;
                    } else if seen.insert(n) {
                        runs |= region.try_push(n).is_err();
                    }
                }
            }
            can_run |= runs && of_group;
            self.possible += self.room_in(frame, board, &region);
        }
        self.dead = self.possible <= 1 && !can_run;
    }

    /// Adds the points of a region where eyes could come about; returns how many at most, 2 for two or more.
    fn room_in(&mut self, frame: &Frame, board: &Board, region: &[Point]) -> u32 {
        let attacker = frame.owner.opposite();
        let mut room = ArrayVec::<Point, 128>::new();
        for &point in region {
            let (bad, off) = diagonals(frame, board, point);
            if !is_wall_beside(frame, board, point) && (bad == 0 || (bad == 1 && off == 0)) {
                room.push(point);
                self.room.insert(point);
            }
        }
        let touching = |a: Point| room.iter().filter(|&&b| a.distance(b) == 1).count();
        match room.len() {
            0 => 0,
            1 => 1,
            2 if touching(room[0]) == 1 => 1,
            // Three in a row with a stone in the middle, or four in a square.
            3 if room
                .iter()
                .any(|&p| touching(p) == 2 && board.cell(p).is(attacker)) =>
            {
                1
            }
            4 if room.iter().all(|&p| touching(p) == 2) => 1,
            _ => 2,
        }
    }
}

/// A stone of the wall, or a point of the open board?
fn is_beyond(frame: &Frame, board: &Board, point: Point) -> bool {
    match board.cell(point).color() {
        None => frame.open.contains(point),
        Some(color) => color != frame.owner && frame.wall.contains(point),
    }
}

fn is_wall_beside(frame: &Frame, board: &Board, point: Point) -> bool {
    let attacker = frame.owner.opposite();
    point
        .neighbours()
        .iter()
        .any(|&n| board.cell(n).is(attacker) && frame.wall.contains(n))
}

/// Diagonal points that a safe attacker holds, and those off the board.
fn diagonals(frame: &Frame, board: &Board, point: Point) -> (u32, u32) {
    let attacker = frame.owner.opposite();
    let (mut bad, mut off) = (0, 0);
    for d in point.diagonals() {
        if !board.size().contains(d) {
            off += 1;
        } else if board.cell(d).is(attacker) && frame.wall.contains(d) {
            bad += 1;
        }
    }
    (bad, off)
}

impl Enclosed {
    fn new(frame: &Frame, board: &Board, region: &[Point], enclosed: &PointSet) -> Self {
        let size = board.size();
        let attacker = frame.owner.opposite();
        let inside = |p: Point| size.contains(p) && region.contains(&p);
        let mut shape = Self {
            size: region.len() as u32,
            crossings: 0,
            squares: 0,
            attackers: 0,
            has_corner: false,
            weak_ends: 0,
        };
        for &p in region {
            shape.attackers += u32::from(board.cell(p).is(attacker));
            let beside = p.neighbours().iter().filter(|&&n| inside(n)).count();
            shape.crossings += u32::from(beside >= 3);
            let [up, left, ..] = p.neighbours();
            if inside(up) && inside(left) && inside(p.diagonals()[0]) {
                shape.squares += 1;
            }
            let off = p.neighbours().iter().filter(|&&n| !size.contains(n)).count();
            shape.has_corner |= off >= 2;
            if beside <= 1 {
                shape.weak_ends += u32::from(!is_proper(board, attacker, p, enclosed));
            }
        }
        shape
    }

    /// Eyes that it makes for certain.
    fn eyes(&self, owner_moves: bool) -> u32 {
        match self.size {
            1..=3 => u32::from(self.weak_ends == 0),
            _ if self.attackers > 1 || (self.attackers == 1 && self.size == 4) => 0,
            _ if self.weak_ends > 1 => 0,
            _ if self.attackers > 0 || self.weak_ends > 0 => 1,
            // Shapes of four to six points that one stone in the middle does not spoil. In the corner the lack
            // of liberties spoils more.
            4 if self.squares == 0 && self.crossings == 0 && !self.has_corner => 2,
            5 if self.squares == 0 && !self.has_corner && (self.crossings == 0) => 2,
            6 if !self.has_corner && (self.squares == 2 || self.squares == 0) => 2,
            7.. if !self.has_corner || self.size >= 8 => 2,
            4 | 5 if owner_moves && self.squares == 0 && !self.has_corner => 2,
            _ => 1,
        }
    }
}

/// An eye point by the diagonal rule, with the attacker to move: 2 for a diagonal point in enemy hands, 1 for one where he
/// can play, 1 for one off an edge; less than 3 is proper.
fn is_proper(board: &Board, attacker: Color, point: Point, enclosed: &PointSet) -> bool {
    let size = board.size();
    let off_edges = point.neighbours().iter().filter(|&&n| !size.contains(n)).count();
    let mut sum = 0;
    for d in point.diagonals() {
        if !size.contains(d) {
            sum += if off_edges == 1 { 1 } else { 0 };
        } else if board.cell(d).is(attacker) {
            sum += 2;
        } else if board.is_empty(d) && !enclosed.contains(d) && !board.is_suicide(attacker, d) {
            sum += 1;
        }
    }
    if off_edges >= 2 { sum == 0 } else { sum <= 2 }
}
